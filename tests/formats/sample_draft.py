"""A sample is a file that a test makes, together with the boards that it says and the place of every cell in it.

The place of a cell lets a judge tell what a mutated file still says: it knows which bytes were written for which cell.
"""

import gzip
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from sudoku_compare import Puzzle

CELL = "\0"  # the place of a cell in a template
NO_CELL = -1
LARGEST_BOARD = 1 << 14  # more than the cells of any board; board * LARGEST_BOARD + cell is the number of a cell


class Kind(Enum):
    """Where the cells of a file are, and so how to tell what a mutated file says."""

    LINES = "lines"  # a line is a puzzle, a row, or neither
    CANDIDATES = "candidates"  # rows whose cells with several digits are empty
    BRACKETS = "brackets"  # a pair of brackets holds a row
    WORDS = "words"  # all cells in one word, somewhere in the text
    GIVENS = "givens"  # a line holds the row, the column and the value of a given
    OBJECTS = "objects"  # JSON, in which a cell is an object
    PACKED_LINK = "packed link"  # links in which the puzzle is compressed JSON
    NPY = "npy"  # an array as NumPy saves it


@dataclass(frozen=True)
class Sample:
    """A file, the boards that it says, and the number of the cell that each byte shows."""

    name: str
    data: bytes
    cells: "array[int]"
    boards: tuple[Puzzle, ...]
    kind: Kind
    is_gzip: bool = False  # the file is the data in compressed form

    @cached_property
    def content(self) -> bytes:
        """The bytes of the file."""
        return gzip.compress(self.data, mtime=0) if self.is_gzip else self.data

    def find_cell(self, offset: int) -> tuple[int, int] | None:
        """Return the board and the cell that the byte at this offset shows, or None."""
        number = self.cells[offset]
        return None if number == NO_CELL else divmod(number, LARGEST_BOARD)

    def list_shown(self, board: int) -> list[int]:
        """Return the cells of a board that are in the file, in order; an empty cell may be shown by nothing."""
        return self._shown.get(board, [])

    @cached_property
    def byte_counts(self) -> Counter[int]:
        """The number of bytes of each cell."""
        return Counter(self.cells)

    @cached_property
    def _shown(self) -> dict[int, list[int]]:
        shown: dict[int, list[int]] = {}
        for number in dict.fromkeys(self.cells):
            shown.setdefault(number // LARGEST_BOARD, []).append(number % LARGEST_BOARD)
        return shown


class Draft:
    """A sample in the making."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._cells = array("l")
        self._boards: list[Puzzle] = []

    def add_text(self, text: str | bytes) -> "Draft":
        """Add text that shows no cell."""
        self._add(text.encode() if isinstance(text, str) else text, NO_CELL)
        return self

    def add_board(self, puzzle: Puzzle, template: str, cells: Iterable[str | bytes]) -> "Draft":
        """Add a board: the template with the text of a cell at each place."""
        board = len(self._boards) * LARGEST_BOARD
        self._boards.append(puzzle)
        before, *pieces = template.split(CELL)
        self.add_text(before)
        for cell, (text, after) in enumerate(zip(cells, pieces, strict=True)):
            self._add(text.encode() if isinstance(text, str) else text, board + cell)
            self.add_text(after)
        return self

    def finish(self, name: str, kind: Kind = Kind.LINES) -> Sample:
        """Return the sample."""
        return Sample(name, bytes(self._data), self._cells, tuple(self._boards), kind)

    def _add(self, data: bytes, cell: int) -> None:
        self._data += data
        self._cells.extend([cell] * len(data))


def change_line_ends(sample: Sample, end: bytes, name: str) -> Sample:
    """Return the same sample with other line ends."""
    data, cells = bytearray(), array("l")
    for byte, cell in zip(sample.data, sample.cells, strict=True):
        piece = end if byte == ord("\n") else bytes([byte])
        data += piece
        cells.extend([cell] * len(piece))
    return replace(sample, name=name, data=bytes(data), cells=cells)


def add_mark(sample: Sample, name: str) -> Sample:
    """Return the same sample with the byte-order mark of UTF-8."""
    mark = b"\xef\xbb\xbf"
    cells = array("l", [NO_CELL] * len(mark)) + sample.cells
    return replace(sample, name=name, data=mark + sample.data, cells=cells)


def compress(sample: Sample, name: str) -> Sample:
    """Return the same sample as a gzip file."""
    return replace(sample, name=name, is_gzip=True)


def show_symbols(puzzle: Puzzle, empty: str = ".") -> list[str]:
    """Return the symbol of each cell."""
    return [symbol.replace(".", empty) for symbol in puzzle.text]


def show_numbers(puzzle: Puzzle, empty: str = "0", width: int = 0) -> list[str]:
    """Return the number in each cell, as wide as all others."""
    return [(str(value) if value else empty).rjust(width) for value in puzzle.givens]


def make_rows(
    puzzle: Puzzle, separator: str = "", *, box: str = "", border: str = "", frame: Sequence[str] = ("", "")
) -> str:
    """Return a template of rows: `separator` between cells, `box` between boxes, `border` between bands."""
    shape = puzzle.shape
    between_boxes = box or separator
    inner = separator.join([CELL] * shape.box_width)
    row = frame[0] + between_boxes.join([inner] * (shape.side // shape.box_width)) + frame[1] + "\n"
    return border.join([row * shape.box_height] * (shape.side // shape.box_height))
