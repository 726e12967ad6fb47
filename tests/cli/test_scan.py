"""`scan` from the outside: verdicts, lines, findings, exit codes, interruptions, memory."""

import csv
import gzip
import json
import os
import pty
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import PROGRAM, ROOT, Run
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, hopeless, scrambled_solution
from processes import interrupt, wait_for
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.formats.isomorphism import random_isomorph

NINE = shape_of_side(9)
MIXED = [EASY, NONE, TWO, ESCARGOT, "1.....2..3.....4", CLASH, "." * 81]


def solve_all(sudoku_compare: Run, path: Path) -> dict[str, tuple[str, str | None]]:
    done = sudoku_compare("solve", str(path), "--json", "--engine", "kernel")
    results = map(json.loads, done.stdout.splitlines())
    return {result["id"]: (result["verdict"], result["solution"]) for result in results}


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_each_line_has_the_verdict_and_solution_of_solve(sudoku_compare: Run, tmp_path: Path, ending: str) -> None:
    path, out = tmp_path / 'a, "b".txt', tmp_path / f"out.{ending}"
    path.write_text("# many\n" + "\n".join(MIXED) + "\n")
    done = sudoku_compare("scan", str(path), "--out", str(out))
    assert (done.returncode, done.stderr) == (3, "")
    with out.open(newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file)) if ending == "csv" else [*map(json.loads, file)]
    assert [list(row) for row in rows] == [["id", "verdict", "solution", "assumptions"]] * len(MIXED)
    assert {row["id"]: (row["verdict"], row["solution"] or None) for row in rows} == solve_all(sudoku_compare, path)
    assert [row["id"] for row in rows] == [f"{path}:{number}" for number in range(2, len(MIXED) + 2)]
    assert int(rows[0]["assumptions"]) == 0 < int(rows[3]["assumptions"])


def test_the_summary_counts_the_verdicts_and_says_what_was_checked(sudoku_compare: Run) -> None:
    text = "\n".join(MIXED)
    plain, as_json = sudoku_compare("scan", "-", input=text), sudoku_compare("scan", "-", "--json", input=text)
    assert "7 puzzles in " in plain.stdout
    assert ": 2 unsolvable, 3 unique, 2 multiple\n" in plain.stdout
    assert "checked: every solution; that there is no (other) solution rests on the kernel alone\n" in plain.stdout
    summary = json.loads(as_json.stdout)
    assert summary["verdicts"] == {"unsolvable": 2, "unique": 3, "multiple": 2}
    assert (summary["puzzles"], summary["objections"], summary["unreadable"]) == (7, 0, 0)
    assert (summary["duplicates"], summary["cross_check"]) == (None, None)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([EASY, ESCARGOT], 0),
        ([EASY, TWO], 4),
        ([TWO, NONE, EASY], 3),
        ([NONE, f"{EASY}:0:", "nonsense"], 1),
        ([EASY, EASY[:-1], NONE], 2),
        (["nonsense"], 2),
    ],
)
def test_the_exit_codes_are_those_of_solve(sudoku_compare: Run, lines: list[str], code: int) -> None:
    assert sudoku_compare("scan", "-", input="\n".join(lines)).returncode == code


def test_a_bad_line_is_reported_by_number_and_skipped(sudoku_compare: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "many.txt.gz", tmp_path / "out.csv"
    path.write_bytes(gzip.compress(f"{EASY}\n{EASY[:-1]}\n{ESCARGOT}\n".encode()))
    done = sudoku_compare("scan", str(path), "--out", str(out))
    assert done.returncode == 2
    assert done.stderr.startswith(f"sudoku-compare: {path}:2: not a puzzle: expected 81 cells (9x9), found 80")
    assert done.stderr.count("\n") == 1
    assert [line.split(",")[0] for line in out.read_text().splitlines()] == ["id", f"{path}:1", f"{path}:3"]
    assert "objections: 0; unreadable: 1\n" in done.stdout


WRONG = EASY_SOLUTION[:-2] + "97"
OTHER = scrambled_solution(NINE, 1).translate(bytes.maketrans(bytes(range(10)), b"0123456789")).decode()
SECOND = "." * 81


@pytest.mark.parametrize(
    ("line", "objection"),
    [
        (f"{EASY}:1:{EASY_SOLUTION}", None),
        (f"{EASY}:1:{WRONG}", "expected solution: not a solution"),
        (f"{EASY}:2:{EASY_SOLUTION}", "expected multiple, found unique"),
        (f"{NONE}:1:", "expected unique, found unsolvable"),
        (f"{NONE}:0:", None),
        (f"{NONE}:0:{EASY_SOLUTION}", "expected solution: not a solution"),
        (f"{SECOND}:2:{EASY_SOLUTION}", None),
        (f"{SECOND}:2:{OTHER}", None),
        (f"{SECOND}:1:{OTHER}", "expected unique, found multiple"),
        (f"{SECOND}:2:{WRONG}", "expected solution: not a solution"),
        ("1.....2..3.....4:2:", "expected multiple, found unique"),
    ],
)
def test_a_wrong_expectation_in_the_collection_is_an_objection(
    sudoku_compare: Run, line: str, objection: str | None
) -> None:
    lines = "\n".join([EASY, line, EASY])
    done = sudoku_compare("scan", "-", input=lines)
    listed = json.loads(sudoku_compare("scan", "-", "--json", input=lines).stdout)["objections_listed"]
    if objection is None:
        assert "objection:" not in done.stdout
        assert listed == []
    else:
        assert done.returncode == 1
        assert f"stdin:2  objection: {objection}" in done.stdout
        assert [(item["id"], item["text"].startswith(objection)) for item in listed] == [("stdin:2", True)]


def test_a_wrong_solution_in_a_table_is_an_objection(sudoku_compare: Run) -> None:
    text = f"quizzes,solutions\n{EASY},{EASY_SOLUTION}\n{EASY},{WRONG}\n"
    done = sudoku_compare("scan", "-", input=text)
    assert done.returncode == 1
    assert done.stdout.startswith("stdin:3  objection: expected solution: not a solution")


def test_isomorphs_are_reported_and_marked(sudoku_compare: Run, tmp_path: Path) -> None:
    other = random_isomorph(Puzzle.from_text(EASY), Random(1)).text
    four = Puzzle.from_text("1.....2..3.....4")
    lines = [EASY, ESCARGOT, other, EASY, four.text, random_isomorph(four, Random(2)).text]
    out = tmp_path / "out.jsonl"
    done = sudoku_compare("scan", "-", "--isomorphs", "--out", str(out), input="\n".join(lines))
    assert done.returncode == 0
    assert (
        "stdin:3  duplicate: isomorphic to stdin:1\n"
        "stdin:4  duplicate: identical to stdin:1\n"
        "stdin:6  duplicate: isomorphic to stdin:5\n"
    ) in done.stdout
    assert "duplicates: 1 identical, 2 isomorphic\n" in done.stdout
    firsts = [json.loads(line)["isomorph_of"] for line in out.read_text().splitlines()]
    assert firsts == [None, None, "stdin:1", "stdin:1", None, "stdin:5"]
    table = sudoku_compare("scan", "-", "--isomorphs", "--out", "-", input="\n".join(lines)).stdout
    assert [row["isomorph_of"] for row in csv.DictReader(table.splitlines())] == [first or "" for first in firsts]
    summary = json.loads(sudoku_compare("scan", "-", "--isomorphs", "--json", input="\n".join(lines)).stdout)
    duplicates = summary["duplicates"]
    assert (duplicates["identical"], duplicates["isomorphic"]) == (1, 2)
    assert duplicates["listed"][0] == {"id": "stdin:3", "isomorph_of": "stdin:1", "identical": False}


def test_a_share_is_cross_checked(sudoku_compare: Run) -> None:
    done = sudoku_compare("scan", "-", "--cross-check", "100%", "--jobs", "1", input="\n".join(MIXED))
    assert ", except for 7 puzzles cross-checked with sat and cpsat: 7 agreed\n" in done.stdout
    assert done.returncode == 3


def test_a_puzzle_that_times_out_is_unknown(sudoku_compare: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    done = sudoku_compare("scan", "-", "--timeout", "0.2", "--out", str(out), input=f"{EASY}\n{hopeless().text}\n")
    assert done.returncode == 5
    assert ": 1 unique, 1 unknown\n" in done.stdout
    assert out.read_text().splitlines()[2].startswith("stdin:2,unknown,,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--out", "x.txt"],
            "--out x.txt: expected a name that ends in .csv or .jsonl; otherwise choose with --format",
        ),
        (["--out", "no/such/x.csv"], "--out: cannot write no/such/x.csv: No such file or directory"),
        (["--cross-check", "2"], "--cross-check 2: expected a share above 0, up to 1, such as 0.01 or 1%"),
        (["--cross-check", "nan"], "--cross-check nan: expected a share above 0, up to 1, such as 0.01 or 1%"),
    ],
)
def test_mistakes_in_the_call_are_reported_in_one_line(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare("scan", EASY, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"sudoku-compare: {message}\n")


def test_the_input_file_is_not_overwritten(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(f"{EASY}\n")
    (tmp_path / "link.csv").hardlink_to(path)
    for source in (str(path), str(tmp_path / "link.csv"), "-"):
        with path.open() as file:
            done = subprocess.run([PROGRAM, "scan", source, "--out", str(path)], stdin=file, capture_output=True)
        assert (done.returncode, b"this is the input file" in done.stderr) == (2, True)
        assert path.read_text() == f"{EASY}\n"


def test_a_full_disk_is_reported_in_one_line(sudoku_compare: Run) -> None:
    done = sudoku_compare("scan", EASY, "--out", "/dev/full", "--format", "csv")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--out: cannot write /dev/full: No space left on device" in done.stderr
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([PROGRAM, "scan", EASY, "--out", "-"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, "--out: cannot write -: No space left on device" in done.stderr) == (2, True)


def test_an_engine_that_cannot_be_asked_confirms_nothing(sudoku_compare: Run, tmp_path: Path) -> None:
    for name in ("pysolvers", "pysat"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('no pysat here')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = sudoku_compare("scan", EASY, "--cross-check", "100%", PYTHONPATH=path)
    assert "1 puzzle cross-checked with sat and cpsat: 0 agreed, 1 left open (sat: no pysat here" in done.stdout


def test_a_share_so_small_that_no_puzzle_is_drawn_is_accepted(sudoku_compare: Run) -> None:
    done = sudoku_compare("scan", EASY, "--cross-check", "5e-324")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("more", [[], ["--isomorphs"], ["--cross-check", "0.01", "--jobs", "1"]])
def test_an_interruption_ends_the_scan_with_whole_lines_written(tmp_path: Path, more: list[str]) -> None:
    """The input never ends, so the scan would not end by itself."""
    out = tmp_path / "out.csv"
    with subprocess.Popen(["yes", ESCARGOT], stdout=subprocess.PIPE) as endless:
        process = subprocess.Popen(
            [PROGRAM, "scan", "-", "--out", str(out), *more],
            stdin=endless.stdout,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_for(lambda: out.exists() and out.stat().st_size > 1 << 16)
            _, complaint = interrupt(process)
        finally:
            process.kill()
            endless.kill()
    assert (process.returncode, complaint) == (130, "sudoku-compare: interrupted\n")
    text = out.read_text()
    assert text.endswith("\n")
    assert {line.count(",") for line in text.splitlines()} == {3 + ("--isomorphs" in more)}


def test_a_reader_that_closes_the_pipe_ends_the_scan_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 50_000)
    command = f"{PROGRAM} scan {path} --out - | head -2"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (141, 2, "")


def test_a_bar_is_shown_on_a_terminal_only(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 20_000 + "nonsense\n")
    assert "\x1b" not in sudoku_compare("scan", str(path)).stderr
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, "scan", str(path)], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 4096)
        except OSError:
            break
    os.close(ours)
    assert process.wait() == 2
    assert b"puzzles" in shown
    assert b"not a puzzle: expected" in shown


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(copies: int) -> int:
        path = tmp_path / f"{copies}.txt"
        path.write_text(f"{EASY}\n" * copies)
        code = "import resource,subprocess,sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        command = ["python3", "-c", code, str(PROGRAM), "scan", str(path), "--out", str(tmp_path / "out.csv")]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert peak(900_000) < 1.3 * peak(100_000) + 2000


def test_the_expectations_in_shipped_collections_are_met(sudoku_compare: Run) -> None:
    for path in sorted((ROOT / "data").glob("*.txt")):
        done = sudoku_compare("scan", str(path), "--json", "--timeout", "20")
        summary = json.loads(done.stdout)
        assert (summary["objections"], summary["unreadable"]) == (0, 0), path
