"""`sudoku-compare report` as a user meets it."""

import json
import os
import sqlite3
from pathlib import Path

from conftest import Run
from making import EASY, TWO
from measuring import FACTS, run_bench, run_command
from sudoku_compare.benchmark.record import Record


def test_a_file_that_is_not_a_record_or_cannot_be_written_gets_one_line(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "text").write_text("not a record")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    record = Record.create(tmp_path / "cut", FACTS)
    record.close()
    (tmp_path / "cut").write_bytes((tmp_path / "cut").read_bytes()[:5000])
    for name in ("text", "foreign.sqlite", "cut", "absent"):
        done = sudoku_compare("report", str(tmp_path / name))
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
        assert name in done.stderr
    done = sudoku_compare("bench", EASY, "--engine", "reductio", "--out", str(foreign))
    assert (done.returncode, "already exists" in done.stderr) == (2, True)
    done = sudoku_compare("bench", EASY, "--engine", "reductio", "--out", "/proc/nowhere/x")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_report_says_the_same_as_the_run(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    ran = run_bench("p.txt", "--engine", "reductio", "--engine", "sat", "--out", "one", folder=tmp_path)
    again = run_command("report", "one", "--csv", "t.csv", folder=tmp_path)
    assert ran.stdout == again.stdout
    assert "p.txt: 2 puzzles" in ran.stdout
    assert (tmp_path / "t.csv").read_text().startswith("tier,engine,of,settled,median,")
    numbers = json.loads(run_command("report", "one", "--json", folder=tmp_path).stdout)
    assert numbers["facts"]["engines"] == ["reductio", "sat"]
    assert {row["engine"] for row in numbers["table"]} == {"reductio", "sat"}


def test_without_a_name_the_latest_record_is_reported(tmp_path: Path) -> None:
    for name in ("newer", "older"):
        assert run_bench(EASY, "--engine", "reductio", "--out", name, folder=tmp_path).returncode == 0
    os.utime(tmp_path / "results" / "older.sqlite", (0, 0))
    done = run_command("report", folder=tmp_path)
    assert (done.returncode, done.stderr) == (
        0,
        "sudoku-compare: Reporting results/newer.sqlite, the latest record.\n",
    )
    assert done.stdout == run_command("report", "newer", folder=tmp_path).stdout


def test_without_a_name_and_without_a_record_there_is_one_line(tmp_path: Path) -> None:
    done = run_command("report", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "no benchmark record in results/" in done.stderr
