"""Simple colouring: places of one value, linked in pairs, so that one group of them is true and the other is false."""

from collections.abc import Iterator

from ..core.shape import Cell
from .bit_geometry import Cells, bits_of, lowest, members
from .position import Position
from .step import Step


def simple_colouring(position: Position) -> Iterator[Step]:
    """Find groups that contradict themselves, and candidates that see both groups."""
    for value in position.geometry.shape.values:
        position.tick()
        for colours in _colour_groups(_find_links(position, value)):
            yield from _make_wrap_steps(position, value, colours)
            yield from _make_trap_steps(position, value, colours)


def _find_links(position: Position, value: int) -> dict[Cell, set[Cell]]:
    """Return the open places that are one of only two in some unit, each with the places it is linked to."""
    links: dict[Cell, set[Cell]] = {}
    places = position.places[value] & position.open
    for unit in position.geometry.units:
        if (places & unit).bit_count() == 2 and position.places[value] & unit == places & unit:
            one, other = members(places & unit)
            links.setdefault(one, set()).add(other)
            links.setdefault(other, set()).add(one)
    return links


def _colour_groups(links: dict[Cell, set[Cell]]) -> Iterator[tuple[Cells, Cells]]:
    """Yield the two colours of each connected component."""
    colour: dict[Cell, int] = {}
    for start in links:
        if start in colour:
            continue
        colour[start] = 0
        component = [start]
        for cell in component:  # grows during the loop
            for other in links[cell]:
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    component.append(other)
        yield bits_of(s for s in component if not colour[s]), bits_of(s for s in component if colour[s])


def _make_wrap_steps(position: Position, value: int, colours: tuple[Cells, Cells]) -> Iterator[Step]:
    """Colour wrap: two cells of one colour see each other, so that colour is false."""
    geometry = position.geometry
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
        yield Step("simple-colouring", reason, (), position.removable(1 << value, colour), pattern)


def _make_trap_steps(position: Position, value: int, colours: tuple[Cells, Cells]) -> Iterator[Step]:
    """Colour trap: a cell that sees both colours cannot have the value, whichever colour is true."""
    geometry = position.geometry
    one, other = colours
    trapped = bits_of(
        cell
        for cell in members(position.places[value] & position.open & ~(one | other))
        if geometry.peers[cell] & one and geometry.peers[cell] & other
    )
    if trapped:
        reason = (
            f"{_describe_groups(position, value, colours)}: remove {geometry.symbol(value)} from "
            f"{geometry.names(members(trapped))}, which see{'s' * (trapped.bit_count() == 1)} cells of both groups"
        )
        pattern = tuple((cell, value) for cell in members(one | other))
        yield Step("simple-colouring", reason, (), position.removable(1 << value, trapped), pattern)


def _describe_groups(position: Position, value: int, colours: tuple[Cells, Cells]) -> str:
    geometry = position.geometry
    symbol = geometry.symbol(value)
    one, other = (geometry.names(members(colour)) for colour in colours)
    return f"Simple colouring on {symbol}: either all of ({one}) or all of ({other}) are {symbol}"
