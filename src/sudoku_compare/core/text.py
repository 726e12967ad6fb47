"""Helpers for text that people read."""

from collections.abc import Iterable


def join_words(words: list[str]) -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def suggest(word: str, words: Iterable[str]) -> str:
    """Return what to write instead of an unknown word: similar known words, or else all of them."""
    import difflib  # imported late: it slows down every start, and mistakes are rare

    words = list(words)
    close = difflib.get_close_matches(word, words, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    return "expected one of " + ", ".join(words) if words else "there are none"


def make_printable(text: str) -> str:
    """Replace every character that would control a terminal, or that a text file cannot hold, with `?`."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def hide_folder(name: str) -> str:
    """Return the last part of a path, such as the id of a puzzle.

    >>> hide_folder("/home/me/hard.txt:12")
    'hard.txt:12'
    """
    return name.rpartition("/")[2]
