"""Fish: so many lines that have a value in the same so many crossing lines, and nowhere else."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from ..core.text import join_words
from .bit_geometry import bits_of, members
from .covers import tight_groups
from .position import Position
from .step import Step

NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


def fish(size: int) -> Callable[[Position], Iterator[Step]]:
    """The crossing lines have the value only there, as each of the first lines needs one of them."""

    def find(position: Position) -> Iterator[Step]:
        side = position.geometry.side  # rows begin at 0 among the units, columns after so many
        for value in position.geometry.shape.values:
            for base, cover in ((0, side), (side, 0)):
                crossed = _crossed_lines(position, value, base)
                for lines, crossing in tight_groups(crossed, size, position.tick):
                    yield from _step(position, value, lines, tuple(cover + index for index in members(crossing)))

    return find


def _crossed_lines(position: Position, value: int, base: int) -> dict[int, int]:
    """For each line, a bit for each crossing line at which it has the value."""
    shape, places = position.geometry.shape, position.places[value]
    return {
        line: bits_of(index for index, cell in enumerate(shape.units[line]) if places >> cell & 1)
        for line in range(base, base + shape.side)
    }


def _step(position: Position, value: int, lines: tuple[int, ...], crossing: tuple[int, ...]) -> Iterator[Step]:
    geometry, units = position.geometry, position.geometry.units
    inside = reduce(or_, (units[line] for line in lines))
    outside = reduce(or_, (units[line] for line in crossing)) & ~inside
    removed = position.removable(1 << value, outside)
    if not removed:
        return
    base, cover = (_together(geometry.unit, numbers) for numbers in (lines, crossing))
    reason = f"{geometry.symbol(value)} of {base} can only stand in {cover}, one in each: nowhere else in {cover}"
    pattern = position.removable(1 << value, inside)
    yield Step(NAMES[len(lines)], reason, (), removed, pattern, lines + crossing)


def _together(name: Callable[[int], str], numbers: tuple[int, ...]) -> str:
    """`rows 1, 5 and 7`."""
    kind = name(numbers[0]).partition(" ")[0]
    return f"{kind}s " + join_words([name(number).partition(" ")[2] for number in numbers])
