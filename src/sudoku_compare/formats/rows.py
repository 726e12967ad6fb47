"""A puzzle that is written down row by row: what a row may look like, and why one is refused."""

from collections.abc import Sequence

from ..core.errors import PuzzleError
from ..core.puzzle import Grid, Puzzle, are_numbers, tokens_of
from ..core.shape import Shape

EMPTY = "."


def read_row(text: str, shape: Shape, row: int) -> Grid:
    """The row with this number, counted from 0: symbols, or whole numbers between blanks; borders are dropped.

    >>> from sudoku_compare.core.shape import shape_of_side
    >>> read_row("3.2...6..", shape_of_side(9), 0) == read_row("302 000 600", shape_of_side(9), 0)
    True
    """
    side, tokens = shape.side, tokens_of(text)
    cells = tokens if len(tokens) == side and are_numbers(tokens, side) else list("".join(tokens))
    if len(cells) != side:
        raise PuzzleError(f"row {row + 1}: {len(cells)} cells; a row of a {shape} puzzle has {side}")
    before, after = [EMPTY] * (row * side), [EMPTY] * ((side - row - 1) * side)
    try:
        puzzle = Puzzle.from_text(" ".join([*before, *cells, *after]), shape)
    except PuzzleError as error:
        raise PuzzleError(f"row {row + 1}: {error}") from error
    return puzzle.givens[row * side :][:side]


def puzzle_of_rows(rows: Sequence[Grid], shape: Shape) -> Puzzle:
    """The board as far as there are rows, and empty below them."""
    return Puzzle(shape, b"".join(rows).ljust(len(shape.cells), b"\0"))
