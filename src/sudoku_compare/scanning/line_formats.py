"""Format the answers of a scan as lines: CSV or JSON Lines, in bulk for 9x9."""

import csv
import io
import json
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from ..comparison.compare import Comparison
from ..core.puzzle import compact
from ..core.text import disarm_formula
from ..core.verdict import Verdict
from ..formats.batch_reader import NINE
from ..native.buffers import make_buffer
from ..native.format9 import join_parts, measure_longest_line, write_lines
from .results import VERDICTS, Duplicates, SettledBatch, count_assumptions

COLUMNS = ("id", "verdict", "solution", "assumptions")
ISOMORPH_COLUMN = "isomorph_of"  # the last column, if duplicates are looked for
SOLUTION = "SOLUTION"  # placeholder in the lines from which the templates are cut

Values = list[str | int | None]


def format_csv_line(values: Values) -> str:
    """Return one line of CSV with its line end; no spreadsheet runs an id in it as a formula."""
    text = io.StringIO()
    harmless = [disarm_formula(_escape(value)) if isinstance(value, str) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(harmless)
    return text.getvalue()


def format_json_line(values: Values) -> str:
    """Return one JSON object with its line end."""
    escaped = [_escape(value) if isinstance(value, str) else value for value in values]
    return json.dumps(dict(zip((*COLUMNS, ISOMORPH_COLUMN), escaped, strict=False))) + "\n"


@dataclass(frozen=True)
class LineFormat:
    """How to format answers: a function for a single line, and a template of it that compiled code fills in."""

    heading: bytes  # the line above all others; empty if the format has none
    parts: bytes  # the constant parts of a line, as native.format9.join_parts joins them
    ends: "array[int]"  # the bounds of the parts
    format_line: Callable[[Values], str]
    with_isomorphs: bool

    def format_batch(self, settled: SettledBatch, duplicates: Duplicates | None = None) -> bytes | memoryview:
        """Return one line for each puzzle of the batch, in their order."""
        count = len(settled.found)
        first_lines = duplicates.first_lines if duplicates else memoryview(array("Q"))
        buffer = make_buffer(count * measure_longest_line(len(self.parts)))

        def format_nines(start: int, end: int) -> memoryview:
            return memoryview(buffer)[: self._write_nines(settled, first_lines, (start, end), buffer)]

        if not settled.others and not (duplicates and duplicates.first_elsewhere):
            return format_nines(0, count)
        pieces, done = [], 0
        for start, end, line in self._format_one_by_one(settled, duplicates):
            pieces += [bytes(format_nines(done, start)), line]
            done = end
        return b"".join([*pieces, format_nines(done, count)])

    def _format_one_by_one(self, settled: SettledBatch, duplicates: Duplicates | None) -> list[tuple[int, int, bytes]]:
        """Return the lines that do not fit the template, each with the stretch of 9x9 puzzles that it replaces.

        They are those of puzzles of other sizes, which replace nothing, and of 9x9 puzzles with an isomorph in an
        earlier source.
        """
        firsts = {duplicate.id: duplicate.isomorph_of for duplicate in duplicates.found} if duplicates else {}
        lines = [(before, before, self._format_other(comparison, firsts)) for before, comparison in settled.others]
        elsewhere = duplicates.first_elsewhere if duplicates else {}
        lines += [(index, index + 1, self._format_nine(settled, index, first)) for index, first in elsewhere.items()]
        return sorted(lines, key=lambda line: line[:2])

    def _write_nines(
        self, settled: SettledBatch, first_lines: memoryview, stretch: tuple[int, int], buffer: bytearray
    ) -> int:
        numbers: Any = settled.batch.line_numbers
        assumptions: Any = settled.assumptions
        firsts: Any = first_lines
        return write_lines(
            self.parts, self.ends, numbers, settled.found, settled.solutions, assumptions, firsts, stretch, buffer
        )

    def _format_other(self, comparison: Comparison, firsts: Mapping[str, str]) -> bytes:
        solution = comparison.solution if comparison.verdict is not Verdict.UNKNOWN else None
        values: Values = [
            comparison.entry.id,
            str(comparison.verdict),
            compact(solution, comparison.puzzle.shape) if solution else None,
            count_assumptions(comparison),
        ]
        return self._format_values(values, firsts.get(comparison.entry.id))

    def _format_nine(self, settled: SettledBatch, index: int, first: str) -> bytes:
        solution = settled.solution(index)
        values: Values = [
            f"{settled.batch.name}:{settled.batch.line_numbers[index]}",
            str(VERDICTS[settled.found[index]]),
            compact(solution, NINE) if solution else None,
            settled.assumptions[index],
        ]
        return self._format_values(values, first)

    def _format_values(self, values: Values, first: str | None) -> bytes:
        if self.with_isomorphs:
            values = [*values, first]
        return self.format_line(values).encode()


def csv_format(name: str, *, with_isomorphs: bool) -> LineFormat:
    """Return the CSV format for the source with this name."""
    columns = (*COLUMNS, ISOMORPH_COLUMN) if with_isomorphs else COLUMNS
    return _make_format(name, format_csv_line(list(columns)), format_csv_line, with_isomorphs)


def json_format(name: str, *, with_isomorphs: bool) -> LineFormat:
    """Return the JSON Lines format for the source with this name."""
    return _make_format(name, "", format_json_line, with_isomorphs)


LINE_FORMATS = {"csv": csv_format, "jsonl": json_format}


def _make_format(name: str, heading: str, format_line: Callable[[Values], str], with_isomorphs: bool) -> LineFormat:
    """Cut sample lines apart at the values that differ from line to line."""
    # Nine digits each for a line, the assumptions and another line, none of which occurs in the name.
    number, assumptions, other = islice((n for n in count(100_000_000) if str(n) not in name), 3)
    id = f"{name}:{number}"
    befores, afters = [], []
    for verdict in VERDICTS.values():
        has_solution = verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)
        sample = format_line([id, str(verdict), SOLUTION if has_solution else None, assumptions])
        head, _, rest = sample.rpartition(str(number))
        before, _, tail = rest.rpartition(str(assumptions))
        before, _, after = before.partition(SOLUTION) if has_solution else (before, "", "")
        befores.append(before)
        afters.append(after)
    isomorph, isomorph_end, no_isomorph = "", "", ""
    if with_isomorphs:
        sample = format_line([id, "", None, assumptions, f"{name}:{other}"])
        isomorph, _, rest = sample.rpartition(str(assumptions))[2].rpartition(str(other))
        nothing = format_line([id, "", None, assumptions, None]).rpartition(str(assumptions))[2]
        isomorph_end, no_isomorph = rest.removesuffix(tail), nothing.removesuffix(tail)
    parts = [part.encode() for part in (head, *befores, *afters, isomorph, isomorph_end, no_isomorph, tail)]
    return LineFormat(heading.encode(), *join_parts(parts), format_line, with_isomorphs)


def _escape(name: str) -> str:
    """Return the name with everything that UTF-8 cannot encode escaped."""
    return name.encode("utf-8", "backslashreplace").decode()
