"""A line that holds cells: a row of a board, or a whole puzzle."""

import re
from dataclasses import dataclass

from ...core.entry import Candidates
from ...core.errors import PuzzleError
from ...core.puzzle import BORDERS, EMPTY_TOKENS, LARGEST_COMPACT_SIDE, SYMBOLS, split_tokens
from .line_kinds import Line, count_cells

_TOKEN = re.compile(r"[^\s,]+")
_BARS = re.compile(r"[|│┃║]")
_LONGEST_NUMBER = 4  # digits; enough to see that a value is too large


@dataclass(frozen=True, slots=True)
class Row:
    """A line with its number of cells, which is 0 if the line should be a row but cannot be read."""

    line: Line
    cells: int
    has_dash: bool = False  # a dash is an empty cell
    is_row: bool = False  # of a board; otherwise it may also be a whole puzzle
    columns: tuple[int, ...] = ()  # of the cells in their line, from 1; found in the text if not given
    candidates: tuple[Candidates, ...] | None = None  # of the cells, if the source gives them
    fault: PuzzleError | None = None  # why it cannot be read, if that is known

    @property
    def tokens(self) -> list[str]:
        """The text of each cell."""
        tokens = split_tokens(self.line.text)
        return tokens if len(tokens) == self.cells else list("".join(tokens))

    @property
    def is_too_long(self) -> bool:
        """Whether no board has such a row: with one symbol per cell, there are not enough symbols."""
        return self.cells > LARGEST_COMPACT_SIDE and len(split_tokens(self.line.text)) != self.cells

    def column_of(self, cell: int) -> int:
        """Return the column of a cell in its line, from 1."""
        if self.columns:
            return self.columns[cell]
        tokens = list(_TOKEN.finditer(self.line.text.translate(BORDERS)))
        if len(tokens) == self.cells:
            return self.line.indent + tokens[cell].start() + 1
        places = [place for token in tokens for place in range(token.start(), token.end())]
        return self.line.indent + places[cell] + 1

    def values(self) -> list[int]:
        """Return the values in the row, without empty cells and whatever is not a value."""
        return [value for token in self.tokens if (value := _value_of(token))]

    def box_width(self) -> int | None:
        """Return how many cells there are between two bars, if that is the same everywhere, or else None."""
        parts = _BARS.split(self.line.text.strip("|│┃║ \t"))
        groups = [split_tokens(part) for part in parts]
        are_numbers = sum(map(len, groups)) == self.cells
        widths = {len(group) if are_numbers else sum(map(len, group)) for group in groups}
        width = widths.pop()
        return width if not widths and 1 < width < self.cells else None


def make_row(line: Line) -> Row:
    """Return the line as a row. A dash in it is an empty cell, because a border has no values."""
    has_dash = "-" in line.text
    line = line._replace(text=line.text.replace("-", ".")) if has_dash else line
    return Row(line, count_cells(line.text), has_dash)


def _value_of(token: str) -> int:
    if token.isdecimal():
        return int(token[:_LONGEST_NUMBER])
    symbol = token.upper()
    return SYMBOLS.index(symbol) if len(symbol) == 1 and symbol in SYMBOLS and token not in EMPTY_TOKENS else 0
