"""One possibility left: of a square (lone), or of a value in a section (COFIO: it can only fit in one)."""

from collections.abc import Iterator

from .bit_geometry import Squares, lowest, members
from .position import Position
from .step import Step


def lone_squares(position: Position) -> Squares:
    """The open squares with one possibility, found for all squares at once."""
    once = twice = 0
    for places in position.places:
        twice |= once & places
        once |= places
    return once & ~twice & position.open


def lone_single(position: Position) -> Iterator[Step]:
    geometry = position.geometry
    for square in members(lone_squares(position)):
        value = lowest(position.possible[square])
        reason = f"{geometry.name(square)} has no other possibility left"
        removed = position.excluded_by(square, value)
        yield Step("lone-single", reason, ((square, value),), removed, ((square, value),))


def cofio_single(position: Position) -> Iterator[Step]:
    geometry = position.geometry
    for number in (*range(2 * geometry.side, 3 * geometry.side), *range(2 * geometry.side)):  # boxes are seen first
        section = geometry.sections[number]
        for value in geometry.shape.values:
            places = position.places[value] & section
            if places & (places - 1) or not places & position.open:
                continue
            square = lowest(places)
            reason = f"{geometry.symbol(value)} has no other place left in {geometry.section(number)}"
            removed = position.excluded_by(square, value)
            yield Step("cofio-single", reason, ((square, value),), removed, ((square, value),), (number,))
