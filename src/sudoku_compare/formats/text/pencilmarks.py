"""Boards with candidates, as HoDoKu and other programs copy them: each cell is a group of digits.

A cell with one digit is a given or a value that was found; the format does not say which. A cell with several digits is
empty, and the digits are its candidates. A `u` before a digit marks a value that the user has placed (.sdx files); it
is not a given.
"""

import re
from collections.abc import Iterator
from functools import partial

from ...core.entry import Candidates
from ...core.errors import PuzzleError
from ...core.shape import has_usual_shape
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..source import Source
from .board_lines import read_board_lines
from .line_kinds import Line, is_border, is_heading
from .row import Row

LARGEST_SIDE = 9  # one digit per candidate
MOSTLY = 0.9  # share of the cells that have to be right, so that the others are errors in a board with candidates
EMPTY = (".", "0")
_TOKEN = re.compile(r"[^\s|│┃║]+")
_CELL = re.compile(r"[uU]?[1-9]+|[.0]")


def _assess(start: Start) -> Claim | None:
    rows = [_TOKEN.findall(line) for line in start.lines if not is_border(line) and not is_heading(line)]
    sides = {len(row) for row in rows}
    side = max(sides, default=0)
    if len(sides) != 1 or side > LARGEST_SIDE or not has_usual_shape(side):
        return None
    cells = [cell for row in rows for cell in row]
    good = sum(_is_cell(cell, side) for cell in cells)
    empty = sum(cell in EMPTY for cell in cells)  # such a board lists the candidates of nearly every open cell
    if good < MOSTLY * len(cells) or sum(len(cell) > 1 for cell in cells) <= empty:
        return None
    return Claim(Sureness.LIKELY, f"a {side}x{side} board with candidates")


def _is_cell(text: str, side: int) -> bool:
    """Return whether the text is empty, a value, or candidates in ascending order."""
    digits = text.lstrip("uU")
    is_ascending = list(digits) == sorted(set(digits))
    return bool(_CELL.fullmatch(text)) and is_ascending and int(digits[-1:].replace(".", "0")) <= side


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    make_row = partial(_make_row, with_candidates=options.with_candidates)
    return read_board_lines(source, options.shape, make_row)


def _make_row(line: Line, *, with_candidates: bool) -> Row:
    tokens = list(_TOKEN.finditer(line.text))
    cells = [token[0] for token in tokens]
    for token in tokens:
        if not _is_cell(token[0], LARGEST_SIDE):
            what = "expected a value, candidates in ascending order, or . for an empty cell"
            raise PuzzleError(f"{what}, found {token[0][:20]!r}", column=token.start() + 1)
    text = " ".join(cell if len(cell) == 1 else "." for cell in cells)
    return Row(
        Line(line.number, text, line.comment),
        len(cells),
        is_row=True,
        columns=tuple(token.start() + 1 for token in tokens),
        candidates=tuple(map(_read_candidates, cells)) if with_candidates else None,
    )


def _read_candidates(cell: str) -> Candidates:
    return tuple(int(digit) for digit in cell.lstrip("uU") if digit not in ".0")


FORMAT = Format("candidates", _assess, _read)
