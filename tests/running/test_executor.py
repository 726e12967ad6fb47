"""Every search ends with an answer, even if the engine fails."""

import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from conftest import PROGRAM
from making import EASY, EASY_SOLUTION, hopeless
from processes import cpu_seconds, find_children, is_running, time_limit, wait_for
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.core.answer import Seconds
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running import executor
from sudoku_compare.running.executor import START_UP, run
from witnesses import Witness

PUZZLE = Puzzle.from_text(EASY)


class Unprintable(Exception):
    """Cannot be shown, neither as an error nor as a value."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


@dataclass(frozen=True)
class Broken:
    """Fails in one of several ways."""

    name: ClassVar = "broken"
    package: ClassVar = "absent"
    distribution: ClassVar = "python-absent"
    counted: ClassVar = {}
    stoppable: ClassVar = True

    fault: str = ""

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        if self.fault == "import":
            import absent_module  # type: ignore[import-not-found] # noqa: F401
        if self.fault == "none":
            return None  # type: ignore[return-value]
        if self.fault == "list":
            return Answer(([1, 2, 3],), Ending.EXHAUSTED)  # type: ignore[arg-type]
        if self.fault == "memory":
            raise MemoryError
        if self.fault == "word":
            return Answer((), "exhausted")  # type: ignore[arg-type]
        if self.fault == "count":
            return Answer((), Ending.EXHAUSTED, counts={"tries": [1]})  # type: ignore[dict-item]
        if self.fault == "exit":
            sys.exit(0)
        if self.fault == "interrupt":
            raise KeyboardInterrupt  # not from Ctrl-C
        if self.fault == "generator":
            raise GeneratorExit
        if self.fault == "unprintable error":
            raise Unprintable
        if self.fault == "unprintable answer":
            return Unprintable()  # type: ignore[return-value]
        raise ZeroDivisionError("division by zero\nand more")


@pytest.mark.parametrize(
    ("fault", "detail"),
    [
        ("import", "No module named 'absent_module'; pip install python-absent"),
        ("memory", "out of memory"),
        ("none", "malformed answer: None"),
        (
            "list",
            "malformed answer: Answer(solutions=([1, 2, 3],), ending=<Ending.EXHAUSTED: 'exhausted'>, "
            "seconds=Seconds(build=0.0, first=None, settle=0.0, cpu=None), counts={}, detail='')",
        ),
        (
            "word",
            "malformed answer: Answer(solutions=(), ending='exhausted', "
            "seconds=Seconds(build=0.0, first=None, settle=0.0, cpu=None), counts={}, detail='')",
        ),
        (
            "count",
            "malformed answer: Answer(solutions=(), ending=<Ending.EXHAUSTED: 'exhausted'>, "
            "seconds=Seconds(build=0.0, first=None, settle=0.0, cpu=None), counts={'tries': [1]}, detail='')",
        ),
        ("exit", "SystemExit: 0"),
        ("interrupt", "KeyboardInterrupt"),
        ("generator", "GeneratorExit"),
        ("unprintable error", "Unprintable: (Unprintable that cannot be shown)"),
        ("unprintable answer", "malformed answer: (Unprintable that cannot be shown)"),
        ("other", "ZeroDivisionError: division by zero"),
    ],
)
def test_an_error_in_an_engine_becomes_a_failed_answer(fault: str, detail: str) -> None:
    answer = run(Broken(fault), PUZZLE, Limits(2))
    assert (answer.solutions, answer.ending, answer.detail) == ((), Ending.FAILED, detail)


SOLUTION = bytes(map(int, EASY_SOLUTION))


class Grid(bytes):
    """May compare equal to anything."""


@pytest.mark.parametrize(
    "answer",
    [
        SimpleNamespace(solutions=(), ending=Ending.STUCK, seconds=Seconds(), counts={}, detail=""),
        Answer([SOLUTION], Ending.STUCK),  # type: ignore[arg-type]
        Answer(None, Ending.STUCK),  # type: ignore[arg-type]
        Answer((EASY_SOLUTION,), Ending.STUCK),  # type: ignore[arg-type]
        Answer((SOLUTION, bytearray(SOLUTION)), Ending.STUCK),
        Answer((SOLUTION, Grid(SOLUTION)), Ending.STUCK),
        Answer((), None),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, None),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, 1.0),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, SimpleNamespace(build=0.0, first=None, settle=0.0, cpu=None)),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(None)),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(settle="1")),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(first=math.nan)),
        Answer((), Ending.STUCK, Seconds(cpu=math.nan)),
        Answer((), Ending.STUCK, counts=None),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, counts={1: 1}),  # type: ignore[dict-item]
        Answer((), Ending.STUCK, counts={"tries": 1.0}),  # type: ignore[dict-item]
        Answer((), Ending.STUCK, detail=5),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, detail=None),  # type: ignore[arg-type]
    ],
)
def test_an_answer_with_a_part_of_the_wrong_type_is_malformed(answer: Answer) -> None:
    """It would end in a traceback when the answer is checked or printed."""
    failed = run(Witness(answer), PUZZLE, Limits(2))
    assert (failed.ending, failed.detail[:18]) == (Ending.FAILED, "malformed answer: ")


@pytest.mark.parametrize(
    "answer",
    [
        Answer((), Ending.STUCK),
        Answer((SOLUTION,), Ending.EXHAUSTED, Seconds(0.1, 0.2, 0.3, 0.4), {"tries": 1}, "some detail"),
        Answer((SOLUTION,) * 2, Ending.ENOUGH, Seconds(1, 2, 3, 4)),
    ],
)
def test_a_well_formed_answer_is_passed_on_as_it_is(answer: Answer) -> None:
    assert run(Witness(answer), PUZZLE, Limits(2)) is answer


@pytest.mark.parametrize("command", ["solve", "uniqueness"])
@pytest.mark.parametrize("others", [(), ("--engine", "sat")])
def test_the_exit_code_is_not_0_if_an_engine_exits(command: str, others: tuple[str, ...], tmp_path: Path) -> None:
    """The engine is a plug-in of another package."""
    (tmp_path / "leaver.py").write_text(LEAVER)
    install_leaver(tmp_path)
    done = subprocess.run(
        [PROGRAM, command, EASY, "--engine", "leaver", *others],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 5
    assert "unknown" in done.stdout
    assert "SystemExit: 0" in done.stdout


def install_leaver(folder: Path) -> None:
    """Write what makes the engine in `leaver.py` a plug-in."""
    info = folder / "leaver-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: leaver\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudoku_compare.engines]\nleaver = leaver:Leaver\n")


def test_an_engine_that_prints_in_a_process_of_its_own_still_answers(tmp_path: Path) -> None:
    code = LEAVER.replace("stoppable: ClassVar = True", "stoppable: ClassVar = False").replace("sys.exit(0)", TALK)
    (tmp_path / "leaver.py").write_text(code)
    install_leaver(tmp_path)
    done = subprocess.run(
        [PROGRAM, "solve", EASY, "--engine", "leaver"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "searching" in done.stdout) == (0, False), done.stdout


TALK = """
        from sudoku_compare import load_engine
        print("searching", flush=True)
        return load_engine("kernel").search(puzzle, limits)
"""

LEAVER = """
import sys
from dataclasses import dataclass
from typing import ClassVar

@dataclass(frozen=True)
class Leaver:
    name: ClassVar = "leaver"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    def search(self, puzzle, limits):
        sys.exit(0)
"""


@pytest.mark.parametrize(
    ("solutions", "seconds", "message"),
    [
        (0, 1.0, "solutions: expected at least 1, found 0"),
        (-1, 1.0, "solutions: expected at least 1, found -1"),
        (1, 0.0, "seconds: expected a number above 0, found 0.0"),
        (1, -1.0, "seconds: expected a number above 0, found -1.0"),
        (1, float("nan"), "seconds: expected a number above 0, found nan"),
    ],
)
def test_limits_without_meaning_are_refused(solutions: int, seconds: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limits(solutions, seconds)


def test_a_search_in_a_child_is_killed_at_its_deadline() -> None:
    """By the alarm of the child; the parent would kill it only START_UP later."""
    start = time.monotonic()
    answer = run(load_engine("sat:solver=lingeling"), hopeless(), Limits(2, 0.5))
    elapsed = time.monotonic() - start
    assert answer.ending is Ending.TIMED_OUT
    assert 0.5 <= elapsed < START_UP


def replace_python(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Have children run this script instead of Python."""
    path = folder / "python"
    path.write_text(script)
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(path))


def test_the_time_of_a_search_in_a_child_does_not_include_the_start_of_the_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_python(monkeypatch, tmp_path, f'#!/bin/sh\nsleep 0.5\nexec {sys.executable} "$@"\n')
    start = time.monotonic()
    answer = run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30))
    elapsed = time.monotonic() - start
    assert answer.ending is Ending.EXHAUSTED
    assert answer.seconds.total <= elapsed - 0.5


@pytest.mark.parametrize(
    ("end", "ending", "detail"),
    [
        ("kill -ALRM $$", Ending.TIMED_OUT, "stopped from outside"),
        ("exec sleep 3600", Ending.TIMED_OUT, "stopped from outside"),
        ("kill -KILL $$", Ending.FAILED, f"its process ended with code {-signal.SIGKILL}"),
        ("exit 7", Ending.FAILED, "its process ended with code 7"),
        ("exit 0", Ending.FAILED, "its process ended with code 0"),
    ],
    ids=["its alarm", "the parent's patience", "a signal", "a code", "no answer"],
)
def test_a_child_that_is_stopped_has_timed_out_and_one_that_dies_has_failed(
    end: str, ending: Ending, detail: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_python(monkeypatch, tmp_path, f"#!/bin/sh\n{end}\n")
    monkeypatch.setattr(executor, "START_UP", 1.0 if "sleep" in end else 60.0)
    with time_limit():
        answer = run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 0.2))
    assert (answer.ending, answer.detail) == (ending, detail)


def test_a_child_has_a_session_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to the processes of its own session only, so it does not kill the child."""
    code = f"import os, pathlib\npathlib.Path({str(tmp_path / 'session')!r}).write_text(str(os.getsid(0)))\n"
    replace_python(monkeypatch, tmp_path, f"#!{sys.executable}\n{code}")
    run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30))
    assert int((tmp_path / "session").read_text()) != os.getsid(0)


def test_a_child_imports_nothing_from_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    assert run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30)).ending is Ending.EXHAUSTED


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems only the alarm ends it")
@pytest.mark.parametrize("killed", [(0,), (1,), (0, 1)], ids=["the run", "its worker", "both"])
def test_a_search_in_a_child_ends_with_the_process_that_waits_for_it(killed: tuple[int, ...], tmp_path: Path) -> None:
    """A run has a worker, and the worker has a child, in which the solver never releases the interpreter's lock."""
    path = tmp_path / "puzzle.txt"
    path.write_text(hopeless().text + "\n")
    command = [PROGRAM, "bench", str(path), "--engine", "sat:solver=lingeling", "--timeout", "inf", "--out", "r"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        worker, child = wait_for(lambda: find_worker_and_child(run.pid))[0]
        family = [run.pid, worker]
        for number in killed:
            os.kill(family[number], signal.SIGKILL)
        assert wait_for(lambda: not is_running(child))
    finally:
        run.kill()
        run.wait()


def find_worker_and_child(run: int) -> list[tuple[int, int]]:
    return [(worker, child) for worker in find_children(run) for child in find_children(worker) if has_worked(child)]


def has_worked(process: int) -> bool:
    """Whether it has used a second of processor time, so that it is in the middle of its search."""
    return cpu_seconds(process) > 1
