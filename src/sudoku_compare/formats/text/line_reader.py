"""Turn the lines of a source into puzzles: a line is a puzzle, a row of a board, a row of a table, or a heading."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.entry import Entry, Expected
from ...core.errors import PlacedError, PuzzleError, SourceError
from ...core.puzzle import LARGEST_COMPACT_SIDE, Puzzle, split_tokens
from ...core.shape import Shape, has_usual_shape, parse_box, shape_of_side
from ...core.text import make_printable
from ..format import Item
from ..source import Source
from .line_fields import parse_expected, parse_solution
from .line_kinds import PUZZLE, Columns, Line, find_columns, is_border, is_heading

if TYPE_CHECKING:
    from .board_reader import BoardReader

_COMPACT_SIDES = {side * side: side for side in range(LARGEST_COMPACT_SIDE + 1) if has_usual_shape(side)}
_SECTION = re.compile(r"\[([A-Za-z ]+)\]$")


class LineReader:
    """Reads lines one by one, and returns the entries and errors that they complete."""

    def __init__(self, source: Source, shape: Shape | None) -> None:
        self.source = source
        self.shape = shape
        self._boards: BoardReader | None = None  # made when the first line is not a puzzle by itself
        self.columns: Columns | None = None  # set by the header of a table
        self.last_length = -1  # of the previous line, if it was a puzzle in symbols and nothing else
        self.in_puzzle = True  # False under a heading such as `[State]` in an .sdk file

    @property
    def boards(self) -> "BoardReader":
        """The reader of the boards in rows."""
        if self._boards is None:
            from .board_reader import BoardReader  # imported late: most files have a puzzle on each line

            self._boards = BoardReader(self.source.name, self.shape)
        return self._boards

    @property
    def _is_idle(self) -> bool:
        return self._boards is None or self._boards.is_idle

    @property
    def is_at_rest(self) -> bool:
        """Whether what follows depends on nothing before it but the columns."""
        return self._is_idle and self.in_puzzle

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
        if not self.is_at_rest:
            return None
        if self.columns is None:
            return -1, -1
        solution = -1 if self.columns.solution is None else self.columns.solution
        is_plain = self.columns.box is None and self.columns.separator == ","
        return (self.columns.puzzle, solution) if is_plain else None

    def read_line(self, number: int, raw: str) -> Iterator[Item]:
        """Read one line and return the entries and errors that it completes."""
        text, hash_sign, comment = raw.partition("#")
        indent = len(text) - len(text.lstrip())
        line = Line(number, text.strip(), make_printable(comment.strip()), indent)
        symbols = self._find_puzzle(line.text)
        self.last_length = -1
        if symbols:
            if self._boards:
                yield from self._boards.interrupt()
            yield self._attempt(line, self._read_puzzle_line, symbols)
            if symbols == raw and self._is_idle:
                self.last_length = len(symbols)
        elif line.text:
            yield from self._read_content(line)
        elif not hash_sign and self._boards:
            yield from self._boards.add_gap()

    def finish(self) -> Iterator[Item]:
        """Return what is still open after the last line."""
        return self._boards.end() if self._boards else iter(())

    def _read_similar(self, number: int, symbols: str) -> Entry | None:
        """Read a line that may be just a puzzle, like the line before it: the fast path for most files."""
        if is_border(symbols):
            return None
        shape = self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)])
        try:
            return Entry(f"{self.source.name}:{number}", Puzzle.from_symbols(symbols, shape))
        except PuzzleError:
            return None

    def _read_content(self, line: Line) -> Iterator[Item]:
        if self.columns:
            yield self._attempt(line, self._read_table_row)
        elif is_heading(line.text):
            yield from self.finish()
            self._read_heading(line.text)
        elif not self.in_puzzle:
            return
        elif is_border(line.text):
            self.boards.add_border(line)
        else:
            yield from self.boards.add_line(line)

    def _find_puzzle(self, text: str) -> str:
        """Return the first word if it is a puzzle in symbols and cannot be a row of a larger one, or else ""."""
        word = PUZZLE.match(text)
        if word is None or self.columns or not self.in_puzzle or is_border(text):
            return ""
        cells = word.end()
        if self.shape:
            fits = cells == len(self.shape.cells)
        else:
            fits = cells in _COMPACT_SIDES and not (cells <= LARGEST_COMPACT_SIDE and _may_be_rows(text, cells))
        return word[0] if fits else ""

    def _read_heading(self, text: str) -> None:
        if section := _SECTION.match(text):
            self.in_puzzle = section[1].lower() == "puzzle"
        elif columns := find_columns(text):
            self.columns = columns
        else:
            self.boards.name = text

    def _attempt(self, line: Line, read: Callable[..., Entry], *more: Any) -> Item:
        try:
            return read(line, *more)
        except PuzzleError as error:
            column = None if error.column is None else line.indent + error.column
            return PlacedError(self.source.name, line.number, error, column)

    def _make_entry(self, line: Line, puzzle: Puzzle, expected: Expected | None = None) -> Entry:
        name = line.comment
        if self._boards and self._boards.name:
            name, self._boards.name = self._boards.name, ""
        return Entry(f"{self.source.name}:{line.number}", puzzle, expected, name)

    def _read_puzzle_line(self, line: Line, symbols: str) -> Entry:
        """Read `puzzle`, `puzzle` followed by other text, or `puzzle:count:solution`."""
        shape = self.shape or shape_of_side(_COMPACT_SIDES[len(symbols)])
        try:
            puzzle = Puzzle.from_symbols(symbols, shape)
        except PuzzleError as error:
            raise PuzzleError(str(error), column=None if error.cell is None else error.cell + 1) from error
        rest = line.text[len(symbols) :]
        return self._make_entry(line, puzzle, parse_expected(rest[1:], puzzle.shape) if rest.startswith(":") else None)

    def _read_table_row(self, line: Line) -> Entry:
        columns = self.columns or Columns(0)
        fields = _split_fields(line.text, columns.separator)
        if columns.name is not None and columns.name < len(fields) and not line.comment:
            line = line._replace(comment=make_printable(fields[columns.name]))
        needed = 1 + max(columns.puzzle, columns.solution or 0, columns.box or 0)
        if len(fields) < needed:
            raise PuzzleError(f"expected at least {needed} columns, as in the header, found {len(fields)}")
        box = "" if columns.box is None else fields[columns.box]
        puzzle = Puzzle.from_text(fields[columns.puzzle], self.shape or (parse_box(box) if box else None))
        if columns.solution is None:
            return self._make_entry(line, puzzle)
        return self._make_entry(line, puzzle, Expected(solution=parse_solution(fields[columns.solution], puzzle.shape)))


def _split_fields(text: str, separator: str) -> list[str]:
    """Return the fields of a row of a table; a separator inside quotes does not end a field."""
    if '"' not in text:
        return [field.strip() for field in text.split(separator)]
    import csv  # imported late: most tables have no quotes

    try:
        return [field.strip() for field in next(csv.reader([text], delimiter=separator, skipinitialspace=True))]
    except csv.Error as error:
        raise PuzzleError(f"not a row of a table: {error}") from error


def _may_be_rows(text: str, cells: int) -> bool:
    """Return whether the text may be one row, or all rows, of a larger board: 16 symbols, or 16 times 16."""
    lengths = list(map(len, split_tokens(text)))
    return lengths in ([cells], [cells] * cells)
