"""The machines of a record, and the attempts that were lost on them."""

from dataclasses import replace
from pathlib import Path

import pytest

from making import EASY
from measuring import FACTS, MACHINE, make_cases, make_empty_record, make_facts, make_measurement, make_numbered_puzzle
from record_rows import rows_without_times
from sudoku_compare import Limits
from sudoku_compare.benchmark.measurement import run
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.recording.record import Attempt, Record
from sudoku_compare.core.errors import RecordError
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.running.machine import Machine, describe_machine

OTHER = replace(MACHINE, host="there", memory=None)
PLAN = Plan({"reductio": Reductio()}, Limits(2, 5))
LOST = "a worker was lost"


def test_a_machine_has_one_number_however_often_it_is_asked_for(tmp_path: Path) -> None:
    with Record.create(tmp_path / "r", FACTS) as record:
        assert record.machines() == {}
        assert [record.find_or_add_machine(one) for one in (MACHINE, OTHER, MACHINE, OTHER)] == [1, 2, 1, 2]
    with Record.resume(tmp_path / "r") as record:
        assert record.find_or_add_machine(replace(OTHER)) == 2  # SQLite calls two rows with a null different
        assert record.find_or_add_machine(replace(MACHINE, python="3.12")) == 3
    with Record.open(tmp_path / "r") as record:
        assert record.machines() == {1: MACHINE, 2: OTHER, 3: replace(MACHINE, python="3.12")}


def test_a_local_run_records_its_machine(tmp_path: Path) -> None:
    with Record.create(tmp_path / "r", make_facts(engines=("reductio",))) as record:
        list(measure(make_cases(EASY, EASY), PLAN, record))
        assert record.machines() == {1: describe_machine()}
        assert {one.machine for one in record.measurements()} == {1}
        assert {machine for _, _, machine in record.calibrations()} == {1}
        assert record.attempts() == ()


def test_a_run_that_is_resumed_elsewhere_has_two_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = make_facts(engines=("reductio",))
    with Record.create(tmp_path / "r", facts) as record:
        list(measure(make_cases(EASY), PLAN, record))
    monkeypatch.setattr(run, "describe_machine", lambda: OTHER)
    with Record.resume(tmp_path / "r") as record:
        list(measure(make_cases(EASY), PLAN, record))
        assert len(record.machines()) == 1  # nothing was left to measure
        list(measure(make_cases(EASY, EASY), PLAN, record))
        assert record.machines() == {1: describe_machine(), 2: OTHER}
        assert [(one.puzzle, one.machine) for one in record.measurements()] == [(0, 1), (1, 2)]
        assert record.facts == facts


def test_engines_may_have_searched_one_puzzle_on_different_machines() -> None:
    record = make_empty_record(FACTS)
    numbers = [1, record.find_or_add_machine(OTHER)]
    rows = [make_measurement(engine, machine=one) for engine, one in zip(FACTS.engines, numbers, strict=True)]
    record.add(make_numbered_puzzle(0), rows, [])
    record.commit()
    assert list(record.measurements()) == rows


def test_attempts_are_numbered_by_puzzle_and_round(tmp_path: Path) -> None:
    first = [Attempt(0, 0, 1, LOST), Attempt(0, 1, 1, LOST), Attempt(0, 0, None, "a worker\ndied")]
    with Record.create(tmp_path / "r", FACTS) as record:
        record.find_or_add_machine(MACHINE)
        record.add_attempts(first)
        assert record.attempts() == ()
        record.commit()
        record.commit()  # writes nothing twice
    with Record.resume(tmp_path / "r") as record:
        record.add_attempts([Attempt(0, 0, 1, LOST)])
        record.commit()
        rows = record._connection.execute("SELECT puzzle, round, number FROM attempt").fetchall()
        assert rows == [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 1)]
        reasons = [(one.round, one.machine, one.reason) for one in record.attempts()]
    assert reasons == [(0, 1, LOST), (0, None, "a worker?died"), (0, 1, LOST), (1, 1, LOST)]


def test_a_measurement_is_recorded_once_even_if_two_machines_have_it() -> None:
    record = make_empty_record(FACTS)
    other = record.find_or_add_machine(OTHER)
    for machine in (1, other):
        record.add(make_numbered_puzzle(0), [make_measurement("reductio", machine=machine)], [])
    with pytest.raises(RecordError):
        record.commit()
    assert list(record.measurements()) == []


def test_an_older_record_has_one_machine_whose_host_is_unknown() -> None:
    record = make_empty_record(FACTS)
    record.version = 4
    known = FACTS.environment
    assert record.machines() == {
        1: Machine(
            host=None,
            cpu=known.cpu,
            cores=None,
            memory=None,
            system=known.system,
            python=known.python,
            isolation=None,
        )
    }
    assert record.attempts() == ()


def test_two_runs_are_equal_except_for_times_and_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for name, machine in (("a", MACHINE), ("b", OTHER)):
        monkeypatch.setattr(run, "describe_machine", lambda machine=machine: machine)
        with Record.create(tmp_path / name, make_facts(engines=("reductio",))) as record:
            list(measure(make_cases(EASY, EASY), PLAN, record))
        found.append(rows_without_times(tmp_path / name))
    assert found[0] == found[1]
    assert [len(rows) for rows in found[0].values()] == [2, 2, 0]
