"""A record may hold anything: each odd value gets a one-line error or a correct report, never a traceback."""

import json
import math
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from making import EASY, NONE, TWO
from measuring import run_bench
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.benchmark.statistics.summary import summarize
from sudoku_compare.cli import PROGRAM, cli
from sudoku_compare.core.errors import RecordError, UserError

COLUMNS = {
    "preparation": ["engine", "box", "load", "cold", "warm"],
    "puzzle": ["number", "id", "tier", "box", "givens"],
    "measurement": [
        *["puzzle", "engine", "round", "verdict", "ending"],
        *["build", "first", "settle", "cpu", "outer", "machine", "counts", "detail"],
    ],
    "calibration": ["puzzle", "round", "cpu", "machine"],
    "machine": ["number", "host", "cpu", "cores", "memory", "system", "python", "isolation"],
    "attempt": ["puzzle", "round", "number", "machine", "reason"],
    "objection": ["puzzle", "round", "text"],
    "fact": ["name", "value"],
}
PLACES = [(table, column) for table, columns in COLUMNS.items() for column in columns]
NUMBERS = [-1, 0, 1, 7, 1.5, -0.5, 1e308, math.inf, -math.inf, 2**63 - 1, -(2**63)]
TEXTS = ["", "x", "3x3", "9999x9999", "0x0", "unique", "NaN", "\x1b[31m\n", "\x00", "é" * 1000, "1" * 81]
DOCUMENTS = ["{", "[]", "null", "5", '"x"', '{"a":"x"}', '{"a":1.5}', '{"a":-1}', '{"a":{"b":1}}', "[" * 100_000]
HUGE = '{"a":' + "9" * 5000 + "}"
ODD = [None, b"\xff\x00", b"", *NUMBERS, *TEXTS, *DOCUMENTS, HUGE]
REFUSED = {  # what is never valid in a column
    ("preparation", "box"): [None, 1, "x", "9999x9999", "0x0", b""],
    ("preparation", "cold"): [-1, math.inf, 1e308, "NaN", b""],
    ("puzzle", "givens"): [None, "", "x", 5, b"", "9999x9999"],
    ("puzzle", "id"): [None, b"\xff", 5],
    ("measurement", "ending"): [None, "", "unique", 0, b""],
    ("measurement", "verdict"): [None, "exhausted", 0, b""],
    ("measurement", "round"): [None, -1, 1.5, "x", b""],
    ("measurement", "build"): [None, -0.5, math.inf, 1e308, "NaN", b""],
    ("measurement", "first"): [-0.5, math.inf, "x", b""],
    ("measurement", "cpu"): [-0.5, math.inf, "x", b""],
    ("measurement", "outer"): [-0.5, math.inf, "x", b""],
    ("measurement", "counts"): [None, 0, "", "x", *DOCUMENTS, HUGE, b"{}"],
    ("measurement", "detail"): [None, 0, b""],
    ("calibration", "cpu"): [None, -0.5, math.inf, 1e308, "NaN", b""],
    ("measurement", "machine"): [None, -1, 7, 1.5, "x", b""],
    ("calibration", "machine"): [None, -1, 7, "x", b""],
    ("machine", "number"): [None, -1, 1.5, "x", b""],
    ("machine", "host"): [0, "\x1b[31m\n", b""],
    ("machine", "cpu"): [None, 0, "\x1b[31m\n", b""],
    ("machine", "cores"): [0, -1, 1.5, "x", b""],
    ("machine", "memory"): [0, -1, 1.5, math.inf, "x", b""],
    ("machine", "system"): [0, b""],
    ("machine", "python"): [None, 0, b""],
    ("machine", "isolation"): [0, b""],
    ("attempt", "puzzle"): [None, -1, 1.5, "x", b""],
    ("attempt", "round"): [None, -1, "x", b""],
    ("attempt", "number"): [None, 0, -1, "x", b""],
    ("attempt", "machine"): [-1, 7, 1.5, "x", b""],
    ("attempt", "reason"): [None, 0, b""],
    ("objection", "puzzle"): [None, -1, 7, "x", b""],
    ("objection", "text"): [None, 0, b""],
}


@pytest.fixture(scope="module")
def loose_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a record whose columns have neither types nor constraints, so that they take any value."""
    folder = tmp_path_factory.mktemp("loose")
    (folder / "p.txt").write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    engines = ["--engine", "kernel", "--engine", "backtrack"]
    assert run_bench("p.txt", *engines, "--out", "./loose", folder=folder).returncode == 0
    with closing(sqlite3.connect(folder / "loose", isolation_level=None)) as connection:
        connection.execute("INSERT INTO attempt VALUES (1, 0, 1, 1, 'a worker was lost')")
        connection.execute("INSERT INTO objection VALUES (1, 0, 'an objection')")
        for table, columns in COLUMNS.items():
            connection.execute(f"CREATE TABLE loose ({', '.join(columns)})")
            connection.execute(f"INSERT INTO loose SELECT * FROM {table}")
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE loose RENAME TO {table}")
    return folder / "loose"


def damage(loose: Path, path: Path, place: tuple[str, str], value: Any) -> None:
    """Write a copy of the record in which the first row has this value."""
    shutil.copy(loose, path)
    table, column = place
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))


def test_the_record_is_valid_before_it_is_damaged(loose_record: Path) -> None:
    with Record.open(loose_record) as record:
        record.check()
        assert summarize(record).puzzles == 3


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_an_odd_value_is_refused_in_one_line_or_reported(
    place: tuple[str, str], loose_record: Path, tmp_path: Path
) -> None:
    for value in ODD:
        damage(loose_record, tmp_path / "r", place, value)
        try:
            with Record.open(tmp_path / "r") as record:
                record.check()
                summary = summarize(record)
                record.failures()
        except RecordError as error:
            message = " ".join(str(error).split())
            assert message.startswith(f"{tmp_path / 'r'}: damaged")
            assert len(message) < len(str(tmp_path)) + 300
            with pytest.raises(RecordError):
                Record.resume(tmp_path / "r")
        else:
            json.dumps(summary.as_json(), allow_nan=False)


@pytest.mark.parametrize("place", REFUSED, ids=".".join)
def test_a_value_of_the_wrong_kind_is_refused_with_its_place(
    place: tuple[str, str], loose_record: Path, tmp_path: Path
) -> None:
    for value in REFUSED[place]:
        damage(loose_record, tmp_path / "r", place, value)
        with pytest.raises(RecordError, match=rf"{place[0]}.*{place[1]}: expected|objection is about") as raised:
            Record.resume(tmp_path / "r")
        assert "expected" not in str(raised.value) or ", found " in str(raised.value)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_no_command_ends_in_a_traceback(
    place: tuple[str, str], loose_record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.txt").write_text((loose_record.parent / "p.txt").read_text())
    for value in ODD:
        for command in (["report", "r", "--json"], ["report", "r", "--html", "t.html"], ["bench", "--resume", "./r"]):
            damage(loose_record, tmp_path / "r", place, value)
            before = (tmp_path / "r").read_bytes()
            code = call(command)
            assert code in (0, 1, 2)
            if command[0] == "report" or code == 2:
                assert (tmp_path / "r").read_bytes() == before
            if code == 2:
                break  # the record cannot be read


def call(command: list[str]) -> int:
    """Run a command in this process; an error that a user can fix is exit code 2, any other one ends the test."""
    try:
        with cli.make_context(PROGRAM, list(command)) as context:
            code: int = cli.invoke(context)
            return code
    except UserError:
        return 2
