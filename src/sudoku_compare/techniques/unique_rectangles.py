"""Unique rectangles: what would let two values change places on four cells is excluded if the solution is unique.

That the solution is unique is assumed here, not shown: only who was told so may use it.
"""

from collections.abc import Iterator
from itertools import combinations

from ..core.shape import Cell
from .bit_geometry import bits_of, lowest, members
from .position import Position
from .step import Candidate, Step

Corners = tuple[Cell, ...]  # four of them


def unique_rectangle(position: Position) -> Iterator[Step]:
    for corners in _rectangles(position):
        common = position.possible[corners[0]]
        for corner in corners[1:]:
            common &= position.possible[corner]
        for pair in combinations(members(common), 2):
            values = 1 << pair[0] | 1 << pair[1]
            roof = [corner for corner in corners if position.possible[corner] != values]
            if len(roof) == 1:
                yield from _one_corner(position, corners, roof[0], values)
            elif len(roof) == 2:
                yield from _same_extra(position, corners, roof, values)
                yield from _one_value_needed(position, corners, roof, values)


def _rectangles(position: Position) -> Iterator[Corners]:
    """Four open cells, two of which have the same two candidates, in two rows, two columns and two boxes."""
    shape, with_two = position.geometry.shape, position.with_two()
    seen: set[Corners] = set()
    for one, other in combinations(with_two, 2):
        if with_two[one] != with_two[other]:
            continue
        position.tick()
        (row, column), (other_row, other_column) = divmod(one, shape.side), divmod(other, shape.side)
        rows = [other_row] if row != other_row else [r for r in range(shape.side) if r != row]
        columns = [other_column] if column != other_column else [c for c in range(shape.side) if c != column]
        for r in rows:
            for c in columns:
                low, high = sorted((row, r))
                left, right = sorted((column, c))
                corners = tuple(line * shape.side + place for line in (low, high) for place in (left, right))
                if corners not in seen and _spans_two_boxes(position, corners):
                    seen.add(corners)
                    yield corners


def _spans_two_boxes(position: Position, corners: Corners) -> bool:
    boxes = {position.geometry.shape.units_of[corner][-1] for corner in corners}
    return len(boxes) == 2 and all(position.open >> corner & 1 for corner in corners)


def _one_corner(position: Position, corners: Corners, roof: Cell, values: int) -> Iterator[Step]:
    """Three corners have nothing but the two values: the fourth has neither."""
    name = position.geometry.name(roof)
    conclusion = f"so {name} is neither"
    yield from _step(position, corners, values, position.removable(values, 1 << roof), conclusion)


def _same_extra(position: Position, corners: Corners, roof: list[Cell], values: int) -> Iterator[Step]:
    """Two corners have the same third value beside the two: one of them is that."""
    one, other = (position.possible[corner] & ~values for corner in roof)
    if one == other and one.bit_count() == 1:
        removed = position.removable(one, position.geometry.seen_by_all(roof))
        symbol = position.geometry.symbol(lowest(one))
        names = position.geometry.names(roof)
        yield from _step(position, corners, values, removed, f"so one of {names} is {symbol}")


def _one_value_needed(position: Position, corners: Corners, roof: list[Cell], values: int) -> Iterator[Step]:
    """A unit has one of the two values only on two corners: these cannot have the other."""
    geometry = position.geometry
    for unit in geometry.units:
        if bits_of(roof) & ~unit:
            continue
        for value in members(values):
            if position.places[value] & unit == bits_of(roof):
                names, symbol = geometry.names(roof), geometry.symbol(value)
                removed = position.removable(values & ~(1 << value), bits_of(roof))
                conclusion = f"{symbol} is on one of {names} in any case, so the other value is on neither"
                yield from _step(position, corners, values, removed, conclusion)


def _step(
    position: Position, corners: Corners, values: int, removed: tuple[Candidate, ...], conclusion: str
) -> Iterator[Step]:
    if not removed:
        return
    geometry = position.geometry
    reason = (
        f"with only {geometry.symbols(members(values))} on {geometry.names(corners)} these could change places, "
        f"and the solution is said to be unique; {conclusion}"
    )
    yield Step("unique-rectangle", reason, (), removed, position.removable(values, bits_of(corners)))
