"""Locked possibilities: where a box and a line cross, what one section needs there the other has to leave to it."""

from collections.abc import Iterator

from .bit_geometry import members
from .position import Position
from .step import Step


def pointing(position: Position) -> Iterator[Step]:
    """All places of a value in a box lie in one line."""
    for box, line in position.geometry.crossings:
        yield from _locked(position, "pointing", box, line)


def claiming(position: Position) -> Iterator[Step]:
    """All places of a value in a line lie in one box."""
    for box, line in position.geometry.crossings:
        yield from _locked(position, "claiming", line, box)


def _locked(position: Position, technique: str, inner: int, outer: int) -> Iterator[Step]:
    geometry = position.geometry
    needs, gives = geometry.sections[inner], geometry.sections[outer]
    for value in geometry.shape.values:
        places = position.places[value]
        if places & needs & ~gives or not places & needs or not places & gives & ~needs:
            continue
        reason = (
            f"{geometry.symbol(value)} of {geometry.section(inner)} can only stand in {geometry.section(outer)}, "
            f"on {geometry.names(members(places & needs))}: no other square of {geometry.section(outer)} has it"
        )
        pattern = tuple((square, value) for square in members(places & needs))
        removed = position.removable(1 << value, gives & ~needs)
        yield Step(technique, reason, (), removed, pattern, (inner, outer))
