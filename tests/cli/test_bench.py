"""`sudoku-compare bench` as a user meets it."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import PROGRAM
from making import EASY, NONE, TWO
from measuring import run_bench, run_command
from processes import wait_for
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.formats.shipped import load_shipped


@pytest.mark.slow
def test_a_run_that_is_killed_repeatedly_ends_with_every_row_exactly_once(tmp_path: Path) -> None:
    options = ["--n", "64", "--rounds", "2", "--engine", "reductio", "--engine", "sat", "--seed", "3"]
    rng = random.Random(7)
    start = ["--out", "killed"]
    for _ in range(5):
        process = subprocess.Popen([PROGRAM, "bench", *options, *start], cwd=tmp_path, stderr=subprocess.DEVNULL)
        wait_for((tmp_path / "results" / "killed.sqlite").exists)
        time.sleep(rng.uniform(0.0, 1.2))
        process.kill()
        process.wait()
        start = ["--resume", "killed"]
        options = []  # the record has them
    done = run_bench(*start, "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(tmp_path / "results" / "killed.sqlite") as connection:
        rows = connection.execute("SELECT puzzle, engine, round FROM measurement").fetchall()
    assert len(rows) == len(set(rows)) == 64 * 2 * 2
    assert json.loads(done.stdout)["puzzles"] == 64


@pytest.mark.slow
def test_a_different_run_is_not_resumed_and_the_difference_is_named(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    options = ["p.txt", "--engine", "reductio"]
    assert run_bench(*options, "--out", "one", folder=tmp_path).returncode == 0
    assert run_bench(*options, "--resume", "one", folder=tmp_path).returncode == 0
    for other, message in (
        (["--seed", "9"], "seed was 0"),
        (["--rounds", "2"], "rounds was 1"),
        (["--jobs", "2"], "jobs was 1"),
        (["--timeout", "5"], "seconds was 10.0"),
        (["--isomorphs", "1"], "isomorphs was 0"),
        (["--n", "1"], "number was None"),
        (["--box", "3x3"], "box was None"),
        (["--engine", "sat"], "engines was"),
    ):
        done = run_bench(*options, *other, "--resume", "one", folder=tmp_path)
        assert (done.returncode, message in done.stderr, done.stderr.count("\n")) == (2, True, 1)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run_bench("--resume", "../results/one.sqlite", folder=elsewhere).returncode == 0
    for changed in (f"{EASY}\n{NONE}\n", f"# a comment\n{EASY}\n{TWO}\n", f"{EASY}:1:\n{TWO}\n"):
        (tmp_path / "p.txt").write_text(changed)
        done = run_bench(*options, "--resume", "one", folder=tmp_path)
        assert (done.returncode, "fingerprint was" in done.stderr) == (2, True)
    done = run_bench("--resume", "", folder=tmp_path)
    assert (done.returncode, "no such record" in done.stderr) == (2, True)


def test_a_collection_may_move_before_its_run_is_resumed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "p q.txt").write_text(f"{EASY}\n{TWO}\n")
    text = load_shipped("16x16")[0].puzzle.text  # longer than a file name can be
    for name, files in (("moved", ["a/p q.txt"]), ("text", [text])):
        start = run_bench(*files, "--engine", "reductio", "--out", name, folder=tmp_path)
        assert start.returncode == 0, start.stderr
        with sqlite3.connect(tmp_path / "results" / f"{name}.sqlite") as connection:
            ids = connection.execute("SELECT id FROM puzzle").fetchall()
            connection.execute("DELETE FROM puzzle WHERE number = 0")
            for table in ("measurement", "calibration"):
                connection.execute(f"DELETE FROM {table} WHERE puzzle = 0")
        moved = []
        if name == "moved":
            (tmp_path / "a").rename(tmp_path / "b")
            moved = ["b/p q.txt"]
        done = run_bench("--resume", name, *moved, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        with sqlite3.connect(tmp_path / "results" / f"{name}.sqlite") as connection:
            assert connection.execute("SELECT id FROM puzzle").fetchall() == ids


def test_files_with_the_same_name_are_separate_tiers_in_an_even_sample(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.txt").write_text(f"{EASY}\n" * 9)
    done = run_bench("a/p.txt", "b/p.txt", "--n", "6", "--engine", "reductio", "--json", folder=tmp_path)
    rows = json.loads(done.stdout)["table"]
    assert [(row["tier"], row["of"]) for row in rows] == [("a/p.txt", 3), ("b/p.txt", 3), ("all", 6)]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not allow such names")
def test_a_file_of_any_name_is_measured_and_reported(tmp_path: Path) -> None:
    """Names with terminal escapes, with invalid UTF-8, with HTML, and one that equals the tier of all puzzles."""
    names = [b"esc\x1b[31m\x07.txt", b"bad\xff.txt", b"all", b"<script>.txt"]
    for name in names:
        (tmp_path / os.fsdecode(name)).write_text(f"{EASY}\n")
    done = run_bench(*map(os.fsdecode, names), "--engine", "reductio", "--out", "r", folder=tmp_path)
    assert done.returncode == 0
    assert all(letter.isprintable() or letter == "\n" for letter in done.stdout)
    for tier in ("esc?[31m?.txt: 1 ", "bad?.txt: 1 ", "all: 1 ", "<script>.txt: 1 ", "all of these: 4 "):
        assert tier in done.stdout
    files = ["--html", "r.html", "--csv", "r.csv", "--plots", "plots"]
    assert run_command("report", "r", *files, folder=tmp_path).returncode == 0
    assert {path.stem for path in (tmp_path / "plots").iterdir()} == {"cactus", "tiers", "split"}


@pytest.mark.slow
def test_a_run_is_compared_with_its_baseline(tmp_path: Path) -> None:
    options = ["--n", "24", "--engine", "reductio", "--engine", "sat"]
    saved = run_bench(*options, "--save-baseline", "b.json", "--out", "one", folder=tmp_path)
    assert saved.returncode == 0
    baseline = json.loads((tmp_path / "b.json").read_text())
    assert len((tmp_path / "b.json").read_text().splitlines()) == 24 + 14

    def compare_with(changed: dict[str, object], name: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "changed.json").write_text(json.dumps(changed))
        return run_bench(*options, "--baseline", "changed.json", "--out", name, folder=tmp_path)

    patient = json.loads(json.dumps(baseline))
    patient["times"]["sat"] = [10 * time for time in patient["times"]["sat"]]
    done = compare_with(patient, "two")
    assert (done.returncode, "on 24 puzzles: verdicts, counts and times\n" in done.stderr) == (0, True)
    puzzle = next(id for id, claims in baseline["puzzles"].items() if claims["sat"][0] == "unique")
    other_verdict = json.loads(json.dumps(baseline))
    other_verdict["puzzles"][puzzle]["sat"][0] = "multiple"
    done = compare_with(other_verdict, "three")
    assert (done.returncode, f"regression: sat: {puzzle} was multiple and is now unique" in done.stderr) == (6, True)
    fewer = json.loads(json.dumps(baseline))
    for claims in fewer["puzzles"].values():
        claims["sat"][1]["decisions"] //= 2
    done = compare_with(fewer, "four")
    assert (done.returncode, "sat: decisions were" in done.stderr) == (6, True)
    faster = json.loads(json.dumps(baseline))
    faster["times"]["sat"] = [time / 100 for time in faster["times"]["sat"]]
    done = compare_with(faster, "five")
    assert (done.returncode, "regression: sat: takes" in done.stderr) == (6, True)
    done = run_bench("--n", "16", "--baseline", "b.json", folder=tmp_path)
    assert (done.returncode, "has other puzzles (24 of the shipped puzzles)" in done.stderr) == (2, True)
    done = run_bench("--n", "24", "--engine", "kernel", "--baseline", "b.json", folder=tmp_path)
    assert (done.returncode, "has other engines (reductio, sat)" in done.stderr) == (2, True)
    damaged = [
        {name: value for name, value in baseline.items() if name != "puzzles"},
        baseline | {"fingerprint": 5},
        baseline | {"times": {"sat": ["fast"] * 24}},
        baseline | {"puzzles": {puzzle: {"sat": 7}}},
        baseline | {"puzzles": {puzzle: {"sat": ["unique", {"decisions": "many"}]}}},
    ]
    for text in ("", "[]", '{"schema": 1}', *map(json.dumps, damaged)):
        (tmp_path / "bad.json").write_text(text)
        done = run_bench(*options, "--baseline", "bad.json", folder=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_times_of_too_few_puzzles_are_not_said_to_be_no_worse(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n{TWO}\n")
    options = ["p.txt", "--engine", "reductio"]
    assert run_bench(*options, "--save-baseline", "b.json", "--out", "one", folder=tmp_path).returncode == 0
    done = run_bench(*options, "--baseline", "b.json", "--out", "two", folder=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[1:]) == (
        0,
        [
            "sudoku-compare: warning: reductio: times are not compared: "
            "2 puzzles with a time in both runs, expected at least 10",
            "sudoku-compare: no worse than the baseline on 2 puzzles: verdicts and counts",
        ],
    )


def test_the_run_says_where_it_records_and_how_to_resume(tmp_path: Path) -> None:
    done = run_bench(EASY, "--engine", "reductio", "--out", "a b", folder=tmp_path)
    assert done.stderr == (
        "sudoku-compare: Measuring 1 puzzle: 1 search. Recording to results/a b.sqlite. "
        "If interrupted, resume with: sudoku-compare bench --resume 'results/a b.sqlite'\n"
    )


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install an engine of another package that fails on puzzles with more than one solution."""
    (tmp_path / "broken.py").write_text(BROKEN)
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudoku_compare.engines]\nbroken = broken:Broken\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


BROKEN = """
from dataclasses import dataclass
from typing import ClassVar

from sudoku_compare import load_engine

@dataclass(frozen=True)
class Broken:
    name: ClassVar = "broken"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    def search(self, puzzle, limits):
        answer = load_engine("kernel").search(puzzle, limits)
        if len(answer.solutions) == 2:
            raise ZeroDivisionError("too\\nmany")
        return answer
"""


@pytest.mark.parametrize(
    ("lines", "code", "messages"),
    [
        ([EASY, NONE], 0, []),
        ([EASY, TWO, TWO], 5, ["broken: 4 of 6 searches failed, the first with: ZeroDivisionError: too"]),
        ([EASY, "nonsense"], 2, ["p.txt:2: "]),
        ([EASY, "nonsense", TWO], 2, ["p.txt:2: ", "broken: 2 of 4 searches failed"]),
    ],
)
def test_a_failing_engine_and_an_unreadable_line_are_reported_after_the_rest_was_measured(
    lines: list[str], code: int, messages: list[str], tmp_path: Path, broken: None
) -> None:
    (tmp_path / "p.txt").write_text("".join(f"{line}\n" for line in lines))
    engines = ["--engine", "broken", "--engine", "backtrack"]
    done = run_bench("p.txt", *engines, "--rounds", "2", "--json", "--out", "r", folder=tmp_path)
    assert done.returncode == code, done.stderr
    complaints = [line for line in done.stderr.splitlines() if "Recording to" not in line]
    assert [any(message in line for line in complaints) for message in messages] == [True] * len(messages)
    assert len(complaints) == len(messages)
    assert json.loads(done.stdout)["puzzles"] == len([line for line in lines if line != "nonsense"])
    assert run_bench("--resume", "r", folder=tmp_path).returncode == code


def test_a_time_out_is_not_an_error(tmp_path: Path) -> None:
    done = run_bench(HOPELESS, "--engine", "backtrack", "--timeout", "0.01", "--json", folder=tmp_path)
    assert (done.returncode, json.loads(done.stdout)["table"][0]["settled"]) == (0, 0)


HOPELESS = "." * 400 + "1" + "." * 224  # 25x25


def test_a_run_of_a_trillion_puzzles_starts_at_once_and_can_be_interrupted_and_resumed(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{EASY}\n" * 1000)
    command = ["p.txt", "--isomorphs", "999999999", "--engine", "kernel", "--out", "r"]
    done = 0
    for more in (command, ["--resume", "r"]):
        process = subprocess.Popen([PROGRAM, "bench", *more], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        assert "Measuring 1,000,000,000,000 puzzles: 1,000,000,000,000 searches." in process.stderr.readline()
        wait_for(lambda done=done: count_rounds(tmp_path / "results" / "r.sqlite") > done)
        process.send_signal(signal.SIGINT)
        assert "Results so far are saved" in process.stderr.read()
        assert process.wait(30) == 130
        done = count_rounds(tmp_path / "results" / "r.sqlite")
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["r.sqlite"]
    with sqlite3.connect(tmp_path / "results" / "r.sqlite") as connection:
        numbers = [number for (number,) in connection.execute("SELECT number FROM puzzle")]
        [(different,)] = connection.execute("SELECT COUNT(DISTINCT givens) FROM puzzle").fetchall()
    assert numbers == list(range(len(numbers)))
    assert different == len(numbers)


def count_rounds(path: Path) -> int:
    with Record.open(path) as record:
        return record.count_finished_rounds()


def test_more_isomorphs_than_a_record_can_number_are_refused(tmp_path: Path) -> None:
    done = run_bench(EASY, "--isomorphs", str(2**63), "--engine", "kernel", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n"), "too many isomorphs" in done.stderr) == (2, 1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-"], "standard input only once"),
        (["empty.txt"], "no puzzles to measure"),
        (["--out", "a", "--resume", "b"], "--out and --resume cannot be used together"),
        ([EASY, "--baseline", "absent.json"], "absent.json: No such file or directory; expected a baseline"),
        (
            [EASY, "--save-baseline", "/proc/nowhere/b.json"],
            "--save-baseline: cannot write /proc/nowhere/b.json: No such file or directory",
        ),
    ],
)
def test_an_error_gets_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    done = run_bench(*arguments, "--engine", "reductio", folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
