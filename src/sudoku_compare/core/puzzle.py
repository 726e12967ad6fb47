"""One puzzle: its shape and givens, its text in and out.

A grid is one byte a cell in reading order: the value, or 0 where the cell is empty. Bytes are
immutable, compare and hash at once, and turn into text by table, so that reading a puzzle and writing
a solution cost next to nothing beside a search.

Compact text writes a cell as one symbol: `1` to `9`, then `A` to `Z`, `.` where it is empty. Sides
above 35 have no symbols left and are written as whole numbers between blanks.
"""

import math
import re
from dataclasses import dataclass
from typing import Self

from .errors import PuzzleError
from .shape import LARGEST_SIDE, Cell, Shape, has_usual_shape, shape_of_side, usual_sides

Grid = bytes

SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST_COMPACT_SIDE = len(SYMBOLS) - 1
EMPTY_SYMBOLS = ".0*_"
EMPTY_TOKENS = (".", "*", "_", "x", "X")  # where cells are numbers
FIRST_SIDE_WITH_X = SYMBOLS.index("X")  # below it an x cannot be a value and means an empty cell

_NOT_A_SYMBOL = 255
BORDERS = str.maketrans(dict.fromkeys("|+│┃║", " "))
_SEPARATORS = re.compile(r"[\s,]+")
_WRITTEN = SYMBOLS.encode().ljust(256, b"?")  # an engine's wrong answer may hold anything


def _reading_table(*, x_is_empty: bool) -> bytes:
    """For `bytes.translate`: from a symbol's code to its value."""
    table = bytearray([_NOT_A_SYMBOL]) * 256
    for value, symbol in enumerate(SYMBOLS):
        table[ord(symbol)] = value
        if x_is_empty:
            table[ord(symbol.lower())] = value
    for symbol in EMPTY_SYMBOLS + "x" + ("X" if x_is_empty else ""):
        table[ord(symbol)] = 0
    return bytes(table)


_READ_SMALL = _reading_table(x_is_empty=True)
_READ_LARGE = _reading_table(x_is_empty=False)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two givens that break the rules by themselves."""

    value: int
    unit: str
    cells: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.value} is given twice in {self.unit}: {self.cells[0]} and {self.cells[1]}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle, from its text in any of the usual forms:

    >>> puzzle = Puzzle.from_text("1... ..2. .3.. ...4")
    >>> puzzle.shape.side, puzzle.text
    (4, '1.....2..3.....4')
    """

    shape: Shape
    givens: Grid

    def __post_init__(self) -> None:
        if len(self.givens) != len(self.shape.cells):
            raise PuzzleError(f"{len(self.givens)} cells; a {self.shape} puzzle has {len(self.shape.cells)}")
        if self.givens.translate(None, self.shape.empty_or_value):
            cell = next(s for s, value in enumerate(self.givens) if value > self.shape.side)
            raise _above_the_side(self.shape, cell, str(self.givens[cell]))

    @classmethod
    def from_text(cls, text: str, shape: Shape | None = None) -> Self:
        """Read one puzzle: symbols or whole numbers, in one line or in rows, with or without borders."""
        tokens = tokens_of(text)
        side = shape.side if shape else side_for(len(tokens))
        if side and side * side == len(tokens) and are_numbers(tokens, side):
            shape = shape or shape_for(len(tokens))
            return cls(shape, _read_numbers(tokens, shape))
        symbols = "".join(tokens)
        return cls.from_symbols(symbols, shape or shape_for(len(symbols)))

    @classmethod
    def from_symbols(cls, symbols: str, shape: Shape) -> Self:
        """Read compact text, and nothing else."""
        table = _READ_SMALL if shape.side < FIRST_SIDE_WITH_X else _READ_LARGE
        givens = symbols.encode("latin-1", "replace").translate(table)
        try:
            return cls(shape, givens)
        except PuzzleError:
            if len(givens) != len(shape.cells):
                raise
            cell = next(cell for cell, value in enumerate(givens) if value > shape.side)
            raise _above_the_side(shape, cell, symbols[cell]) from None

    @property
    def text(self) -> str:
        return compact(self.givens, self.shape)

    def count_givens(self) -> int:
        return len(self.givens) - self.givens.count(0)

    def with_value(self, cell: Cell, value: int) -> "Puzzle":
        """The same with this value on a cell; 0 empties it."""
        givens = bytearray(self.givens)
        givens[cell] = value
        return Puzzle(self.shape, bytes(givens))

    def clash(self) -> Clash | None:
        """The first two givens that cannot stand together, if any do."""
        for number, unit in enumerate(self.shape.units):
            first: dict[int, Cell] = {}
            for cell in unit:
                value = self.givens[cell]
                if value and value in first:
                    names = self.shape.name_of(first[value]), self.shape.name_of(cell)
                    return Clash(value, self.shape.unit_name(number), names)
                first[value] = cell
        return None


def tokens_of(text: str) -> list[str]:
    """The words of a puzzle's text: numbers, or groups of symbols; borders are dropped."""
    return [token for token in _SEPARATORS.split(text.translate(BORDERS)) if token.strip("-=─━═┼")]


def compact(grid: Grid, shape: Shape) -> str:
    """The one-line text of a grid of this shape."""
    if shape.side > LARGEST_COMPACT_SIDE:
        return " ".join(map(str, grid))
    return grid.translate(_WRITTEN).decode("ascii")


def differences(one: Grid, other: Grid) -> list[Cell]:
    """The cells on which two grids differ."""
    return [cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def symbol_of(value: int, shape: Shape) -> str:
    """A value as it stands on a board of this shape; 0 is an empty cell."""
    if shape.side <= LARGEST_COMPACT_SIDE:
        return SYMBOLS[value]
    return str(value) if value else "."


def side_for(cells: int) -> int | None:
    """The side of a usual board with so many cells, if there is one."""
    side = math.isqrt(cells)
    return side if side * side == cells and has_usual_shape(side) else None


def shape_for(cells: int) -> Shape:
    """The usual shape of a board with so many cells."""
    side = math.isqrt(cells)
    if side * side == cells and 1 < side <= LARGEST_SIDE:
        return shape_of_side(side)
    nearest = min(filter(has_usual_shape, range(LARGEST_SIDE + 1)), key=lambda s: abs(s * s - cells))
    raise PuzzleError(f"{cells} cells; a {nearest}x{nearest} puzzle has {nearest * nearest} (sides: {usual_sides()})")


def are_numbers(tokens: list[str], side: int) -> bool:
    """Whether each token is a cell of a board of this side; else the tokens are groups of symbols.

    Groups are of one length, and longer than a number of the board would be.
    """
    if not all(token.isdecimal() or token in EMPTY_TOKENS for token in tokens):
        return False
    lengths = set(map(len, tokens))
    return lengths != {1} and (len(lengths) > 1 or max(lengths) <= len(str(side)))


def _read_numbers(tokens: list[str], shape: Shape) -> Grid:
    values = ["0" if token in EMPTY_TOKENS else token for token in tokens]
    for cell, value in enumerate(values):
        if len(value) > len(str(shape.side)) or int(value) > shape.side:
            raise _above_the_side(shape, cell, value)
    return bytes(map(int, values))


def _above_the_side(shape: Shape, cell: Cell, token: str) -> PuzzleError:
    values = f"1 to {shape.side}"
    if 9 < shape.side <= LARGEST_COMPACT_SIDE:
        letters = "A" if shape.side == 10 else f"A to {SYMBOLS[shape.side]}"
        values = f"1 to 9 and {letters}, or numbers to {shape.side} between blanks"
    shown = token if len(token) <= 20 else token[:20] + "..."
    message = f"{shown!r} at {shape.name_of(cell)}; a {shape} puzzle takes {values}, and . for empty"
    return PuzzleError(message, cell)


def cyclic_board(shape: Shape) -> Grid:
    """The full board on which each row is an earlier one shifted."""
    side, height, width = shape.side, shape.box_height, shape.box_width
    starts = (row % height * width + row // height for row in range(side))
    return bytes((start + column) % side + 1 for start in starts for column in range(side))
