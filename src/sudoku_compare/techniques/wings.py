"""Wings: cells with two candidates, one of which must take the value that they share."""

from collections.abc import Iterator
from itertools import combinations

from ..core.shape import Cell
from .bit_geometry import bits_of, lowest, members
from .position import Position
from .step import Candidate, Link, LinkKind, Step, link_alternately


def xy_wing(position: Position) -> Iterator[Step]:
    """Find a pivot {x,y} that sees wings {x,z} and {y,z}: one of the wings is z."""
    yield from _find_wing_steps(position, "xy-wing", pivot_size=2)


def xyz_wing(position: Position) -> Iterator[Step]:
    """Find a pivot {x,y,z} that sees wings {x,z} and {y,z}: one of the three cells is z."""
    yield from _find_wing_steps(position, "xyz-wing", pivot_size=3)


def _find_wing_steps(position: Position, technique: str, pivot_size: int) -> Iterator[Step]:
    geometry, bivalue = position.geometry, position.bivalue_cells()
    for pivot in members(position.open):
        pivot_values = position.candidates[pivot]
        if pivot_values.bit_count() != pivot_size:
            continue
        position.tick()
        near = [cell for cell in bivalue if geometry.peers[pivot] >> cell & 1]
        for one, other in combinations(near, 2):
            shared, apart = bivalue[one] & bivalue[other], bivalue[one] ^ bivalue[other]
            if shared.bit_count() == 1 and pivot_values == (apart if pivot_size == 2 else apart | shared):
                ends = (one, other) if pivot_size == 2 else (one, other, pivot)
                yield from _make_wing_step(position, technique, (pivot, one, other), ends, lowest(shared))


def _make_wing_step(
    position: Position, technique: str, cells: tuple[Cell, Cell, Cell], ends: tuple[Cell, ...], value: int
) -> Iterator[Step]:
    geometry = position.geometry
    removed = position.removable(1 << value, geometry.seen_by_all(ends))
    if not removed:
        return
    symbol = geometry.symbol(value)
    pivot, *wings = (f"{geometry.name(cell)} {geometry.braces(members(position.candidates[cell]))}" for cell in cells)
    title, who, seen = (
        ("XY-Wing", "one of the wings", "both wings")
        if technique == "xy-wing"
        else ("XYZ-Wing", "one of the three cells", "all three")
    )
    reason = (
        f"{title} with pivot {pivot} and wings {', '.join(wings)}: whatever the pivot is, {who} is {symbol}: "
        f"remove {symbol} from all cells that see {seen}"
    )
    links = (_link_xy_wing if technique == "xy-wing" else _link_xyz_wing)(position, cells, value)
    yield Step(technique, reason, (), removed, _list_candidates(position, cells), links=links)


def _link_xy_wing(position: Position, cells: tuple[Cell, Cell, Cell], value: int) -> tuple[Link, ...]:
    """Return the chain from one wing over the pivot to the other: if the one is not z, then the other is."""
    pivot, one, other = cells
    x, y = (_find_other_value(position, wing, value) for wing in (one, other))
    return link_alternately([(one, value), (one, x), (pivot, x), (pivot, y), (other, y), (other, value)])


def _link_xyz_wing(position: Position, cells: tuple[Cell, Cell, Cell], value: int) -> tuple[Link, ...]:
    """Return two links for each wing: if the pivot is what the wing shares with it besides z, then the wing is z."""
    pivot, *wings = cells
    links: list[Link] = []
    for wing in wings:
        shared = _find_other_value(position, wing, value)
        links += [
            Link((pivot, shared), (wing, shared), LinkKind.WEAK),
            Link((wing, shared), (wing, value), LinkKind.STRONG),
        ]
    return tuple(links)


def _find_other_value(position: Position, cell: Cell, value: int) -> int:
    """Return the other one of the two candidates of a cell."""
    return lowest(position.candidates[cell] & ~(1 << value))


def w_wing(position: Position) -> Iterator[Step]:
    """Find two cells {x,z}, connected by a unit that has x only in one peer of each: one of the two cells is z."""
    geometry, bivalue = position.geometry, position.bivalue_cells()
    for one, other in combinations(bivalue, 2):
        if bivalue[one] != bivalue[other]:
            continue
        position.tick()
        for value in members(bivalue[one]):
            left = lowest(bivalue[one] & ~(1 << value))
            removed = position.removable(1 << left, geometry.seen_by_all((one, other)))
            if removed and (link := _find_link(position, value, one, other)):
                yield _make_w_wing_step(position, (one, other), link, (value, left), removed)


def _find_link(position: Position, value: int, one: Cell, other: Cell) -> tuple[int, Cell, Cell] | None:
    """Return a unit in which the value has two places, of which one sees `one` and the other sees `other`."""
    geometry, places = position.geometry, position.places[value]
    for number, unit in enumerate(geometry.units):
        ends = places & unit & ~(1 << one | 1 << other)
        if ends != places & unit or ends.bit_count() != 2:
            continue
        first, second = members(ends)
        for near, far in ((first, second), (second, first)):
            if geometry.peers[one] >> near & 1 and geometry.peers[other] >> far & 1:
                return number, near, far
    return None


def _make_w_wing_step(
    position: Position,
    ends: tuple[Cell, Cell],
    link: tuple[int, Cell, Cell],
    values: tuple[int, int],
    removed: tuple[Candidate, ...],
) -> Step:
    geometry, (shared, rest) = position.geometry, values
    (value, left), (unit, near, far) = map(geometry.symbol, values), link
    one, other = map(geometry.name, ends)
    reason = (
        f"W-Wing {geometry.braces(sorted(values))} in {one}, {other}: in {geometry.unit(unit)}, {value} is possible "
        f"only in {geometry.name(near)} and {geometry.name(far)}, each of which sees one of the two cells, so "
        f"{one} and {other} cannot both be {value}, and one of them is {left}: "
        f"remove {left} from all cells that see both"
    )
    pattern = (*_list_candidates(position, ends), (near, shared), (far, shared))
    between = [(cell, shared) for cell in (ends[0], near, far, ends[1])]
    links = link_alternately([(ends[0], rest), *between, (ends[1], rest)])
    return Step("w-wing", reason, (), removed, pattern, (unit,), links=links)


def _list_candidates(position: Position, cells: tuple[Cell, ...]) -> tuple[Candidate, ...]:
    return position.removable(bits_of(position.geometry.shape.values), bits_of(cells))
