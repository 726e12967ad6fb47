"""SudoCue's `.sdx` files: rows of cells, separated by spaces, with the candidates of each cell that is not solved.

A value that a player placed has a `u` before it; a single digit without it is a given.
"""

import re
from collections.abc import Iterator

from ..core.errors import PuzzleError
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from .document import Reading, read_parts, read_text, shorten
from .format import Claim, Format, Item, ReadOptions, Start, Sureness
from .nine import NINE
from .source import Source

_CELL = re.compile(r"u?[1-9]|[1-9]+")


def _assess(start: Start) -> Claim | None:
    cells = [line.split() for line in start.lines]
    is_sdx = bool(cells) and all(len(row) == NINE.side and all(map(_CELL.fullmatch, row)) for row in cells)
    has_placed = any(cell.startswith("u") for row in cells for cell in row)
    return Claim(Sureness.CERTAIN, "a SudoCue file with placed values") if is_sdx and has_placed else None


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    try:
        lines = [line.partition("#")[0].split() for line in read_text(source).splitlines()]
    except PuzzleError as error:
        yield error
        return
    rows = [(number, row) for number, row in enumerate(lines, 1) if row]
    boards = [rows[at : at + NINE.side] for at in range(0, len(rows), NINE.side)]
    parts = ((board[0][0], [row for _, row in board]) for board in boards)
    yield from read_parts(source.name, parts, lambda board: _read_board(board, options.shape))


def _read_board(rows: list[list[str]], shape: Shape | None) -> Reading:
    if shape not in (None, NINE):
        raise PuzzleError(f"expected a puzzle with boxes of {shape and shape.box}, found {NINE}")
    if len(rows) != NINE.side or any(len(row) != NINE.side for row in rows):
        raise PuzzleError(f"expected {NINE.side} rows of {NINE.side} cells, found another size")
    cells = [cell for row in rows for cell in row]
    for cell, text in enumerate(cells):
        if not _CELL.fullmatch(text):
            raise PuzzleError(f"{NINE.name_of(cell)}: expected candidates, or u and a digit, found {shorten(text)}")
    return Reading(Puzzle(NINE, bytes(int(cell) if len(cell) == 1 else 0 for cell in cells)))


FORMAT = Format("sdx", "a SudoCue file", _assess, _read)
