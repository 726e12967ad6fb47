"""The trace as JSON values."""

import json
from typing import Any

import pytest

from sudoku_compare.core.answer import Limits
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.explanation.trace_lines import TraceTooLong, trace_as_lines

PUZZLE = Puzzle.from_text("1... ..2. .3.. ...4")


def test_every_sentence_is_passed_on_and_the_replay_holds() -> None:
    lines: list[dict[str, Any]] = []
    result = trace_as_lines(PUZZLE, Limits(2), lines.append, 1000)
    assert result["holds"] is True
    assert result["text"].startswith("replayed: all ")
    assert {tuple(line) for line in lines} == {("kind", "depth", "text", "cells", "value")}
    assert all(0 <= cell < 16 for line in lines for cell in line["cells"])
    assert json.loads(json.dumps(lines)) == lines


def test_assumptions_are_deeper() -> None:
    lines: list[dict[str, Any]] = []
    trace_as_lines(Puzzle.from_text("1" + "." * 15), Limits(2), lines.append, 10_000)
    assert max(line["depth"] for line in lines) > 0


@pytest.mark.parametrize("most", [0, 1, 5])
def test_a_trace_that_is_too_long_ends_after_as_many_sentences_as_were_asked_for(most: int) -> None:
    lines: list[dict[str, Any]] = []
    with pytest.raises(TraceTooLong):
        trace_as_lines(PUZZLE, Limits(2), lines.append, most)
    assert len(lines) == most


def test_a_search_that_runs_out_of_time_still_ends() -> None:
    lines: list[dict[str, Any]] = []
    assert trace_as_lines(Puzzle.from_text("1" + "." * 624), Limits(2, 1e-6), lines.append, 10**6)["holds"]
