"""Turn the engines' answers into one verdict, and into the objections to them.

A solution is believed when the checker finds no fault in it, so two different ones prove `multiple`, no matter which
engines found them. That there is no other solution is only a claim: it is believed when two witnesses agree on it (or
the only one that was asked says so) and there is no objection. Engines that rely on the same encoding or search would
share its faults, so all results with the same `method` are one witness.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.answer import Ending, Limits
from ..core.entry import SEVERAL, Expected
from ..core.puzzle import Grid, Puzzle, compact
from ..core.verdict import EngineResult, Verdict
from .solution import all_stand, refute

FaultIn = Callable[[Puzzle, Grid], str | None]

WITNESSES = 2  # that have to agree on a claim about all grids, if that many were asked


def fault_finder(found: Sequence[tuple[Puzzle, Grid]]) -> FaultIn:
    """A checker for these alone: all are looked at together, and one by one only if there is a fault in any."""
    return _no_fault if all_stand(found) else refute


def _no_fault(puzzle: Puzzle, grid: Grid) -> None:
    """What is found in each of several that have been found right as a whole."""


class Judgement(NamedTuple):
    """What may be believed of a puzzle, and what speaks against it."""

    verdict: Verdict
    solutions: tuple[Grid, ...]  # all that were found and checked
    agreed: bool
    objections: tuple[str, ...]


def judge(
    puzzle: Puzzle,
    results: Sequence[EngineResult],
    limits: Limits,
    expected: Expected | None = None,
    *,
    fault_in: FaultIn = refute,
) -> Judgement:
    """Check every solution, set the answers against each other, and say what follows.

    `fault_in` is the checker; whoever judges many puzzles has a faster one by `fault_finder`.
    """
    objections, checked = _check(puzzle, results, limits, fault_in)
    objections += _contradictions(puzzle, results, checked)
    verdict = _believed(results, checked, limits, sound=not objections)
    agreed = verdict is not Verdict.UNKNOWN and not objections
    if expected:
        objections += _broken_expectations(puzzle, expected, verdict, checked)
    return Judgement(verdict, tuple(checked), agreed, tuple(objections))


def _check(
    puzzle: Puzzle, results: Sequence[EngineResult], limits: Limits, fault_in: FaultIn
) -> tuple[list[str], list[Grid]]:
    """The objections to single answers, and the different solutions that stood the check."""
    objections: list[str] = []
    checked: list[Grid] = []
    for result in results:
        for solution in result.answer.solutions:
            if solution in checked:
                continue
            fault = fault_in(puzzle, solution)
            if fault:
                objections.append(f"{result.engine}: not a solution: {fault}")
            else:
                checked.append(solution)
        if result.verdict is not Verdict.UNIQUE or limits.solutions < 2:  # the usual answer cannot be in breach
            objections += _breaches(result, limits)
    return objections, checked


def _breaches(result: EngineResult, limits: Limits) -> list[str]:
    """Where an answer breaks the contract by its form alone."""
    solutions, ending = result.answer.solutions, result.answer.ending
    breaches = []
    if len(solutions) > 1 and len(set(solutions)) < len(solutions):
        breaches.append(f"{result.engine}: the same solution twice")
    if len(solutions) > limits.solutions:
        breaches.append(f"{result.engine}: {len(solutions)} solutions, although {limits.solutions} were asked for")
    if (ending is Ending.ENOUGH and len(solutions) < limits.solutions) or (
        ending is Ending.EXHAUSTED and len(solutions) >= limits.solutions
    ):
        breaches.append(f"{result.engine}: says {ending} with {len(solutions)} of {limits.solutions} solutions")
    return breaches


def _contradictions(puzzle: Puzzle, results: Sequence[EngineResult], checked: list[Grid]) -> list[str]:
    """An engine that has exhausted the search cannot have missed a solution that stands."""
    objections = []
    for result in results:
        if result.answer.ending is Ending.EXHAUSTED:
            for solution in checked:
                if solution not in result.answer.solutions:
                    shown = compact(solution, puzzle.shape)
                    objections.append(f"{result.engine}: says {result.verdict}, but misses the solution {shown}")
                    break
    return objections


def _believed(results: Sequence[EngineResult], checked: list[Grid], limits: Limits, *, sound: bool) -> Verdict:
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


def _broken_expectations(puzzle: Puzzle, expected: Expected, verdict: Verdict, checked: list[Grid]) -> list[str]:
    """Where the collection's own word does not hold."""
    objections = []
    if expected.solution is not None:
        fault = refute(puzzle, expected.solution)
        if fault:
            objections.append(f"expected solution: not a solution: {fault}")
        elif verdict is Verdict.UNSOLVABLE or (verdict is Verdict.UNIQUE and expected.solution not in checked):
            objections.append(f"expected solution: a solution, although the engines say {verdict}")
    if expected.solutions is not None and expected.solutions not in _COUNTS_THAT_FIT[verdict]:
        words = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)
        objections.append(f"expected {words[expected.solutions]}, found {verdict}")
    return objections
