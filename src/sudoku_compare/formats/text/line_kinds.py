"""Classify a line of a puzzle file: cells (and how many), a border, a heading, or the header of a table."""

import re
from typing import NamedTuple

from ...core.puzzle import (
    BORDERS,
    EMPTY_SYMBOLS,
    LARGEST_COMPACT_SIDE,
    SYMBOLS,
    are_cells,
    are_numbers,
    side_for,
    split_tokens,
)
from ...core.shape import LARGEST_SIDE, has_usual_shape

_FRAME = r"[-+|*=.:'`\s─━═┼╋╬├┤┌┐└┘│┃║┬┴╔╗╚╝╠╣╦╩]*"
_BORDER = re.compile(rf"{_FRAME}[-=─━═]{_FRAME}$")
_GRID_NAME = re.compile(r"grid\s*\d+$", re.IGNORECASE)
_FOREIGN = re.compile(r"[^0-9A-Za-z.*_?,\s=─━═┼-]")
_SECTION = re.compile(r"\[[A-Za-z ]+\]$")
PUZZLE = re.compile(r"[0-9A-Za-z.*_?-]+(?=[\s,:]|$)")  # symbols that end at a space, comma, colon or line end
_PUZZLE_COLUMNS = ("quizzes", "quiz", "puzzles", "puzzle")
_SOLUTION_COLUMNS = ("solutions", "solution")


class Line(NamedTuple):
    """A line of a source without its comment and the spaces around it."""

    number: int
    text: str
    comment: str = ""
    indent: int = 0  # characters before the text


def is_border(text: str) -> bool:
    """Return whether the line only draws a border: `---+---+---`, `*-----------*`."""
    return bool(_BORDER.match(text))


def is_heading(text: str) -> bool:
    """Return whether the line describes the lines below it: `Grid 01`, `[Puzzle]`, `quizzes,solutions`."""
    return bool(_GRID_NAME.match(text)) or bool(_SECTION.match(text)) or find_columns(text) is not None


def is_whole_puzzle(text: str) -> bool:
    """Return whether the line starts with a puzzle in symbols that has too many cells for a row."""
    word = PUZZLE.match(text)
    return (
        word is not None and not is_border(text) and word.end() > LARGEST_SIDE // 2 and side_for(word.end()) is not None
    )


class Columns(NamedTuple):
    """The numbers of a table's columns, from 0."""

    puzzle: int
    solution: int | None = None
    box: int | None = None
    separator: str = ","
    name: int | None = None


def find_columns(text: str) -> Columns | None:
    """Return the columns that the header of a table names, or None if the line is not a header."""
    separator = max(",;\t", key=text.count)
    fields = [field.strip().strip('"').lower() for field in text.split(separator)]
    puzzles = [index for index, field in enumerate(fields) if field in _PUZZLE_COLUMNS]
    solutions = [index for index, field in enumerate(fields) if field in _SOLUTION_COLUMNS]
    if not puzzles or len(fields) < 2:
        return None
    box = fields.index("box") if "box" in fields else None
    name = fields.index("name") if "name" in fields else None
    return Columns(puzzles[0], solutions[0] if solutions else None, box, separator, name)


def count_cells(text: str) -> int:
    """Count the cells on a line: each number is a cell, or each symbol."""
    tokens = split_tokens(text)
    symbols = sum(map(len, tokens))
    are_apart = len(tokens) == symbols > 1  # separate single symbols count like numbers
    if are_apart or are_cells(tokens) or (_is_likely(len(tokens)) and are_numbers(tokens, len(tokens))):
        return len(tokens)
    return symbols


def _is_likely(count: int) -> bool:
    return has_usual_shape(count) or side_for(count) is not None or count > LARGEST_SIDE


def is_foreign(text: str) -> bool:
    """Return whether the line holds a character that no puzzle has, or is a word rather than a row."""
    return bool(_FOREIGN.search(text.translate(BORDERS))) or _is_title(text)


def looks_like_row(text: str) -> bool:
    """Return whether most characters of a foreign line are cells, so that it may be a damaged row."""
    symbols = "".join(split_tokens(text))
    cells = sum(symbol.isdecimal() or symbol in EMPTY_SYMBOLS for symbol in symbols)
    return 2 * cells > len(symbols)


def _is_title(text: str) -> bool:
    """Return whether most of the symbols are letters that are not values on a board with such a row."""
    symbols = "".join(split_tokens(text)).upper()
    values = SYMBOLS[: min(len(symbols), LARGEST_COMPACT_SIDE) + 1] + EMPTY_SYMBOLS + "X"
    strange = sum(symbol not in values for symbol in symbols) if len(symbols) <= LARGEST_COMPACT_SIDE else 0
    return 2 * strange > len(symbols)
