"""Built-in engines search in workers, where they have the same memory limit: one that exceeds it has failed."""

import json
from pathlib import Path

import pytest

from hostile.commands import read_record, run_command
from hostile.marking import list_survivors, needs_proc

pytestmark = needs_proc

SMALL = "1.....2..3.....4"
LARGE = " ".join(["."] * 36 * 36)  # its formula alone takes several hundred megabytes
MANY = [*[SMALL] * 12, LARGE, *[SMALL] * 12]  # so many that workers start
SAT = "sat:encoding=efficient"  # with pairs of candidates, which take much memory
ENGINES = ("--engine", SAT, "--engine", "kernel")
REASON = "memory limit of 100 MB reached"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    (tmp_path / "many.txt").write_text("\n".join(MANY) + "\n")
    return tmp_path


def test_an_engine_that_exceeds_the_limit_has_failed_and_the_others_continue(puzzles: Path, mark: str) -> None:
    done = run_command(puzzles, mark, "solve", "many.txt", *ENGINES, "--memory", "100MB", "--json")
    done.check()
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert [row["verdict"] for row in rows] == ["unique"] * 12 + ["multiple"] + ["unique"] * 12
    sat, kernel = rows[12]["engines"]
    assert (sat["ending"], sat["detail"], kernel["verdict"]) == ("failed", REASON, "multiple")
    assert all(one["verdict"] == "unique" for row in rows if row["size"] == 4 for one in row["engines"])
    assert list_survivors(mark) == []


def test_the_failure_is_recorded_and_the_benchmark_continues(puzzles: Path, mark: str) -> None:
    words = ("bench", "many.txt", *ENGINES, "--memory", "100MB", "--json", "--out", "./record.sqlite")
    done = run_command(puzzles, mark, *words)
    done.check()
    assert done.code == 5
    assert f"{SAT}: 1 of 25 searches failed, the first with: {REASON}" in done.errors
    answers = read_record(done, puzzles / "record.sqlite").answers
    assert {givens: answer[SAT].detail for givens, answer in answers.items() if answer[SAT].ending == "failed"} == {
        LARGE.replace(".", "0"): REASON
    }
    assert list_survivors(mark) == []


def test_without_a_limit_the_same_search_succeeds(puzzles: Path, mark: str) -> None:
    done = run_command(puzzles, mark, "solve", "many.txt", *ENGINES, "--json")
    done.check()
    assert [one["verdict"] for one in json.loads(done.output.splitlines()[12])["engines"]] == ["multiple", "multiple"]


def test_a_single_puzzle_has_the_limit_as_well(tmp_path: Path, mark: str) -> None:
    """It is searched without a worker, in a process of its own."""
    (tmp_path / "one.txt").write_text(LARGE + "\n")
    done = run_command(tmp_path, mark, "solve", "one.txt", *ENGINES, "--memory", "100MB", "--json")
    done.check()
    [row] = [json.loads(line) for line in done.output.splitlines()]
    assert (row["verdict"], row["engines"][0]["detail"]) == ("multiple", REASON)
