"""Bit sets of cells: the units and peers of a shape as integers with one bit per cell."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache

from ..core.puzzle import symbol_of
from ..core.shape import Cell, Shape
from ..core.text import join_words

Cells = int  # one bit per cell
Values = int  # one bit per value; bit 0 is not used


class Geometry:
    """The tables of one shape. Its units are numbered rows first, then columns, then boxes."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.side = shape.side
        self.all: Cells = (1 << len(shape.cells)) - 1
        self.units: tuple[Cells, ...] = tuple(map(bits_of, shape.units))
        self.peers: tuple[Cells, ...] = tuple(map(self._peers_of, shape.cells))

    def _peers_of(self, cell: Cell) -> Cells:
        seen = 0
        for number in self.shape.units_of[cell]:
            seen |= self.units[number]
        return seen & ~(1 << cell)

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """Each box with each row and column that shares several, but not all, of its cells."""
        numbers = range(len(self.units))
        pairs = ((box, line) for box in numbers[2 * self.side :] for line in numbers[: 2 * self.side])
        return tuple(
            (box, line) for box, line in pairs if 1 < (self.units[box] & self.units[line]).bit_count() < self.side
        )

    def seen_by_all(self, cells: Iterable[Cell]) -> Cells:
        """Return the common peers of these cells."""
        seen = self.all
        for cell in cells:
            seen &= self.peers[cell]
        return seen

    def name(self, cell: Cell) -> str:
        return self.shape.name_of(cell)

    def names(self, cells: Iterable[Cell]) -> str:
        """Return the names of the cells: `r7c1, r9c1`."""
        return ", ".join(self.name(cell) for cell in cells)

    def symbol(self, value: int) -> str:
        return symbol_of(value, self.shape)

    def symbols(self, values: Iterable[int]) -> str:
        """Return the values as a phrase: `5 and 8`."""
        return join_words([self.symbol(value) for value in values])

    def braces(self, values: Iterable[int]) -> str:
        """Return the values as a set: `{5,8}`."""
        return "{" + ",".join(map(self.symbol, values)) + "}"

    def unit(self, number: int) -> str:
        return self.shape.unit_name(number)


@cache
def geometry_of(shape: Shape) -> Geometry:
    return Geometry(shape)


@lru_cache(maxsize=4096)
def cross_lines(side: int, cells: Cells) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells by row and by column: for each row one bit per column, and for each column one bit per row.

    The places of a value change seldom from step to step and are the same for many techniques, hence the cache.
    """
    rows, columns = [0] * side, [0] * side
    for cell in members(cells):
        row, column = divmod(cell, side)
        rows[row] |= 1 << column
        columns[column] |= 1 << row
    return tuple(rows), tuple(columns)


def bits_of(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> Iterator[int]:
    """Yield the numbers whose bits are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def list_candidates(candidates: int, width: int) -> tuple[tuple[Cell, int], ...]:
    """Return the members of a set of candidates, numbered `value * width + cell`, by value and then by cell."""
    return tuple((number % width, number // width) for number in members(candidates))


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
