"""What a line of a puzzle file is: how many cells it writes, a border, a heading, a table's header."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from ..core.puzzle import BORDERS, EMPTY_SYMBOLS, LARGEST_COMPACT_SIDE, SYMBOLS, are_numbers, side_for, tokens_of
from ..core.shape import LARGEST_SIDE, has_usual_shape

_FRAME = r"[-+|*=.:\s─━═┼╋╬├┤┌┐└┘│┃║┬┴╔╗╚╝╠╣╦╩]*"
_BORDER = re.compile(rf"{_FRAME}[-=─━═]{_FRAME}$")
_GRID_NAME = re.compile(r"grid\s*\d+$", re.IGNORECASE)
_FOREIGN = re.compile(r"[^0-9A-Za-z.*_,\s=─━═┼-]")
_PUZZLE_COLUMNS = ("quizzes", "quiz", "puzzles", "puzzle")
_SOLUTION_COLUMNS = ("solutions", "solution")


def is_border(text: str) -> bool:
    """Whether the line only draws: `---+---+---`, `*-----------*`."""
    return bool(_BORDER.match(text))


def is_heading(text: str) -> bool:
    """Whether the line tells of those below it: `Grid 01`, `[Puzzle]`, `quizzes,solutions`."""
    return bool(_GRID_NAME.match(text)) or text.startswith("[") or table_columns(text) is not None


class Columns(NamedTuple):
    """Where a table has what."""

    puzzle: int
    solution: int | None
    box: int | None


def table_columns(text: str) -> Columns | None:
    """Where a CSV header puts puzzles, solutions and boxes, if the line is one."""
    cells = [cell.strip().strip('"').lower() for cell in text.split(",")]
    puzzles = [index for index, cell in enumerate(cells) if cell in _PUZZLE_COLUMNS]
    solutions = [index for index, cell in enumerate(cells) if cell in _SOLUTION_COLUMNS]
    if not puzzles or len(cells) < 2:
        return None
    return Columns(puzzles[0], solutions[0] if solutions else None, cells.index("box") if "box" in cells else None)


@dataclass(frozen=True, slots=True)
class Cells:
    """What a line writes: how many cells, and how many rows a board has that has such a row (1: none has)."""

    count: int
    rows: int


def cells_on(text: str) -> Cells:
    """The cells that the line writes: one a number, or one a symbol."""
    tokens = tokens_of(text)
    symbols = sum(map(len, tokens))
    apart = len(tokens) == symbols > 1  # single figures: as good as numbers
    if apart or (_is_likely(len(tokens)) and are_numbers(tokens, len(tokens))):
        return Cells(len(tokens), len(tokens) if 1 < len(tokens) <= LARGEST_SIDE else 1)
    return Cells(symbols, symbols if 1 < symbols <= LARGEST_COMPACT_SIDE else 1)


def _is_likely(count: int) -> bool:
    return has_usual_shape(count) or side_for(count) is not None


def is_foreign(text: str) -> bool:
    """Whether the line has something in it that no puzzle has, or is a word rather than a row."""
    return bool(_FOREIGN.search(text.translate(BORDERS))) or _is_title(text)


def _is_title(text: str) -> bool:
    """Whether most of its symbols are letters that would be no value on a board with such a row."""
    symbols = "".join(tokens_of(text)).upper()
    values = SYMBOLS[: min(len(symbols), LARGEST_COMPACT_SIDE) + 1] + EMPTY_SYMBOLS + "X"
    strange = sum(symbol not in values for symbol in symbols) if len(symbols) <= LARGEST_COMPACT_SIDE else 0
    return 2 * strange > len(symbols)
