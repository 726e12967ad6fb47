"""Many puzzles that differ in a given or two: how many solutions has each, none, one or more?

The kernel settles them in batches if they are 9x9. Others, and what it gives up, are put one by one to a loaded SAT
solver, which learns from each for the next.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.kernel import is_nine
from ..engines.sat.oracle import Oracle, oracle_of_rules
from ..native.settle import IS_COMPILED, UNSETTLED, settle_many
from .confirmation import Doubt, must_solve

MOST_ASSUMPTIONS = 5000  # on one puzzle, some milliseconds
TOGETHER = 32  # puzzles in a batch, which does not look at the clock


class Settled(NamedTuple):
    """Up to two different solutions, each checked, and whose word it is that there are no others."""

    solutions: tuple[Grid, ...]
    by: str


def settle_variants(puzzles: Sequence[Puzzle], watch: Stopwatch, *, known: Grid | None = None) -> list[Settled]:
    """What is found of each; `known` is a solution of all of them, if there is one. Raises OutOfTime, and Doubt."""
    settled = _by_kernel(puzzles, watch)
    left = [puzzle for puzzle in puzzles if puzzle not in settled]
    if left:
        with oracle_of_rules(left[0].shape, watch) as rules:
            settled |= {puzzle: Settled(tuple(_by_sat(rules, puzzle, known)), "sat") for puzzle in left}
    for puzzle, (solutions, by) in settled.items():
        for solution in solutions:
            must_solve(puzzle, solution)
        if len(set(solutions)) < len(solutions):
            raise Doubt(f"{by}: the same solution twice")
    return [settled[puzzle] for puzzle in puzzles]


def _by_kernel(puzzles: Sequence[Puzzle], watch: Stopwatch) -> dict[Puzzle, Settled]:
    """Those that it settles. Interpreted, it is slower than the other way."""
    settled: dict[Puzzle, Settled] = {}
    if not IS_COMPILED or not all(is_nine(puzzle.shape) for puzzle in puzzles):
        return settled
    for start in range(0, len(puzzles), TOGETHER):
        watch.tick()
        batch = puzzles[start : start + TOGETHER]
        givens = b"".join(puzzle.givens for puzzle in batch)
        outcome = settle_many(givens, 2, assumptions=MOST_ASSUMPTIONS, keep=2)
        for number, puzzle in enumerate(batch):
            if outcome.found[number] != UNSETTLED:
                settled[puzzle] = Settled(outcome.solutions_of(number), "kernel")
    return settled


def _by_sat(rules: Oracle, puzzle: Puzzle, known: Grid | None) -> Iterator[Grid]:
    here = rules.free_variable()  # assumed for this puzzle only, so that what is forbidden is forbidden for no other
    assumptions = [rules.literal(cell, value) for cell, value in enumerate(puzzle.givens) if value] + [here]
    solution = known if known is not None else rules.solution(assumptions)
    if solution is None:
        return
    yield solution
    rules.forbid(solution, where=here)
    other = rules.solution(assumptions)
    if other is not None:
        yield other
