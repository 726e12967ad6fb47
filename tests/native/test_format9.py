"""Lines written in bulk equal lines written one by one."""

import io
from array import array
from collections.abc import Callable

import pytest

from interpreted import load_interpreted
from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare.core.puzzle import compact
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.formats.batch_reader import read_batches
from sudoku_compare.formats.source import Source
from sudoku_compare.native.settle import UNSETTLED
from sudoku_compare.scanning.line_formats import LineFormat, csv_format, json_format
from sudoku_compare.scanning.scan import VERDICTS, Outcome, settle

NAME = 'a "name", é, 100000000 100000002 SOLUTION'
LINES = [EASY, NONE, TWO, ESCARGOT, CLASH, "." * 81]


def settle_all_kinds() -> Outcome:
    text = "".join(f"{line}\n" for line in LINES).encode()
    outcome = settle(next(iter(read_batches(Source(NAME, io.BufferedReader(io.BytesIO(text)), len(text))))), 60)
    outcome.found[3] = UNSETTLED
    outcome.assumptions[4] = 2**32 - 1
    return outcome


def write_one_by_one(outcome: Outcome, line_format: LineFormat) -> str:
    lines = []
    for index, number in enumerate(outcome.batch.line_numbers):
        solution, first = outcome.solution(index), outcome.isomorph_of[index]
        values: list[str | int | None] = [
            f"{NAME}:{number}",
            str(VERDICTS[outcome.found[index]]),
            compact(solution, shape_of_side(9)) if solution else None,
            outcome.assumptions[index],
        ]
        if line_format.with_isomorphs:
            values.append(f"{NAME}:{first}" if first else None)
        lines.append(line_format.line(values))
    return "".join(lines)


@pytest.mark.parametrize("with_isomorphs", [False, True])
@pytest.mark.parametrize("format_of", [csv_format, json_format])
def test_lines_written_in_bulk_equal_lines_written_one_by_one(
    monkeypatch: pytest.MonkeyPatch, format_of: Callable[..., LineFormat], with_isomorphs: bool
) -> None:
    outcome = settle_all_kinds()
    if with_isomorphs:
        outcome.isomorph_of = array("Q", [0, 5, 0, 0, 10**19, 0])
    line_format = format_of(NAME, with_isomorphs=with_isomorphs)
    expected = write_one_by_one(outcome, line_format)
    assert bytes(line_format.text(outcome)).decode() == expected
    monkeypatch.setattr(
        "sudoku_compare.scanning.line_formats.write_lines", load_interpreted("native.format9").write_lines
    )
    assert bytes(line_format.text(outcome)).decode() == expected
