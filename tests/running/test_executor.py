"""Every search ends with an answer, even if the engine fails."""

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

from conftest import PROGRAM
from making import EASY, hopeless
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.core.answer import GRACE, Seconds
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.running.executor import run

PUZZLE = Puzzle.from_text(EASY)
Found = TypeVar("Found")


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


@dataclass(frozen=True)
class Returning:
    """Returns a given answer."""

    name: ClassVar = "returning"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {}
    stoppable: ClassVar = True

    answer: Answer

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        return self.answer


@pytest.mark.parametrize(
    "answer",
    [
        Answer((), Ending.STUCK, detail=5),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, detail=None),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(None)),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(settle="1")),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, Seconds(first=math.nan)),
    ],
)
def test_an_answer_with_a_detail_or_times_of_the_wrong_type_is_malformed(answer: Answer) -> None:
    """They would end in a traceback when the answer is printed."""
    assert run(Returning(answer), PUZZLE, Limits(2)).detail.startswith("malformed answer: ")


@pytest.mark.parametrize("command", ["solve", "uniqueness"])
@pytest.mark.parametrize("others", [(), ("--engine", "sat")])
def test_the_exit_code_is_not_0_if_an_engine_exits(command: str, others: tuple[str, ...], tmp_path: Path) -> None:
    """The engine is a plug-in of another package."""
    (tmp_path / "leaver.py").write_text(LEAVER)
    install_leaver(tmp_path)
    done = subprocess.run(
        [PROGRAM, command, EASY, "--engine", "leaver", *others],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
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
        (0, 1.0, "solutions=0: expected at least 1"),
        (-1, 1.0, "solutions=-1: expected at least 1"),
        (1, 0.0, "seconds=0.0: expected a number above 0"),
        (1, -1.0, "seconds=-1.0: expected a number above 0"),
        (1, float("nan"), "seconds=nan: expected a number above 0"),
    ],
)
def test_limits_without_meaning_are_refused(solutions: int, seconds: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limits(solutions, seconds)


def test_a_search_in_a_child_is_killed_at_the_deadline_and_timed_without_the_start_of_the_process() -> None:
    answer = run(load_engine("sat:solver=lingeling"), hopeless(), Limits(2, 0.5))
    assert answer.ending is Ending.TIMED_OUT
    assert 0.5 <= answer.seconds.total < 0.5 + GRACE  # on a busy machine it may stop itself while it builds


def test_a_killed_child_counts_as_failed_not_as_timed_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suicide = tmp_path / "python"
    suicide.write_text("#!/bin/sh\nkill -9 $$\n")
    suicide.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(suicide))
    answer = run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 5))
    assert (answer.ending, answer.detail) == (Ending.FAILED, f"its process ended with code {-signal.SIGKILL}")


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


def wait_for(found: Callable[[], Found]) -> Found:
    """Return what `found` returns, as soon as that is true."""
    end = time.monotonic() + 30
    while not (what := found()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return what


def find_worker_and_child(run: int) -> list[tuple[int, int]]:
    return [(worker, child) for worker in find_children(run) for child in find_children(worker) if has_worked(child)]


def find_children(process: int) -> list[int]:
    return [int(child) for child in read_proc(f"{process}/task/{process}/children").split()]


def has_worked(process: int) -> bool:
    """Whether it has used a second of processor time, so that it is in the middle of its search."""
    fields = read_proc(f"{process}/stat").rpartition(")")[2].split()
    return bool(fields) and int(fields[11]) + int(fields[12]) > os.sysconf("SC_CLK_TCK")


def is_running(process: int) -> bool:
    return read_proc(f"{process}/stat").rpartition(")")[2].split()[:1] not in ([], ["Z"])


def read_proc(path: str) -> str:
    """Return a file of /proc; nothing if the process has ended."""
    try:
        return Path("/proc", path).read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
