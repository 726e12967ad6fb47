"""Patterns of one value with two strong links: skyscraper, two-string kite and empty rectangle.

In each, a line that has the value in only two places excludes one of two cells. So one of two cells at the ends has the
value, and no cell that sees both ends can have it.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from ..core.shape import Cell
from .bit_geometry import Geometry, bits_of, cross_lines, lowest, members
from .fish import join_units
from .position import Position
from .step import Candidate, Link, LinkKind, Step, link_alternately

Pair = tuple[int, Cell, Cell]  # a row or column, and the only two places that a value has in it


def skyscraper(position: Position) -> Iterator[Step]:
    """Find two rows with two places each, of which two share a column, or two columns of which two share a row."""
    geometry = position.geometry
    for value in geometry.shape.values:
        position.tick()
        for pairs in _find_pairs(position, value):
            for (first, *one), (second, *other) in combinations(pairs, 2):
                for (foot, top), (other_foot, other_top) in product(permutations(one), permutations(other)):
                    shared = _find_shared_line(geometry, foot, other_foot)
                    if shared is None or _find_shared_line(geometry, top, other_top) is not None:  # that is an X-Wing
                        continue
                    removed = position.removable(1 << value, geometry.seen_by_all((top, other_top)))
                    if removed:
                        chain = (top, foot, other_foot, other_top)
                        yield _make_skyscraper(position, value, chain, (first, second, shared), removed)


def _find_pairs(position: Position, value: int) -> tuple[list[Pair], list[Pair]]:
    """Return the rows and the columns in which the value has two places."""
    side = position.geometry.side
    rows, columns = cross_lines(side, position.places[value])
    by_row = ((row, *members(bits)) for row, bits in enumerate(rows) if bits.bit_count() == 2)
    by_column = ((column, *members(bits)) for column, bits in enumerate(columns) if bits.bit_count() == 2)
    return (
        [(row, row * side + one, row * side + other) for row, one, other in by_row],
        [(side + column, one * side + column, other * side + column) for column, one, other in by_column],
    )


def _find_shared_line(geometry: Geometry, one: Cell, other: Cell) -> int | None:
    """Return the row or column of both cells."""
    row, column = geometry.shape.units_of[one][:2]
    other_row, other_column = geometry.shape.units_of[other][:2]
    return row if row == other_row else column if column == other_column else None


def _make_skyscraper(
    position: Position, value: int, chain: tuple[Cell, ...], units: tuple[int, int, int], removed: tuple[Candidate, ...]
) -> Step:
    geometry, symbol = position.geometry, position.geometry.symbol(value)
    top, foot, other_foot, other_top = map(geometry.name, chain)
    where = join_units(geometry.unit, units[:2])
    reason = (
        f"Skyscraper on {symbol} in {where}: each has {symbol} in only two places, and only one of {foot}, "
        f"{other_foot} ({geometry.unit(units[2])}) can be {symbol}, so {top} or {other_top} is {symbol}: "
        f"remove {symbol} from all cells that see both"
    )
    candidates = tuple((cell, value) for cell in chain)
    return Step("skyscraper", reason, (), removed, candidates, units, links=link_alternately(candidates))


def two_string_kite(position: Position) -> Iterator[Step]:
    """Find a row and a column with two places each, of which two share a box."""
    geometry = position.geometry
    for value in geometry.shape.values:
        position.tick()
        for (row, *one), (column, *other) in product(*_find_pairs(position, value)):
            if set(one) & set(other):
                continue
            for (near, far), (other_near, other_far) in product(permutations(one), permutations(other)):
                box = geometry.shape.units_of[near][-1]
                if box != geometry.shape.units_of[other_near][-1]:
                    continue
                removed = position.removable(1 << value, geometry.seen_by_all((far, other_far)))
                if removed:
                    yield _make_kite(position, value, (far, near, other_near, other_far), (row, column, box), removed)


def _make_kite(
    position: Position, value: int, chain: tuple[Cell, ...], units: tuple[int, int, int], removed: tuple[Candidate, ...]
) -> Step:
    geometry, symbol = position.geometry, position.geometry.symbol(value)
    far, near, other_near, other_far = map(geometry.name, chain)
    row, column, box = map(geometry.unit, units)
    reason = (
        f"Two-string kite on {symbol} in {row} and {column}: each has {symbol} in only two places, and only one of "
        f"{near}, {other_near} ({box}) can be {symbol}, so {far} or {other_far} is {symbol}: "
        f"remove {symbol} from all cells that see both"
    )
    candidates = tuple((cell, value) for cell in chain)
    return Step("two-string-kite", reason, (), removed, candidates, units, links=link_alternately(candidates))


def empty_rectangle(position: Position) -> Iterator[Step]:
    """Find a box whose places are all in one row or one column, and a line with two places that meets these."""
    for value in position.geometry.shape.values:
        position.tick()
        for kind, pairs in enumerate(_find_pairs(position, value)):
            for line, *pair in pairs:
                for near, far in permutations(pair):
                    yield from _find_empty_rectangles(position, value, (line, near, far), crossing=1 - kind)


def _find_empty_rectangles(position: Position, value: int, pair: Pair, *, crossing: int) -> Iterator[Step]:
    """Find boxes that have the value only in the line that crosses the pair at its first place, or in one other line.

    `crossing` is the kind of that line: 0 for a row, 1 for a column.
    """
    geometry, units_of = position.geometry, position.geometry.shape.units_of
    line, near, far = pair
    arm = units_of[near][crossing]
    for box in _list_boxes_of(geometry, arm):
        places = position.places[value] & geometry.units[box]
        across = places & ~geometry.units[arm]
        if not across or geometry.units[box] & (1 << near | geometry.units[units_of[far][crossing]]):
            continue
        other_arm = units_of[lowest(across)][1 - crossing]
        if across & ~geometry.units[other_arm] or not places & ~geometry.units[other_arm]:
            continue
        removed = position.removable(1 << value, geometry.units[other_arm] & geometry.units[units_of[far][crossing]])
        if removed:
            yield _make_empty_rectangle(position, value, pair, (box, arm, other_arm, line), removed)


def _list_boxes_of(geometry: Geometry, line: int) -> list[int]:
    """Return the boxes that a row or column runs through."""
    return list(dict.fromkeys(geometry.shape.units_of[cell][-1] for cell in geometry.shape.units[line]))


def _make_empty_rectangle(
    position: Position, value: int, pair: Pair, units: tuple[int, int, int, int], removed: tuple[Candidate, ...]
) -> Step:
    geometry, symbol = position.geometry, position.geometry.symbol(value)
    _, near, far = pair
    box, arm, other_arm, line = map(geometry.unit, units)
    here, there = geometry.name(near), geometry.name(far)
    reason = (
        f"Empty rectangle on {symbol} in {box}: all its places for {symbol} are in {arm} or {other_arm}, and {line} "
        f"has {symbol} only in {here} and {there}: either {there} is {symbol}, or {here} is, and then {box} has "
        f"{symbol} in {other_arm}: remove {symbol} from {geometry.name(removed[0][0])}"
    )
    places = position.places[value] & geometry.units[units[0]]
    met = members(places & geometry.units[units[1]])
    links = (
        Link((far, value), (near, value), LinkKind.STRONG),
        *(Link((near, value), (cell, value), LinkKind.WEAK) for cell in met),
    )
    pattern = tuple((cell, value) for cell in members(places | bits_of((near, far))))
    return Step("empty-rectangle", reason, (), removed, pattern, units, links=links)
