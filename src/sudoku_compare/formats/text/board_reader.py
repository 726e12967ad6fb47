"""Collect rows into boards.

A paragraph of rows is one or more boards, or a band of a board that has blank lines between its bands, or lines that
are whole puzzles (16 lines of 16 cells may be either). Nothing is read from a paragraph with a bad row or with a wrong
number of rows: rows of two boards could be taken for a board that is not in the source.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from ...core.entry import Candidates, Entry
from ...core.errors import AmbiguousError, PlacedError, PuzzleError
from ...core.puzzle import Puzzle, side_for
from ...core.shape import LARGEST_SIDE, Shape, has_usual_shape, shape_of_side
from ..format import Item
from .line_kinds import Line, is_foreign, looks_like_row
from .paragraph import Paragraph, make_paragraph
from .refusals import explain_row_count, explain_single_row
from .row import Row, make_row
from .row_evidence import SURE, VERY_SURE, infer_shape, weigh_puzzle

MOST_HELD_ROWS = 1 << 14  # of one paragraph; the boards of a longer one are read before its end is known


class BoardReader:
    """Takes rows, borders and blank lines one by one, and returns the boards and errors that they complete."""

    def __init__(self, source_name: str, shape: Shape | None) -> None:
        self.name = ""  # of the next puzzle, from a heading
        self._source_name = source_name
        self._shape = shape
        self._lines: list[Row | Line] = []  # of the current paragraph
        self._row_count = 0
        self._weight = 0.0  # of its rows, see `weigh_puzzle`
        self._are_puzzles = False  # the lines of this paragraph are whole puzzles
        self._bands: list[Paragraph] = []  # earlier paragraphs of a board that is not complete yet
        self._gap = 0  # blank lines since the last paragraph
        self._band_gap = 0  # blank lines between two bands
        self._is_broken = False  # a board is incomplete: the rows up to the next blank line may belong to it
        self._has_lost_bands = False  # a band is incomplete: it is unclear where the next board starts

    @property
    def is_idle(self) -> bool:
        """Whether the next line can be read without regard to the lines before it."""
        is_open = self._lines or self._are_puzzles or self._bands or self._is_broken or self._has_lost_bands
        return not (is_open or self.name)

    def add_line(self, line: Line) -> Iterator[Item]:
        """Take a line with cells, or one that takes the place of a row, or one that is something else."""
        row = make_row(line)
        if not is_foreign(row.line.text):
            yield from self.add_row(row)
        elif looks_like_row(row.line.text):
            self.add_bad_row(line)
        else:
            yield from self.interrupt()
            yield PlacedError(self._source_name, line.number, explain_single_row(Row(line, 0), self._shape))

    def add_row(self, row: Row) -> Iterator[Item]:
        """Take a line with cells."""
        if self._are_puzzles:
            yield self._read_puzzle(row)
            return
        if not self._lines and self._bands and not self._continues_bands():
            yield from self._end_bands()
        self._lines.append(row)
        self._row_count += 1
        self._weight += self._weigh(row)
        if self._weight > VERY_SURE and not self._is_broken:
            self._are_puzzles = True
            yield from self._end_bands()
            yield from self._read_puzzles(make_paragraph(self._take_lines()).rows)
        elif self._row_count % MOST_HELD_ROWS == 0:
            yield from self._read_held_boards()

    def add_bad_row(self, line: Line, fault: PuzzleError | None = None) -> None:
        """Take a line that is in the place of a row but cannot be one, and what is wrong with it, if that is known."""
        self._lines.append(Row(line, 0, fault=fault))

    def add_border(self, line: Line) -> None:
        """Take a line that draws a border, or is an empty row of dashes."""
        self._lines.append(line)

    def add_gap(self) -> Iterator[Item]:
        """Take a blank line."""
        if self._lines or self._are_puzzles:
            yield from self._end_paragraph()
            self._gap = 0
        self._gap += 1
        self._is_broken = False

    def interrupt(self) -> Iterator[Item]:
        """End all boards because of a line that is neither a row nor a blank line nor a heading."""
        is_broken = self._is_broken and bool(self._lines)
        can_be_rows = any(isinstance(line, Row) and not line.is_too_long for line in self._lines)
        for item in self._end_all():
            is_broken = is_broken or (can_be_rows and not isinstance(item, Entry))
            yield item
        self._is_broken = is_broken

    def end(self) -> Iterator[Item]:
        """End all boards: a heading follows, or nothing."""
        yield from self._end_all()
        self._is_broken = False

    def _end_all(self) -> Iterator[Item]:
        yield from self._end_paragraph(is_last=True)
        yield from self._end_bands()
        self._has_lost_bands = False

    def _continues_bands(self) -> bool:
        """Return whether as many blank lines precede the next paragraph as there are between the bands before it."""
        if len(self._bands) == 1:
            self._band_gap = self._gap
        return self._gap == self._band_gap

    def _take_lines(self) -> list[Row | Line]:
        lines, self._lines = self._lines, []
        self._row_count, self._weight = 0, 0.0
        return lines

    def _end_paragraph(self, *, is_last: bool = False) -> Iterator[Item]:
        self._are_puzzles = False
        paragraph = make_paragraph(self._take_lines())
        if not paragraph.rows or self._is_broken:
            return
        if not paragraph.cells:
            yield from self._end_bands()
            yield self._place(explain_single_row(paragraph.rows[0], self._shape), paragraph.rows[0])
        elif odd := paragraph.odd_row():
            yield from self._end_bands()
            if self._weigh_most(paragraph) > 0:
                yield from self._read_puzzles(paragraph.rows)
            else:
                yield self._refuse_odd_row(odd, paragraph.cells)
                self._has_lost_bands = True
        elif self._is_band(paragraph) and not (is_last and not self._bands):
            self._bands.append(paragraph)
        else:
            yield from self._end_bands()
            yield from self._read_paragraph(paragraph)

    def _is_band(self, paragraph: Paragraph) -> bool:
        side, height = paragraph.cells, len(paragraph.rows)
        if not (height < side <= LARGEST_SIDE and side % height == 0) or paragraph.rows[0].is_too_long:
            return False
        if self._shape and (self._shape.side != side or height not in (1, self._shape.box_height)):
            return False
        first = self._bands[0] if self._bands else paragraph
        return (first.cells, len(first.rows)) == (side, height)

    def _end_bands(self) -> Iterator[Item]:
        bands, self._bands = self._bands, []
        if not bands:
            return
        rows = tuple(chain.from_iterable(band.rows for band in bands))
        height = len(bands[0].rows)
        if self._has_lost_bands and sum(map(self._weigh, rows)) <= 0:
            return
        for item in self._read_paragraph(Paragraph(rows), height if height > 1 else None):
            self._has_lost_bands |= not isinstance(item, Entry)
            yield item

    def _read_held_boards(self) -> Iterator[Item]:
        """Read the boards of a long paragraph, and keep the rows after them."""
        paragraph = make_paragraph(self._lines)
        side = paragraph.cells
        if paragraph.odd_row() or self._is_broken or not 1 < side <= LARGEST_SIDE:
            return
        full = len(paragraph.rows) // side * side
        self._take_lines()
        borders = tuple(border for border in paragraph.borders if border.above < full)
        yield from self._read_paragraph(Paragraph(paragraph.rows[:full], borders))
        self._lines += paragraph.rows[full:]
        self._row_count = len(self._lines)
        self._weight = sum(map(self._weigh, paragraph.rows[full:]))

    def _read_paragraph(self, paragraph: Paragraph, band: int | None = None) -> Iterator[Item]:
        """Read rows of the same length as boards or as one puzzle each."""
        rows, side = paragraph.rows, paragraph.cells
        weight = sum(map(self._weigh, rows))
        fits = len(rows) % side == 0
        if fits and abs(weight) < SURE:
            yield self._place(self._describe_tie(rows), rows[0])
        elif weight > 0 if fits else weight > -SURE:
            yield from self._read_puzzles(rows)
        elif fits and self._can_be_side(side):
            yield from self._read_boards(paragraph, band)
        else:
            yield self._place(explain_row_count(len(rows), rows[0], self._shape), rows[0])
            self.name = ""
            self._has_lost_bands |= len(rows) < side

    def _can_be_side(self, side: int) -> bool:
        return self._shape.side == side if self._shape else has_usual_shape(side)

    def _weigh(self, row: Row) -> float:
        return weigh_puzzle(row, self._shape)

    def _weigh_most(self, paragraph: Paragraph) -> float:
        """Weigh the rows that have as many cells as most others."""
        cells = paragraph.cells
        return sum(self._weigh(row) for row in paragraph.rows if row.cells == cells)

    def _read_boards(self, paragraph: Paragraph, band: int | None) -> Iterator[Item]:
        rows, side = paragraph.rows, paragraph.cells
        try:
            shape = self._shape or infer_shape(rows, band or paragraph.find_band(side))
        except PuzzleError as error:
            yield self._place(error, rows[0])
            return
        for start in range(0, len(rows), side):
            yield self._read_board(rows[start : start + side], shape)

    def _read_board(self, rows: Sequence[Row], shape: Shape) -> Item:
        try:
            puzzle = Puzzle.from_text("\n".join(row.line.text for row in rows), shape)
        except PuzzleError as error:
            row, cell = divmod(error.cell or 0, shape.side)
            return self._place(error, rows[row], None if error.cell is None else cell)
        entry = self._make_entry(rows[0].line, puzzle)
        return replace(entry, candidates=_join_candidates(rows))

    def _read_puzzles(self, rows: Sequence[Row]) -> Iterator[Item]:
        return map(self._read_puzzle, rows)

    def _read_puzzle(self, row: Row) -> Item:
        """Read a row that is a whole puzzle."""
        try:
            if not (self._shape or side_for(row.cells)):
                raise explain_single_row(row, self._shape)
            return self._make_entry(row.line, Puzzle.from_text(row.line.text, self._shape))
        except PuzzleError as error:
            return self._place(error, row, error.cell)

    def _make_entry(self, line: Line, puzzle: Puzzle) -> Entry:
        name, self.name = self.name or line.comment, ""
        return Entry(f"{self._source_name}:{line.number}", puzzle, name=name)

    def _refuse_odd_row(self, row: Row, cells: int) -> PuzzleError:
        self.name = ""
        error = explain_single_row(row, self._shape)
        if row.cells and cells > 1:
            error = PuzzleError(f"expected a row of {cells} cells, as in the rows around it, found {row.cells}")
        return self._place(error, row)

    def _describe_tie(self, rows: Sequence[Row]) -> PuzzleError:
        cells = rows[0].cells
        side = side_for(cells)
        if side is None or not has_usual_shape(cells):
            return explain_row_count(len(rows), rows[0], self._shape)
        one, many = f"{len(rows) // cells} of {cells}x{cells} in rows", f"{len(rows)} of {side}x{side}, one per line"
        boxes = shape_of_side(cells).box, shape_of_side(side).box
        return AmbiguousError(f"these {len(rows)} lines can be read as puzzles: {one}, or {many}", "box", boxes)

    def _place(self, error: PuzzleError, row: Row, cell: int | None = None) -> PuzzleError:
        """Return the error with its place in front."""
        number = error.line or row.line.number
        if isinstance(error, AmbiguousError):
            return AmbiguousError(f"{self._source_name}:{number}: {error}", error.option, error.choices)
        return PlacedError(self._source_name, number, error, error.column if cell is None else row.column_of(cell))


def _join_candidates(rows: Sequence[Row]) -> tuple[Candidates, ...] | None:
    if any(row.candidates is None for row in rows):
        return None
    return tuple(chain.from_iterable(row.candidates or () for row in rows))
