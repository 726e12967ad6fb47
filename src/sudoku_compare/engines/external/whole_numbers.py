"""Reads whole numbers from text that a program wrote."""

import re

from .protocol_error import ProtocolError, quote

_NOT_A_NUMBER = re.compile(r"(?<!\S)(?!-?[0-9]{1,10}(?!\S))\S+", re.ASCII)  # a word; linear, whatever the text


def parse_numbers(text: str) -> list[int]:
    """Return the whole numbers of a text that contains nothing else, each of at most ten digits.

    Raises ProtocolError. `int` alone would also accept `1_000`, `+1` and the digits of other scripts.

    >>> parse_numbers(" 1 -2\\n0")
    [1, -2, 0]
    """
    if wrong := _NOT_A_NUMBER.search(text):
        raise ProtocolError(f"expected a whole number, found {quote(wrong[0])}")
    return list(map(int, text.split()))
