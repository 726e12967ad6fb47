"""Squares as bits: the sections and peers of a shape as integers, one bit a square."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from ..core.puzzle import symbol_of
from ..core.shape import Shape, Square
from ..core.text import listed

Squares = int  # a bit a square
Values = int  # a bit a value; bit 0 stands for none


class Geometry:
    """The tables of one shape. Rows come first among its sections, then columns, then boxes."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.side = shape.side
        self.all: Squares = (1 << len(shape.squares)) - 1
        self.sections: tuple[Squares, ...] = tuple(map(bits_of, shape.sections))
        self.peers: tuple[Squares, ...] = tuple(map(self._peers_of, shape.squares))

    def _peers_of(self, square: Square) -> Squares:
        seen = 0
        for number in self.shape.sections_of[square]:
            seen |= self.sections[number]
        return seen & ~(1 << square)

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """The sections that have several squares in common, but not all: each box with the lines that cross it."""
        numbers = range(len(self.sections))
        pairs = ((box, line) for box in numbers[2 * self.side :] for line in numbers[: 2 * self.side])
        return tuple(
            (box, line) for box, line in pairs if 1 < (self.sections[box] & self.sections[line]).bit_count() < self.side
        )

    def seen_by_all(self, squares: Iterable[Square]) -> Squares:
        """The peers that these squares have in common."""
        seen = self.all
        for square in squares:
            seen &= self.peers[square]
        return seen

    def name(self, square: Square) -> str:
        return self.shape.name_of(square)

    def names(self, squares: Iterable[Square]) -> str:
        return listed([self.name(square) for square in squares])

    def symbol(self, value: int) -> str:
        return symbol_of(value, self.shape)

    def symbols(self, values: Iterable[int]) -> str:
        return listed([self.symbol(value) for value in values])

    def section(self, number: int) -> str:
        return self.shape.section_name(number)


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
