"""Judge boards in rows: which rows of a mutated file can be said to be a board, and which only follow one another."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from formats.mutations import Mutant
from formats.pieces import Gap, Piece, split_brackets
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape

AT_AN_END = (Gap.HEADING,)  # before the first row of a file, and after the last


@dataclass(frozen=True)
class Row:
    """A row, and what is between it and the row before it."""

    piece: Piece
    between: tuple[Gap, ...]

    @property
    def gap(self) -> Gap:
        """The most important thing in between. Several blank lines are more than the one between two bands."""
        if self.between.count(Gap.BLANK) > 1 or Gap.TEXT in self.between or Gap.SPOILT in self.between:
            return Gap.HEADING
        return max(self.between, default=Gap.NOTHING)

    @property
    def follows_foreign_line(self) -> bool:
        """Whether there is a foreign line directly before the row: the board may have started before it."""
        return _starts_foreign(self.between[::-1])

    @property
    def precedes_foreign_line(self) -> bool:
        """Whether there is a foreign line directly after the row before this one: its board may go on after it."""
        return _starts_foreign(self.between)


def _starts_foreign(gaps: tuple[Gap, ...]) -> bool:
    """Return whether a spoilt row comes first, perhaps after a border, or another line that is not part of a board."""
    near = takewhile(lambda gap: gap not in (Gap.BLANK, Gap.HEADING), gaps)
    return gaps[:1] == (Gap.TEXT,) or Gap.SPOILT in near


Rows = list[Row]  # the last is not a row: it stands for the end of the file


def list_line_rows(lines: list[Piece], side: int) -> Rows:
    """Return the lines that can be rows of boards of this side."""
    rows: Rows = []
    between = list(AT_AN_END)
    is_puzzle = True  # False in the section `[State]`
    for line in lines:
        if section := re.fullmatch(r"\[(\w+)\]\s*", line.text):
            is_puzzle = section[1].lower() != "state"
        if is_puzzle and not line.is_border and line.list_readings(side, side):
            rows.append(Row(line, tuple(between)))
            between.clear()
        else:
            between.append(line.find_gap(side))
    return _finish(rows, between)


def _finish(rows: Rows, between: list[Gap]) -> Rows:
    """Add the end of the file. Text before the first row and after the last is a heading."""
    if not rows:
        return []
    first = tuple(Gap.HEADING if gap is Gap.TEXT else gap for gap in rows[0].between)
    last = tuple(Gap.HEADING if gap is Gap.TEXT else gap for gap in between)
    return [Row(rows[0].piece, first), *rows[1:], Row(rows[-1].piece, (*last, *AT_AN_END))]


def list_bracket_rows(mutant: Mutant, side: int) -> Rows:
    """Return what is between two brackets and can be a row of boards of this side."""
    rows: Rows = []
    between = list(AT_AN_END)
    for gap, piece in split_brackets(mutant):
        between.append(gap)
        if piece.list_readings(side, side):
            rows.append(Row(piece, tuple(between)))
            between.clear()
        else:
            between.append(Gap.SPOILT if piece.cells else Gap.TEXT)
    return _finish(rows, between)


def is_said_by_rows(puzzle: Puzzle, rows: Rows) -> bool:
    """Return whether some consecutive rows are this puzzle, and can be said to be a board."""
    side = puzzle.shape.side
    wanted = [tuple(puzzle.givens[start : start + side]) for start in range(0, side * side, side)]
    readings = [row.piece.list_readings(side, side) for row in rows[:-1]]
    for start in range(len(readings) - side + 1):
        found = readings[start : start + side]
        if all(row in reading for row, reading in zip(wanted, found, strict=True)):
            pieces = [row.piece for row in rows[start : start + side]]
            if not _can_have_shape(puzzle.shape, rows[start : start + side]):
                continue  # the right rows, but other boxes
            if _come_from_one_board(pieces, rows) or _are_set_apart(rows, start, side, puzzle.shape.box_height):
                return True
    return False


def _can_have_shape(shape: Shape, rows: Rows) -> bool:
    """Return whether the boxes are those of the sample, or nothing is left in or between the rows that shows them."""
    if all(row.piece.shape in (None, shape) for row in rows):
        return True
    return not any(row.gap for row in rows[1:]) and not any("|" in row.piece.text for row in rows)


def _come_from_one_board(pieces: list[Piece], rows: Rows) -> bool:
    """Return whether these are all rows of one board, in their order, or the only rows that are left of it."""
    board = pieces[0].board
    if board is None or any(piece.board != board for piece in pieces):
        return False
    if all(number in piece.rows for number, piece in enumerate(pieces)):
        return True
    return sum(row.piece.board == board for row in rows[:-1]) == len(pieces)


def _are_set_apart(rows: Rows, start: int, side: int, height: int) -> bool:
    """Return whether the rows from here are one of the boards into which the rows around them divide exactly."""
    first, last = _find_run(rows, start, Gap.BLANK)
    if last - first < side:
        return _are_whole_bands(rows, start, side, height)
    is_of_no_board = all(row.piece.board is None for row in rows[first:last])  # a text before it hides no lost rows
    if not is_of_no_board and (rows[first].follows_foreign_line or rows[last].precedes_foreign_line):
        return False
    is_exact = (last - first) % side == 0 == (start - first) % side
    return is_exact and all(
        (row - first) % height == 0 for row in range(first + 1, last) if rows[row].gap is Gap.BORDER
    )


def _are_whole_bands(rows: Rows, start: int, side: int, height: int) -> bool:
    """Return whether the rows from here are bands between blank lines, and all bands before them are boards.

    All bands after them are boards as well, unless some band there has another height: it is the one to blame.
    """
    first, last = _find_run(rows, start, Gap.HEADING)
    if rows[first].follows_foreign_line or rows[last].precedes_foreign_line:
        return False
    ends = [row - first for row in range(first + 1, last + 1) if rows[row].gap >= Gap.BLANK]
    bands = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
    even = list(takewhile(lambda band: band % height == 0, bands))
    boards = {0, *(end for end in accumulate(even) if end % side == 0)}
    is_exact = len(even) < len(bands) or ends[-1] % side == 0
    return is_exact and {start - first, start - first + side} <= boards


def _find_run(rows: Sequence[Row], start: int, least: Gap) -> tuple[int, int]:
    """Return the first row and the end of the rows around `start` with smaller gaps between them."""
    first, last = start, start + 1
    while rows[first].gap < least:
        first -= 1
    while rows[last].gap < least:
        last += 1
    return first, last
