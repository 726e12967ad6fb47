"""Fish: N rows that have a value only in the same N columns, or N columns only in the same N rows."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_

from ..core.text import join_words
from .bit_geometry import cross_lines, members
from .covers import tight_groups
from .position import Position
from .step import Step

NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
TITLES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}


def fish(size: int) -> Callable[[Position], Iterator[Step]]:
    """Return a technique that finds fish of N lines.

    Each of the N lines takes the value in one of the N crossing lines, so these have it nowhere else.
    """

    def find(position: Position) -> Iterator[Step]:
        side = position.geometry.side  # units are numbered rows first, then columns
        for value in position.geometry.shape.values:
            rows, columns = cross_lines(side, position.places[value])
            for crossed, base, cover in ((rows, 0, side), (columns, side, 0)):
                numbered = dict(enumerate(crossed, base))
                for lines, crossing in tight_groups(numbered, size, position.tick):
                    yield from _make_steps(position, value, lines, tuple(cover + index for index in members(crossing)))

    return find


def _make_steps(position: Position, value: int, lines: tuple[int, ...], crossing: tuple[int, ...]) -> Iterator[Step]:
    geometry, units = position.geometry, position.geometry.units
    inside = reduce(or_, (units[line] for line in lines))
    outside = reduce(or_, (units[line] for line in crossing)) & ~inside
    removed = position.removable(1 << value, outside)
    if not removed:
        return
    symbol = geometry.symbol(value)
    base, cover = (join_units(geometry.unit, numbers) for numbers in (lines, crossing))
    reason = (
        f"{TITLES[len(lines)]} on {symbol}: all places for {symbol} in {base} are in {cover}: "
        f"remove {symbol} from all other cells of {cover}"
    )
    pattern = position.removable(1 << value, inside)
    yield Step(NAMES[len(lines)], reason, (), removed, pattern, lines + crossing)


def join_units(name: Callable[[int], str], numbers: tuple[int, ...]) -> str:
    """Return the units as one phrase: `rows 1, 5 and 7`."""
    kind = name(numbers[0]).partition(" ")[0]
    return f"{kind}s " + join_words([name(number).partition(" ")[2] for number in numbers])
