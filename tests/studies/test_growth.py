"""`study growth`: which puzzles are searched, and what follows from their times."""

from dataclasses import replace
from typing import Any

import pytest

from making import EASY, ESCARGOT, TWO
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.measurement.sampling import Case
from sudoku_compare.core.answer import Answer, Ending, Seconds
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.search_cost import SearchCost
from sudoku_compare.studies import growth
from sudoku_compare.studies.growth import Group, Row, study
from sudoku_compare.studies.hardness_instances import make_growing_cases
from sudoku_compare.studies.workload import OBJECTION, Workload

NINE = Group(shape_of_side(9), "70% given")


def rows_of(outcome: Any) -> list[dict[str, Any]]:
    [table] = outcome.as_json()["tables"]
    rows: list[dict[str, Any]] = table["rows"]
    return rows


def test_puzzles_are_made_for_each_share_and_size() -> None:
    cases = list(make_growing_cases([4, 9], [50, 70], 2, seed=1))
    assert [(str(case.entry.puzzle.shape), case.tier) for case in cases[::2]] == [
        ("4x4", "50% given"),
        ("9x9", "50% given"),
        ("4x4", "70% given"),
        ("9x9", "70% given"),
    ]
    assert [case.entry.puzzle.count_givens() for case in cases[::2]] == [8, 40, 11, 57]
    assert cases == list(make_growing_cases([4, 9], [50, 70], 2, seed=1))
    assert len({case.entry.puzzle.text for case in cases}) == len(cases)


@pytest.mark.parametrize("size", [3, 13, 10_000])
def test_a_size_without_boards_is_refused(size: int) -> None:
    with pytest.raises(OptionError, match=f"size {size}: expected a number from 4 to"):
        list(make_growing_cases([size], [], None, 0))


def test_real_engines_are_measured_on_boards_of_two_sizes() -> None:
    cases = tuple(make_growing_cases([4, 16], [], 2, seed=0))
    outcome = study(Workload(cases, seconds=60.0, engines=("reductio", "kernel")))
    rows = rows_of(outcome)
    assert [(row["board"], row["engine"]) for row in rows] == [
        ("4x4", "reductio"),
        ("4x4", "kernel"),
        ("16x16", "reductio"),
        ("16x16", "kernel"),
    ]
    assert all(row["settled"] == row["number"] == 2 and row["median"] > 0 for row in rows)
    assert rows[0]["to the smallest"] == 1
    assert rows[2]["to the smallest"] == rows[2]["median"] / rows[0]["median"] > 1
    assert rows[2]["memory"] > 0
    assert outcome.answers[0].startswith("reductio, 70% given: from 4x4 to 16x16, the time grows from ")
    assert {chart.name for chart in outcome.charts} == {"growth-time-1", "growth-memory-1"}


@pytest.mark.parametrize(("times", "median"), [((), None), ((1.0,), None), ((1.0, 2.0), 2.0), ((3.0, 1.0, 2.0), 2.0)])
def test_a_median_needs_more_than_half_of_the_puzzles(times: tuple[float, ...], median: float | None) -> None:
    assert Row(NINE, "sat", 3, times, None).median == median


def test_what_was_not_settled_is_said_and_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Answer((), Ending.TIMED_OUT, Seconds(0.0, None, 11.0))
    monkeypatch.setattr(growth, "measure_cost", lambda *_: SearchCost((late,), 5))
    outcome = study(Workload((Case(0, "file", Entry("1", Puzzle.from_text(EASY))),), engines=("sat",)))
    [row] = rows_of(outcome)
    assert (row["settled"], row["median"], row["to the smallest"]) == (0, None, None)
    assert outcome.answers == ("sat did not settle 1 of 1 puzzles of 9x9, file.",)


def test_a_wrong_answer_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = tuple(Case(0, "file", Entry(text, Puzzle.from_text(text))) for text in (EASY, ESCARGOT))
    right = [load_engine("kernel").search(case.entry.puzzle, growth.Limits(2)) for case in cases]
    wrong = replace(right[1], solutions=right[0].solutions)
    monkeypatch.setattr(growth, "measure_cost", lambda *_: SearchCost((right[0], wrong), 5))
    outcome = study(Workload(cases, engines=("sat",)))
    assert outcome.left_out == {OBJECTION: 1}
    assert [(row["number"], row["settled"]) for row in rows_of(outcome)] == [(1, 1)]


def test_answers_that_contradict_each_other_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.from_text(TWO)
    right = load_engine("kernel").search(puzzle, growth.Limits(2))
    none = Answer((), Ending.EXHAUSTED, Seconds(0.0, None, 1.0))
    costs = iter([SearchCost((right,), 5), SearchCost((none,), 5)])
    monkeypatch.setattr(growth, "measure_cost", lambda *_: next(costs))
    outcome = study(Workload((Case(0, "file", Entry("1", puzzle)),), engines=("sat", "kernel")))
    assert outcome.left_out == {OBJECTION: 1}
    assert [row["number"] for row in rows_of(outcome)] == [0, 0]


def test_an_engine_whose_process_was_lost_settles_nothing() -> None:
    row = growth._make_row(NINE, "sat", 2, set(), SearchCost((), None))
    assert (row.times, row.memory, row.median) == ((), None, None)
