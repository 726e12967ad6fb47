"""One candidate left: of a cell (lone), or of a value in a unit (COFIO: it can only fit in one)."""

from collections.abc import Iterator

from .bit_geometry import Cells, lowest, members
from .position import Position
from .step import Step


def lone_cells(position: Position) -> Cells:
    """The open cells with one candidate, found for all cells at once."""
    once = twice = 0
    for places in position.places:
        twice |= once & places
        once |= places
    return once & ~twice & position.open


def naked_single(position: Position) -> Iterator[Step]:
    geometry = position.geometry
    for cell in members(lone_cells(position)):
        value = lowest(position.possible[cell])
        reason = f"{geometry.name(cell)} has no other candidate left"
        removed = position.excluded_by(cell, value)
        yield Step("naked-single", reason, ((cell, value),), removed, ((cell, value),))


def hidden_single(position: Position) -> Iterator[Step]:
    geometry = position.geometry
    for number in (*range(2 * geometry.side, 3 * geometry.side), *range(2 * geometry.side)):  # boxes are seen first
        unit = geometry.units[number]
        for value in geometry.shape.values:
            places = position.places[value] & unit
            if places & (places - 1) or not places & position.open:
                continue
            cell = lowest(places)
            reason = f"{geometry.symbol(value)} has no other place left in {geometry.unit(number)}"
            removed = position.excluded_by(cell, value)
            yield Step("hidden-single", reason, ((cell, value),), removed, ((cell, value),), (number,))
