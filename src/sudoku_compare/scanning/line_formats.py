"""Verdicts of a scan as lines: CSV or JSON, written in bulk for 9x9."""

import csv
import io
import json
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from ..comparison.compare import Comparison
from ..core.puzzle import compact
from ..core.verdict import Verdict
from ..native.format9 import longest_line, write_lines
from .scan import VERDICTS, Outcome

COLUMNS = ("id", "verdict", "solution", "assumptions")
SAME = "isomorph_of"  # a further column, where isomorphs were looked for
SOLUTION = "SOLUTION"

Line = Callable[[list[str | int | None]], str]


def csv_line(values: list[str | int | None]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()


def json_line(values: list[str | int | None]) -> str:
    return json.dumps(dict(zip((*COLUMNS, SAME), values, strict=False))) + "\n"


@dataclass(frozen=True)
class LineFormat:
    """One way to write verdicts: a line by itself, and from patterns of such lines many at once."""

    heading: str
    parts: bytes
    ends: "array[int]"
    line: Line
    with_isomorphs: bool

    def add_text(self, outcome: Outcome) -> None:
        outcome.text = self.text(outcome)

    def text(self, outcome: Outcome) -> bytes | memoryview:
        """The lines of an outcome in the order of its puzzles."""
        count = len(outcome.found)
        text = bytearray(count * longest_line(len(self.parts)))
        if not outcome.others:
            return memoryview(text)[: self._write(outcome, (0, count), text)]
        pieces, done = [], 0
        for before, comparison in [*outcome.others, (count, None)]:
            pieces.append(bytes(text[: self._write(outcome, (done, before), text)]))
            pieces.append(self._other(outcome, comparison).encode("utf-8", "backslashreplace") if comparison else b"")
            done = before
        return b"".join(pieces)

    def _write(self, outcome: Outcome, stretch: tuple[int, int], text: bytearray) -> int:
        numbers: Any = outcome.batch.line_numbers
        return write_lines(
            self.parts,
            self.ends,
            numbers,
            outcome.found,
            outcome.solutions,
            outcome.assumptions,
            outcome.isomorph_of,
            stretch,
            text,
        )

    def _other(self, outcome: Outcome, comparison: Comparison) -> str:
        solution = comparison.solution if comparison.verdict is not Verdict.UNKNOWN else None
        shown = compact(solution, comparison.puzzle.shape) if solution else None
        assumptions = comparison.results[0].answer.counts.get("assumptions")
        values = [_shown(comparison.entry.id), str(comparison.verdict), shown, assumptions]
        same = outcome.isomorph_of_others.get(comparison.entry.id)
        return self.line([*values, same and _shown(same)] if self.with_isomorphs else values)


def csv_format(name: str, *, with_isomorphs: bool) -> LineFormat:
    return _format(name, ",".join(_columns(with_isomorphs)) + "\n", csv_line, with_isomorphs)


def json_format(name: str, *, with_isomorphs: bool) -> LineFormat:
    return _format(name, "", json_line, with_isomorphs)


def _columns(with_isomorphs: bool) -> tuple[str, ...]:
    return (*COLUMNS, SAME) if with_isomorphs else COLUMNS


def _format(name: str, heading: str, line: Line, with_isomorphs: bool) -> LineFormat:
    """Take patterns apart at what differs from line to line."""
    # For a line, the assumptions and another line: nine figures each, of which the name has none.
    number, assumptions, other = islice((n for n in count(100_000_000) if str(n) not in name), 3)
    id = f"{_shown(name)}:{number}"
    befores, afters = [], []
    for verdict in VERDICTS.values():
        is_told = verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)
        pattern = line([id, str(verdict), SOLUTION if is_told else None, assumptions])
        head, _, rest = pattern.rpartition(str(number))
        before, _, tail = rest.rpartition(str(assumptions))
        before, _, after = before.partition(SOLUTION) if is_told else (before, "", "")
        befores.append(before)
        afters.append(after)
    same, same_end, not_same = "", "", ""
    if with_isomorphs:
        shown = line([id, "", None, assumptions, f"{_shown(name)}:{other}"])
        same, _, rest = shown.rpartition(str(assumptions))[2].rpartition(str(other))
        nothing = line([id, "", None, assumptions, None]).rpartition(str(assumptions))[2]
        same_end, not_same = rest.removesuffix(tail), nothing.removesuffix(tail)
    parts = [part.encode() for part in (head, *befores, *afters, same, same_end, not_same, tail)]
    ends = array("I", [sum(map(len, parts[:count])) for count in range(len(parts) + 1)])
    return LineFormat(heading, b"".join(parts), ends, line, with_isomorphs)


def _shown(name: str) -> str:
    """A name that can be written down whatever the file is called."""
    return name.encode("utf-8", "backslashreplace").decode()
