"""Boards as a spreadsheet saves them: a row per line, a cell per field, and nothing in the field of an empty cell.

The fields are separated by commas, semicolons or tabs. A table of numbers with empty cells often has `5.0` for 5.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial

from ...core.errors import PuzzleError
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..source import Source
from .board_lines import read_board_lines
from .line_kinds import Line
from .row import Row

SEPARATORS = "\t;,"
FEWEST_SEPARATORS = 3  # in a row of a 4x4 board
MOSTLY = 0.9  # share of the fields that have to be cells, so that the others are errors in a board
_FIELD = re.compile(r"\d{1,3}(\.0*)?|[A-Za-z.*_?-]?")


def _assess(start: Start) -> Claim | None:
    lines = start.text.splitlines()
    contents = [text for line in lines[: None if start.is_whole else -1] if (text := line.partition("#")[0]).strip(" ")]
    separator = _find_separator(contents)
    if separator is None or any("|" in text for text in contents):
        return None
    rows = [_split(text, separator) for text in contents]
    cells = max(Counter(map(len, rows)).items(), key=lambda found: found[1])[0]
    if sum(len(row) == cells for row in rows) < len(rows) / 2:
        return None
    fields = [field for row in rows for field in row]
    good = sum(bool(_FIELD.fullmatch(field)) for field in fields)
    if good < MOSTLY * len(fields) or (separator == "," and "" not in fields):
        return None
    return Claim(Sureness.LIKELY, f"a table with {cells} cells in a row")


def _find_separator(lines: list[str]) -> str | None:
    """Return the separator that most lines have often enough, or None."""
    for separator in SEPARATORS:
        if sum(line.count(separator) >= FEWEST_SEPARATORS for line in lines) > len(lines) / 2:
            return separator
    return None


def _split(text: str, separator: str) -> list[str]:
    try:
        return [field.strip() for field in next(csv.reader([text], delimiter=separator), [])]
    except csv.Error:  # a field that is too long for the module: one that has no end quote
        return [field.strip() for field in text.split(separator)]


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Read the table; its first lines decide what separates the fields."""
    data, _, source = source.split_start(lambda data: data.count(b"\n") > 1)
    start = data.decode("utf-8", "replace").splitlines()
    contents = [line for line in start if line.partition("#")[0].strip(" ")]
    separator = _find_separator(contents) or ","
    if contents and _is_heading(_split(contents[0], separator)):
        yield PuzzleError(f"{source.name}: expected cells, found labels; remove the first row and the first column")
        return
    yield from read_board_lines(source, options.shape, partial(_make_row, separator=separator), blanks=" ")


def _is_heading(fields: list[str]) -> bool:
    """Return whether the first row numbers the columns, as data frames are saved: `,0,1,2` or `,1,2,3`."""
    labels = fields[1:]
    return fields[0] == "" and any(labels == [str(start + place) for place in range(len(labels))] for start in (0, 1))


def _make_row(line: Line, *, separator: str) -> Row:
    columns, column = [], 1
    for part in line.text.split(separator):
        columns.append(column)
        column += len(part) + 1
    cells = []
    for field, column in zip(_split(line.text, separator), columns, strict=False):
        if not _FIELD.fullmatch(field):
            raise PuzzleError(f"expected a value or an empty field, found {field[:20]!r}", column=column)
        cells.append((field.partition(".")[0] if field[:1].isdecimal() else field.replace("-", ".")) or ".")
    return Row(Line(line.number, " ".join(cells), line.comment), len(cells), columns=tuple(columns))


FORMAT = Format("spreadsheet", _assess, _read)
