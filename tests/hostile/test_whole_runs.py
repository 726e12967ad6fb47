"""Whole runs with hostile engines: many puzzles, a terminal, Ctrl-C and SIGKILL in the middle."""

import itertools
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import PROGRAM
from hostile.commands import PROGRAMS, TRUTH, UNIQUE, name_engine, read_lines, run_command
from hostile.marking import VARIABLE, list_survivors, needs_proc
from processes import PATIENCE, wait_for

pytestmark = needs_proc

HONEST = ("--engine", "kernel", "--engine", "backtrack")
OTHERS = [givens for givens in TRUTH if givens != UNIQUE]


def write_puzzles(folder: Path, puzzles: Sequence[str]) -> None:
    (folder / "many.txt").write_text("\n".join(puzzles) + "\n")


def test_a_program_that_crashes_at_puzzle_7_is_started_again(folder: Path, mark: str) -> None:
    puzzles = (OTHERS * 3)[:10]
    write_puzzles(folder, puzzles)
    engine = "lines:fault=crash,puzzle=7"
    words = ("many.txt", "--engine-file", "hostile.toml", "--engine", engine, *HONEST, "--timeout", "10", "--json")
    done = run_command(folder, mark, "solve", *words)
    done.check()
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert [row["verdict"] for row in rows] == [TRUTH[givens] for givens in puzzles]
    endings = [row["engines"][0]["ending"] for row in rows]
    assert [number for number, ending in enumerate(endings, 1) if ending == "failed"] == [7]
    assert rows[6]["engines"][0]["detail"].startswith("it ended by SIGSEGV before it answered")
    assert list_survivors(mark) == []


BULK_FAULTS = {  # what is said about the puzzle with the fault, if all puzzles are sent at once
    "crash": "it ended by SIGSEGV before it answered.*",
    "hang_with_daemon": "|no answer in time.*",
    "nul": "r1c1 of a solution: expected a value of a 4x4 board.*",
}


@pytest.mark.parametrize(("fault", "detail"), BULK_FAULTS.items(), ids=BULK_FAULTS)
def test_a_fault_among_many_puzzles_does_not_affect_the_others(
    fault: str, detail: str, folder: Path, mark: str
) -> None:
    """Many puzzles are sent together, so that those after the fault have to be sent again."""
    puzzles = [*OTHERS * 10, UNIQUE, *OTHERS * 10]
    write_puzzles(folder, puzzles)
    engine = name_engine("lines", fault, UNIQUE)
    words = ("many.txt", "--engine-file", "hostile.toml", "--engine", engine, *HONEST, "--timeout", "3", "--json")
    done = run_command(folder, mark, "solve", *words)
    done.check()
    assert list_survivors(mark) == []
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert [row["verdict"] for row in rows] == [TRUTH[givens] for givens in puzzles]
    [wrong] = [row for row in rows if row["engines"][0]["verdict"] != TRUTH[row["givens"]]]
    assert wrong["givens"] == UNIQUE
    assert re.fullmatch(detail, wrong["engines"][0]["detail"])


@pytest.mark.parametrize("fault", ["two-lines", "late", "no-solution", "wrong", "same-twice"])
def test_lies_among_many_puzzles_are_never_the_verdict(fault: str, folder: Path, mark: str) -> None:
    """A line too many or too few moves the answers to the puzzles that follow."""
    puzzles = [*OTHERS * 3, UNIQUE, *OTHERS * 3, UNIQUE, *OTHERS * 3]
    write_puzzles(folder, puzzles)
    engine = name_engine("lines", fault, UNIQUE)
    words = ("many.txt", "--engine-file", "hostile.toml", "--engine", engine, *HONEST, "--timeout", "3", "--json")
    done = run_command(folder, mark, "uniqueness", "--verdict-only", *words)
    done.check()
    rows = [json.loads(line) for line in done.output.splitlines()]
    assert len(rows) == len(puzzles)
    for row, givens in zip(rows, puzzles, strict=True):
        assert row["givens"] == givens
        assert row["verdict"] == TRUTH[givens] or (row["verdict"] == "unknown" and row["objections"])


def test_a_program_is_named_by_its_path(folder: Path, mark: str) -> None:
    script = folder / "program"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S {PROGRAMS}/lines.py leave {UNIQUE}\n")
    script.chmod(0o755)
    done = run_command(folder, mark, "solve", "puzzles.txt", "--engine", "./program", *HONEST, "--json")
    done.check()
    results = read_lines(done)
    assert results.verdicts == TRUTH
    failed = [givens for givens, answers in results.answers.items() if answers["./program"].ending == "failed"]
    assert failed == [UNIQUE]
    assert list_survivors(mark) == []


def test_an_engine_that_lies_alone_is_refuted_by_the_evidence(folder: Path, mark: str) -> None:
    """Nobody contradicts it, but there is no proof of what it says."""
    engine = name_engine("lines", "no-solution", UNIQUE)
    done = run_command(
        folder, mark, "uniqueness", UNIQUE, "--engine-file", "hostile.toml", "--engine", engine, "--json"
    )
    done.check()
    [row] = [json.loads(line) for line in done.output.splitlines()]
    assert (done.code, row["verdict"], bool(row["objections"])) == (1, "unknown", True)


def test_a_message_of_an_engine_cannot_control_the_terminal(folder: Path, mark: str) -> None:
    """Tables, too, have only printable characters."""
    faults = {"detail-escapes": "plug-in", "named-error": "plug-in", "exit_with_message": "lines", "escapes": "lines"}
    engines = [name_engine(form, fault, UNIQUE) for fault, form in faults.items()]
    words = ["--engine-file", "hostile.toml", *(word for engine in engines for word in ("--engine", engine))]
    run_command(folder, mark, "solve", UNIQUE, *words).check()
    run_command(folder, mark, "bench", UNIQUE, *words, "--out", "./record.sqlite").check()


@pytest.mark.parametrize("form", ["lines", "plug-in", "sat-program"])
def test_an_engine_cannot_change_the_terminal(form: str, folder: Path, mark: str) -> None:
    """The command has a terminal for its input, output and errors, and it is its controlling terminal."""
    words = ["solve", UNIQUE, "--engine-file", "hostile.toml", "--engine", name_engine(form, "change_terminal", UNIQUE)]
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ |= {VARIABLE: mark, "PYTHONPATH": f"{PROGRAMS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        os.execv(PROGRAM, [str(PROGRAM), *words])
    before = termios.tcgetattr(terminal)
    output = read_to_end(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, output
    assert termios.tcgetattr(terminal) == before
    os.close(terminal)
    assert b"unique" in output
    assert b"this terminal is mine" not in output
    assert b"\x1bc" not in output
    assert list_survivors(mark) == []


def read_to_end(terminal: int) -> bytes:
    """Return what is written to a terminal until nobody has it open any more."""
    output = b""
    while True:
        try:
            output += os.read(terminal, 65536)
        except OSError:
            return output


def start_command(folder: Path, mark: str, *words: str) -> "subprocess.Popen[str]":
    path = f"{PROGRAMS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return subprocess.Popen(
        [PROGRAM, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, VARIABLE: mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


INTERRUPTED = list(
    itertools.product(
        ("solve", "bench"), ("lines", "plug-in", "sat-program"), (signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
    )
)


@pytest.mark.parametrize(
    ("command", "form", "number"),
    [  # every fourth one, in which each command, form and signal occurs, and the others in the slow tests
        pytest.param(*case, marks=() if place % 4 == 0 else pytest.mark.slow) for place, case in enumerate(INTERRUPTED)
    ],
)
def test_nothing_is_left_if_a_run_is_interrupted(
    command: str, form: str, number: signal.Signals, folder: Path, mark: str
) -> None:
    """The engine hangs, ignores every signal, and has started a daemon that does so, too."""
    engine = name_engine(form, "hang_with_stubborn_daemon", UNIQUE)
    words = ("puzzles.txt", "--engine-file", "hostile.toml", "--engine", engine, "--timeout", "inf")
    with start_command(folder, mark, command, *words) as process:
        wait_for(lambda: (folder / "daemon").exists())
        process.send_signal(number)
        errors = process.communicate(timeout=PATIENCE)[1]
    assert list_survivors(mark) == []
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert "Traceback" not in errors


def test_ctrl_c_in_a_terminal_ends_a_run_with_a_hanging_engine(folder: Path, mark: str) -> None:
    """A terminal sends the signal to every process in the foreground."""
    engine = name_engine("lines", "hang_with_stubborn_daemon", UNIQUE)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ[VARIABLE] = mark
        os.execv(PROGRAM, [str(PROGRAM), "solve", UNIQUE, "--engine-file", "hostile.toml", "--engine", engine])
    wait_for(lambda: (folder / "daemon").exists())
    os.write(terminal, b"\x03")
    read_to_end(terminal)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert list_survivors(mark) == []


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_a_run_goes_well_with_a_closed_stream(closed: str, folder: Path, mark: str) -> None:
    """The number of a closed stream belongs to the next file that is opened."""
    engines = [name_engine(form, "none", UNIQUE) for form in ("lines", "plug-in", "sat-program")]
    words = ["puzzles.txt", "--json", "--engine-file", "hostile.toml"]
    words += [word for engine in engines for word in ("--engine", engine)]
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", PROGRAM, "solve", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{PROGRAMS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == list(TRUTH.values())
    assert all(one["verdict"] == row["verdict"] for row in rows for one in row["engines"])
