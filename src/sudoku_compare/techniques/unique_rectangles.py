"""Unique rectangles: four open cells with two candidates in common, which cannot all be these two values.

If they were, the two values could be swapped. This assumes that the solution is unique and does not prove it, so it may
be used only where uniqueness is given. The floor are the corners with the two values only, the roof the others.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ..core.shape import Cell
from .bit_geometry import Values, bits_of, lowest, members
from .fish import join_units
from .position import Position
from .rectangles import (
    Corners,
    complete_rectangle,
    explain_rectangle,
    find_common_units,
    is_in_line,
    opposite,
    pattern_of,
)
from .step import Candidate, Link, LinkKind, Step

LARGEST_SUBSET = 3  # cells that a roof can be a naked subset with


class _Rectangle(NamedTuple):
    corners: Corners
    values: Values
    roof: tuple[Cell, ...]


class _Conclusion(NamedTuple):
    """What follows from a rectangle, and which candidates and units it rests on besides."""

    words: str
    removed: tuple[Candidate, ...]
    units: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    further: tuple[Candidate, ...] = ()


def unique_rectangle(position: Position) -> Iterator[Step]:
    """Find unique rectangles of the types 1 to 6, and hidden ones."""
    rectangles = list(_find_rectangles(position))
    for kind, conclude in _KINDS.items():
        for rectangle in rectangles:
            position.tick()
            for conclusion in conclude(position, rectangle):
                if conclusion.removed:
                    yield _make_step(position, kind, rectangle, conclusion)


def _find_rectangles(position: Position) -> Iterator[_Rectangle]:
    """Yield rectangles of open cells that have two values in common, and nothing else in at least one of them."""
    shape, seen = position.geometry.shape, set[tuple[Corners, Values]]()
    for cell, values in position.bivalue_cells().items():
        one, other = members(values)
        common = (position.places[one] | position.places[other]) & position.open
        row, column = (common & position.geometry.units[number] & ~(1 << cell) for number in shape.units_of[cell][:2])
        for across in members(row):
            for below in members(column):
                last = below - cell + across
                corners = complete_rectangle(shape, cell, last) if common >> last & 1 else None
                if corners and (corners, values) not in seen:
                    seen.add((corners, values))
                    yield _Rectangle(corners, values, tuple(c for c in corners if position.candidates[c] != values))


def _conclude_type_1(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """Three corners have only the two values: the fourth can have neither."""
    geometry, (_, values, roof) = position.geometry, rectangle
    if len(roof) == 1:
        words = f"remove {geometry.symbols(members(values))} from {geometry.name(roof[0])}"
        yield _Conclusion(words, position.removable(values, 1 << roof[0]))


def _conclude_type_2(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """Two corners in line have the same third candidate: one of them must be that value."""
    if _has_roof_in_line(position, rectangle):
        yield from _conclude_extra_value(position, rectangle)


def _conclude_type_5(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """Two opposite corners, or three, have the same third candidate: one of them must be that value."""
    if len(rectangle.roof) > 1 and not _has_roof_in_line(position, rectangle):
        yield from _conclude_extra_value(position, rectangle)


def _has_roof_in_line(position: Position, rectangle: _Rectangle) -> bool:
    roof = rectangle.roof
    return len(roof) == 2 and is_in_line(position.geometry.shape, *roof)


def _conclude_extra_value(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    geometry, (_, values, roof) = position.geometry, rectangle
    extra = {position.candidates[corner] & ~values for corner in roof}
    value = extra.pop()
    if not extra and value.bit_count() == 1:
        symbol, names = geometry.symbol(lowest(value)), geometry.names(roof)
        words = (
            f"one of {names} is {symbol}: remove {symbol} from all cells that see {'both' if len(roof) == 2 else 'all'}"
        )
        further = position.removable(value, bits_of(roof))
        yield _Conclusion(words, position.removable(value, geometry.seen_by_all(roof)), further=further)


def _conclude_type_3(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """One of two corners in line has another value, as a single cell with these candidates would: a naked subset."""
    if not _has_roof_in_line(position, rectangle):
        return
    roof = bits_of(rectangle.roof)
    extra = _unite_candidates(position, rectangle.roof) & ~rectangle.values
    seen = set[tuple[Cell, ...]]()
    for unit in find_common_units(position, roof):
        others = position.open & position.geometry.units[unit] & ~roof
        fit = [cell for cell in members(others) if position.candidates[cell].bit_count() <= LARGEST_SUBSET + 1]
        for size in range(1, LARGEST_SUBSET + 1):
            for cells in combinations(fit, size):
                together = extra | _unite_candidates(position, cells)
                if together.bit_count() == size + 1 and cells not in seen:
                    seen.add(cells)
                    yield _conclude_subset(position, rectangle, unit, cells, together)


def _unite_candidates(position: Position, cells: tuple[Cell, ...]) -> Values:
    united = 0
    for cell in cells:
        united |= position.candidates[cell]
    return united


def _conclude_subset(
    position: Position, rectangle: _Rectangle, unit: int, cells: tuple[Cell, ...], together: Values
) -> _Conclusion:
    geometry, roof = position.geometry, rectangle.roof
    values = geometry.symbols(members(together))
    words = (
        f"one of {geometry.names(roof)} must have one of its other candidates, so {geometry.names(roof)} and "
        f"{geometry.names(cells)} together take {values} in {geometry.unit(unit)}: remove {values} from all other "
        "cells that see all of them"
    )
    further = position.removable(together & ~rectangle.values, bits_of(roof))
    further += position.removable(together, bits_of(cells))
    removed = position.removable(together, geometry.seen_by_all((*roof, *cells)))
    return _Conclusion(words, removed, (unit,), further=further)


def _conclude_type_4(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """A unit has one of the two values only in two corners: neither of these can be the other value."""
    if not _has_roof_in_line(position, rectangle):
        return
    geometry, (_, values, corners) = position.geometry, rectangle
    roof = bits_of(corners)
    for unit in find_common_units(position, roof):
        for value in members(values):
            if position.places[value] & geometry.units[unit] != roof:
                continue
            names, symbol, rest = geometry.names(corners), geometry.symbol(value), values & ~(1 << value)
            words = (
                f"{symbol} is in one of {names} (the only places in {geometry.unit(unit)}): "
                f"remove {geometry.symbol(lowest(rest))} from {names}"
            )
            yield _Conclusion(words, position.removable(rest, roof), (unit,), _link(value, corners))


def _link(value: int, *pairs: tuple[Cell, ...]) -> tuple[Link, ...]:
    """Return a strong link for each two cells that are the only places for a value in a unit."""
    return tuple(Link((one, value), (other, value), LinkKind.STRONG) for one, other in pairs)


def _conclude_type_6(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """Both rows, or both columns, have one of the values only in the corners: opposite ones cannot be this value."""
    geometry, ((one, two, three, four), values, roof) = position.geometry, rectangle
    if len(roof) != 2 or _has_roof_in_line(position, rectangle):
        return
    for kind, sides in enumerate((((one, two), (three, four)), ((one, three), (two, four)))):
        lines = tuple(geometry.shape.units_of[side[0]][kind] for side in sides)
        for value in members(values):
            if not all(_is_only_in(position, value, line, side) for line, side in zip(lines, sides, strict=True)):
                continue
            symbol, where = geometry.symbol(value), join_units(geometry.unit, lines)
            names = geometry.names(roof)
            words = (
                f"{where} have {symbol} only in these cells, so if one of {names} is {symbol}, both are: "
                f"remove {symbol} from {names}"
            )
            yield _Conclusion(words, position.removable(1 << value, bits_of(roof)), lines, _link(value, *sides))


def _is_only_in(position: Position, value: int, unit: int, cells: tuple[Cell, ...]) -> bool:
    return position.places[value] & position.geometry.units[unit] == bits_of(cells)


def _conclude_hidden(position: Position, rectangle: _Rectangle) -> Iterator[_Conclusion]:
    """The row and the column of the corner opposite the floor have a value only in corners: it is not the other one."""
    geometry, (corners, values, roof) = position.geometry, rectangle
    for floor in corners:
        corner = opposite(corners, floor)
        if floor in roof:
            continue
        lines = geometry.shape.units_of[corner][:2]
        sides = [tuple(c for c in corners if geometry.units[line] >> c & 1) for line in lines]
        for value in members(values):
            if not all(_is_only_in(position, value, line, side) for line, side in zip(lines, sides, strict=True)):
                continue
            symbol, name, rest = geometry.symbol(value), geometry.name(corner), values & ~(1 << value)
            other = geometry.symbol(lowest(rest))
            words = (
                f"{' and '.join(map(geometry.unit, lines))} have {symbol} only in these cells, so if {name} were "
                f"{other}, the corners beside it would be {symbol} and {geometry.name(floor)} would be {other}: "
                f"remove {other} from {name}"
            )
            yield _Conclusion(words, position.removable(rest, 1 << corner), tuple(lines), _link(value, *sides))


_KINDS = {
    "type 1": _conclude_type_1,
    "type 2": _conclude_type_2,
    "type 3": _conclude_type_3,
    "type 4": _conclude_type_4,
    "type 5": _conclude_type_5,
    "type 6": _conclude_type_6,
    "hidden": _conclude_hidden,
}


def _make_step(position: Position, kind: str, rectangle: _Rectangle, conclusion: _Conclusion) -> Step:
    corners, values, _ = rectangle
    reason = explain_rectangle(position, f"Unique rectangle ({kind})", corners, values, conclusion.words)
    pattern = (*pattern_of(position, corners, values), *conclusion.further)
    return Step("unique-rectangle", reason, (), conclusion.removed, pattern, conclusion.units, links=conclusion.links)
