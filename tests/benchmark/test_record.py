"""Records: complete or absent, and damage is noticed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, make_cases, run_bench
from sudoku_compare import Limits
from sudoku_compare.benchmark.plan import Plan
from sudoku_compare.benchmark.record import Record
from sudoku_compare.benchmark.run import make_puzzle_row, measure
from sudoku_compare.benchmark.statistics import summarize
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
    "measurements are missing": "DELETE FROM measurement WHERE puzzle = 1",
    "the last measurements are missing": "DELETE FROM measurement WHERE puzzle = 2",
    "counts are not JSON": "UPDATE measurement SET counts = 'x'",
    "counts are a list": "UPDATE measurement SET counts = '[1]'",
    "counts are not text": "UPDATE measurement SET counts = CAST(x'ff' AS TEXT)",
    "a time is infinite": "UPDATE measurement SET build = 1e400",
    "a time is negative": "UPDATE measurement SET settle = -1",
    "a verdict does not exist": "UPDATE measurement SET verdict = 'perhaps'",
    "an engine was not in the run": "UPDATE measurement SET engine = 'sat'",
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


def test_two_runs_that_write_to_one_record_get_an_error(tmp_path: Path) -> None:
    first = Record.create(tmp_path / "r", FACTS)
    plan = Plan({"reductio": Reductio()}, Limits(2, 5))
    with closing(sqlite3.connect(tmp_path / "r", isolation_level=None)) as connection:
        second = Record(tmp_path / "r", FACTS, connection, is_resumed=True)
        list(measure(make_cases(EASY), plan, first))
        second.add(make_puzzle_row(make_cases(EASY)[0]), first.measurements(), [])
        with pytest.raises(RecordError, match="another run is writing to it"):
            second.commit()
