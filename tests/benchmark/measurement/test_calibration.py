"""The calibration work: always the same, timed beside the searches, and kept in the record."""

import math
import sqlite3
from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, Faulty, make_cases, make_facts, make_measurement, make_record
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.benchmark.measurement import calibration
from sudoku_compare.benchmark.measurement.calibration import Calibration, do_fixed_work, is_calibrated
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.core.errors import RecordError
from sudoku_compare.core.verdict import claimed_verdict
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.reductio.engine import Reductio
from witnesses import die_instead_of_searching


def test_the_work_on_which_saved_baselines_rely_has_not_changed() -> None:
    """After an intended change, SCHEMA in `baseline.py` changes too, and results/baseline.json is saved again."""
    assert (calibration.STEPS, do_fixed_work()) == (400, 1191)


def test_the_work_is_not_an_answer() -> None:
    answer = Calibration().search(Puzzle.from_text(EASY), Limits())
    assert (answer.solutions, answer.ending, claimed_verdict(answer)) == ((), Ending.STUCK, "unknown")


def test_in_a_large_run_a_part_of_the_puzzles_is_calibrated() -> None:
    calibrated = [number for number in range(1100) if is_calibrated(number)]
    assert calibrated == [*range(1000), 1000, 1020, 1040, 1060, 1080]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_round_of_a_puzzle_has_a_calibration_of_its_own(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "FULLY_CALIBRATED", 2)
    monkeypatch.setattr(calibration, "CALIBRATION_STEP", 4)
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio",), rounds=2))
    list(measure(make_cases(*[EASY] * 6), Plan({"reductio": Reductio()}, Limits(2, 5), rounds=2, jobs=jobs), record))
    times = record.calibrations()
    assert sorted(times) == [(puzzle, round, 1) for puzzle in (0, 1, 4) for round in (0, 1)]
    assert len(set(times.values())) > 1
    assert all(0 < cpu < 5 for cpu in times.values())
    assert [one.engine for one in record.measurements()] == ["reductio"] * 12
    assert record.objections() == []
    assert Record.open(record.path).calibrations() == times


def test_a_puzzle_that_kills_the_worker_has_no_calibration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    die_instead_of_searching(Puzzle.from_text(TWO), monkeypatch)
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio", "kernel")))
    engines = {"reductio": Reductio(), "kernel": Kernel()}
    list(measure(make_cases(EASY, TWO, NONE), Plan(engines, Limits(2, 5)), record))
    assert sorted(record.calibrations()) == [(0, 0, 1), (2, 0, 1)]
    assert len(list(record.measurements())) == 6


def test_a_foreign_engine_that_crashes_does_not_kill_the_worker(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", FACTS)
    engines = {"reductio": Reductio(), "wrong": Faulty("crash")}
    list(measure(make_cases(EASY, TWO, NONE), Plan(engines, Limits(2, 5)), record))
    assert sorted(record.calibrations()) == [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert len(list(record.measurements())) == 6


def test_a_resumed_run_keeps_its_calibrations(tmp_path: Path) -> None:
    plan, facts = Plan({"reductio": Reductio()}, Limits(2, 5)), make_facts(engines=("reductio",))
    record = Record.create(tmp_path / "r", facts)
    list(measure(make_cases(EASY, TWO), plan, record))
    before = record.calibrations()
    record.close()
    again = Record.resume(tmp_path / "r")
    list(measure(make_cases(EASY, TWO, NONE), plan, again))
    assert sorted(again.calibrations()) == [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert before.items() < again.calibrations().items()


@pytest.mark.parametrize("cpu", [-1.0, math.inf, "fast"])
def test_an_invalid_time_of_the_calibration_is_an_error_of_the_record(cpu: float) -> None:
    record = make_record(make_facts(engines=("a",)), [make_measurement("a")])
    record.add_calibration(0, 0, cpu, 1)
    record.commit()
    with pytest.raises(RecordError) as raised:
        record.calibrations()
    assert str(raised.value).startswith("in memory: damaged, or not a record (calibration, cpu: expected a time")


def test_two_calibrations_of_one_round_are_refused(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", FACTS)
    record.add_calibration(0, 0, 1.0, 1)
    record.commit()
    record.add_calibration(0, 0, 2.0, 1)
    with pytest.raises(RecordError, match="another run is writing to it"):
        record.commit()
    record.close()
    with sqlite3.connect(tmp_path / "r") as connection:
        assert connection.execute("SELECT cpu FROM calibration").fetchall() == [(1.0,)]
