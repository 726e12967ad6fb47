"""Many puzzles that differ in a given or two: how many solutions has each, none, one or more?

The kernel settles all of them in one batch if they are 9x9. Others, and what it gives up, are put one by one to a
loaded SAT solver, which learns from each for the next.
"""

from collections.abc import Iterator, Sequence

from ..engine import Stopwatch
from ..engines.kernel import has_bands
from ..engines.oracle import Oracle, oracle_of_rules
from ..kernel import IS_COMPILED, SQUARES, UNSETTLED, settle_many
from ..puzzle import Filling, Puzzle
from ..shape import Shape
from .doubts import must_solve

MOST_ASSUMPTIONS = 5000  # on one puzzle, some milliseconds: the batch does not look at the clock

Found = tuple[Filling, ...]  # up to two different solutions, each checked


def settler(shape: Shape) -> str:
    """Whose word it is that there are no others. Interpreted, the kernel is slower than the other way."""
    return "kernel" if has_bands(shape) and IS_COMPILED else "sat"


def settle_variants(puzzles: Sequence[Puzzle], watch: Stopwatch, *, known: Filling | None = None) -> list[Found]:
    """What is found of each; `known` is a solution of all of them, if there is one. Raises OutOfTime, and Doubt."""
    if not puzzles:
        return []
    shape = puzzles[0].shape
    settled = _by_kernel(puzzles) if settler(shape) == "kernel" else {}
    left = [puzzle for puzzle in puzzles if puzzle not in settled]
    if left:
        with oracle_of_rules(shape, watch) as rules:
            settled |= {puzzle: tuple(_by_sat(rules, puzzle, known)) for puzzle in left}
    for puzzle, found in settled.items():
        for solution in found:
            must_solve(puzzle, solution)
    return [settled[puzzle] for puzzle in puzzles]


def _by_kernel(puzzles: Sequence[Puzzle]) -> dict[Puzzle, Found]:
    """Those that it settles."""
    found, solutions, _ = settle_many(
        b"".join(puzzle.givens for puzzle in puzzles), 2, assumptions=MOST_ASSUMPTIONS, keep=2
    )
    boards = [bytes(solutions[start : start + SQUARES]) for start in range(0, len(solutions), SQUARES)]
    return {
        puzzle: tuple(boards[2 * number : 2 * number + found[number]])
        for number, puzzle in enumerate(puzzles)
        if found[number] != UNSETTLED
    }


def _by_sat(rules: Oracle, puzzle: Puzzle, known: Filling | None) -> Iterator[Filling]:
    elsewhere = rules.free_variable()
    assumptions = [rules.literal(square, value) for square, value in enumerate(puzzle.givens) if value] + [elsewhere]
    solution = known if known is not None else rules.solution(assumptions)
    if solution is None:
        return
    yield solution
    rules.forbid(solution, where=elsewhere)
    other = rules.solution(assumptions)
    if other is not None:
        yield other
