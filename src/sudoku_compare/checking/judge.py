"""Derives one verdict from the answers of several engines, and collects the objections to it.

Every solution is checked, so two different solutions prove `multiple`, regardless of which engines found them. That no
(other) solution exists is only a claim. It is believed only if there is no objection, and if at least two independent
engines agree on it or only one engine was asked. Engines that rely on the same encoding or search would share its
faults, so all results with the same `method` count as one witness. A solution that the source of the puzzle gives can
refute the claim of an engine, but it does not count as found by one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.answer import Ending, Limits
from ..core.entry import SEVERAL, Expected
from ..core.puzzle import Grid, Puzzle, compact
from ..core.verdict import EngineResult, Verdict
from .solution import are_solutions, find_fault

Check = Callable[[Puzzle, Grid], str | None]  # returns the fault, or None

WITNESSES = 2  # engines that must agree that there is no (other) solution, if at least two were asked


def choose_checker(found: Sequence[tuple[Puzzle, Grid]]) -> Check:
    """Check all these grids at once, and return a checker that is valid for these grids only.

    Checking a whole batch is faster. Only if it contains a fault do the grids have to be checked one by one.
    """
    return _accept if are_solutions(found) else find_fault


def _accept(puzzle: Puzzle, grid: Grid) -> None:
    """Checker used once the whole batch has been verified."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a puzzle, and the objections to it."""

    verdict: Verdict
    solutions: tuple[Grid, ...]  # all different solutions that passed the check
    agreed: bool
    objections: tuple[str, ...]


def judge(
    puzzle: Puzzle,
    results: Sequence[EngineResult],
    limits: Limits,
    expected: Expected | None = None,
    *,
    check: Check = find_fault,
) -> Judgement:
    """Check every solution, compare the answers with each other, and return the verdict.

    `expected` is what the source of the puzzle says about it. `choose_checker` returns a faster `check` for many
    puzzles.
    """
    objections, checked = _check_answers(puzzle, results, limits, check)
    if expected and expected.solution and _is_wrongly_denied(puzzle, results, expected.solution):
        checked += {expected.solution}.difference(checked)
    objections += _find_contradictions(puzzle, results, checked)
    verdict = _choose_verdict(results, checked, limits, sound=not objections)
    agreed = verdict is not Verdict.UNKNOWN and not objections
    if expected:
        objections += _check_expectations(puzzle, expected, verdict)
    return Judgement(verdict, tuple(checked), agreed, tuple(objections))


def _check_answers(
    puzzle: Puzzle, results: Sequence[EngineResult], limits: Limits, check: Check
) -> tuple[list[str], list[Grid]]:
    """Return the objections to single answers, and the different solutions that passed the check."""
    objections: list[str] = []
    checked: list[Grid] = []
    for result in results:
        for solution in result.answer.solutions:
            if solution in checked:
                continue
            fault = check(puzzle, solution)
            if fault:
                objections.append(f"{result.engine}: not a solution: {fault}")
            else:
                checked.append(solution)
        if result.verdict is not Verdict.UNIQUE or limits.solutions < 2:  # for speed: the usual answer breaks no rule
            objections += _check_form(result, limits)
    return objections, checked


def _check_form(result: EngineResult, limits: Limits) -> list[str]:
    """Return the objections to an answer that breaks the engine contract, whatever the puzzle."""
    solutions, ending = result.answer.solutions, result.answer.ending
    objections = []
    if len(solutions) > 1 and len(set(solutions)) < len(solutions):
        objections.append(f"{result.engine}: returned the same solution twice")
    if len(solutions) > limits.solutions:
        objections.append(f"{result.engine}: returned {len(solutions)} solutions, at most {limits.solutions} expected")
    if (ending is Ending.ENOUGH and len(solutions) < limits.solutions) or (
        ending is Ending.EXHAUSTED and len(solutions) >= limits.solutions
    ):
        objections.append(f"{result.engine}: reported {ending} with {len(solutions)} of {limits.solutions} solutions")
    return objections


def _find_contradictions(puzzle: Puzzle, results: Sequence[EngineResult], checked: list[Grid]) -> list[str]:
    """Return an objection for each engine that exhausted its search and still missed a checked solution."""
    objections = []
    for result in results:
        if result.answer.ending is Ending.EXHAUSTED:
            for solution in checked:
                if solution not in result.answer.solutions:
                    shown = compact(solution, puzzle.shape)
                    objections.append(f"{result.engine}: claimed {result.verdict}, but missed the solution {shown}")
                    break
    return objections


def _choose_verdict(results: Sequence[EngineResult], checked: list[Grid], limits: Limits, *, sound: bool) -> Verdict:
    if checked and limits.solutions == 1:
        return Verdict.SOLVED
    if len(checked) > 1:
        return Verdict.MULTIPLE
    claims = [result for result in results if result.answer.ending is Ending.EXHAUSTED]
    if sound and claims and _count_witnesses(claims) >= min(WITNESSES, _count_witnesses(results)):
        return claims[0].verdict
    return Verdict.UNKNOWN


def _count_witnesses(results: Sequence[EngineResult]) -> int:
    """Return the number of independent engines: those with the same method count once."""
    return len({result.method for result in results})


_COUNTS_THAT_FIT = {
    Verdict.UNSOLVABLE: (0,),
    Verdict.UNIQUE: (1,),
    Verdict.MULTIPLE: (SEVERAL,),
    Verdict.SOLVED: (1, SEVERAL),
    Verdict.UNKNOWN: (0, 1, SEVERAL),
}


def _is_wrongly_denied(puzzle: Puzzle, results: Sequence[EngineResult], solution: Grid) -> bool:
    """Return whether an engine exhausted its search without this solution, which is correct."""
    is_denied = any(
        result.answer.ending is Ending.EXHAUSTED and solution not in result.answer.solutions for result in results
    )
    return is_denied and find_fault(puzzle, solution) is None


def _check_expectations(puzzle: Puzzle, expected: Expected, verdict: Verdict) -> list[str]:
    """Return the objections to what the source of the puzzle says about it."""
    objections = []
    fault = find_fault(puzzle, expected.solution) if expected.solution else None
    if fault:
        objections.append(f"expected solution: not a solution: {fault}")
    if expected.solutions is not None and expected.solutions not in _COUNTS_THAT_FIT[verdict]:
        words = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)
        objections.append(f"expected {words[expected.solutions]}, found {verdict}")
    return objections
