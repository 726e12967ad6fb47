"""Reads formulas (DIMACS) and proofs (DRUP) from untrusted text, line by line, in bounded memory.

Each line holds one clause, terminated by 0. A line that starts with `c` is a comment; in a proof, `d` deletes a clause.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

LONGEST_NUMBER = 10  # digits
LONGEST_COMMENT = 10_000  # bytes


Tick = Callable[[], None]


class Malformed(Exception):
    """Raised when a text does not have the expected format."""


class ClauseLine(NamedTuple):
    """One clause, and the number of its line."""

    number: int
    literals: list[int]
    is_deletion: bool = False


class ClauseReader:
    """Reads the clauses of one file over the variables 1 to `variables`."""

    def __init__(self, name: str, stream: BinaryIO, variables: int, tick: Tick) -> None:
        self.name = name
        self._stream = stream
        self._variables = variables
        self._tick = tick  # called for every line, comments included
        self._line = 0
        self._longest = max(LONGEST_COMMENT, (variables + 2) * (LONGEST_NUMBER + 2))

    def read_header(self) -> tuple[int, int]:
        """Return the numbers of variables and clauses that the header of a formula declares."""
        for words in self._read_lines():
            if len(words) == 4 and words[:2] == [b"p", b"cnf"]:
                return self._parse_number(words[2]), self._parse_number(words[3])
            raise self._malformed("expected a header such as 'p cnf 729 10552'")
        raise Malformed(f"{self.name}: expected a formula in DIMACS format, found nothing")

    def read_clauses(self) -> Iterator[ClauseLine]:
        """Yield all remaining clauses."""
        for words in self._read_lines():
            is_deletion = words[0] == b"d"
            if words[-1] != b"0":
                raise self._malformed("expected one clause, terminated by 0")
            literals = [self._parse_literal(word) for word in words[is_deletion:-1]]
            yield ClauseLine(self._line, literals, is_deletion)

    def _read_lines(self) -> Iterator[list[bytes]]:
        """Yield the words of each line that is not a comment."""
        while text := self._stream.readline(self._longest + 1):
            self._line += 1
            self._tick()
            if len(text) > self._longest:
                raise self._malformed(f"longer than {self._longest:,} bytes, which no clause needs")
            words = text.split()
            if words and words[0] != b"c":
                yield words

    def _parse_literal(self, word: bytes) -> int:
        literal = self._parse_number(word.removeprefix(b"-"))
        if not 1 <= literal <= self._variables:
            raise self._malformed(f"expected a variable from 1 to {self._variables}, found {word.decode()}")
        return -literal if word.startswith(b"-") else literal

    def _parse_number(self, word: bytes) -> int:
        if not word.isdigit() or len(word) > LONGEST_NUMBER:
            shown = word[:20].decode("ascii", "replace")
            raise self._malformed(f"expected a whole number of at most {LONGEST_NUMBER} digits, found {shown!r}")
        return int(word)

    def _malformed(self, problem: str) -> Malformed:
        return Malformed(f"{self.name}, line {self._line}: {problem}")
