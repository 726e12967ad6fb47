"""Finned fish: N lines that would be a fish with N crossing lines, but for some further places, the fins, in one box.

Either a fin has the value or the fish is complete. So a cell that the fish excludes cannot have the value if it sees
all fins. In a sashimi fish, a line has just one place left without the fins.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from ..core.shape import Shape
from .bit_geometry import Cells, bits_of, cross_lines, members
from .fish import NAMES, TITLES, join_units
from .position import Position, Tick
from .step import Step

Bits = int  # one bit per crossing line


class _Fish(NamedTuple):
    """The lines, by their place among the rows or columns, the crossing lines, and those with the fins."""

    lines: tuple[int, ...]
    cover: Bits
    fins: Bits
    sashimi: bool


class _Box(NamedTuple):
    """A box, as the lines that run through it and the crossing lines that do."""

    number: int
    near: range
    inside: Bits


def finned_fish(size: int) -> Callable[[Position], Iterator[Step]]:
    """Return a technique that finds finned fish of N lines."""

    def find(position: Position) -> Iterator[Step]:
        geometry = position.geometry
        for value in geometry.shape.values:
            places = position.places[value]
            for by_column, crossed in zip((False, True), cross_lines(geometry.side, places), strict=True):
                for box in _list_boxes(geometry.shape, by_column=by_column):
                    if (places & geometry.units[box.number]).bit_count() > 1:  # at least a fin and a place to clear
                        for fish in _find_fish(crossed, size, box, position.tick):
                            yield _make_step(position, value, box, fish, by_column=by_column)

    return find


@cache
def _list_boxes(shape: Shape, *, by_column: bool) -> tuple[_Box, ...]:
    height, width = shape.box_height, shape.box_width
    found = []
    for top, left in product(range(0, shape.side, height), range(0, shape.side, width)):
        rows, columns = range(top, top + height), range(left, left + width)
        near, across = (columns, rows) if by_column else (rows, columns)
        found.append(_Box(shape.units_of[top * shape.side + left][-1], near, bits_of(across)))
    return tuple(found)


def _find_fish(crossed: Sequence[Bits], size: int, box: _Box, tick: Tick) -> Iterator[_Fish]:
    """Find the finned fish with the fins and what they exclude in this box."""
    far = [(n, bits) for n, bits in enumerate(crossed) if n not in box.near and 1 < bits.bit_count() <= size]
    undecided = [line for line in box.near if crossed[line].bit_count() > 1]
    for count in range(1, size + 1):
        for near in combinations(undecided, count):
            tick()
            cleared = _unite(crossed[line] for line in box.near if line not in near) & box.inside
            needed = _unite(crossed[line] for line in near)
            if cleared and needed & box.inside and (needed & ~box.inside).bit_count() <= size:
                for others, cover in _add_lines(far, size, size - count, needed & ~box.inside):
                    for fish in _choose_cover(crossed, (*near, *others), size, cover, needed & box.inside & ~cover):
                        if fish.cover & cleared:
                            yield fish


def _unite(sets: Iterator[Bits]) -> Bits:
    united = 0
    for bits in sets:
        united |= bits
    return united


def _add_lines(
    far: Sequence[tuple[int, Bits]], size: int, count: int, cover: Bits
) -> Iterator[tuple[tuple[int, ...], Bits]]:
    """Yield the groups of this many lines that, with this cover, have places in at most `size` crossing lines."""
    if count == 0:
        yield (), cover
        return
    for index, (line, bits) in enumerate(far):
        if (cover | bits).bit_count() <= size:
            for others, united in _add_lines(far[index + 1 :], size, count - 1, cover | bits):
                yield (line, *others), united


def _choose_cover(
    crossed: Sequence[Bits], lines: tuple[int, ...], size: int, cover: Bits, left: Bits
) -> Iterator[_Fish]:
    """Yield the ways to complete the cover with crossing lines of those that are left, so that fins remain."""
    for chosen in combinations(members(left), size - cover.bit_count()):
        complete = cover | bits_of(chosen)
        fewest = min((crossed[line] & complete).bit_count() for line in lines)
        if fewest and left & ~complete:
            yield _Fish(tuple(sorted(lines)), complete, left & ~complete, fewest == 1)


def _make_step(position: Position, value: int, box: _Box, fish: _Fish, *, by_column: bool) -> Step:
    geometry, side = position.geometry, position.geometry.side
    first, crossing = (side, 0) if by_column else (0, side)
    base = tuple(first + line for line in fish.lines)
    cover = tuple(crossing + line for line in members(fish.cover))
    inside, covered, finned = (
        _unite(geometry.units[number] for number in numbers)
        for numbers in (base, cover, [crossing + line for line in members(fish.fins)])
    )
    places, in_box = position.places[value], geometry.units[box.number]
    reason = _describe(position, value, fish, (base, cover), places & inside & finned & in_box)
    removed = position.removable(1 << value, covered & in_box & ~inside)
    return Step(f"finned-{NAMES[len(base)]}", reason, (), removed, position.removable(1 << value, inside), base + cover)


def _describe(
    position: Position, value: int, fish: _Fish, units: tuple[tuple[int, ...], tuple[int, ...]], fins: Cells
) -> str:
    geometry, symbol = position.geometry, position.geometry.symbol(value)
    base, cover = (join_units(geometry.unit, numbers) for numbers in units)
    several, name = fins.bit_count() > 1, TITLES[len(fish.lines)]
    kind = " (sashimi)" if fish.sashimi else ""
    fin = f"the fin{'s' * several} {geometry.names(members(fins))}"
    title = f"Finned {name if name.startswith('X') else name.lower()}"
    return (
        f"{title} on {symbol}{kind}: all places for {symbol} in {base} are in {cover}, except {fin}; if "
        f"{f'no fin is {symbol}' if several else f'the fin is not {symbol}'}, {cover} have {symbol} only in {base}: "
        f"remove {symbol} from the cells of {cover} that see {'all fins' if several else 'the fin'}"
    )
