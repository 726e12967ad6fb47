"""Rows that follow one another without a blank line, and the borders between them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...core.errors import PuzzleError
from .line_kinds import Line
from .row import Row, make_row


@dataclass(frozen=True, slots=True)
class Border:
    """A line that draws a border, and the number of rows above it."""

    above: int
    line: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Rows and borders."""

    rows: tuple[Row, ...]
    borders: tuple[Border, ...] = ()

    @property
    def cells(self) -> int:
        """The number of cells of most rows."""
        counts = Counter(row.cells for row in self.rows)
        return max(counts, key=counts.__getitem__)

    def odd_row(self) -> Row | None:
        """Return the first row that does not have as many cells as most others, or None."""
        cells = self.cells
        return next((row for row in self.rows if row.cells != cells), None)

    def find_band(self, side: int) -> int | None:
        """Return how many rows there are between two borders; None without borders, or if they follow every row.

        Raises PuzzleError if the borders are not evenly spaced: a row is missing, or there is one too many.
        """
        inner = {border.above % side: border for border in self.borders if border.above % side}
        if not inner or len(inner) == side - 1:
            return None
        first = min(inner)
        for above, border in sorted(inner.items()):
            if first == 1 or above % first or side % first:
                error = f"expected evenly spaced borders, found one after row {above}"
                raise PuzzleError(f"{error}; is a row missing?", line=border.line.number)
        return first


def make_paragraph(lines: Sequence[Row | Line]) -> Paragraph:
    """Return the paragraph of these rows and borders.

    If a dash is an empty cell, a line with as many dashes as a row has cells is not a border but an empty row.
    """
    rows = [line for line in lines if isinstance(line, Row)]
    cells = Paragraph(tuple(rows)).cells if rows else 0
    if any(row.has_dash for row in rows) and cells and len(rows) % cells:
        lines = [
            make_row(line) if isinstance(line, Line) and _is_empty_row(line.text, cells) else line for line in lines
        ]
    rows, borders = [], []
    for line in lines:
        if isinstance(line, Row):
            rows.append(line)
        else:
            borders.append(Border(len(rows), line))
    return Paragraph(tuple(rows), tuple(borders))


def _is_empty_row(text: str, cells: int) -> bool:
    return text.count("-") == cells and not text.strip("-| \t")
