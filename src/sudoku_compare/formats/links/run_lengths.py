"""Digits with the empty cells after them in one symbol, as SudokuPad (`scf`) and SudokuExchange write 9x9 puzzles.

A symbol is a digit plus ten times the number of zeros that follow it, at most five: `k` is 46, which is `60000`.
"""

import re

from ...core.errors import PuzzleError

_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


def expand_digits(text: str) -> str:
    """Return the digits that the symbols encode.

    >>> expand_digits("5k")
    '560000'
    """
    unknown = next((symbol for symbol in text if symbol not in _SYMBOLS), None)
    if unknown is not None:
        raise PuzzleError(f"damaged link: expected digits and letters, found {unknown!r}")
    numbers = map(_SYMBOLS.index, text)
    return "".join(str(number % 10) + "0" * (number // 10) for number in numbers)


def shorten_digits(digits: str) -> str:
    """Return symbols that encode these digits.

    >>> shorten_digits("560000")
    '5k'
    """
    return re.sub(r"\d0{0,5}", lambda run: _SYMBOLS[int(run[0][0]) + 10 * (len(run[0]) - 1)], digits)
