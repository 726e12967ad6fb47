"""What a line can be said to mean, written without the code of the program: the readings of one row, or of one puzzle.

A line that a mutation has changed may have several readings; none of them may contain a value that is not there.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import isqrt

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST_SIDE_IN_SYMBOLS = len(SYMBOLS)
EMPTY = frozenset((*".0*_-?", "x", "X"))
EMPTY_NUMBERS = EMPTY | {"", "null", "None", "nil", '""'}
DELIMITERS = ",;\t"

_BETWEEN = re.compile(r"[\s,;|+│┃║:!\"'\ufeff]+")
_RULES = re.compile(r"[-=─━═┼]+")

Values = tuple[int, ...]
Read = Callable[[str, int], int | None]  # from the text of a cell and the side of the board


def read_symbol(text: str, side: int) -> int | None:
    """Return the value of one character, or None if it is not a cell of a board of this side."""
    if text in EMPTY and not (text in "xX" and side > SYMBOLS.index("X")):
        return 0
    value = SYMBOLS.find(text.upper()) + 1
    return value if 0 < value <= side else None


def read_number(text: str, side: int) -> int | None:
    """Return the value of a number, which may be written with a decimal point, or of a symbol."""
    text = text.strip().strip('"').strip()
    if text in EMPTY_NUMBERS:
        return 0
    number = re.fullmatch(r"\+?0*(\d{1,3})(?:\.0*)?", text)
    if number is None:
        return read_symbol(text, side) if len(text) == 1 else None
    return int(number[1]) if int(number[1]) <= side else None


def read_candidates(text: str, side: int) -> int | None:
    """Return the value of a cell in which several digits are candidates, and `u` marks a value that is not given."""
    if len(text) == 1:
        return read_symbol(text, side)
    return 0 if re.fullmatch(r"u?\d+", text) else None


def list_readings(text: str, cells: int, side: int, *, with_candidates: bool = False) -> set[Values]:
    """Return the readings of a line as this many cells of a board of this side."""
    text = text.partition("#")[0]
    tokens = [token for token in _BETWEEN.split(text) if token]
    numbers = [token for token in _BETWEEN.split(_RULES.sub(" ", text)) if token]
    readings = {_read_all(line, cells, side, read_number) for line in (tokens, numbers, _split_brackets(text))}
    for delimiter in DELIMITERS:
        readings.add(_read_all(text.split(delimiter), cells, side, read_number))
    if side <= LARGEST_SIDE_IN_SYMBOLS:
        readings |= {_read_all("".join(line), cells, side, read_symbol) for line in (tokens, numbers)}
    if with_candidates:
        readings.add(_read_all(numbers, cells, side, read_candidates))
    return {reading for reading in readings if reading is not None}


def _split_brackets(text: str) -> list[str]:
    return [token for token in re.split(r"[\s,\[\]]+", text) if token]


def _read_all(texts: Sequence[str], cells: int, side: int, read: Read) -> Values | None:
    if len(texts) != cells:
        return None
    values = []
    for text in texts:
        value = read(text, side)
        if value is None:
            return None
        values.append(value)
    return tuple(values)


def list_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each word that could be a puzzle in symbols."""
    for word in re.finditer(r"[0-9A-Za-z.*_?-]+", text):
        if isqrt(len(word[0])) ** 2 == len(word[0]):
            yield word.span()


def read_word(word: str, side: int) -> Values | None:
    """Return a word as a puzzle in symbols, or None."""
    return _read_all(word, side * side, side, read_symbol) if side <= LARGEST_SIDE_IN_SYMBOLS else None
