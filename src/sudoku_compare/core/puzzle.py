"""A puzzle: its shape and givens, and how to read and write them as text.

A grid holds one byte per cell in reading order: the value, or 0 for an empty cell. Bytes are immutable, compare and
hash fast, and become text through a table, so reading a puzzle and writing a solution cost almost nothing compared
with a search.

Compact text has one symbol per cell: `1` to `9`, then `A` to `Z`, and `.` for an empty cell. Boards with a side above
35 have too many values for that and are written as whole numbers separated by spaces.
"""

import math
import re
from dataclasses import dataclass
from typing import Self

from .errors import PuzzleError
from .shape import LARGEST_SIDE, Cell, Shape, has_usual_shape, shape_of_side

Grid = bytes

SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST_COMPACT_SIDE = len(SYMBOLS) - 1
EMPTY_SYMBOLS = ".0*_-?"
EMPTY_TOKENS = (".", "*", "_", "-", "?", "x", "X")  # besides 0, when cells are numbers
LONGEST_SHOWN = 100  # cells of a puzzle that its `repr` shows
FIRST_SIDE_WITH_X = SYMBOLS.index("X")  # on smaller boards, x cannot be a value and means an empty cell

_NOT_A_SYMBOL = 255
BORDERS = str.maketrans(dict.fromkeys("|+│┃║", " "))
_SEPARATORS = re.compile(r"[\s,]+")
_SYMBOL_CODES = SYMBOLS.encode().ljust(256, b"?")  # "?" because a wrong answer from an engine may hold any byte


def _make_reading_table(*, x_is_empty: bool) -> bytes:
    """Return a table for `bytes.translate` that maps the code of each symbol to its value."""
    table = bytearray([_NOT_A_SYMBOL]) * 256
    for value, symbol in enumerate(SYMBOLS):
        table[ord(symbol)] = value
        if x_is_empty:
            table[ord(symbol.lower())] = value
    for symbol in EMPTY_SYMBOLS + "x" + ("X" if x_is_empty else ""):
        table[ord(symbol)] = 0
    return bytes(table)


_READ_SMALL = _make_reading_table(x_is_empty=True)
_READ_LARGE = _make_reading_table(x_is_empty=False)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two equal givens in one unit."""

    value: int
    symbol: str  # of the value, on this board
    unit: str
    cells: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.symbol} is given twice in {self.unit}: {self.cells[0]} and {self.cells[1]}"


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A puzzle: its shape and its givens. `from_text` reads all common formats:

    >>> puzzle = Puzzle.from_text("1... ..2. .3.. ...4")
    >>> puzzle.shape.side, puzzle.text
    (4, '1.....2..3.....4')
    """

    shape: Shape
    givens: Grid

    def __post_init__(self) -> None:
        if len(self.givens) != len(self.shape.cells):
            raise wrong_cell_count(self.shape, len(self.givens))
        if self.givens.translate(None, self.shape.empty_or_value):
            cell = next(cell for cell, value in enumerate(self.givens) if value > self.shape.side)
            raise _invalid_value(self.shape, cell, str(self.givens[cell]))

    @classmethod
    def from_text(cls, text: str, shape: Shape | None = None) -> Self:
        """Read one puzzle: symbols or whole numbers, on one line or in rows, with or without borders."""
        tokens = split_tokens(text)
        side = shape.side if shape else side_for(len(tokens))
        if are_cells(tokens) or (side and side * side == len(tokens) and are_numbers(tokens, side)):
            shape = shape or shape_for(len(tokens))
            if len(tokens) != len(shape.cells):
                raise wrong_cell_count(shape, len(tokens))
            return cls(shape, _read_numbers(tokens, shape))
        symbols = "".join(tokens)
        return cls.from_symbols(symbols, shape or shape_for(len(symbols)))

    @classmethod
    def from_symbols(cls, symbols: str, shape: Shape) -> Self:
        """Read compact text only; faster than `from_text`."""
        table = _READ_SMALL if shape.side < FIRST_SIDE_WITH_X else _READ_LARGE
        givens = (symbols if symbols.isascii() else _replace_foreign(symbols)).encode("ascii").translate(table)
        try:
            return cls(shape, givens)
        except PuzzleError:
            if len(givens) != len(shape.cells):
                raise
            cell = next(cell for cell, value in enumerate(givens) if value > shape.side)
            raise _invalid_value(shape, cell, symbols[cell]) from None

    @property
    def text(self) -> str:
        """The puzzle as compact text."""
        return compact(self.givens, self.shape)

    def __repr__(self) -> str:
        cells = f": {self.text}" if len(self.givens) <= LONGEST_SHOWN else ""
        return f"<Puzzle {self.shape} with boxes of {self.shape.box}, givens: {self.count_givens()}{cells}>"

    def count_givens(self) -> int:
        """Return the number of givens."""
        return len(self.givens) - self.givens.count(0)

    def with_value(self, cell: Cell, value: int) -> "Puzzle":
        """Return a copy with this value in a cell; 0 empties the cell."""
        givens = bytearray(self.givens)
        givens[cell] = value
        return Puzzle(self.shape, bytes(givens))

    def find_clash(self) -> Clash | None:
        """Return the first two equal givens in one unit, or None."""
        for number, unit in enumerate(self.shape.units):
            first: dict[int, Cell] = {}
            for cell in unit:
                value = self.givens[cell]
                if value and value in first:
                    names = self.shape.name_of(first[value]), self.shape.name_of(cell)
                    return Clash(value, symbol_of(value, self.shape), self.shape.unit_name(number), names)
                first[value] = cell
        return None


def split_tokens(text: str) -> list[str]:
    """Split the text of a puzzle into numbers or groups of symbols, without borders."""
    return [token for token in _SEPARATORS.split(text.translate(BORDERS)) if token.strip("-=─━═┼")]


def compact(grid: Grid, shape: Shape) -> str:
    """Return a grid of this shape as one line of text."""
    if shape.side > LARGEST_COMPACT_SIDE:
        return " ".join(map(str, grid))
    return grid.translate(_SYMBOL_CODES).decode("ascii")


def differences(one: Grid, other: Grid) -> list[Cell]:
    """Return the cells in which two grids differ."""
    return [cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def symbol_of(value: int, shape: Shape) -> str:
    """Return the text of a value on a board of this shape; 0 is an empty cell."""
    if shape.side <= LARGEST_COMPACT_SIDE:
        return SYMBOLS[value]
    return str(value) if value else "."


def side_for(cells: int) -> int | None:
    """Return the side of the usual board with this number of cells, or None."""
    side = math.isqrt(cells)
    return side if side * side == cells and has_usual_shape(side) else None


def shape_for(cells: int) -> Shape:
    """Return the usual shape of a board with this number of cells."""
    side = math.isqrt(cells)
    if side * side == cells and 1 < side <= LARGEST_SIDE:
        return shape_of_side(side)
    nearest = min(filter(has_usual_shape, range(LARGEST_SIDE + 1)), key=lambda side: abs(side * side - cells))
    raise wrong_cell_count(shape_of_side(nearest), cells)


def wrong_cell_count(shape: Shape, found: int) -> PuzzleError:
    """Return the error for a puzzle of this shape with a wrong number of cells."""
    return PuzzleError(f"not a puzzle: expected {len(shape.cells)} cells ({shape}), found {found}")


def are_numbers(tokens: list[str], side: int) -> bool:
    """Return whether each token is one cell of a board of this side; otherwise the tokens are groups of symbols.

    Groups have the same length and are longer than the numbers of the board.
    """
    if are_cells(tokens):
        return True
    return bool(tokens) and 1 < len(tokens[0]) <= len(str(side)) and all(map(str.isdecimal, tokens))


def are_cells(tokens: list[str]) -> bool:
    """Return whether each token must be a cell because the tokens differ in length, which groups of symbols do not."""
    return len(set(map(len, tokens))) > 1


def _replace_foreign(symbols: str) -> str:
    """Replace the characters that are not ASCII, none of which is a symbol, with one that is not a symbol either."""
    return "".join(symbol if symbol.isascii() else "!" for symbol in symbols)


def _read_numbers(tokens: list[str], shape: Shape) -> Grid:
    values = ["0" if token in EMPTY_TOKENS else token for token in tokens]
    for cell, value in enumerate(values):
        if not value.isdecimal() or len(value) > len(str(shape.side)) or int(value) > shape.side:
            raise _invalid_value(shape, cell, value)
    return bytes(map(int, values))


def _invalid_value(shape: Shape, cell: Cell, token: str) -> PuzzleError:
    values = f"1 to {shape.side}"
    if 9 < shape.side <= LARGEST_COMPACT_SIDE:
        letters = "A" if shape.side == 10 else f"A to {SYMBOLS[shape.side]}"
        values = f"1 to 9 and {letters} (or numbers up to {shape.side}, separated by spaces)"
    shown = token if len(token) <= 20 else token[:20] + "..."
    message = f"{shape.name_of(cell)}: expected {values}, or . for an empty cell, found {shown!r}"
    return PuzzleError(message, cell)


def cyclic_board(shape: Shape) -> Grid:
    """Return a full board in which each row is the first row, rotated."""
    side, height, width = shape.side, shape.box_height, shape.box_width
    starts = (row % height * width + row // height for row in range(side))
    return bytes((start + column) % side + 1 for start in starts for column in range(side))
