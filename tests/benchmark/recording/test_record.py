"""Records: complete or absent, and damage is noticed."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, MACHINE, make_cases, make_measurement, make_numbered_puzzle, make_record, run_bench
from sudoku_compare import Limits
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import make_puzzle_row, measure
from sudoku_compare.benchmark.recording.record import TABLES, Record
from sudoku_compare.benchmark.statistics.summary import summarize
from sudoku_compare.core.errors import RecordError
from sudoku_compare.engines.reductio.engine import Reductio

DAMAGE = {
    "a fact is missing": "DELETE FROM fact WHERE name = 'packages'",
    "the seed is missing": "DELETE FROM fact WHERE name = 'seed'",
    "the limit is missing": "DELETE FROM fact WHERE name = 'seconds'",
    "the jobs are too many": "UPDATE fact SET value = '100000' WHERE name = 'jobs'",
    "the limit is not a number": "UPDATE fact SET value = 'NaN' WHERE name = 'seconds'",
    "the box has no width": "UPDATE fact SET value = '\"3x\"' WHERE name = 'box'",
    "negative isomorphs": "UPDATE fact SET value = '-1' WHERE name = 'isomorphs'",
    "a fact has the wrong type": "UPDATE fact SET value = '5' WHERE name = 'engines'",
    "a fact is not JSON": "UPDATE fact SET value = '{' WHERE name = 'engines'",
    "a puzzle is missing": "DELETE FROM puzzle WHERE number = 1",
    "the last puzzle is missing": "DELETE FROM puzzle WHERE number = 2",
    "a puzzle has another number": "UPDATE puzzle SET number = 7 WHERE number = 2",
    "measurements are of another puzzle": "UPDATE measurement SET puzzle = 7 WHERE puzzle = 2",
    "measurements are missing": "DELETE FROM measurement WHERE puzzle = 1",
    "the last measurements are missing": "DELETE FROM measurement WHERE puzzle = 2",
    "counts are not JSON": "UPDATE measurement SET counts = 'x'",
    "counts are a list": "UPDATE measurement SET counts = '[1]'",
    "counts are not text": "UPDATE measurement SET counts = CAST(x'ff' AS TEXT)",
    "a time is infinite": "UPDATE measurement SET build = 1e400",
    "a time is negative": "UPDATE measurement SET settle = -1",
    "a verdict does not exist": "UPDATE measurement SET verdict = 'perhaps'",
    "an engine was not in the run": "UPDATE measurement SET engine = 'sat'",
    "a machine is missing": "DELETE FROM machine",
    "a machine has another number": "UPDATE machine SET number = 7",
    "a machine is there twice": "INSERT INTO machine SELECT 7, NULL, cpu, 1, 1, NULL, python, NULL FROM machine"
    " UNION SELECT 8, NULL, cpu, 1, 1, NULL, python, NULL FROM machine",
    "an attempt is on a machine that does not exist": "INSERT INTO attempt VALUES (0, 0, 1, 7, 'lost')",
    "a time is a word": "UPDATE measurement SET settle = 'soon'",
    "a table is missing": "DROP TABLE objection",
    "a column is missing": "ALTER TABLE measurement DROP COLUMN detail",
}


def test_a_record_is_created_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "r"
    monkeypatch.setattr("os.link", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Record.create(path, FACTS)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("os.link", refuse_link)  # like a file system without hard links
    Record.create(path, FACTS).close()
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(RecordError, match="already exists"):
        Record.create(path, FACTS)
    assert list(tmp_path.iterdir()) == [path]


def interrupt(*paths: Path) -> None:
    raise KeyboardInterrupt


def refuse_link(*paths: Path) -> None:
    raise PermissionError(1, "Operation not permitted")


@pytest.fixture(scope="module")
def complete_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    (folder / "p.txt").write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    assert run_bench("p.txt", "--engine", "reductio", "--out", "./complete", folder=folder).returncode == 0
    return folder / "complete"


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_gets_one_line(damage: str, complete_record: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(complete_record.read_bytes())
    summarize(Record.open(path))
    with sqlite3.connect(path) as connection:
        connection.execute(DAMAGE[damage])
    with pytest.raises(RecordError, match=r"damaged") as raised:
        summarize(Record.open(path))
    assert "\n" not in str(raised.value)


def test_puzzles_are_never_shown_with_the_measurements_of_others() -> None:
    record = make_record(FACTS, *[[make_measurement("reductio")]] * 3)
    assert [puzzle.number for puzzle, _ in record.measurements_by_puzzle()] == [0, 1, 2]
    record.add(make_numbered_puzzle(4), [make_measurement("reductio", puzzle=5)], [])
    record.commit()
    rows = record.measurements_by_puzzle()
    assert [[one.puzzle for one in next(rows)[1]] for _ in range(3)] == [[0], [1], [2]]
    with pytest.raises(RecordError, match=r"^in memory: damaged: puzzles and measurements do not match$"):
        next(rows)


def test_a_commit_writes_what_was_added_once() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(TABLES)
        record = Record(Path("r"), FACTS, connection, is_resumed=False)
        record.find_or_add_machine(MACHINE)
        for number in range(3):
            measurements = [make_measurement(engine, puzzle=number) for engine in FACTS.engines]
            record.add(make_numbered_puzzle(number), measurements, [f"objection {number}"])
            assert record.pending == 2
            record.commit()
            assert record.pending == 0
            assert list(record.measurements()) == measurements
            assert [row.number for row in record.puzzles()] == [number]
            assert record.objections() == [(number, 0, f"objection {number}")]
            for table in ("puzzle", "measurement", "objection"):
                connection.execute(f"DELETE FROM {table}")  # whatever is written again would come back
        record.commit()
        assert [*record.puzzles(), *record.measurements(), *record.objections()] == []


class InterruptedConnection(sqlite3.Connection):
    """Sends Ctrl-C to this process right after the first statement of one kind."""

    statement: str | None = None

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        cursor = super().execute(sql, parameters)
        if sql == self.statement:
            self.statement = None
            signal.raise_signal(signal.SIGINT)
        return cursor


@pytest.mark.parametrize("statement", ["BEGIN", "COMMIT"])
def test_a_commit_that_ctrl_c_interrupts_writes_what_was_added_once(statement: str) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None, factory=InterruptedConnection)) as connection:
        connection.executescript(TABLES)
        record = Record(Path("r"), FACTS, connection, is_resumed=False)
        record.find_or_add_machine(MACHINE)
        measurements = [make_measurement(engine, puzzle=0) for engine in FACTS.engines]
        record.add(make_numbered_puzzle(0), measurements, ["an objection"])
        connection.statement = statement
        with pytest.raises(KeyboardInterrupt):
            record.commit()
        assert record.pending == 0
        record.commit()  # as at the end of an interrupted run
        assert list(record.measurements()) == measurements
        assert record.objections() == [(0, 0, "an objection")]


def test_two_runs_that_write_to_one_record_get_an_error(tmp_path: Path) -> None:
    first = Record.create(tmp_path / "r", FACTS)
    plan = Plan({"reductio": Reductio()}, Limits(2, 5))
    with closing(sqlite3.connect(tmp_path / "r", isolation_level=None)) as connection:
        second = Record(tmp_path / "r", FACTS, connection, is_resumed=True)
        list(measure(make_cases(EASY), plan, first))
        second.add(make_puzzle_row(make_cases(EASY)[0]), first.measurements(), [])
        with pytest.raises(RecordError, match="another run is writing to it"):
            second.commit()
        assert second.pending == 1
