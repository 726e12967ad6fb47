"""`sudoku-compare solve` from the user's side: output, exit codes, errors, interruptions."""

import gzip
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT, Run
from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, endless, hopeless, puzzle_with_holes
from processes import interrupt, let_work
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.registry import BUILT_IN

KEYS = ("id", "size", "givens", "verdict", "unknown_because", "solution", "agreed", "objections", "engines")
ENGINE_KEYS = ["engine", "method", "verdict", "ending", "solutions", "seconds", "counts", "detail"]


def test_boards_verdict_and_table_are_printed(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", EASY)
    assert (done.returncode, done.stderr) == (0, "")
    assert "5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2" in done.stdout
    assert "unique: exactly one solution, checked; settled by reductio, sat and cpsat" in done.stdout
    for word in ("engine", "verdict", "build", "first", "settle", "counts", "assumptions", "conflicts", "branches"):
        assert word in done.stdout
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("text", "verdict", "code"),
    [(EASY, "unique", 0), (ESCARGOT, "unique", 0), (NONE, "unsolvable", 3), (TWO, "multiple", 4)],
)
def test_the_verdict_reads_the_same_in_text_json_and_exit_code(
    sudoku_compare: Run, text: str, verdict: str, code: int
) -> None:
    plain, as_json = sudoku_compare("solve", text), sudoku_compare("solve", "--json", text)
    assert plain.returncode == as_json.returncode == code
    assert f"\n{verdict}: " in plain.stdout
    assert json.loads(as_json.stdout)["verdict"] == verdict


def test_json_has_the_promised_keys(sudoku_compare: Run) -> None:
    [line] = sudoku_compare("solve", "--json", EASY).stdout.splitlines()
    result = json.loads(line)
    assert set(KEYS) <= set(result)
    assert (result["size"], result["givens"], result["solution"]) == (9, EASY, EASY_SOLUTION)
    assert (result["agreed"], result["objections"]) == (True, [])
    assert [engine["engine"] for engine in result["engines"]] == ["reductio", "sat", "cpsat"]
    for engine in result["engines"]:
        assert list(engine) == ENGINE_KEYS
        assert (engine["ending"], engine["solutions"]) == ("exhausted", [EASY_SOLUTION])
        assert list(engine["seconds"]) == ["build", "first", "settle", "cpu", "outer"]
        assert engine["seconds"]["outer"] is None  # it is built in


def test_first_gives_solved_and_claims_nothing_about_others(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", "--first", "--json", TWO)
    result = json.loads(done.stdout)
    assert (done.returncode, result["verdict"]) == (0, "solved")
    assert {engine["ending"] for engine in result["engines"]} == {"enough"}
    assert sudoku_compare("solve", "--first", NONE).returncode == 3


def test_a_clash_of_givens_is_unsolvable_and_named(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", CLASH)
    assert done.returncode == 3
    assert "unsolvable: 5 is given twice in row 1: r1c1 and r1c2" in done.stdout
    assert json.loads(sudoku_compare("solve", "--json", CLASH).stdout)["clash"].startswith("5 is given twice")


def test_a_time_out_gives_unknown_with_its_reason(sudoku_compare: Run) -> None:
    done = sudoku_compare("solve", "-", "--timeout", "0.3", "--json", input=hopeless().text)
    result = json.loads(done.stdout)
    assert (done.returncode, result["verdict"], result["agreed"]) == (5, "unknown", False)
    assert {engine["ending"] for engine in result["engines"]} == {"timed_out"}
    assert "time ran out" in result["reason"]
    assert "--" not in result["reason"]
    assert result["unknown_because"] == "timed_out"
    assert json.loads(sudoku_compare("solve", EASY, "--json").stdout)["unknown_because"] is None


def test_a_wrong_expected_solution_is_an_objection(sudoku_compare: Run) -> None:
    wrong = EASY_SOLUTION[:-2] + "97"
    done = sudoku_compare("solve", "-", input=f"quizzes,solutions\n{EASY},{wrong}\n")
    assert done.returncode == 1
    assert "objection: expected solution: not a solution" in done.stdout


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([EASY, ESCARGOT], 0),
        ([EASY, TWO], 4),
        ([TWO, NONE, EASY], 3),
        ([NONE, TWO, f"{EASY}:0:"], 1),
        ([EASY, EASY[:-1], NONE], 2),
    ],
)
def test_many_puzzles_end_with_the_first_code_that_applies(sudoku_compare: Run, lines: list[str], code: int) -> None:
    done = sudoku_compare("solve", "-", "--engine", "reductio", "--engine", "sat", input="\n".join(lines))
    assert done.returncode == code


def test_a_bad_line_is_reported_and_the_rest_runs(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{EASY}\n{EASY[:-1]}\n{ESCARGOT}\n")
    done = sudoku_compare("solve", str(path), "--json", "--engine", "reductio")
    assert done.returncode == 2
    assert done.stderr == f"sudoku-compare: {path}:2: not a puzzle: expected 81 cells (9x9), found 80\n"
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [f"{path}:1", f"{path}:3"]


def test_many_puzzles_get_one_line_each_and_a_summary(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "many"
    path.write_text(f"{EASY}\n" * 25)
    lines = sudoku_compare("solve", str(path), "--engine", "reductio").stdout.splitlines()
    assert lines[0] == f"{path}:1  unique  {EASY_SOLUTION}"
    assert re.fullmatch(r"25 puzzles in .* m?s: 25 unique; 0 with objections", lines[26])
    assert lines[27].startswith("reductio: 25 settled; mean ")
    boards = sudoku_compare("solve", str(path), "--engine", "reductio", "--boards").stdout
    assert boards.count("5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2") == 25


def test_a_pipe_is_answered_line_by_line() -> None:
    command = [PROGRAM, "solve", "-", "--engine", "reductio", "--lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for number in range(1, 4):
            process.stdin.write(EASY + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"stdin:{number}  unique  {EASY_SOLUTION}\n"
        process.stdin.close()


@pytest.mark.parametrize("columns", ["0", "7", "abc", "²", ""])
def test_an_unusual_terminal_width_is_harmless(sudoku_compare: Run, columns: str) -> None:
    done = sudoku_compare("solve", "1.....2..3.....4", "--engine", "reductio", COLUMNS=columns)
    assert (done.returncode, done.stderr) == (0, "")
    assert "reductio" in done.stdout


def test_a_narrow_terminal_still_names_the_engines(sudoku_compare: Run) -> None:
    for command in ("solve", "uniqueness"):
        done = sudoku_compare(command, EASY, "--engine", "reductio", COLUMNS="40")
        assert "reductio: unique; build" in done.stdout


def test_a_board_is_never_cut(sudoku_compare: Run) -> None:
    puzzle = puzzle_with_holes(shape_of_side(36), 0.9, seed=1)
    done = sudoku_compare("solve", "-", "--engine", "reductio", input=puzzle.text, COLUMNS="60")
    board = [line for line in done.stdout.splitlines() if line.count("|") == 5]
    assert len(board) == 72
    assert all(len(line.replace("|", "").split()) == 36 for line in board)


def test_compressed_files_and_compressed_standard_input_are_read(sudoku_compare: Run, tmp_path: Path) -> None:
    packed = gzip.compress(f"{EASY}\n{TWO}\n".encode())
    (tmp_path / "two.gz").write_bytes(packed)
    for arguments, data in ((["solve", str(tmp_path / "two.gz")], b""), (["solve", "-"], packed)):
        done = sudoku_compare(*arguments, "--lines", "--engine", "reductio", input=data)
        assert done.returncode == 4
        assert len(done.stdout.split("\n\n")[0].splitlines()) == 2


BAD_CALLS = [
    (["solve", EASY, "--engine", "redctio"], "unknown engine 'redctio'; did you mean reductio?"),
    (["solve", EASY, "--engine", "sat:solvr=x"], "engine sat: unknown option 'solvr'; did you mean solver?"),
    (["solve", EASY, "--engine", "sat:solver=glucos4"], "did you mean glucose4"),
    (["solve", EASY, "--engine", "sat:encoding=mini"], "encoding=mini: did you mean minimal?"),
    (["solve", EASY, "--engine", "cpsat:workers=two"], "workers=two: expected a whole number"),
    (["solve", EASY, "--engine", "cpsat:workers=0"], "workers=0: expected a number from 1 to 256"),
    (["solve", EASY, "--engine", "sat:reduced=yes"], "reduced=yes: expected true or false"),
    (["solve", EASY, "--engine", "sat:solver"], "'solver' needs a value, as in solver=minisat22"),
    (["solve", EASY, "--box", "2x3"], "not a puzzle: expected 36 cells (6x6) or rows of 6 cells, found 81"),
    (["solve", "absent.txt"], "absent.txt: no such file; expected a path, - for standard input"),
    (["solve", "/"], "/: expected a file, found a folder"),
    (["solve", EASY[:-1]], "text:1: not a puzzle: expected 81 cells (9x9), found 80"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_CALLS)
def test_an_error_is_one_line_with_exit_code_2(sudoku_compare: Run, arguments: list[str], message: str) -> None:
    done = sudoku_compare(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sudoku-compare: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_an_error(sudoku_compare: Run, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text(EASY)
    path.chmod(0)
    assert "no permission to read it" in sudoku_compare("solve", str(path)).stderr


@pytest.mark.parametrize("closed", ["2>&-", "0<&- 2>&-"])
@pytest.mark.parametrize(
    "command", [f"solve {EASY} --engine kernel", f"scan {EASY} --out", f"uniqueness {EASY} --lines"]
)
def test_a_closed_standard_error_changes_neither_results_nor_exit_codes(
    command: str, closed: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    command = f"{PROGRAM} {command} {out}" if command.endswith("--out") else f"{PROGRAM} {command}"
    done, expected = (
        subprocess.run(["bash", "-c", f"{command} {streams}"], capture_output=True, text=True)
        for streams in (closed, "")
    )
    assert (done.returncode, mask_times(done.stdout)) == (0, mask_times(expected.stdout))
    if out.exists():
        assert out.read_text().startswith("id,verdict,solution,assumptions\ntext:1,unique,")


def mask_times(text: str) -> list[str]:
    """Return the words without numbers and units of time."""
    return re.sub(r"[\d.,]+( ?[um]?s\b)?", "", text).split()


def test_a_full_disk_and_a_closed_pipe_end_without_a_traceback() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, "solve", EASY], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "sudoku-compare: cannot write the output: No space left on device\n"
    command = f"{PROGRAM} solve {ROOT / 'data' / 'classics.txt'} --engine reductio | head -1; exit ${{PIPESTATUS[0]}}"
    piped = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert piped.stdout.count("\n") == 1
    assert (piped.returncode, piped.stderr) in ((141, ""), (3, ""))  # it may have written everything before
    for closed in ("<&-", ">&-"):
        done = subprocess.run(["bash", "-c", f"{PROGRAM} solve - {closed}"], capture_output=True, text=True)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


OTHER_SOLVERS = ("sat:solver=glucose4", "sat:solver=cadical153", "sat:solver=lingeling")
INTERRUPTIBLE = [
    *("reductio", "sat", "cpsat"),
    *(pytest.param(engine, marks=pytest.mark.slow) for engine in OTHER_SOLVERS),
]


@pytest.mark.parametrize("engine", INTERRUPTIBLE)
def test_control_c_stops_any_engine_and_leaves_complete_lines(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_text(f"{EASY}\n{endless().text}\n{EASY}\n")
    command = [PROGRAM, "solve", str(path), "--engine", engine, "--lines", "--timeout", "inf"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    first = process.stdout.readline()
    let_work(process.pid, 0.4)
    rest, errors = interrupt(process)
    assert process.returncode == 130
    assert first == f"{path}:1  unique  {EASY_SOLUTION}\n"
    assert rest == ""
    assert errors.strip() == "sudoku-compare: interrupted"


def on_terminal(*arguments: str, **environment: str) -> str:
    """Return what the command writes to a terminal."""
    main, secondary = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, *arguments], stdout=secondary, stderr=secondary, env={**os.environ, "TERM": "xterm", **environment}
    )
    os.close(secondary)
    written = b""
    while True:
        try:
            chunk = os.read(main, 4096)
        except OSError:
            break
        if not chunk:
            break
        written += chunk
    process.wait()
    os.close(main)
    return written.decode()


def test_a_terminal_gets_colour_and_one_board_and_no_color_gets_neither() -> None:
    coloured = on_terminal("solve", EASY, "--engine", "reductio")
    assert "\x1b[1m5" in coloured
    assert "solution\r\n" not in coloured
    plain = on_terminal("solve", EASY, "--engine", "reductio", NO_COLOR="1")
    assert "\x1b" not in plain
    assert "5 3 . | . 7 . | . . .    5 3 4 | 6 7 8 | 9 1 2" in plain


def test_a_progress_bar_is_shown_on_a_terminal_only(tmp_path: Path, sudoku_compare: Run) -> None:
    path = tmp_path / "many"
    path.write_text(f"{ESCARGOT}\n" * 300)
    shown = on_terminal("solve", str(path), "--engine", "reductio")
    assert "puzzles" in shown
    assert "%" in shown
    assert "300 puzzles in " in shown
    assert sudoku_compare("solve", str(path), "--engine", "reductio").stderr == ""


def test_engines_are_listed_with_every_option_and_default(sudoku_compare: Run) -> None:
    done = sudoku_compare("engines")
    assert done.returncode == 0
    for text in ("reductio  (method: reductio)\n", "solver=minisat22", "encoding=extended", "reduced=true"):
        assert text in done.stdout
    for text in ("form=boolean", "workers=1", "seed=0", "uses python-sat ", "uses ortools "):
        assert text in done.stdout
    listed = json.loads(sudoku_compare("engines", "--json").stdout)["engines"]
    assert [engine["name"] for engine in listed if engine["kind"] == "built-in"] == list(BUILT_IN)
    assert [engine["name"] for engine in listed[:3]] == ["reductio", "sat", "cpsat"]
    assert all(engine["installed"] for engine in listed)
