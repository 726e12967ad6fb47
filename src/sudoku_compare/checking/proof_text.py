"""Reads formulas (DIMACS) and proofs (DRUP, LRAT) from untrusted text, line by line, in bounded memory.

Each line holds one clause, terminated by 0, or one deletion. A line that starts with `c` is a comment.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import BinaryIO, NamedTuple

COMMENT = ord("c")
LONGEST_NUMBER = 10  # digits
LONGEST_COMMENT = 10_000  # bytes
LONGEST_DELETION = 1_000_000  # bytes

NUMBER = re.compile(rb"[1-9][0-9]{0,9}")
DELETION = re.compile(rb"[0-9]{1,10} +d +((?:[0-9]{1,10} +)*+)0")  # `*+` never goes back: linear time

Tick = Callable[[], None]


class Malformed(Exception):
    """Raised when a text does not have the expected format."""


class ClauseLine(NamedTuple):
    """One clause, and the number of its line."""

    number: int
    literals: list[int]
    is_deletion: bool = False


class HintedLine(NamedTuple):
    """One step with hints, or one deletion, and the number of its line.

    The numbers of clauses stay text, which the reader does not look at: they are only names, and a name that no clause
    has is refused by the checker. Converting them would take as long as following the hints.
    """

    number: int
    clause: bytes  # the number of the clause that the step adds
    literals: list[int]
    hints: list[bytes]  # the numbers of the clauses from which it follows, or which are deleted
    is_deletion: bool = False


class LineReader:
    """Reads the lines of one file that are not comments."""

    def __init__(self, name: str, stream: BinaryIO, tick: Tick, longest: int) -> None:
        self.name = name
        self._stream = stream
        self._tick = tick  # called for every line, comments included
        self._line = 0
        self._longest = longest  # bytes of a line

    def read_lines(self) -> Iterator[bytes]:
        """Yield each line that is neither empty nor a comment, without the blanks around it."""
        while text := self._stream.readline(self._longest + 1):
            self._line += 1
            self._tick()
            if len(text) > self._longest:
                raise self._malformed(f"longer than {self._longest:,} bytes, which no clause needs")
            text = text.strip()
            if text and (text[0] != COMMENT or text.split(None, 1)[0] != b"c"):
                yield text

    def _malformed(self, problem: str) -> Malformed:
        return Malformed(f"{self.name}, line {self._line}: {problem}")


class ClauseReader(LineReader):
    """Reads the clauses of a formula, or the steps of a DRUP proof, over the variables 1 to `variables`."""

    def __init__(self, name: str, stream: BinaryIO, variables: int, tick: Tick) -> None:
        super().__init__(name, stream, tick, max(LONGEST_COMMENT, (variables + 2) * (LONGEST_NUMBER + 2)))
        self._variables = variables

    def read_header(self) -> tuple[int, int]:
        """Return the numbers of variables and clauses that the header of a formula declares."""
        for text in self.read_lines():
            words = text.split()
            if len(words) == 4 and words[:2] == [b"p", b"cnf"]:
                return self._parse_number(words[2]), self._parse_number(words[3])
            raise self._malformed("expected a header such as 'p cnf 729 10552'")
        raise Malformed(f"{self.name}: expected a formula in DIMACS format, found nothing")

    def read_clauses(self) -> Iterator[ClauseLine]:
        """Yield all remaining clauses."""
        for text in self.read_lines():
            words = text.split()
            is_deletion = words[0] == b"d"
            if words[-1] != b"0":
                raise self._malformed("expected one clause, terminated by 0")
            literals = [self._parse_literal(word) for word in words[is_deletion:-1]]
            yield ClauseLine(self._line, literals, is_deletion)

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


class HintReader(LineReader):
    """Reads the steps and deletions of an LRAT proof over the variables 1 to `variables`."""

    def __init__(self, name: str, stream: BinaryIO, variables: int, tick: Tick) -> None:
        # Each hint of a step adds a literal, so a step needs no more hints than literals.
        super().__init__(name, stream, tick, max(LONGEST_DELETION, 2 * (variables + 2) * (LONGEST_NUMBER + 2)))
        self._variables = variables
        self._literals = _list_literals(variables)

    def read_steps(self) -> Iterator[HintedLine]:
        """Yield all steps and deletions."""
        for text in self.read_lines():
            yield self._parse_step(text) or self._parse_deletion(text)

    def _parse_step(self, text: bytes) -> HintedLine | None:
        start, _, end = text.partition(b" 0 ")
        (number, *words), hints = start.split(), end.split()
        if not hints or hints.pop() != b"0" or not NUMBER.fullmatch(number):
            return None
        try:
            return HintedLine(self._line, number, [*map(self._literals.__getitem__, words)], hints)
        except KeyError as unknown:
            [word] = unknown.args
            if NUMBER.fullmatch(word.removeprefix(b"-")):
                problem = f"expected a variable from 1 to {self._variables}, found {word.decode()}"
                raise self._malformed(problem) from None
            return None

    def _parse_deletion(self, text: bytes) -> HintedLine:
        if deletion := DELETION.fullmatch(text):
            return HintedLine(self._line, b"", [], deletion[1].split(), is_deletion=True)
        raise self._malformed(
            "expected a step, such as '10600 -5 17 0 10554 812 0' (number, literals, 0, hints, 0), "
            "or a deletion, such as '10600 d 10580 0', with numbers of at most "
            f"{LONGEST_NUMBER} digits"
        )


@lru_cache(maxsize=4)
def _list_literals(variables: int) -> dict[bytes, int]:
    """Return all literals by their text: looking them up is faster than converting them; do not change it."""
    return {b"%d" % literal: literal for literal in range(-variables, variables + 1) if literal}
