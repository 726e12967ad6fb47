"""The pieces of a mutated file that can be rows or puzzles, each with the cells that have survived in it."""

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from formats.mutations import INSERTED, Mutant
from formats.row_readings import Values, list_readings
from formats.sample_draft import NO_CELL, Kind, Sample
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape

Board = tuple[int, int]  # the number of the sample in the mutant, and the number of the board in the sample

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|$)")
_ROW_IN_BRACKETS = re.compile(rb"\[([^\[\]]*)\]")
_FRAME = r"[-+|*=.:'\s─━═┼╋╬├┤┌┐└┘│┃║┬┴╔╗╚╝╠╣╦╩]*"
_BORDER = re.compile(rf"{_FRAME}[-=─━═]{_FRAME}$")
_HEADING = re.compile(r"grid\s*\d+$|\[.*|.*(puzzle|quiz).*", re.IGNORECASE)


class Gap(IntEnum):
    """What is between two rows, at most."""

    NOTHING = 0
    BORDER = 1
    BLANK = 2  # a blank line, or an outer bracket
    HEADING = 3  # or the start or the end of the file
    TEXT = 4  # a line that is none of these
    SPOILT = 5  # a line that was a row


@dataclass(frozen=True)
class Piece:
    """A line, or what is between two brackets."""

    text: str
    data: bytes
    origins: "array[int]"
    mutant: Mutant
    is_whole: bool  # all of the piece as it was in the sample, and nothing else

    @cached_property
    def cells(self) -> tuple[tuple[Board, int], ...]:
        """The cells of which some byte has survived here, in order."""
        found: dict[tuple[Board, int], None] = {}
        for origin in self.origins:
            if origin != INSERTED:
                number, offset = self.mutant.find_sample(origin)
                if place := self.mutant.samples[number].find_cell(offset):
                    found[(number, place[0]), place[1]] = None
        return tuple(found)

    @cached_property
    def board(self) -> Board | None:
        """The board from which most cells come, or None."""
        boards = Counter(board for board, _ in self.cells)
        return boards.most_common(1)[0][0] if boards else None

    @cached_property
    def shape(self) -> Shape | None:
        """The shape of that board, or None."""
        return _find_board(self.mutant, self.board).shape if self.board else None

    @cached_property
    def side(self) -> int:
        """The side of that board, or 0."""
        return self.shape.side if self.shape else 0

    @cached_property
    def rows(self) -> frozenset[int]:
        """The rows of that board of which some cell is here."""
        return frozenset(cell // self.side for board, cell in self.cells if board == self.board)

    @cached_property
    def kind(self) -> Kind | None:
        return self.mutant.samples[self.board[0]].kind if self.board else None

    def list_readings(self, cells: int, side: int) -> set[Values]:
        """Return what the piece can be said to say as this many cells of a board of this side.

        A piece that has not been changed says what it said in the sample, and nothing else.
        """
        surviving = self._list_surviving(cells, side)
        if self.is_whole and self.cells:
            return surviving
        if self.board and self.side != side and cells != side and len(self.rows) == 1:
            return set()  # a row of a larger board is not a small puzzle
        with_candidates = self.kind in (Kind.CANDIDATES, None)
        return surviving | list_readings(self.text, cells, side, with_candidates=with_candidates)

    def _list_surviving(self, cells: int, side: int) -> set[Values]:
        """Return the values of the sample if each of so many cells is here with all its bytes.

        In a spreadsheet an empty cell has no bytes, so that a row is known by its other cells.
        """
        if self.side != side or len({board for board, _ in self.cells}) > 1:
            return set()
        wanted = self._list_places(cells, side)
        shown = set(self._sample.list_shown(self._board_index))
        if not wanted or {cell for _, cell in self.cells} != shown.intersection(wanted):
            return set()
        if not self.is_whole and (len(shown) < side * side or not self._has_all_bytes()):
            return set()
        givens = _find_board(self.mutant, self.board).givens
        return {tuple(givens[cell] for cell in wanted)}

    def _list_places(self, cells: int, side: int) -> range:
        """Return the cells of the board, or of its row, if the piece has no others."""
        if cells == side * side:
            return range(cells)
        [row, *others] = self.rows
        return range(0) if others else range(row * side, (row + 1) * side)

    def _has_all_bytes(self) -> bool:
        """Return whether each cell that is here has as many bytes as in the sample."""
        offsets = {self.mutant.find_sample(origin)[1] for origin in self.origins if origin != INSERTED}
        counts = Counter(self._sample.cells[offset] for offset in offsets)
        del counts[NO_CELL]
        return all(self._sample.byte_counts[cell] == count for cell, count in counts.items())

    @property
    def _board_index(self) -> int:
        assert self.board
        return self.board[1]

    @cached_property
    def _sample(self) -> Sample:
        assert self.board
        return self.mutant.samples[self.board[0]]

    @cached_property
    def is_border(self) -> bool:
        """Whether the piece draws a line between two bands; a row of empty cells may look the same."""
        return not self.cells and bool(_BORDER.match(self.text.strip()))

    def find_gap(self, side: int) -> Gap:
        """Return what the piece is between two rows of boards of this side, if it is no row itself."""
        text = self.text.strip()
        if not text:
            return Gap.BLANK
        if text.startswith("#"):
            return Gap.NOTHING
        if self.is_border:
            return Gap.BORDER
        if self.is_whole and self.cells and len(self.cells) != side:
            return Gap.HEADING  # a puzzle, or a row of another size
        if self.cells:
            return Gap.SPOILT
        return Gap.HEADING if _HEADING.match(text) else Gap.TEXT


def _find_board(mutant: Mutant, board: Board | None) -> Puzzle:
    assert board is not None
    return mutant.samples[board[0]].boards[board[1]]


def split_lines(mutant: Mutant) -> list[Piece]:
    """Return the lines of a mutant."""
    data = bytes(mutant.data)
    spans = [match.span() for match in _LINE.finditer(data) if match.end() > match.start()]
    return [_make_piece(mutant, start, start + len(data[start:end].rstrip(b"\r\n")), b"\r\n") for start, end in spans]


def split_brackets(mutant: Mutant) -> Iterator[tuple[Gap, Piece]]:
    """Yield each pair of brackets that has no other inside, with what is before it."""
    data, end = bytes(mutant.data), 0
    for match in _ROW_IN_BRACKETS.finditer(data):
        between = data[end : match.start()]
        is_next = not between.strip(b", \r\n\t")
        yield Gap.NOTHING if is_next else Gap.BLANK, _make_piece(mutant, *match.span(1), b"[]")
        end = match.end()


def _make_piece(mutant: Mutant, start: int, end: int, bounds: bytes) -> Piece:
    data, origins = bytes(mutant.data[start:end]), mutant.origins[start:end]
    is_whole = (
        bool(data) and origins[0] != INSERTED and origins == array("q", range(origins[0], origins[0] + len(data)))
    )
    if is_whole:
        number, offset = mutant.find_sample(origins[0])
        original = mutant.samples[number].data
        before, after = original[offset - 1 : offset], original[offset + len(data) : offset + len(data) + 1]
        is_whole = (not before or before in bounds) and (not after or after in bounds)
    return Piece(data.decode("utf-8", "replace"), data, origins, mutant, is_whole)
