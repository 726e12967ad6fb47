"""Singles: the last open cell of a unit, the last place for a value in a unit, or the last candidate of a cell."""

from collections.abc import Iterator

from .bit_geometry import Cells, Geometry, lowest, members
from .position import Position
from .step import Step


def full_house(position: Position) -> Iterator[Step]:
    """Find units with one open cell left."""
    geometry = position.geometry
    for number in _list_boxes_first(geometry):
        last = position.open & geometry.units[number]
        if last & (last - 1) or not last:
            continue
        cell = lowest(last)
        value = lowest(position.candidates[cell])
        symbol, name = geometry.symbol(value), geometry.name(cell)
        reason = f"Full house: {name} is the last open cell of {geometry.unit(number)}, which lacks only {symbol}"
        removed = position.excluded_by(cell, value)
        yield Step("full-house", reason, ((cell, value),), removed, ((cell, value),), (number,))


def _list_boxes_first(geometry: Geometry) -> tuple[int, ...]:
    """Return the numbers of all units, first those of the boxes, which people see first."""
    return (*range(2 * geometry.side, 3 * geometry.side), *range(2 * geometry.side))


def hidden_single(position: Position) -> Iterator[Step]:
    """Find values with a single place left in a unit."""
    geometry = position.geometry
    for number in _list_boxes_first(geometry):
        unit = geometry.units[number]
        for value in geometry.shape.values:
            places = position.places[value] & unit
            if places & (places - 1) or not places & position.open:
                continue
            cell = lowest(places)
            symbol, name = geometry.symbol(value), geometry.name(cell)
            reason = f"Hidden single: {name} is the only place left for {symbol} in {geometry.unit(number)}"
            removed = position.excluded_by(cell, value)
            yield Step("hidden-single", reason, ((cell, value),), removed, ((cell, value),), (number,))


def find_naked_singles(position: Position) -> Cells:
    """Return the open cells with exactly one candidate, computed for all cells at once."""
    once = twice = 0
    for places in position.places:
        twice |= once & places
        once |= places
    return once & ~twice & position.open


def naked_single(position: Position) -> Iterator[Step]:
    """Find cells with a single candidate left."""
    geometry = position.geometry
    for cell in members(find_naked_singles(position)):
        value = lowest(position.candidates[cell])
        reason = f"Naked single: {geometry.symbol(value)} is the only candidate left in {geometry.name(cell)}"
        removed = position.excluded_by(cell, value)
        yield Step("naked-single", reason, ((cell, value),), removed, ((cell, value),))
