"""Simple colouring: places of one value joined two by two, so that they are all true or all false by turns."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import Cells, bits_of, members
from .position import Position
from .step import Step


def simple_colouring(position: Position) -> Iterator[Step]:
    for value in position.geometry.shape.values:
        position.tick()
        for colours in _coloured(_joined(position, value)):
            yield from _wrap(position, value, colours)
            yield from _trap(position, value, colours)


def _joined(position: Position, value: int) -> dict[Cell, set[Cell]]:
    """The open places that are the only two of their unit, each with those that it is joined to."""
    joined: dict[Cell, set[Cell]] = {}
    places = position.places[value] & position.open
    for unit in position.geometry.units:
        if (places & unit).bit_count() == 2 and position.places[value] & unit == places & unit:
            one, other = members(places & unit)
            joined.setdefault(one, set()).add(other)
            joined.setdefault(other, set()).add(one)
    return joined


def _coloured(joined: dict[Cell, set[Cell]]) -> Iterator[tuple[Cells, Cells]]:
    """The two colours of each group that hangs together."""
    colour: dict[Cell, int] = {}
    for start in joined:
        if start in colour:
            continue
        colour[start] = 0
        group = [start]
        for cell in group:  # grows while it is walked
            for other in joined[cell]:
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    group.append(other)
        yield bits_of(s for s in group if not colour[s]), bits_of(s for s in group if colour[s])


def _wrap(position: Position, value: int, colours: tuple[Cells, Cells]) -> Iterator[Step]:
    """Two of one colour see each other: that colour is false."""
    geometry = position.geometry
    for colour, other in (colours, colours[::-1]):
        seen = [cell for cell in members(colour) if geometry.peers[cell] & colour]
        if seen:
            reason = (
                f"{_groups(position, value, colours)}; {geometry.names(seen[:2])} see each other or one of their own, "
                f"so it is not on {geometry.names(members(colour))}"
            )
            pattern = tuple((cell, value) for cell in members(colour | other))
            yield Step("simple-colouring", reason, (), position.removable(1 << value, colour), pattern)


def _trap(position: Position, value: int, colours: tuple[Cells, Cells]) -> Iterator[Step]:
    """A place that sees both colours is false, whichever of them is true."""
    geometry = position.geometry
    one, other = colours
    trapped = bits_of(
        cell
        for cell in members(position.places[value] & position.open & ~(one | other))
        if geometry.peers[cell] & one and geometry.peers[cell] & other
    )
    if trapped:
        reason = (
            f"{_groups(position, value, colours)}; {geometry.names(members(trapped))} "
            f"see{'s' * (trapped.bit_count() == 1)} one of either"
        )
        pattern = tuple((cell, value) for cell in members(one | other))
        yield Step("simple-colouring", reason, (), position.removable(1 << value, trapped), pattern)


def _groups(position: Position, value: int, colours: tuple[Cells, Cells]) -> str:
    one, other = (position.geometry.names(members(colour)) for colour in colours)
    return f"{position.geometry.symbol(value)} is on all of {one} or on all of {other}"
