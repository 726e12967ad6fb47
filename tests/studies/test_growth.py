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
from sudoku_compare.running.place import ThisProcess
from sudoku_compare.running.search_cost import SearchCost
from sudoku_compare.studies import growth
from sudoku_compare.studies.growth import Group, Row, study
from sudoku_compare.studies.hardness_instances import make_growing_cases
from sudoku_compare.studies.registry import NOTHING, run_study
from sudoku_compare.studies.workload import LOST, OBJECTION, Workload, read_processor_time

FOUR, NINE = (Group(shape_of_side(side), "70% given") for side in (4, 9))


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
    assert cases == list(make_growing_cases([4, 9, 4], [50, 70, 50], 2, seed=1))


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
    assert outcome.answers[0].startswith("reductio, 70% given: from 4x4 to 16x16, the median time grows from ")
    assert {chart.name for chart in outcome.charts} == {"growth-time-1", "growth-memory-1"}


@pytest.mark.parametrize(("times", "median"), [((), None), ((1.0,), None), ((1.0, 2.0), 2.0), ((3.0, 1.0, 2.0), 2.0)])
def test_a_median_needs_more_than_half_of_the_puzzles(times: tuple[float, ...], median: float | None) -> None:
    assert Row(NINE, "sat", 3, times, None).median == median


def test_what_was_not_settled_is_said_and_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Answer((), Ending.TIMED_OUT, Seconds(0.0, None, 11.0))
    monkeypatch.setattr(growth, "measure_cost", lambda *_: SearchCost((late,), 5))
    outcome = run_study("growth", Workload((Case(0, "file", Entry("1", Puzzle.from_text(EASY))),), engines=("sat",)))
    [row] = rows_of(outcome)
    assert (row["settled"], row["median"], row["to the smallest"]) == (0, None, None)
    assert outcome.answers == ("sat did not settle 1 of 1 puzzle (9x9, file).",)


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (
            Row(FOUR, "sat", 1, (0.001,), 4_000),
            Row(NINE, "sat", 1, (0.02,), 2_500_000),
            "the median time grows from 1.00 ms to 20.0 ms, 20.0 times as long for 5.06 times as many cells (roughly "
            "the number of cells to the power of 1.8); on 9x9 it needs 2.50 MB of memory.",
        ),
        (
            Row(FOUR, "sat", 1, (0.002,), None),
            Row(NINE, "sat", 1, (0.00199,), None),
            "the median time falls from 2.00 ms to 1.99 ms, 0.995 times as long for 5.06 times as many cells (roughly "
            "the number of cells to the power of 0.0).",
        ),
    ],
)
def test_the_growth_of_an_engine_is_one_sentence(first: Row, last: Row, sentence: str) -> None:
    assert list(growth._make_answers([first, last])) == [f"sat, 70% given: from 4x4 to 9x9, {sentence}"]


@pytest.mark.parametrize(
    ("rows", "answers"),
    [
        ([Row(NINE, "sat", 2, (0.02, 0.04), 12_300)], ["sat, 70% given, 9x9: median time 30.0 ms, 12.3 kB of memory."]),
        (
            [Row(FOUR, "sat", 1, (0.001,), None), Row(NINE, "sat", 2, (), None)],
            ["sat, 70% given, 4x4: median time 1.00 ms.", "sat did not settle 2 of 2 puzzles (9x9, 70% given)."],
        ),
        (
            [Row(FOUR, "sat", 1, (0.0,), None), Row(NINE, "sat", 1, (0.001,), None)],
            ["sat, 70% given, 4x4: median time 0.00 us.", "sat, 70% given, 9x9: median time 1.00 ms."],
        ),
    ],
)
def test_an_engine_with_one_size_to_speak_of_gets_its_median(rows: list[Row], answers: list[str]) -> None:
    assert list(growth._make_answers(rows)) == answers


def test_a_study_of_one_size_has_an_answer() -> None:
    outcome = run_study("growth", Workload(tuple(make_growing_cases([9], [], 1, seed=0)), engines=("kernel", "logic")))
    kernel, logic = outcome.answers
    assert kernel.startswith("kernel, 70% given, 9x9: median time ")
    assert logic.startswith("logic, 70% given, 9x9: median time ")


def test_sources_are_listed_in_their_order_and_sizes_from_small_to_large() -> None:
    cases = tuple(make_growing_cases([9, 4], [70, 100], 1, seed=0))
    rows = rows_of(study(Workload(cases, engines=("kernel",))))
    assert [(row["puzzles"], row["board"]) for row in rows] == [
        ("70% given", "4x4"),
        ("70% given", "9x9"),
        ("100% given", "4x4"),
        ("100% given", "9x9"),
    ]


def test_an_engine_that_needs_no_memory_is_in_the_chart_of_memory() -> None:
    charts = list(growth._make_charts([Row(NINE, "kernel", 1, (0.001,), 0)]))
    assert [value["memory"] for value in charts[1].values] == [0]


@pytest.mark.parametrize(
    ("seconds", "time"),
    [(Seconds(0.5, None, 1.0), 1.5), (Seconds(0.5, None, 1.0, 0.7), 0.7), (Seconds(0.5, cpu=0.0), 0)],
)
def test_elapsed_time_counts_where_processor_time_was_not_measured(seconds: Seconds, time: float) -> None:
    assert read_processor_time(Answer((), Ending.EXHAUSTED, seconds)) == time


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
    outcome = run_study("growth", Workload((Case(0, "file", Entry("1", puzzle)),), engines=("sat", "kernel")))
    assert outcome.left_out == {OBJECTION: 1}
    assert rows_of(outcome) == []
    assert outcome.answers == (NOTHING,)


def test_an_engine_whose_process_was_lost_settles_nothing() -> None:
    row = growth._make_row(NINE, "sat", 2, set(), SearchCost((), None))
    assert (row.times, row.memory, row.median) == ((), None, None)


def test_searches_whose_workers_were_lost_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class LosingPlace(ThisProcess):
        def map_in_order(self, function, items, when_lost=None):  # type: ignore[no-untyped-def]
            return (when_lost(item, "") if item.engine == "sat" else function(item) for item in items)

    puzzle = Puzzle.from_text("1.....2..3.....4")
    work = Workload((Case(0, "file", Entry("1", puzzle)),), engines=("sat", "kernel"), place=LosingPlace())
    outcome = run_study("growth", work)
    assert outcome.left_out == {LOST: 1}
    assert [row["engine"] for row in rows_of(outcome)] == ["kernel"]
    assert not any("sat" in answer for answer in outcome.answers)
