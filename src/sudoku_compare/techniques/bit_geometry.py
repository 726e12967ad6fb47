"""Cells as bits: the units and peers of a shape as integers, one bit a cell."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from ..core.puzzle import symbol_of
from ..core.shape import Cell, Shape
from ..core.text import join_words

Cells = int  # a bit a cell
Values = int  # a bit a value; bit 0 stands for none


class Geometry:
    """The tables of one shape. Rows come first among its units, then columns, then boxes."""

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
        """The units that have several cells in common, but not all: each box with the lines that cross it."""
        numbers = range(len(self.units))
        pairs = ((box, line) for box in numbers[2 * self.side :] for line in numbers[: 2 * self.side])
        return tuple(
            (box, line) for box, line in pairs if 1 < (self.units[box] & self.units[line]).bit_count() < self.side
        )

    def seen_by_all(self, cells: Iterable[Cell]) -> Cells:
        """The peers that these cells have in common."""
        seen = self.all
        for cell in cells:
            seen &= self.peers[cell]
        return seen

    def name(self, cell: Cell) -> str:
        return self.shape.name_of(cell)

    def names(self, cells: Iterable[Cell]) -> str:
        return join_words([self.name(cell) for cell in cells])

    def symbol(self, value: int) -> str:
        return symbol_of(value, self.shape)

    def symbols(self, values: Iterable[int]) -> str:
        return join_words([self.symbol(value) for value in values])

    def unit(self, number: int) -> str:
        return self.shape.unit_name(number)


@cache
def geometry_of(shape: Shape) -> Geometry:
    return Geometry(shape)


def bits_of(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> Iterator[int]:
    """The numbers whose bits are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
