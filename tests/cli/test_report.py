"""`sudoku-compare report` as a user meets it: one record in each format, and two records side by side."""

import json
import os
import sqlite3
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import PROGRAM, Run
from making import EASY, TWO
from measuring import (
    FACTS,
    Faulty,
    make_cases,
    make_facts,
    make_local_machine,
    make_measurement,
    run_bench,
    run_command,
)
from sudoku_compare import Limits
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.recording.facts import RunFacts
from sudoku_compare.benchmark.recording.record import PuzzleRow, Record
from sudoku_compare.engines.reductio.engine import Reductio

ENGINES = ("reductio", "sat")


def test_a_file_that_is_not_a_record_or_cannot_be_written_gets_one_line(tmp_path: Path, sudoku_compare: Run) -> None:
    (tmp_path / "text").write_text("not a record")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    record = Record.create(tmp_path / "cut", FACTS)
    record.find_or_add_machine(make_local_machine(record.facts))
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
    assert (tmp_path / "t.csv").read_text().startswith("puzzle,id,tier,box,givens,engine,round,verdict,ending,build,")
    as_json = run_command("report", "one", "--json", folder=tmp_path).stdout
    assert as_json == run_command("report", "one", "--format", "json", folder=tmp_path).stdout
    numbers = json.loads(as_json)
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


def write_record(
    path: Path, seconds: float = 1.0, *, facts: RunFacts | None = None, verdict: str = "unique", nodes: int = 10
) -> None:
    """Write a record of two engines on 12 puzzles, each settled in this time."""
    record = Record.create(path, facts or make_facts(engines=ENGINES))
    record.find_or_add_machine(make_local_machine(record.facts))
    for number in range(12):
        measurements = [
            make_measurement(engine, seconds, puzzle=number, verdict=verdict, counts={"nodes": nodes})
            for engine in ENGINES
        ]
        record.add(PuzzleRow(number, f"p:{number}", "tier", "3x3", EASY), measurements, [])
    record.commit()
    record.close()


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a folder with the records `one`, `same` and `slow` in results/."""
    for name, seconds in (("one", 1.0), ("same", 1.0), ("slow", 3.0)):
        write_record(tmp_path / "results" / f"{name}.sqlite", seconds)
    return tmp_path


FORMATS = {
    "text": "tier: 12 puzzles",
    "markdown": "### tier: 12 puzzles\n\n| engine | ",
    "csv": "puzzle,id,tier,",
    "json": '{"facts": {',
    "latex": "\\begin{tabular}{l",
}


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_is_shown_in_each_format(records: Path, form: str) -> None:
    done = run_command("report", "one", "--format", form, folder=records)
    assert (done.returncode, done.stderr) == (0, "")
    assert FORMATS[form] in done.stdout
    assert "reductio" in done.stdout


@pytest.mark.parametrize("form", FORMATS)
def test_two_records_are_compared_in_each_format(records: Path, form: str) -> None:
    done = run_command("report", "one", "slow", "--format", form, folder=records)
    assert (done.returncode, done.stderr) == (0, "")
    if form == "csv":
        lines = done.stdout.splitlines()
        assert len(lines) == 1 + 2 * 12 * 2
        assert [lines[0][:9], lines[1].split(",")[0], lines[-1].split(",")[0]] == [
            "record,pu",
            "results/one.sqlite",
            "results/slow.sqlite",
        ]
    elif form == "json":
        [reductio, sat] = json.loads(done.stdout)["table"]
        assert (reductio["engine"], reductio["ratio"], sat["engine"], sat["ratio"]) == ("reductio", 3.0, "sat", 3.0)
    else:
        assert "3.00 (3.00 - 3.00)" in done.stdout


def test_what_differs_stands_before_any_number_and_a_different_machine_in_the_first_line(records: Path) -> None:
    environment = replace(FACTS.environment, cpu="another CPU", packages={})
    facts = make_facts(engines=ENGINES, environment=environment, seconds=7.0)
    write_record(records / "results" / "other.sqlite", facts=facts)
    lines = run_command("report", "one", "other", folder=records).stdout.splitlines()
    assert lines[:3] == [
        "warning: the times of A and B are not comparable: different cpu",
        "warning: cpu: a CPU in A; another CPU in B",
        "warning: time limit in seconds: 5.0 in A; 7.0 in B",
    ]
    assert lines[3].startswith("A: results/one.sqlite, ")


def test_a_record_compared_with_itself_passes_every_gate(records: Path) -> None:
    rules = ["--fail-if", "slower:0%", "--fail-if", "verdicts", "--fail-if", "counts:0%"]
    done = run_command("report", "one", "one", *rules, folder=records)
    assert (done.returncode, done.stderr) == (
        0,
        "sudoku-compare: no regression found by slower:0%, verdicts, counts:0%\n",
    )
    assert done.stdout.startswith("A and B have the same machine, software, options and puzzles.\n")


@pytest.mark.parametrize(
    ("rule", "changes", "message"),
    [
        ("slower:10%", {"seconds": 1.2}, "regression: sat: takes 1.2 times as long in B as in A"),
        ("verdicts", {"verdict": "multiple"}, "regression: reductio: p:0 is unique in A and multiple in B"),
        ("counts:10%", {"nodes": 12}, "regression: reductio: 120 nodes in A, 144 in B"),
    ],
)
def test_the_gate_fails_with_exit_code_6(records: Path, rule: str, changes: dict[str, Any], message: str) -> None:
    write_record(records / "results" / "worse.sqlite", **changes)
    done = run_command("report", "one", "worse", "--fail-if", rule, "--json", folder=records)
    assert done.returncode == 6
    assert message in done.stderr
    assert any(finding["is_failure"] for finding in json.loads(done.stdout)["findings"])


def test_the_gate_works_in_every_direction_and_format(records: Path) -> None:
    assert run_command("report", "slow", "one", "--fail-if", "slower:10%", folder=records).returncode == 0
    done = run_command("report", "one", "slow", "--fail-if", "slower:10%", "--format", "csv", folder=records)
    assert (done.returncode, done.stdout[:13]) == (6, "record,puzzle")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["one", "same", "slow"], "expected one or two records, found 3"),
        (["one", "--fail-if", "slower:10%"], "--fail-if compares two records: expected two names, A and B"),
        (["--fail-if", "verdicts"], "--fail-if compares two records: expected two names, A and B"),
        (["one", "slow", "--fail-if", "slower"], "expected slower:PERCENT%, counts:PERCENT% or verdicts"),
        (["one", "slow", "--html", "x.html"], "--html and --plots show one record: expected one name, found 2"),
        (["one", "slow", "--plots", "x"], "--html and --plots show one record: expected one name, found 2"),
        (["one", "--json", "--format", "csv"], "--json and --format csv cannot be used together"),
        (["one", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_a_wrong_command_gets_one_line_and_a_hint(records: Path, arguments: list[str], message: str) -> None:
    done = run_command("report", *arguments, folder=records)
    assert (done.returncode, done.stdout) == (2, "")
    line, hint = done.stderr.splitlines()
    assert message in line
    assert hint == "Try 'sudoku-compare report --help'."


def test_a_missing_or_damaged_record_gets_one_line_whichever_it_is(records: Path) -> None:
    (records / "results" / "text.sqlite").write_text("not a record")
    cut = (records / "results" / "slow.sqlite").read_bytes()
    (records / "results" / "cut.sqlite").write_bytes(cut[: len(cut) // 2])
    for bad in ("absent", "text", "cut"):
        for names in ((bad, "one"), ("one", bad)):
            done = run_command("report", *names, "--format", "csv", "--csv", "new.csv", folder=records)
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert bad in done.stderr
    assert not (records / "new.csv").exists()


def test_a_gate_that_compares_nothing_is_an_error(records: Path) -> None:
    record = Record.create(records / "results" / "other.sqlite", make_facts(engines=ENGINES))
    record.find_or_add_machine(make_local_machine(record.facts))
    record.add(PuzzleRow(0, "q:1", "tier", "3x3", EASY), [make_measurement("sat")], [])
    record.commit()
    record.close()
    done = run_command("report", "one", "other", "--fail-if", "verdicts", folder=records)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "nothing in common" in done.stderr
    assert run_command("report", "one", "other", folder=records).returncode == 0


def test_objections_of_either_record_are_counted_and_give_exit_code_1(records: Path) -> None:
    plan = Plan({"reductio": Reductio(), "wrong": Faulty()}, Limits(2))
    record = Record.create(records / "results" / "wrong.sqlite", FACTS)
    record.find_or_add_machine(make_local_machine(record.facts))
    list(measure(make_cases(EASY, TWO), plan, record))
    record.close()
    for names in (("one", "wrong"), ("wrong", "one"), ("wrong",)):
        assert run_command("report", *names, "--format", "csv", folder=records).returncode == 1
    done = run_command("report", "one", "wrong", folder=records)
    assert (done.returncode, "warning: 1 objection in B" in done.stdout) == (1, True)


def test_a_reader_that_stops_early_is_not_an_error(records: Path) -> None:
    command = f"{PROGRAM} report one --format csv | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=records, capture_output=True, text=True)
    assert (done.stdout[:9], done.stderr) == ("puzzle,id", "")
