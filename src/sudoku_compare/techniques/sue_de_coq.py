"""Sue de Coq: cells of a box and a line, whose values are shared out between other cells of the box and of the line."""

from collections.abc import Iterator
from typing import NamedTuple

from .bit_geometry import Cells, Values, members
from .position import Position
from .removals import describe_removal
from .step import Candidate, Step

LARGEST = 4  # cells of the line, and of the box, beside those that they share


class _Group(NamedTuple):
    """Some cells and all values that are possible in them."""

    cells: Cells
    values: Values


class _Pattern(NamedTuple):
    """The shared cells, and the cells of the line and of the box: they have as many values as cells."""

    shared: _Group
    line: _Group
    box: _Group
    units: tuple[int, int]  # the line and the box

    def groups(self) -> tuple[_Group, _Group, _Group]:
        return self.shared, self.line, self.box


def sue_de_coq(position: Position) -> Iterator[Step]:
    """Find cells of a crossing, of its line and of its box that have as many values as cells, each in only one place.

    No value is possible both in the cells of the line and in those of the box, so each value occurs at most once; and
    since there are as many cells as values, each occurs. Those with the fewest cells come first, then those of the
    first box and line.
    """
    found = [pattern for box, line in position.geometry.crossings for pattern in _find_patterns(position, line, box)]
    for pattern in sorted(found, key=lambda pattern: sum(group.cells.bit_count() for group in pattern.groups())):
        yield from _make_steps(position, pattern)


def _find_patterns(position: Position, line: int, box: int) -> Iterator[_Pattern]:
    position.tick()
    one, other = position.geometry.units[line], position.geometry.units[box]
    crossing = _list_groups(position, position.open & one & other, 2)
    sharing = [group for group in crossing if group.values.bit_count() >= group.cells.bit_count() + 2]
    if not sharing:
        return
    in_line, in_box = (
        _list_groups(position, position.open & one & ~other),
        _list_groups(position, position.open & other & ~one),
    )
    for shared in sharing:
        excess = shared.values.bit_count() - shared.cells.bit_count()
        from_line, from_box = _find_takers(shared, in_line), _find_takers(shared, in_box)
        position.tick()
        for left, taken in from_line:
            position.tick()  # large boards have very many pairs of groups
            for right, rest in from_box:
                if taken + rest == excess and not left.values & right.values:
                    yield _Pattern(shared, left, right, (line, box))


def _list_groups(position: Position, cells: Cells, smallest: int = 1) -> list[_Group]:
    """Return the groups of at most LARGEST of these cells."""
    groups = [_Group(0, 0)]
    for cell in members(cells):
        more = position.candidates[cell]
        groups += [
            _Group(group.cells | 1 << cell, group.values | more)
            for group in groups
            if group.cells.bit_count() < LARGEST
        ]
    return [group for group in groups if group.cells.bit_count() >= smallest]


def _find_takers(shared: _Group, groups: list[_Group]) -> list[tuple[_Group, int]]:
    """Return the groups with more cells than values of their own, and how many of the shared values they must take."""
    found = []
    for group in groups:
        taken = group.cells.bit_count() - (group.values & ~shared.values).bit_count()
        if taken > 0 and group.values & shared.values:
            found.append((group, taken))
    return found


def _make_steps(position: Position, pattern: _Pattern) -> Iterator[Step]:
    geometry, (shared, line, box) = position.geometry, pattern.groups()
    line_unit, box_unit = pattern.units
    used = shared.cells | line.cells | box.cells
    in_line, in_box = ((shared.values | own.values) & ~other.values for own, other in ((line, box), (box, line)))
    removed = dict.fromkeys(
        (
            *position.removable(in_line, geometry.units[line_unit] & ~used),
            *position.removable(in_box, geometry.units[box_unit] & ~used),
        )
    )
    if not removed:
        return
    found = tuple(sorted(removed, key=lambda candidate: candidate[::-1]))
    reason = (
        f"Sue de Coq in {geometry.unit(line_unit)} and {geometry.unit(box_unit)}: {_describe(position, shared)}, "
        f"{_describe(position, line)} and {_describe(position, box)} have as many values as cells, and no value has "
        f"room twice, so each is in one of them: remove {describe_removal(geometry, found)}"
    )
    yield Step(
        "sue-de-coq", reason, (), found, _list_pattern(position, pattern), pattern.units, sets=_list_sets(pattern)
    )


def _describe(position: Position, group: _Group) -> str:
    geometry = position.geometry
    return f"{geometry.names(members(group.cells))} {geometry.braces(members(group.values))}"


def _list_pattern(position: Position, pattern: _Pattern) -> tuple[Candidate, ...]:
    return tuple(one for group in pattern.groups() for one in position.removable(group.values, group.cells))


def _list_sets(pattern: _Pattern) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(members(group.cells)) for group in pattern.groups())
