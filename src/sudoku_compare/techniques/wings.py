"""Wings: cells with two candidates of which one must have the value that all of them could."""

from collections.abc import Iterator
from itertools import combinations

from ..core.shape import Cell
from .bit_geometry import bits_of, lowest, members
from .position import Position
from .step import Candidate, Step


def xy_wing(position: Position) -> Iterator[Step]:
    """A pivot with x and y, wings with x and z and with y and z: one of the wings is z."""
    yield from _winged(position, "xy-wing", pivot_size=2)


def xyz_wing(position: Position) -> Iterator[Step]:
    """A pivot with x, y and z, wings with x and z and with y and z: one of the three is z."""
    yield from _winged(position, "xyz-wing", pivot_size=3)


def _winged(position: Position, technique: str, pivot_size: int) -> Iterator[Step]:
    geometry, with_two = position.geometry, position.with_two()
    for pivot in members(position.open):
        pivot_values = position.possible[pivot]
        if pivot_values.bit_count() != pivot_size:
            continue
        position.tick()
        near = [cell for cell in with_two if geometry.peers[pivot] >> cell & 1]
        for one, other in combinations(near, 2):
            shared, apart = with_two[one] & with_two[other], with_two[one] ^ with_two[other]
            if shared.bit_count() == 1 and pivot_values == (apart if pivot_size == 2 else apart | shared):
                ends = (one, other) if pivot_size == 2 else (one, other, pivot)
                yield from _wing_step(position, technique, (pivot, one, other), ends, lowest(shared))


def _wing_step(
    position: Position, technique: str, cells: tuple[Cell, Cell, Cell], ends: tuple[Cell, ...], value: int
) -> Iterator[Step]:
    geometry = position.geometry
    removed = position.removable(1 << value, geometry.seen_by_all(ends))
    if not removed:
        return
    pivot, *wings = cells
    shown = geometry.symbol(value)
    reason = (
        f"{geometry.name(pivot)} is {_or(position, pivot)}, and whichever it is, {shown} stands on one of "
        f"{geometry.names(ends)} (its wings: {', '.join(f'{geometry.name(w)} {_or(position, w)}' for w in wings)}): "
        f"no cell that sees {'both' if len(ends) == 2 else 'all three'} has it"
    )
    yield Step(technique, reason, (), removed, _all_on(position, cells))


def w_wing(position: Position) -> Iterator[Step]:
    """Two cells with the same two candidates, joined by a unit that needs one of these next to either."""
    geometry, with_two = position.geometry, position.with_two()
    for one, other in combinations(with_two, 2):
        if with_two[one] != with_two[other]:
            continue
        position.tick()
        for value in members(with_two[one]):
            left = lowest(with_two[one] & ~(1 << value))
            removed = position.removable(1 << left, geometry.seen_by_all((one, other)))
            if removed and (link := _link(position, value, one, other)):
                yield _w_step(position, (one, other), link, (value, left), removed)


def _link(position: Position, value: int, one: Cell, other: Cell) -> tuple[int, Cell, Cell] | None:
    """A unit in which the value has two places, one that sees `one` and another that sees `other`."""
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


def _w_step(
    position: Position,
    ends: tuple[Cell, Cell],
    link: tuple[int, Cell, Cell],
    values: tuple[int, int],
    removed: tuple[Candidate, ...],
) -> Step:
    geometry = position.geometry
    (value, left), (unit, near, far) = map(geometry.symbol, values), link
    reason = (
        f"{geometry.names(ends)} have {value} and {left}; {geometry.unit(unit)} has {value} on "
        f"{geometry.names((near, far))}, each of which sees one of them, so they cannot both be {value}, "
        f"and one is {left}: no cell that sees both has it"
    )
    pattern = (*_all_on(position, ends), (near, values[0]), (far, values[0]))
    return Step("w-wing", reason, (), removed, pattern, (unit,))


def _or(position: Position, cell: Cell) -> str:
    return " or ".join(map(position.geometry.symbol, members(position.possible[cell])))


def _all_on(position: Position, cells: tuple[Cell, ...]) -> tuple[Candidate, ...]:
    return position.removable(bits_of(position.geometry.shape.values), bits_of(cells))
