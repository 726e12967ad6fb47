"""Locked candidates: a value that one unit can place only where it crosses another unit."""

from collections.abc import Iterator

from .bit_geometry import members
from .position import Position
from .step import Step


def pointing(position: Position) -> Iterator[Step]:
    """Find values whose places in a box all lie in one row or column."""
    for box, line in position.geometry.crossings:
        yield from _make_locked_steps(position, "pointing", box, line)


def claiming(position: Position) -> Iterator[Step]:
    """Find values whose places in a row or column all lie in one box."""
    for box, line in position.geometry.crossings:
        yield from _make_locked_steps(position, "claiming", line, box)


def _make_locked_steps(position: Position, technique: str, inner: int, outer: int) -> Iterator[Step]:
    """Yield the steps in which all places for a value in `inner` lie in `outer`: the rest of `outer` loses it."""
    geometry = position.geometry
    needs, gives = geometry.units[inner], geometry.units[outer]
    for value in geometry.shape.values:
        places = position.places[value]
        if places & needs & ~gives or not places & needs or not places & gives & ~needs:
            continue
        symbol, outer_name = geometry.symbol(value), geometry.unit(outer)
        reason = (
            f"Locked candidates ({technique}): all places for {symbol} in {geometry.unit(inner)} are in {outer_name} "
            f"({geometry.names(members(places & needs))}): remove {symbol} from all other cells of {outer_name}"
        )
        pattern = tuple((cell, value) for cell in members(places & needs))
        removed = position.removable(1 << value, gives & ~needs)
        yield Step(technique, reason, (), removed, pattern, (inner, outer))
