"""The numbers of a benchmark."""

from pathlib import Path

from making import EASY, NONE, TWO
from measuring import Faulty, make_cases, make_facts
from sudoku_compare import Limits
from sudoku_compare.benchmark.plan import Plan
from sudoku_compare.benchmark.record import Record
from sudoku_compare.benchmark.run import measure
from sudoku_compare.benchmark.sampling import add_isomorphs
from sudoku_compare.benchmark.statistics import summarize
from sudoku_compare.benchmark.text import format_notes
from sudoku_compare.comparison.compare import engines_by_text


def test_every_round_is_measured_and_the_ratio_lies_in_its_interval(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio", "sat"), rounds=3))
    list(measure(make_cases(EASY, TWO), Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5), rounds=3), record))
    rows = list(record.measurements())
    assert len(rows) == 12
    assert all(row.cpu and row.cpu > 0 and row.total > 0 for row in rows)
    assert len({(row.puzzle, row.round, row.engine) for row in rows}) == 12
    [first, second] = summarize(record).rows
    assert (first.engine, first.of, first.settled, first.ratio) == ("reductio", 2, 2, None)
    assert second.ratio
    assert second.ratio_low
    assert second.ratio_high
    assert second.ratio_low <= second.ratio <= second.ratio_high


def test_luck_is_the_longest_to_the_shortest_time_of_a_puzzle_and_its_isomorphs(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio", "sat"), isomorphs=2))
    plan = Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5))
    list(measure(list(add_isomorphs(make_cases(EASY, TWO, NONE), 2, seed=1)), plan, record))
    times = {(one.engine, one.puzzle): one.total for one in record.measurements()}
    for row in summarize(record).rows:
        families = [[times[row.engine, 3 * family + copy] for copy in range(3)] for family in range(3)]
        assert row.luck == sorted(max(family) / min(family) for family in families)[1]
        assert f"luck {row.luck:.3g} (slowest" in format_notes(row)
    [alone] = summarize(measure_one_puzzle(tmp_path / "alone")).rows
    assert alone.luck is None
    assert "luck" not in format_notes(alone)


def measure_one_puzzle(path: Path) -> Record:
    record = Record.create(path, make_facts(engines=("reductio",)))
    list(measure(make_cases(EASY), Plan(engines_by_text(["reductio"]), Limits(2, 5)), record))
    return record


def test_an_unsettled_search_counts_double_in_par2_and_in_no_median(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("wrong",)))
    list(measure(make_cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2, 5.0)), record))
    [row] = summarize(record).rows
    assert (row.of, row.settled) == (2, 1)
    assert row.par2 > 5.0
    assert row.median
    assert row.median < 1.0


def test_without_a_limit_there_is_no_par2_for_unsettled_puzzles(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("wrong",), seconds=None))
    list(measure(make_cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2)), record))
    [row] = summarize(record).rows
    assert (row.settled, row.par2) == (1, None)
