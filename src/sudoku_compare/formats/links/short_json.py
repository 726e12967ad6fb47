"""The short form of JSON in SudokuPad's links.

Keys have no quotes, texts have single quotes, `t` and `f` are true and false, colours have no quotes, and an empty
object is left out where its commas show that it is there: `[,{v:5},]` has three cells.
"""

import json
import re

from ...core.errors import PuzzleError

_TOKEN = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[][{}:,]|[^][{}:,'"\s]+)""", re.DOTALL)
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$")
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}
_JSON_WORDS = ("true", "false", "null")


def expand_json(text: str) -> str:
    """Return the same value as ordinary JSON."""
    pieces: list[str] = []
    brackets: list[str] = []  # the open ones
    previous = ""
    for token in _split(text):
        if previous in ("[", ",") and token in (",", "]") and brackets and brackets[-1] == "[":
            pieces.append("{}")
        pieces.append(token if token in "[]{}:," else _expand_word(token))
        if token in "[{":
            brackets.append(token)
        elif token in "]}" and brackets:
            brackets.pop()
        previous = token
    return _quote_keys(pieces)


def _split(text: str) -> list[str]:
    tokens: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise PuzzleError("damaged link: expected the JSON of SudokuPad in it")
        tokens.append(match[1])
        at = match.end()
    return tokens


def _expand_word(word: str) -> str:
    if word.startswith('"') or word in _JSON_WORDS or _NUMBER.match(word):
        return word
    if word.startswith("'"):
        return '"' + word[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
    return _WORDS.get(word) or json.dumps(word)


def _quote_keys(pieces: list[str]) -> str:
    """Join the pieces; what precedes a colon is a key, so it is quoted text, whatever it looks like."""
    for at, piece in enumerate(pieces[1:]):
        if piece == ":" and not pieces[at].startswith('"'):
            pieces[at] = json.dumps({"true": "t", "false": "f"}.get(pieces[at], pieces[at]))
    return "".join(pieces)
