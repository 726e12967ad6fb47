"""Rectangles: four cells in two rows, two columns and two boxes, in which two values can be swapped."""

from collections.abc import Iterator

from ..core.shape import Cell, Shape
from .bit_geometry import Cells, bits_of, members
from .position import Position
from .step import Candidate

Corners = tuple[Cell, Cell, Cell, Cell]  # row by row


def complete_rectangle(shape: Shape, one: Cell, other: Cell) -> Corners | None:
    """Return the rectangle of two opposite corners, or None if it is not in two boxes."""
    (row, column), (other_row, other_column) = divmod(one, shape.side), divmod(other, shape.side)
    top, bottom = sorted((row, other_row))
    left, right = sorted((column, other_column))
    same_band = top // shape.box_height == bottom // shape.box_height
    same_stack = left // shape.box_width == right // shape.box_width
    if same_band == same_stack:
        return None
    first, second = top * shape.side, bottom * shape.side
    return first + left, first + right, second + left, second + right


def opposite(corners: Corners, corner: Cell) -> Cell:
    """Return the corner in another row and column."""
    return corners[3 - corners.index(corner)]


def is_in_line(shape: Shape, one: Cell, other: Cell) -> bool:
    """Return whether two corners are in one row or column."""
    return one % shape.side == other % shape.side or one // shape.side == other // shape.side


def find_common_units(position: Position, cells: Cells) -> Iterator[int]:
    """Yield the units that contain all of these cells."""
    numbers = position.geometry.shape.units_of[next(members(cells))]
    return (number for number in numbers if not cells & ~position.geometry.units[number])


def explain_rectangle(position: Position, title: str, corners: Corners, values: int, conclusion: str) -> str:
    """Return why the two values cannot fill the corners, and what follows."""
    geometry, pair = position.geometry, tuple(members(values))
    return (
        f"{title} {geometry.braces(pair)} in {geometry.names(corners)}: with only {geometry.symbols(pair)} in these "
        f"cells the two could be swapped, and the solution would not be unique; {conclusion}"
    )


def pattern_of(position: Position, corners: Corners, values: int) -> tuple[Candidate, ...]:
    """Return the candidates of both values in the corners."""
    return position.removable(values, bits_of(corners))
