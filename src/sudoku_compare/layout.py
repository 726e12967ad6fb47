"""What a line of a puzzle file is: how many squares it writes, a border, a heading, a table's header."""

import re

from .puzzle import side_for, tokens_of
from .shape import has_usual_shape

_FRAME = r"[-+|*=.:\s─━═┼╋╬├┤┌┐└┘│┃║┬┴╔╗╚╝╠╣╦╩]*"
_BORDER = re.compile(rf"{_FRAME}[-=─━═]{_FRAME}$")
_GRID_NAME = re.compile(r"grid\s*\d+$", re.IGNORECASE)
_PUZZLE_COLUMNS = ("quizzes", "quiz", "puzzles", "puzzle")
_SOLUTION_COLUMNS = ("solutions", "solution")


def is_border(text: str) -> bool:
    """Whether the line only draws: `---+---+---`, `*-----------*`."""
    return bool(_BORDER.match(text))


def is_grid_name(text: str) -> bool:
    """Whether the line names the board below it: `Grid 01`."""
    return bool(_GRID_NAME.match(text))


def table_columns(text: str) -> tuple[int, int | None] | None:
    """Where a CSV header puts the puzzles and the solutions, if the line is one."""
    cells = [cell.strip().strip('"').lower() for cell in text.split(",")]
    puzzles = [index for index, cell in enumerate(cells) if cell in _PUZZLE_COLUMNS]
    solutions = [index for index, cell in enumerate(cells) if cell in _SOLUTION_COLUMNS]
    return (puzzles[0], solutions[0] if solutions else None) if puzzles else None


def count_squares(text: str) -> int:
    """How many squares the line writes: one a number, or one a symbol."""
    tokens = tokens_of(text)
    symbols = sum(map(len, tokens))
    if symbols == len(tokens) or not all(map(str.isdecimal, tokens)):
        return symbols
    largest = len(tokens)  # in a row as in a whole puzzle, no value is above the number of squares
    fit = all(len(token) <= 3 and int(token) <= largest for token in tokens)
    return len(tokens) if _is_likely(len(tokens)) and (fit or not _is_likely(symbols)) else symbols


def _is_likely(count: int) -> bool:
    return has_usual_shape(count) or side_for(count) is not None
