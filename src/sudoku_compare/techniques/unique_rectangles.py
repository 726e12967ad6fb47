"""Unique rectangles: four cells in which two values could be swapped cannot occur if the solution is unique.

This assumes that the solution is unique and does not prove it, so it may be used only where uniqueness is given.
"""

from collections.abc import Iterator
from itertools import combinations

from ..core.shape import Cell
from .bit_geometry import bits_of, lowest, members
from .position import Position
from .step import Candidate, Step

Corners = tuple[Cell, ...]  # the four cells


def unique_rectangle(position: Position) -> Iterator[Step]:
    """Find rectangles in which two or three corners have only the same two candidates."""
    for corners in _find_rectangles(position):
        common = position.candidates[corners[0]]
        for corner in corners[1:]:
            common &= position.candidates[corner]
        for pair in combinations(members(common), 2):
            values = 1 << pair[0] | 1 << pair[1]
            roof = [corner for corner in corners if position.candidates[corner] != values]
            if len(roof) == 1:
                yield from _find_type_1(position, corners, roof[0], values)
            elif len(roof) == 2:
                yield from _find_type_2(position, corners, roof, values)
                yield from _find_type_4(position, corners, roof, values)


def _find_rectangles(position: Position) -> Iterator[Corners]:
    """Yield four open cells in two rows, two columns and two boxes, two of which have the same two candidates."""
    shape, bivalue = position.geometry.shape, position.bivalue_cells()
    seen: set[Corners] = set()
    for one, other in combinations(bivalue, 2):
        if bivalue[one] != bivalue[other]:
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
                if corners not in seen and _is_in_two_boxes(position, corners):
                    seen.add(corners)
                    yield corners


def _is_in_two_boxes(position: Position, corners: Corners) -> bool:
    boxes = {position.geometry.shape.units_of[corner][-1] for corner in corners}
    return len(boxes) == 2 and all(position.open >> corner & 1 for corner in corners)


def _find_type_1(position: Position, corners: Corners, roof: Cell, values: int) -> Iterator[Step]:
    """Three corners have only the two values: the fourth can have neither."""
    geometry = position.geometry
    conclusion = f"remove {geometry.symbols(members(values))} from {geometry.name(roof)}"
    yield from _make_steps(position, corners, values, position.removable(values, 1 << roof), conclusion)


def _find_type_2(position: Position, corners: Corners, roof: list[Cell], values: int) -> Iterator[Step]:
    """Two corners have the same third candidate: one of them must be that value."""
    one, other = (position.candidates[corner] & ~values for corner in roof)
    if one == other and one.bit_count() == 1:
        removed = position.removable(one, position.geometry.seen_by_all(roof))
        symbol, names = position.geometry.symbol(lowest(one)), position.geometry.names(roof)
        conclusion = f"one of {names} is {symbol}: remove {symbol} from all cells that see both"
        yield from _make_steps(position, corners, values, removed, conclusion)


def _find_type_4(position: Position, corners: Corners, roof: list[Cell], values: int) -> Iterator[Step]:
    """A unit has one of the two values only in two corners: neither of these can be the other value."""
    geometry = position.geometry
    for number, unit in enumerate(geometry.units):
        if bits_of(roof) & ~unit:
            continue
        for value in members(values):
            if position.places[value] & unit == bits_of(roof):
                names, symbol = geometry.names(roof), geometry.symbol(value)
                rest = values & ~(1 << value)
                conclusion = (
                    f"{symbol} is in one of {names} (the only places in {geometry.unit(number)}): "
                    f"remove {geometry.symbol(lowest(rest))} from {names}"
                )
                removed = position.removable(rest, bits_of(roof))
                yield from _make_steps(position, corners, values, removed, conclusion)


def _make_steps(
    position: Position, corners: Corners, values: int, removed: tuple[Candidate, ...], conclusion: str
) -> Iterator[Step]:
    if not removed:
        return
    geometry = position.geometry
    pair = tuple(members(values))
    reason = (
        f"Unique rectangle {geometry.braces(pair)} in {geometry.names(corners)}: with only {geometry.symbols(pair)} in "
        f"these cells the two could be swapped, and the solution would not be unique; {conclusion}"
    )
    yield Step("unique-rectangle", reason, (), removed, position.removable(values, bits_of(corners)))
