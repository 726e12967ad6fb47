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


FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a field that starts so for a formula


def disarm_formula(text: str) -> str:
    """Return a text for a field of a CSV file: if a spreadsheet would run it as a formula, with an apostrophe in front.

    >>> disarm_formula("=cmd|calc"), disarm_formula("hard.txt:12")
    ("'=cmd|calc", 'hard.txt:12')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


class UniqueNames:
    """Gives each of several things a name of its own: the name that was asked for, or that name with a number.

    >>> names = UniqueNames()
    >>> [names.choose("a.txt") for _ in range(3)]
    ['a.txt', 'a.txt#2', 'a.txt#3']
    """

    def __init__(self, before_number: str = "#") -> None:
        self._before_number = before_number
        self._uses: dict[str, int] = {}

    def choose(self, name: str) -> str:
        """Return the name if it is new, or else the name with the lowest number that makes it new."""
        chosen = name
        while chosen in self._uses:
            self._uses[name] += 1
            chosen = f"{name}{self._before_number}{self._uses[name]}"
        self._uses[chosen] = 1
        return chosen


def is_text(id: str) -> bool:
    """Return whether the puzzle with this id was given as text instead of a file.

    >>> is_text("text:1"), is_text("text#2:1"), is_text("text.txt:1")
    (True, True, False)
    """
    return id.rpartition(":")[0].partition("#")[0] == "text"


def hide_folder(name: str) -> str:
    """Return the last part of a path, such as the id of a puzzle.

    >>> hide_folder("/home/me/hard.txt:12")
    'hard.txt:12'
    """
    return name.rpartition("/")[2]
