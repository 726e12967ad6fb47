"""Avoidable rectangles: four cells that are not given, some of them solved, in which two values could be swapped.

A given keeps two values from being swapped, so no corner may be one. This assumes that the solution is unique.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ..core.shape import Cell
from .bit_geometry import Cells, Values, lowest, members
from .position import Position
from .rectangles import Corners, complete_rectangle, explain_rectangle, is_in_line, pattern_of
from .step import Candidate, Step


class _Conclusion(NamedTuple):
    """What follows from a rectangle, and which candidates it rests on besides."""

    words: str
    removed: tuple[Candidate, ...]
    further: tuple[Candidate, ...] = ()


def avoidable_rectangle(position: Position) -> Iterator[Step]:
    """Find rectangles with three solved corners, or with two of them and the same further candidate in the others."""
    solved = position.geometry.all & ~position.open & ~position.given
    yield from _find_type_1(position, solved)
    yield from _find_type_2(position, solved)


def _find_type_1(position: Position, solved: Cells) -> Iterator[Step]:
    """Three solved corners are x, y and x in turn: the fourth cannot be y."""
    geometry, grid = position.geometry, position.grid
    for corner in members(solved):
        position.tick()
        row, column = (geometry.units[number] for number in geometry.shape.units_of[corner][:2])
        for across in members(solved & row & ~(1 << corner)):
            below = solved & column & position.places[grid[across]]
            if not below:
                continue
            last = lowest(below) - corner + across
            corners = complete_rectangle(geometry.shape, corner, last)
            removed = position.removable(1 << grid[corner], position.open & 1 << last)
            if corners and removed:
                symbol, name = geometry.symbol(grid[corner]), geometry.name(last)
                values = 1 << grid[corner] | 1 << grid[across]
                conclusion = _Conclusion(f"{name} cannot be {symbol}: remove {symbol} from {name}", removed)
                yield _make_step(position, "type 1", corners, values, conclusion)


def _find_type_2(position: Position, solved: Cells) -> Iterator[Step]:
    """Two solved corners, and two that could swap their values but for the same third value: one of these has that."""
    geometry, bivalue = position.geometry, position.bivalue_cells()
    for one, other in combinations(bivalue, 2):
        extra = bivalue[one] & bivalue[other]
        if extra.bit_count() != 1 or not is_in_line(geometry.shape, one, other):
            continue
        position.tick()
        values = bivalue[one] ^ bivalue[other]
        corners = _find_solved_side(position, solved, (one, other), values)
        removed = position.removable(extra, geometry.seen_by_all((one, other)))
        if corners and removed:
            symbol = geometry.symbol(lowest(extra))
            words = f"one of {geometry.names((one, other))} is {symbol}: remove {symbol} from all cells that see both"
            further = position.removable(extra, 1 << one | 1 << other)
            yield _make_step(position, "type 2", corners, values, _Conclusion(words, removed, further))


def _find_solved_side(position: Position, solved: Cells, side: tuple[Cell, Cell], values: Values) -> Corners | None:
    """Return the rectangle whose other side has the two values, solved, each at the corner where this side lacks it."""
    geometry, (one, other) = position.geometry, side
    missing_here, missing_there = (values & ~position.candidates[cell] for cell in side)
    line = next(geometry.units[n] for n in geometry.shape.units_of[one] if not geometry.units[n] >> other & 1)
    found = position.places[lowest(missing_here)] & solved & line
    if not found:
        return None
    beside = lowest(found) - one + other
    is_swappable = solved >> beside & 1 and position.grid[beside] == lowest(missing_there)
    return complete_rectangle(geometry.shape, one, beside) if is_swappable else None


def _make_step(position: Position, kind: str, corners: Corners, values: Values, conclusion: _Conclusion) -> Step:
    reason = explain_rectangle(position, f"Avoidable rectangle ({kind})", corners, values, conclusion.words)
    pattern = (*pattern_of(position, corners, values), *conclusion.further)
    return Step("avoidable-rectangle", reason, (), conclusion.removed, pattern)
