"""Read what a line holds besides its puzzle: the expected count and solution, or the size of the boxes."""

from ...core.entry import SEVERAL, Expected
from ...core.errors import PuzzleError
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Shape


def parse_expected(text: str, shape: Shape) -> Expected:
    """Read `count:solution`; the solution may be left out."""
    count, _, solution = text.partition(":")
    if not count.strip().isdecimal():
        raise PuzzleError(f"expected a number of solutions (puzzle:count:solution), found {count[:20]!r}")
    grid = parse_solution(solution, shape) if solution.strip() else None
    return Expected(min(int(count[:9]), SEVERAL), grid)


def parse_solution(text: str, shape: Shape) -> Grid:
    """Read the solution that a file gives for a puzzle of this shape."""
    try:
        return Puzzle.from_text(text, shape).givens
    except PuzzleError as error:
        raise PuzzleError(f"solution: {error}") from error
