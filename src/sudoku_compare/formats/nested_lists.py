"""Boards as nested lists of values, as JSON, Python, Ruby and NumPy write them.

A list of rows is a board, and so is one list of all cells. A list of several boards holds either kind.
"""

import math
from collections.abc import Iterator, Sequence

from ..core.errors import AmbiguousError, PuzzleError
from ..core.puzzle import LARGEST_COMPACT_SIDE, SYMBOLS, Puzzle, shape_for, side_for, wrong_cell_count
from ..core.shape import Shape, shape_of_side
from .found_puzzle import shorten

EMPTY = ("", ".", "-", "_", "*", "?")  # as text, besides 0 and nothing at all

Values = Sequence[object]


def split_boards(values: Values, shape: Shape | None) -> Iterator[object]:
    """Yield each board of a list: the list itself if it is a board, or else its elements."""
    if _is_board(values, shape):
        yield values
    else:
        yield from values


def read_board(values: object, shape: Shape | None) -> Puzzle:
    """Read one board: rows, rows as text, all cells in one list, or text."""
    if isinstance(values, str):
        return Puzzle.from_text(values, shape)
    if not isinstance(values, list | tuple):
        raise PuzzleError(f"expected a board, found {shorten(values)}")
    if not any(isinstance(value, list | tuple) for value in values):
        if _are_text_rows(values):
            return Puzzle.from_text("\n".join(map(str, values)), shape or shape_of_side(len(values)))
        return make_puzzle(values, shape or shape_for(len(values)))
    return make_puzzle(_join_rows(values), shape or shape_of_side(len(values)))


def make_puzzle(cells: Values, shape: Shape) -> Puzzle:
    """Return the puzzle with these cells in reading order; each holds a value or nothing."""
    if len(cells) != len(shape.cells):
        raise wrong_cell_count(shape, len(cells))
    return Puzzle(shape, bytes(read_value(value, shape, cell) for cell, value in enumerate(cells)))


def read_value(value: object, shape: Shape, cell: int) -> int:
    """Return the value of a cell: a whole number or its symbol; 0 for an empty cell."""
    found = _to_number(value, shape)
    if found is None or not 0 <= found <= shape.side:
        expected = f"expected 1 to {shape.side}, or 0 for an empty cell"
        raise PuzzleError(f"{shape.name_of(cell)}: {expected}, found {shorten(value)}", cell)
    return found


def _to_number(value: object, shape: Shape) -> int | None:
    if value is None:
        return 0
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _read_symbol(value.strip(), shape)
    return None


def _read_symbol(text: str, shape: Shape) -> int | None:
    if text in EMPTY:
        return 0
    if text.isdecimal():
        return int(text) if len(text) <= len(str(shape.side)) else None
    if len(text) == 1 and shape.side <= LARGEST_COMPACT_SIDE and text.upper() in SYMBOLS:
        return SYMBOLS.index(text.upper())
    return None


def _join_rows(rows: Values) -> list[object]:
    side = len(rows)
    cells: list[object] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list | tuple):
            raise PuzzleError(f"row {number}: expected a list of {side} cells, found {shorten(row)}")
        if len(row) != side:
            raise PuzzleError(f"row {number}: expected {side} cells, as there are {side} rows, found {len(row)}")
        cells += row
    return cells


def _is_board(values: Values, shape: Shape | None) -> bool:
    """Return whether a list is one board; raise AmbiguousError if it may as well be several."""
    kinds = {_kind_of(value) for value in values}
    if dict in kinds:
        return False
    if list in kinds:
        is_deep = any(_kind_of(value) in (list, dict) for row in values for value in _elements(row))
        return not is_deep and not any(map(_are_text_rows, values)) and not _are_boards(values, shape)
    if kinds != {str} or all(len(str(value)) <= 1 for value in values):
        return True
    return _are_text_rows(values) and not _are_boards(values, shape)


def _kind_of(value: object) -> type:
    return list if isinstance(value, list | tuple) else type(value)


def _elements(row: object) -> Values:
    return row if isinstance(row, list | tuple) else ()


def _are_text_rows(rows: object) -> bool:
    """Return whether a list has the rows of a board as texts."""
    side = len(_elements(rows))
    return side > 1 and all(isinstance(row, str) and len(row) == side for row in _elements(rows))


def _are_boards(rows: Values, shape: Shape | None) -> bool:
    """Return whether each row has all cells of a board; raise AmbiguousError if it may be a row of a larger board."""
    lengths = {len(row) for row in rows if isinstance(row, list | tuple | str)}
    if shape:
        return lengths == {len(shape.cells)}
    if not all(map(side_for, lengths)):
        return False
    readable = sum(map(_is_readable, rows))
    if lengths == {len(rows)} and readable == len(rows):
        raise _two_readings(len(rows))
    return lengths != {len(rows)} and 2 * readable >= len(rows)


def _is_readable(row: object) -> bool:
    try:
        return bool(read_board(row, None))
    except PuzzleError:
        return False


def _two_readings(side: int) -> AmbiguousError:
    small = math.isqrt(side)
    message = f"this can be read as one {side}x{side} board or as {side} boards of {small}x{small}"
    return AmbiguousError(message, "box", (shape_of_side(side).box, shape_of_side(small).box))
