"""Settles many puzzles that differ in one or two givens: does each have no, one or several solutions?

The kernel settles 9x9 puzzles in batches. All others, and those on which the kernel gives up, go one by one to a
SAT solver that keeps what it has learned.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.kernel import is_nine
from ..engines.sat.oracle import Oracle, oracle_of_rules
from ..native.settle import IS_COMPILED, UNSETTLED, settle_many
from .confirmation import Objection, require_solution

MOST_ASSUMPTIONS = 5000  # per puzzle: a few milliseconds
BATCH = 32  # puzzles; the clock is checked between batches


class SettledVariant(NamedTuple):
    """Up to two different solutions, each checked, and the engine that claims that there are no others."""

    solutions: tuple[Grid, ...]
    by: str


def settle_variants(puzzles: Sequence[Puzzle], watch: Stopwatch, *, known: Grid | None = None) -> list[SettledVariant]:
    """Settle each puzzle. `known` is a solution of all of them, if there is one. Raises OutOfTime and Objection."""
    settled = _settle_by_kernel(puzzles, watch)
    left = [puzzle for puzzle in puzzles if puzzle not in settled]
    if left:
        with oracle_of_rules(left[0].shape, watch) as rules:
            settled |= {puzzle: SettledVariant(tuple(_search_by_sat(rules, puzzle, known)), "sat") for puzzle in left}
    for puzzle, (solutions, by) in settled.items():
        for solution in solutions:
            require_solution(puzzle, solution)
        if len(set(solutions)) < len(solutions):
            raise Objection(f"{by}: returned the same solution twice")
    return [settled[puzzle] for puzzle in puzzles]


def _settle_by_kernel(puzzles: Sequence[Puzzle], watch: Stopwatch) -> dict[Puzzle, SettledVariant]:
    """Return the puzzles that the kernel settles; none if it is not compiled, because then it is slower than SAT."""
    settled: dict[Puzzle, SettledVariant] = {}
    if not IS_COMPILED or not all(is_nine(puzzle.shape) for puzzle in puzzles):
        return settled
    for start in range(0, len(puzzles), BATCH):
        watch.tick()
        batch = puzzles[start : start + BATCH]
        givens = b"".join(puzzle.givens for puzzle in batch)
        outcome = settle_many(givens, 2, assumptions=MOST_ASSUMPTIONS, keep=2)
        for number, puzzle in enumerate(batch):
            if outcome.found[number] != UNSETTLED:
                settled[puzzle] = SettledVariant(outcome.solutions_of(number), "kernel")
    return settled


def _search_by_sat(rules: Oracle, puzzle: Puzzle, known: Grid | None) -> Iterator[Grid]:
    here = rules.free_variable()  # assumed for this puzzle only, so the solution is forbidden for this puzzle only
    assumptions = [rules.literal(cell, value) for cell, value in enumerate(puzzle.givens) if value] + [here]
    solution = known if known is not None else rules.solution(assumptions)
    if solution is None:
        return
    yield solution
    rules.forbid(solution, where=here)
    other = rules.solution(assumptions)
    if other is not None:
        yield other
