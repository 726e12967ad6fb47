"""Locked candidates: where a box and a line cross, what one unit needs there the other has to leave to it."""

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
    needs, gives = geometry.units[inner], geometry.units[outer]
    for value in geometry.shape.values:
        places = position.places[value]
        if places & needs & ~gives or not places & needs or not places & gives & ~needs:
            continue
        reason = (
            f"{geometry.symbol(value)} of {geometry.unit(inner)} can only stand in {geometry.unit(outer)}, "
            f"on {geometry.names(members(places & needs))}: no other cell of {geometry.unit(outer)} has it"
        )
        pattern = tuple((cell, value) for cell in members(places & needs))
        removed = position.removable(1 << value, gives & ~needs)
        yield Step(technique, reason, (), removed, pattern, (inner, outer))
