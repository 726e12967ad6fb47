"""Read a puzzle that is typed in row by row."""

from collections.abc import Sequence

from ...core.errors import PuzzleError
from ...core.puzzle import Grid, Puzzle, are_numbers, split_tokens
from ...core.shape import Shape

EMPTY = "."


def read_row(text: str, shape: Shape, row: int) -> Grid:
    """Read one row, with or without borders: symbols, or whole numbers separated by spaces. Rows count from 0.

    >>> from sudoku_compare.core.shape import shape_of_side
    >>> read_row("3.2...6..", shape_of_side(9), 0) == read_row("302 000 600", shape_of_side(9), 0)
    True
    """
    side, tokens = shape.side, split_tokens(text)
    cells = tokens if len(tokens) == side and are_numbers(tokens, side) else list("".join(tokens))
    if len(cells) != side:
        raise PuzzleError(f"row {row + 1}: expected {side} cells, found {len(cells)}")
    before, after = [EMPTY] * (row * side), [EMPTY] * ((side - row - 1) * side)
    try:
        puzzle = Puzzle.from_text(" ".join([*before, *cells, *after]), shape)
    except PuzzleError as error:
        raise PuzzleError(f"row {row + 1}: {error}") from error
    return puzzle.givens[row * side :][:side]


def puzzle_from_rows(rows: Sequence[Grid], shape: Shape) -> Puzzle:
    """Return the puzzle with these rows at the top and empty rows below them."""
    return Puzzle(shape, b"".join(rows).ljust(len(shape.cells), b"\0"))
