"""From lines to puzzles: what each line adds to, a puzzle of its own, a board in rows or a table."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from ..core.entry import SEVERAL, Entry, Expected
from ..core.errors import PuzzleError, SourceError, UserError
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, Puzzle, shape_for, side_for, tokens_of
from ..core.shape import Shape, has_usual_shape, shape_of_box, shape_of_side
from .line_kinds import Cells, Columns, cells_on, is_border, is_foreign, is_heading, table_columns
from .source import Source

_COMPACT_SIDES = {side * side: side for side in range(LARGEST_COMPACT_SIDE + 1) if has_usual_shape(side)}
_PUZZLE = re.compile(r"([0-9A-Za-z.*_]+)(?=[\s,:]|$)")  # symbols, and nothing that sticks to them

_Item = Entry | UserError


class _Line(NamedTuple):
    number: int
    text: str  # without comment and outer blanks
    comment: str = ""


class Reader:
    """Takes lines and gives entries. `rows` are the lines of a board that is not complete yet."""

    def __init__(self, source: Source, shape: Shape | None) -> None:
        self.source = source
        self.shape = shape
        self.rows: list[_Line] = []
        self.skipped_rows = 0  # still to come of a board that cannot be read
        self.suspect = False  # after a line that is no row, until a blank line: a board has to come alone
        self.name = ""  # from `Grid 01`, for the board below it
        self.columns: Columns | None = None  # once a table's header has come
        self.last_length = -1  # of the line before, if it was a puzzle in symbols and nothing else
        self.in_puzzle = True  # false under a heading such as `[State]` in an .sdk file

    def items(self) -> Iterator[_Item]:
        try:
            for number, raw in self.source.lines():
                if len(raw) == self.last_length and (entry := self._like_the_last(number, raw)):
                    yield entry
                else:
                    yield from self._line(number, raw)
        except SourceError as error:
            yield from self._rows_end()
            yield error
        else:
            yield from self._rows_end()

    def plain_columns(self) -> tuple[int, int] | None:
        """Where puzzle and solution stand on a line that is read by itself, -1 for none; both, if there is no table.

        None where the next line has to do with those before it.
        """
        if self.rows or self.skipped_rows or self.suspect or self.name or not self.in_puzzle:
            return None
        if self.columns is None:
            return -1, -1
        solution = -1 if self.columns.solution is None else self.columns.solution
        return None if self.columns.box is not None else (self.columns.puzzle, solution)

    def take(self, number: int, raw: str) -> Iterator[_Item]:
        """What a line brings to light; for who reads some of the lines in another way."""
        return self._line(number, raw)

    def end(self) -> Iterator[_Item]:
        """What is still open when the lines are over."""
        return self._rows_end()

    def _line(self, number: int, raw: str) -> Iterator[_Item]:
        text, hash_sign, comment = raw.partition("#")
        line = _Line(number, text.strip(), printable(comment.strip()))
        symbols = self._leading_puzzle(line.text)
        self.last_length = len(symbols) if symbols and symbols == raw else -1
        if symbols:
            yield from self._rows_end()
            yield self._attempt(line, self._puzzle_line, symbols)
        elif line.text:
            yield from self._content(line)
        elif not hash_sign:
            yield from self._rows_end()

    def _like_the_last(self, number: int, symbols: str) -> Entry | None:
        """A puzzle if the line is nothing but one, as the line before it was: most lines of most files are."""
        shape = self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)])
        try:
            return Entry(f"{self.source.name}:{number}", Puzzle.from_symbols(symbols, shape))
        except PuzzleError:
            return None

    def _content(self, line: _Line) -> Iterator[_Item]:
        if self.columns:
            yield self._attempt(line, self._table_row)
        elif is_heading(line.text):
            yield from self._rows_end()
            self._take_heading(line.text)
        elif self.in_puzzle and not is_border(line.text):
            yield from self._cells(line)

    def _leading_puzzle(self, text: str) -> str:
        """The first word, if it is a puzzle in symbols and cannot be a row of a larger one."""
        word = _PUZZLE.match(text)
        if word is None or self.columns or not self.in_puzzle:
            return ""
        cells = word.end()
        if self.shape:
            fits = cells == len(self.shape.cells)
        else:
            fits = cells in _COMPACT_SIDES and not (cells <= LARGEST_COMPACT_SIDE and _may_be_rows(text, cells))
        return word[0] if fits else ""

    def _take_heading(self, text: str) -> None:
        if text.startswith("["):
            self.in_puzzle = text.lower() == "[puzzle]"
        elif columns := table_columns(text):
            self.columns = columns
        else:
            self.name = text

    def _cells(self, line: _Line) -> Iterator[_Item]:
        """A row, or a whole puzzle in numbers or in groups of symbols."""
        if is_foreign(line.text):
            self._break_off()
            yield self._attempt(line, self._refuse, 1)
        elif self.skipped_rows:
            self.skipped_rows -= 1
        else:
            if self.rows and cells_on(line.text).count != cells_on(self.rows[0].text).count:
                if self._side_of_whole(self.rows[0]) or len(self.rows) == 1:
                    self.suspect = not self._side_of_whole(self.rows[0])
                    yield from self._rows_end(suspect=self.suspect)
                else:
                    yield self._unlike(line)
                    self._break_off()
                    return
            yield from self._row(line)

    def _row(self, line: _Line) -> Iterator[_Item]:
        self.rows.append(line)
        full = len(self.rows) == self._rows_of(cells_on(line.text))
        if full and not (self.suspect and not self._side_of_whole(line)):
            yield from self._rows_end()

    def _break_off(self) -> None:
        """A board with a bad row cannot be read: its other rows are no mistakes, and what follows has to be looked at.

        Without a blank line between them, rows of two boards could pass for one that is in no file.
        """
        if self.rows and not self._side_of_whole(self.rows[0]):
            self.skipped_rows = max(0, self._rows_of(cells_on(self.rows[0].text)) - len(self.rows) - 1)
            self.rows.clear()
        self.suspect = True

    def _unlike(self, line: _Line) -> PuzzleError:
        count, above = cells_on(line.text).count, cells_on(self.rows[0].text).count
        where = f"{self.source.name}:{line.number}"
        return PuzzleError(f"{where}: a row of {count} cells below rows of {above}; make them alike")

    def _rows_of(self, cells: Cells) -> int:
        """How many rows a board has that has such a row; 1 if no board has."""
        if self.shape:
            return self.shape.side if cells.count == self.shape.side else 1
        return cells.rows

    def _rows_end(self, *, suspect: bool = False) -> Iterator[_Item]:
        """The rows are all there: a board, or a puzzle each (16 lines of 16 cells may be either)."""
        rows, self.rows = self.rows, []
        self.skipped_rows, self.suspect = 0, suspect
        if not rows:
            return
        if self._is_board(rows):
            yield self._board(rows)
        elif self._side_of_whole(rows[0]):
            for row in rows:
                yield self._attempt(row, self._whole)
        else:
            yield self._attempt(rows[0], self._refuse, len(rows))
            self.name = ""

    def _is_board(self, rows: list[_Line]) -> bool:
        if not 1 < self._rows_of(cells_on(rows[0].text)) == len(rows):
            return False
        if not self._side_of_whole(rows[0]):
            return True
        return 2 * sum(_is_puzzle(row.text) for row in rows) < len(rows)

    def _board(self, rows: list[_Line]) -> _Item:
        try:
            text = "\n".join(row.text for row in rows)
            return self._whole(_Line(rows[0].number, text, rows[0].comment))
        except PuzzleError as error:
            row = rows[error.cell // len(rows) if error.cell else 0]
            return PuzzleError(f"{self.source.name}:{row.number}: {error}")

    def _side_of_whole(self, line: _Line) -> int | None:
        """The side of the puzzle that this line is by itself, if it is one."""
        count = cells_on(line.text).count
        if self.shape:
            return self.shape.side if count == len(self.shape.cells) else None
        return side_for(count)

    def _attempt(self, line: _Line, read: Callable[..., Entry], *more: Any) -> _Item:
        try:
            return read(line, *more)
        except PuzzleError as error:
            return PuzzleError(f"{self.source.name}:{line.number}: {error}")

    def _entry(self, line: _Line, puzzle: Puzzle, expected: Expected | None = None) -> Entry:
        name, self.name = self.name or line.comment, ""
        return Entry(f"{self.source.name}:{line.number}", puzzle, expected, name)

    def _whole(self, line: _Line) -> Entry:
        return self._entry(line, Puzzle.from_text(line.text, self.shape))

    def _puzzle_line(self, line: _Line, symbols: str) -> Entry:
        """`puzzle`, `puzzle and more`, or `puzzle:count:solution`."""
        puzzle = Puzzle.from_symbols(symbols, self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)]))
        rest = line.text[len(symbols) :]
        return self._entry(line, puzzle, _expected(rest, puzzle.shape) if rest.startswith(":") else None)

    def _table_row(self, line: _Line) -> Entry:
        cells = [cell.strip().strip('"') for cell in line.text.split(",")]
        columns = self.columns or Columns(0, None, None)
        if len(cells) <= max(columns.puzzle, columns.solution or 0, columns.box or 0):
            raise PuzzleError(f"{len(cells)} columns; the header names more")
        shape = self.shape or (None if columns.box is None else _shape(cells[columns.box]))
        puzzle = Puzzle.from_text(cells[columns.puzzle], shape)
        if columns.solution is None:
            return self._entry(line, puzzle)
        return self._entry(line, puzzle, Expected(solution=_solution(cells[columns.solution], puzzle.shape)))

    def _refuse(self, line: _Line, rows: int) -> NoReturn:
        """Say why these rows are no puzzle."""
        if "\ufffd" in line.text:
            raise PuzzleError("not UTF-8 text; save the file as UTF-8")
        if is_foreign(line.text):
            shown = line.text[:40] + "..." * (len(line.text) > 40)
            raise PuzzleError(f"{shown!r} is no puzzle; 81 symbols would do, . for an empty cell")
        cells = cells_on(line.text)
        side = self._rows_of(cells)
        if not self.shape and cells.count <= LARGEST_COMPACT_SIDE:
            shape_of_side(cells.count)
        if rows > side > 1:
            raise PuzzleError(f"{rows} rows after a line that is none; a blank line before each board would do")
        if side > 1:
            one_line = "" if rows > 1 else _nearest_whole(cells.count)
            raise PuzzleError(f"{rows} of {side} rows; {side}x{side} has {side} rows of {side} cells{one_line}")
        if self.shape:
            expected = f"a {self.shape} puzzle has {len(self.shape.cells)}, or {self.shape.side} a row"
            raise PuzzleError(f"{cells.count} cells; {expected}")
        shape_for(cells.count)
        raise PuzzleError(f"{cells.count} cells cannot be read as a puzzle")


def _may_be_rows(text: str, cells: int) -> bool:
    """Sixteen symbols by themselves may be a row of a 16x16, sixteen times sixteen all of its rows."""
    lengths = list(map(len, tokens_of(text)))
    return lengths in ([cells], [cells] * cells)


def _nearest_whole(count: int) -> str:
    """For a line that may have been meant as a whole puzzle."""
    nearest = min(filter(has_usual_shape, range(LARGEST_COMPACT_SIDE + 1)), key=lambda side: abs(side * side - count))
    return f", and {nearest}x{nearest} on one line has {nearest * nearest}"


def _is_puzzle(text: str) -> bool:
    try:
        return bool(Puzzle.from_text(text))
    except PuzzleError:
        return False


def printable(text: str) -> str:
    """Nothing that would steer a terminal, or that no file of text can hold."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def _expected(text: str, shape: Shape) -> Expected:
    """From `:count:solution`, where the solution may be left out."""
    count, _, solution = text[1:].partition(":")
    if not count.strip().isdecimal():
        raise PuzzleError(f"{count[:20]!r} is no count of solutions; puzzle:count:solution would do")
    grid = _solution(solution, shape) if solution.strip() else None
    return Expected(min(int(count[:9]), SEVERAL), grid)


def _solution(text: str, shape: Shape) -> Grid:
    try:
        return Puzzle.from_text(text, shape).givens
    except PuzzleError as error:
        raise PuzzleError(f"expected solution: {error}") from error


def _shape(box: str) -> Shape | None:
    """Of a column of boxes such as 3x2; an empty one tells nothing."""
    height, x, width = box.lower().partition("x")
    if not box:
        return None
    if not (x and height.isdecimal() and width.isdecimal() and len(box) <= 7):
        raise PuzzleError(f"{box[:20]!r} is no box; height x width would do, as in 2x3")
    return shape_of_box(int(height), int(width))
