"""Simple colouring: places of one value, linked in pairs, so that one group of them is true and the other is false."""

from collections.abc import Iterator
from typing import NamedTuple

from ..core.shape import Cell
from .bit_geometry import Cells, bits_of, lowest, members
from .position import Position
from .step import Link, LinkKind, Step


class _Group(NamedTuple):
    """Places of a value of which either one colour is true or the other, and the pairs that were followed."""

    colours: tuple[Cells, Cells]
    pairs: tuple[tuple[Cell, Cell], ...]  # in each, the second cell was coloured because of the first

    def links(self, value: int) -> tuple[Link, ...]:
        return tuple(Link((one, value), (other, value), LinkKind.STRONG) for one, other in self.pairs)


def simple_colouring(position: Position) -> Iterator[Step]:
    """Find groups that contradict themselves, and candidates that see both groups."""
    for value in position.geometry.shape.values:
        position.tick()
        for group in _colour_groups(_find_pairs(position, value)):
            yield from _make_wrap_steps(position, value, group)
            yield from _make_trap_steps(position, value, group)


def _find_pairs(position: Position, value: int) -> dict[Cell, set[Cell]]:
    """Return the open places that are one of only two in some unit, each with the other places of its pairs."""
    pairs: dict[Cell, set[Cell]] = {}
    places = position.places[value] & position.open
    for unit in position.geometry.units:
        if (places & unit).bit_count() == 2 and position.places[value] & unit == places & unit:
            one, other = members(places & unit)
            pairs.setdefault(one, set()).add(other)
            pairs.setdefault(other, set()).add(one)
    return pairs


def _colour_groups(pairs: dict[Cell, set[Cell]]) -> Iterator[_Group]:
    """Yield the two colours of each connected component."""
    colour: dict[Cell, int] = {}
    for start in pairs:
        if start in colour:
            continue
        colour[start] = 0
        component, followed = [start], []
        for cell in component:  # grows during the loop
            for other in pairs[cell]:
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    component.append(other)
                    followed.append((cell, other))
        one = bits_of(cell for cell in component if not colour[cell])
        yield _Group((one, bits_of(component) & ~one), tuple(followed))


def _make_wrap_steps(position: Position, value: int, group: _Group) -> Iterator[Step]:
    """Colour wrap: two cells of one colour see each other, so that colour is false."""
    geometry, colours = position.geometry, group.colours
    for colour, other in (colours, colours[::-1]):
        first = next((cell for cell in members(colour) if geometry.peers[cell] & colour), None)
        if first is None:
            continue
        second = lowest(geometry.peers[first] & colour)
        reason = (
            f"{_describe_groups(position, value, colours)}; {geometry.name(first)} and {geometry.name(second)} are in "
            f"the same group but see each other: remove {geometry.symbol(value)} from {geometry.names(members(colour))}"
        )
        pattern = tuple((cell, value) for cell in members(colour | other))
        links = (*group.links(value), Link((first, value), (second, value), LinkKind.WEAK))
        yield Step("simple-colouring", reason, (), position.removable(1 << value, colour), pattern, links=links)


def _make_trap_steps(position: Position, value: int, group: _Group) -> Iterator[Step]:
    """Colour trap: a cell that sees both colours cannot have the value, whichever colour is true."""
    geometry = position.geometry
    one, other = group.colours
    trapped = bits_of(
        cell
        for cell in members(position.places[value] & position.open & ~(one | other))
        if geometry.peers[cell] & one and geometry.peers[cell] & other
    )
    if trapped:
        reason = (
            f"{_describe_groups(position, value, group.colours)}: remove {geometry.symbol(value)} from "
            f"{geometry.names(members(trapped))}, which see{'s' * (trapped.bit_count() == 1)} cells of both groups"
        )
        pattern = tuple((cell, value) for cell in members(one | other))
        removed = position.removable(1 << value, trapped)
        yield Step("simple-colouring", reason, (), removed, pattern, links=group.links(value))


def _describe_groups(position: Position, value: int, colours: tuple[Cells, Cells]) -> str:
    geometry = position.geometry
    symbol = geometry.symbol(value)
    one, other = (geometry.names(members(colour)) for colour in colours)
    return f"Simple colouring on {symbol}: either all of ({one}) or all of ({other}) are {symbol}"
