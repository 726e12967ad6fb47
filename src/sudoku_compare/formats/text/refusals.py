"""Errors that say why lines are not puzzles."""

from ...core.errors import PuzzleError
from ...core.puzzle import LARGEST_COMPACT_SIDE, shape_for
from ...core.shape import LARGEST_SIDE, Shape, has_usual_shape, shape_of_side
from .line_kinds import is_foreign
from .row import Row

_LONGEST_SHOWN = 40  # characters of a bad line that a message shows


def explain_row_count(rows: int, row: Row, shape: Shape | None) -> PuzzleError:
    """Return the error for a wrong number of rows like this one."""
    side = row.cells
    if rows == 1 or (shape and shape.side != side):
        return explain_single_row(row, shape)
    if side > LARGEST_SIDE:
        return PuzzleError(f"{LARGEST_SIDE}x{LARGEST_SIDE} is the largest size, found {rows} rows of {side} cells")
    if not shape and not has_usual_shape(side):
        return _explain_side(side)
    if rows < side:
        return PuzzleError(f"expected {side} rows of {side} cells, found {rows}")
    hint = "put a blank line before each board to see which is wrong"
    return PuzzleError(f"expected a multiple of {side} rows of {side} cells, found {rows}; {hint}")


def explain_single_row(row: Row, shape: Shape | None) -> PuzzleError:
    """Return the error for a line that is neither a puzzle nor a row of a board."""
    text, cells = row.line.text, row.cells
    if row.fault:
        return row.fault
    if "\ufffd" in text:
        return PuzzleError("not UTF-8 text; save the file as UTF-8")
    if not cells or is_foreign(text):
        shown = text[:_LONGEST_SHOWN] + "..." * (len(text) > _LONGEST_SHOWN)
        return PuzzleError(f"not a puzzle: expected 81 characters (. for an empty cell), found {shown!r}")
    if shape:
        expected = f"{len(shape.cells)} cells ({shape}) or rows of {shape.side} cells"
        return PuzzleError(f"not a puzzle: expected {expected}, found {cells}")
    if row.is_too_long or cells > LARGEST_SIDE:
        return _explain_cell_count(cells)
    if not has_usual_shape(cells):
        return _explain_side(cells)
    # A single line may have been meant as a whole puzzle.
    sides = filter(has_usual_shape, range(LARGEST_COMPACT_SIDE + 1))
    nearest = min(sides, key=lambda whole: abs(whole * whole - cells))
    one_line = f"{nearest * nearest} cells on one line ({nearest}x{nearest})"
    return PuzzleError(f"expected {cells} rows of {cells} cells, or {one_line}, found 1 row of {cells} cells")


def _explain_side(side: int) -> PuzzleError:
    try:
        shape_of_side(side)
    except PuzzleError as error:
        return error
    return PuzzleError(f"not a puzzle: found rows of {side} cells")


def _explain_cell_count(cells: int) -> PuzzleError:
    try:
        shape_for(cells)
    except PuzzleError as error:
        return error
    return PuzzleError(f"not a puzzle: found {cells} cells")
