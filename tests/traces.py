"""Traces shared by the tests."""

from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.trace_steps import Cutter, Step
from sudoku_compare.engines.reductio.search_trace import trace

NESTED = (
    ".96..2..8....7.......3.9..27......6.....5..346.29......7.49...69...86541.....3..9"  # unique, every kind of end
)


def trace_steps(puzzle: Puzzle | str, solutions: int = 2, depth: int | None = None) -> list[Step]:
    """Return the trace of a puzzle as a list, cut at this depth."""
    puzzle = Puzzle.from_text(puzzle) if isinstance(puzzle, str) else puzzle
    steps: list[Step] = []
    trace(puzzle, Limits(solutions), steps.append if depth is None else Cutter(depth, steps.append))
    return steps
