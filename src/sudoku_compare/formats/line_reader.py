"""Turn the lines of a source into puzzles: a line is a puzzle, a row of a board, a row of a table, or a heading."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from ..core.entry import Entry, Expected
from ..core.errors import PuzzleError, SourceError
from ..core.puzzle import LARGEST_COMPACT_SIDE, Puzzle, shape_for, side_for, split_tokens
from ..core.shape import Shape, has_usual_shape, parse_box, shape_of_side
from ..core.text import make_printable
from .format import Item
from .line_fields import parse_expected, parse_solution
from .line_kinds import CellCount, Columns, count_cells, find_columns, is_border, is_foreign, is_heading
from .source import Source

_COMPACT_SIDES = {side * side: side for side in range(LARGEST_COMPACT_SIDE + 1) if has_usual_shape(side)}
_PUZZLE = re.compile(r"([0-9A-Za-z.*_]+)(?=[\s,:]|$)")  # symbols that end at a space, comma, colon or line end
_LONGEST_SHOWN = 40  # characters of a bad line that a message shows


class _Line(NamedTuple):
    number: int
    text: str  # without comment and surrounding spaces
    comment: str = ""


class LineReader:
    """Reads lines and returns entries. `rows` holds the lines of a board that is not complete yet."""

    def __init__(self, source: Source, shape: Shape | None) -> None:
        self.source = source
        self.shape = shape
        self.rows: list[_Line] = []
        self.rows_to_skip = 0  # remaining rows of a board that cannot be read
        self.needs_blank_line = False  # after a line that is not a row: it is unclear where the next board starts
        self.name = ""  # from a heading such as `Grid 01`, for the board below it
        self.columns: Columns | None = None  # set by the header of a table
        self.last_length = -1  # of the previous line, if it was a puzzle in symbols and nothing else
        self.in_puzzle = True  # False under a heading such as `[State]` in an .sdk file

    def read_all(self) -> Iterator[Item]:
        """Read the whole source: entries, and errors in place of what cannot be read."""
        try:
            for number, raw in self.source.lines():
                if len(raw) == self.last_length and (entry := self._read_similar(number, raw)):
                    yield entry
                else:
                    yield from self.read_line(number, raw)
        except SourceError as error:
            yield from self.finish()
            yield error
        else:
            yield from self.finish()

    def plain_columns(self) -> tuple[int, int] | None:
        """Return the columns of puzzle and solution if the next line can be read by itself, and None otherwise.

        A column that does not exist is -1; without a table, both are.
        """
        if self.rows or self.rows_to_skip or self.needs_blank_line or self.name or not self.in_puzzle:
            return None
        if self.columns is None:
            return -1, -1
        solution = -1 if self.columns.solution is None else self.columns.solution
        return None if self.columns.box is not None else (self.columns.puzzle, solution)

    def read_line(self, number: int, raw: str) -> Iterator[Item]:
        """Read one line and return the entries and errors that it completes."""
        text, hash_sign, comment = raw.partition("#")
        line = _Line(number, text.strip(), make_printable(comment.strip()))
        symbols = self._find_puzzle(line.text)
        self.last_length = len(symbols) if symbols and symbols == raw else -1
        if symbols:
            yield from self._end_rows()
            yield self._attempt(line, self._read_puzzle_line, symbols)
        elif line.text:
            yield from self._read_content(line)
        elif not hash_sign:
            yield from self._end_rows()

    def finish(self) -> Iterator[Item]:
        """Return what is still open after the last line."""
        return self._end_rows()

    def _read_similar(self, number: int, symbols: str) -> Entry | None:
        """Read a line that may be just a puzzle, like the line before it: the fast path for most files."""
        shape = self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)])
        try:
            return Entry(f"{self.source.name}:{number}", Puzzle.from_symbols(symbols, shape))
        except PuzzleError:
            return None

    def _read_content(self, line: _Line) -> Iterator[Item]:
        if self.columns:
            yield self._attempt(line, self._read_table_row)
        elif is_heading(line.text):
            yield from self._end_rows()
            self._read_heading(line.text)
        elif self.in_puzzle and not is_border(line.text):
            yield from self._read_cells(line)

    def _find_puzzle(self, text: str) -> str:
        """Return the first word if it is a puzzle in symbols and cannot be a row of a larger one, or else ""."""
        word = _PUZZLE.match(text)
        if word is None or self.columns or not self.in_puzzle:
            return ""
        cells = word.end()
        if self.shape:
            fits = cells == len(self.shape.cells)
        else:
            fits = cells in _COMPACT_SIDES and not (cells <= LARGEST_COMPACT_SIDE and _may_be_rows(text, cells))
        return word[0] if fits else ""

    def _read_heading(self, text: str) -> None:
        if text.startswith("["):
            self.in_puzzle = text.lower() == "[puzzle]"
        elif columns := find_columns(text):
            self.columns = columns
        else:
            self.name = text

    def _read_cells(self, line: _Line) -> Iterator[Item]:
        """Read a row of a board, or a whole puzzle in numbers or in groups of symbols."""
        if is_foreign(line.text):
            self._abandon_board()
            yield self._attempt(line, self._refuse, 1)
        elif self.rows_to_skip:
            self.rows_to_skip -= 1
        else:
            if self.rows and count_cells(line.text).count != count_cells(self.rows[0].text).count:
                if self._find_side(self.rows[0]) or len(self.rows) == 1:
                    self.needs_blank_line = not self._find_side(self.rows[0])
                    yield from self._end_rows(needs_blank_line=self.needs_blank_line)
                else:
                    yield self._row_length_error(line)
                    self._abandon_board()
                    return
            yield from self._add_row(line)

    def _add_row(self, line: _Line) -> Iterator[Item]:
        self.rows.append(line)
        is_full = len(self.rows) == self._count_rows(count_cells(line.text))
        if is_full and not (self.needs_blank_line and not self._find_side(line)):
            yield from self._end_rows()

    def _abandon_board(self) -> None:
        """Skip the other rows of a board with a bad row: one error is enough.

        Without a blank line in between, rows of two boards could be taken for a board that is not in the file.
        """
        if self.rows and not self._find_side(self.rows[0]):
            self.rows_to_skip = max(0, self._count_rows(count_cells(self.rows[0].text)) - len(self.rows) - 1)
            self.rows.clear()
        self.needs_blank_line = True

    def _row_length_error(self, line: _Line) -> PuzzleError:
        count, above = count_cells(line.text).count, count_cells(self.rows[0].text).count
        where = f"{self.source.name}:{line.number}"
        return PuzzleError(f"{where}: expected a row of {above} cells, as in the rows above, found {count}")

    def _count_rows(self, cells: CellCount) -> int:
        """Return how many rows a board with such a row has; 1 if the line cannot be a row."""
        if self.shape:
            return self.shape.side if cells.count == self.shape.side else 1
        return cells.rows

    def _end_rows(self, *, needs_blank_line: bool = False) -> Iterator[Item]:
        """Return the collected rows as one board, or as one puzzle each (16 lines of 16 cells may be either)."""
        rows, self.rows = self.rows, []
        self.rows_to_skip, self.needs_blank_line = 0, needs_blank_line
        if not rows:
            return
        if self._is_board(rows):
            yield self._read_board(rows)
        elif self._find_side(rows[0]):
            for row in rows:
                yield self._attempt(row, self._read_whole)
        else:
            yield self._attempt(rows[0], self._refuse, len(rows))
            self.name = ""

    def _is_board(self, rows: list[_Line]) -> bool:
        if not 1 < self._count_rows(count_cells(rows[0].text)) == len(rows):
            return False
        if not self._find_side(rows[0]):
            return True
        return 2 * sum(_is_puzzle(row.text) for row in rows) < len(rows)

    def _read_board(self, rows: list[_Line]) -> Item:
        try:
            text = "\n".join(row.text for row in rows)
            return self._read_whole(_Line(rows[0].number, text, rows[0].comment))
        except PuzzleError as error:
            row = rows[error.cell // len(rows) if error.cell else 0]
            return PuzzleError(f"{self.source.name}:{row.number}: {error}")

    def _find_side(self, line: _Line) -> int | None:
        """Return the side of the puzzle if this line is a whole puzzle by itself, or None."""
        count = count_cells(line.text).count
        if self.shape:
            return self.shape.side if count == len(self.shape.cells) else None
        return side_for(count)

    def _attempt(self, line: _Line, read: Callable[..., Entry], *more: Any) -> Item:
        try:
            return read(line, *more)
        except PuzzleError as error:
            return PuzzleError(f"{self.source.name}:{line.number}: {error}")

    def _make_entry(self, line: _Line, puzzle: Puzzle, expected: Expected | None = None) -> Entry:
        name, self.name = self.name or line.comment, ""
        return Entry(f"{self.source.name}:{line.number}", puzzle, expected, name)

    def _read_whole(self, line: _Line) -> Entry:
        return self._make_entry(line, Puzzle.from_text(line.text, self.shape))

    def _read_puzzle_line(self, line: _Line, symbols: str) -> Entry:
        """Read `puzzle`, `puzzle` followed by other text, or `puzzle:count:solution`."""
        puzzle = Puzzle.from_symbols(symbols, self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)]))
        rest = line.text[len(symbols) :]
        return self._make_entry(line, puzzle, parse_expected(rest[1:], puzzle.shape) if rest.startswith(":") else None)

    def _read_table_row(self, line: _Line) -> Entry:
        fields = [field.strip().strip('"') for field in line.text.split(",")]
        columns = self.columns or Columns(0, None, None)
        needed = 1 + max(columns.puzzle, columns.solution or 0, columns.box or 0)
        if len(fields) < needed:
            raise PuzzleError(f"expected at least {needed} columns, as in the header, found {len(fields)}")
        box = "" if columns.box is None else fields[columns.box]
        puzzle = Puzzle.from_text(fields[columns.puzzle], self.shape or (parse_box(box) if box else None))
        if columns.solution is None:
            return self._make_entry(line, puzzle)
        return self._make_entry(line, puzzle, Expected(solution=parse_solution(fields[columns.solution], puzzle.shape)))

    def _refuse(self, line: _Line, rows: int) -> NoReturn:
        """Raise an error that says why these rows are not a puzzle."""
        if "\ufffd" in line.text:
            raise PuzzleError("not UTF-8 text; save the file as UTF-8")
        if is_foreign(line.text):
            shown = line.text[:_LONGEST_SHOWN] + "..." * (len(line.text) > _LONGEST_SHOWN)
            raise PuzzleError(f"not a puzzle: expected 81 characters (. for an empty cell), found {shown!r}")
        cells = count_cells(line.text)
        side = self._count_rows(cells)
        if not self.shape and cells.count <= LARGEST_COMPACT_SIDE:
            shape_of_side(cells.count)
        if side > 1:
            _refuse_rows(rows, side)
        if self.shape:
            expected = f"{len(self.shape.cells)} cells ({self.shape}) or rows of {self.shape.side} cells"
            raise PuzzleError(f"not a puzzle: expected {expected}, found {cells.count}")
        shape_for(cells.count)
        raise PuzzleError(f"not a puzzle: found {cells.count} cells")


def _refuse_rows(rows: int, side: int) -> NoReturn:
    if rows > side:
        found = f"found {rows} after a line that is not a row; put a blank line before each board"
        raise PuzzleError(f"expected {side} rows of {side} cells, {found}")
    if rows > 1:
        raise PuzzleError(f"expected {side} rows of {side} cells, found {rows}")
    # A single line may have been meant as a whole puzzle.
    sides = filter(has_usual_shape, range(LARGEST_COMPACT_SIDE + 1))
    nearest = min(sides, key=lambda whole: abs(whole * whole - side))
    one_line = f"{nearest * nearest} cells on one line ({nearest}x{nearest})"
    raise PuzzleError(f"expected {side} rows of {side} cells, or {one_line}, found 1 row of {side} cells")


def _may_be_rows(text: str, cells: int) -> bool:
    """Return whether the text may be one row, or all rows, of a larger board: 16 symbols, or 16 times 16."""
    lengths = list(map(len, split_tokens(text)))
    return lengths in ([cells], [cells] * cells)


def _is_puzzle(text: str) -> bool:
    try:
        return bool(Puzzle.from_text(text))
    except PuzzleError:
        return False
