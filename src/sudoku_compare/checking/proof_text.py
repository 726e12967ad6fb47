"""Reads formulas and proofs from text that nobody vouches for, a line at a time, in bounded memory.

A clause a line, ended by 0; `c` begins a comment, `d` a clause that a proof drops.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

LONGEST_NUMBER = 10  # digits
LONGEST_COMMENT = 10_000  # bytes


Tick = Callable[[], None]


class Malformed(Exception):
    """Where a text is none that was asked for, and why."""


class Line(NamedTuple):
    number: int
    literals: list[int]
    is_dropped: bool = False


class Text:
    """The clauses of one file, over variables from 1 to so many."""

    def __init__(self, name: str, stream: BinaryIO, variables: int, tick: Tick) -> None:
        self.name = name
        self._stream = stream
        self._variables = variables
        self._tick = tick  # called for every line, comments too
        self._line = 0
        self._longest = max(LONGEST_COMMENT, (variables + 2) * (LONGEST_NUMBER + 2))

    def header(self) -> tuple[int, int]:
        """Of a formula, after comments: how many variables and clauses it says to have."""
        for words in self._lines():
            if len(words) == 4 and words[:2] == [b"p", b"cnf"]:
                return self._whole(words[2]), self._whole(words[3])
            raise self._malformed("a header would do, as in p cnf 729 10552")
        raise Malformed(f"{self.name}: empty; a formula in DIMACS would do")

    def clauses(self) -> Iterator[Line]:
        """Every clause that is left, as it comes."""
        for words in self._lines():
            is_dropped = words[0] == b"d"
            if words[-1] != b"0":
                raise self._malformed("not ended by 0: cut off, or not a clause a line")
            yield Line(self._line, [self._literal(word) for word in words[is_dropped:-1]], is_dropped)

    def _lines(self) -> Iterator[list[bytes]]:
        """The words of each line that is no comment."""
        while text := self._stream.readline(self._longest + 1):
            self._line += 1
            self._tick()
            if len(text) > self._longest:
                raise self._malformed(f"longer than {self._longest:,} bytes; no clause needs that")
            words = text.split()
            if words and words[0] != b"c":
                yield words

    def _literal(self, word: bytes) -> int:
        literal = self._whole(word.removeprefix(b"-"))
        if not 1 <= literal <= self._variables:
            raise self._malformed(f"{word[:20].decode('ascii', 'replace')}; variables go from 1 to {self._variables}")
        return -literal if word.startswith(b"-") else literal

    def _whole(self, word: bytes) -> int:
        if not word.isdigit() or len(word) > LONGEST_NUMBER:
            shown = word[:20].decode("ascii", "replace")
            raise self._malformed(f"{shown!r}; a whole number of at most {LONGEST_NUMBER} digits would do")
        return int(word)

    def _malformed(self, what: str) -> Malformed:
        return Malformed(f"{self.name}, line {self._line}: {what}")
