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
from types import SimpleNamespace
from typing import ClassVar

import pytest

from conftest import PROGRAM
from making import EASY, EASY_SOLUTION, hopeless
from processes import cpu_seconds, find_children, is_running, time_limit, wait_for
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.core.answer import Seconds
from sudoku_compare.core.idle_pool import IdlePool
from sudoku_compare.engines.hosting import host
from sudoku_compare.engines.hosting.guard import START_UP
from sudoku_compare.engines.protocol import Origin
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.processes.idle_supervisors import supervisors
from sudoku_compare.running.executor import run
from witnesses import ForeignEngine, Witness

PUZZLE = Puzzle.from_text(EASY)


class Unprintable(Exception):
    """Cannot be shown, neither as an error nor as a value."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


@dataclass(frozen=True)
class Broken(ForeignEngine):
    """Fails in one of several ways, in a process of its own."""

    name: ClassVar = "broken"
    package: ClassVar = "absent"
    distribution: ClassVar = "python-absent"

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


class BrokenHere(Broken):
    """Fails in this process."""

    origin: ClassVar = Origin.INTERNAL


@pytest.mark.parametrize(
    ("fault", "detail"),
    [
        ("import", "No module named 'absent_module'; pip install python-absent"),
        ("memory", "out of memory"),
        ("none", "malformed answer: expected an Answer, found None"),
        ("list", "malformed answer: solutions: expected bytes, found [1, 2, 3]"),
        ("word", "malformed answer: ending: expected an Ending, found 'exhausted'"),
        ("count", "malformed answer: counts, tries: expected a whole number from 0 to 2**63 - 1, found [1]"),
        ("exit", "SystemExit: 0"),
        ("interrupt", "KeyboardInterrupt"),
        ("generator", "GeneratorExit"),
        ("unprintable error", "Unprintable: (Unprintable that cannot be shown)"),
        ("unprintable answer", "malformed answer: expected an Answer, found (Unprintable that cannot be shown)"),
        ("other", "ZeroDivisionError: division by zero"),
    ],
)
@pytest.mark.parametrize("kind", [BrokenHere, Broken])
def test_an_error_in_an_engine_becomes_a_failed_answer(kind: type[Broken], fault: str, detail: str) -> None:
    answer = run(kind(fault), PUZZLE, Limits(2))
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
        Answer((), Ending.STUCK, Seconds(outer=math.inf)),
        Answer((), Ending.STUCK, Seconds(-0.1)),
        Answer((), Ending.STUCK, Seconds(True)),
        Answer((), Ending.STUCK, counts=None),  # type: ignore[arg-type]
        Answer((), Ending.STUCK, counts={1: 1}),  # type: ignore[dict-item]
        Answer((), Ending.STUCK, counts={"tries": 1.0}),  # type: ignore[dict-item]
        Answer((), Ending.STUCK, counts={"tries": -1}),
        Answer((), Ending.STUCK, counts={"tries": 10**5000}),
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
    """The start of its process, for which it has START_UP, does not count."""
    start = time.monotonic()
    answer = run(load_engine("sat:solver=lingeling"), hopeless(), Limits(2, 0.5))
    elapsed = time.monotonic() - start
    assert (answer.ending, answer.detail) == (Ending.TIMED_OUT, "stopped from outside")
    assert 0.5 <= elapsed < START_UP


UNDER_LIMIT = " (a memory limit was in force)"  # after the name of a signal
REAL_PYTHON = f'#!/bin/sh\n[ "$1" = -I ] && exec {sys.executable} "$@"\n'  # for a supervisor, the real one


def replace_python(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Have children run this script instead of Python."""
    path = folder / "python"
    path.write_text(script)
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(path))
    forget_processes(monkeypatch)


def forget_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next search start a new process."""
    monkeypatch.setattr(host, "_hosts", IdlePool(host._start_host, lambda started: started.program.close()))
    for supervisor in supervisors.empty():
        supervisor.close()


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
        ("exec sleep 3600", Ending.TIMED_OUT, "stopped from outside"),
        ("kill -KILL $$", Ending.FAILED, "its process ended by SIGKILL before it answered"),
        ("exit 7", Ending.FAILED, "its process ended with exit code 7 before it answered"),
        ("exit 0", Ending.FAILED, "its process ended with exit code 0 before it answered"),
        ("echo nonsense", Ending.FAILED, "its process wrote something else instead of an answer"),
    ],
    ids=["the parent's patience", "a signal", "a code", "no answer", "something else"],
)
def test_a_child_that_does_not_start_has_timed_out_or_failed(
    end: str, ending: Ending, detail: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_python(monkeypatch, tmp_path, f"{REAL_PYTHON}{end}\n")
    monkeypatch.setattr(host, "START_UP", 1.0 if "sleep" in end else 60.0)
    with time_limit():
        answer = run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 0.2))
    assert (answer.ending, answer.detail.removesuffix(UNDER_LIMIT)) == (ending, detail)


@dataclass(frozen=True)
class Dying(ForeignEngine):
    """Ends the process that searches."""

    name: ClassVar = "dying"

    end: Callable[[], None]

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        self.end()
        raise AssertionError("still there")


@pytest.mark.parametrize(
    ("end", "ending", "detail"),
    [
        (lambda: time.sleep(3600), Ending.TIMED_OUT, "stopped from outside"),
        (
            lambda: os.kill(os.getpid(), signal.SIGKILL),
            Ending.FAILED,
            "its process ended by SIGKILL before it answered",
        ),
        (
            lambda: os.kill(os.getpid(), signal.SIGALRM),
            Ending.FAILED,
            "its process ended by SIGALRM before it answered",
        ),
        (lambda: os._exit(7), Ending.FAILED, "its process ended with exit code 7 before it answered"),
        (lambda: os._exit(0), Ending.FAILED, "its process ended with exit code 0 before it answered"),
    ],
    ids=["the parent's patience", "a signal", "an alarm", "a code", "no answer"],
)
def test_a_child_that_is_stopped_has_timed_out_and_one_that_dies_has_failed(
    end: Callable[[], None], ending: Ending, detail: str
) -> None:
    with time_limit():
        answer = run(Dying(end), PUZZLE, Limits(2, 0.2))
    assert (answer.ending, answer.detail.removesuffix(UNDER_LIMIT)) == (ending, detail)
    assert answer.seconds.outer is not None


@pytest.mark.parametrize("python", ["absent", "false"])
def test_a_child_that_cannot_be_started_has_failed(
    python: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not even its supervisor starts."""
    replace_python(monkeypatch, tmp_path, "#!/bin/sh\nexit 1\n")
    if python == "absent":
        monkeypatch.setattr(sys, "executable", str(tmp_path / "absent"))
    answer = run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30))
    assert (answer.ending, answer.detail[:18]) == (Ending.FAILED, "cannot be started:")


def test_a_child_has_a_session_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to the processes of its own session only, so it kills neither child nor supervisor."""
    path = tmp_path / "sessions"
    code = (
        "import os, sys\n"
        f"open({str(path)!r}, 'a').write(f'{{os.getsid(0)}}\\n')\n"
        f"os.execv({sys.executable!r}, [{sys.executable!r}, *sys.argv[1:]])\n"
    )
    replace_python(monkeypatch, tmp_path, f"#!{sys.executable}\n{code}")
    assert run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30)).ending is Ending.EXHAUSTED
    sessions = path.read_text().split()
    assert len(set(sessions)) == len(sessions) == 2
    assert str(os.getsid(0)) not in sessions


@pytest.mark.parametrize("module", ["json", "pysat", "socket"])
def test_a_child_imports_nothing_from_the_users_folder(
    module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    forget_processes(monkeypatch)
    assert run(load_engine("sat:solver=lingeling"), PUZZLE, Limits(2, 30)).ending is Ending.EXHAUSTED


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("killed", [(0,), (1,), (0, 1), (2,)], ids=["the run", "its worker", "both", "the supervisor"])
def test_a_search_in_a_child_ends_with_the_process_that_waits_for_it(killed: tuple[int, ...], tmp_path: Path) -> None:
    """A run has a worker, and this a supervisor with a child, whose solver never releases the interpreter's lock."""
    path = tmp_path / "puzzle.txt"
    path.write_text(hopeless().text + "\n")
    command = [PROGRAM, "bench", str(path), "--engine", "sat:solver=lingeling", "--timeout", "inf", "--out", "r"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        *family, child = wait_for(lambda: find_families(run.pid))[0]
        for number in killed:
            os.kill(family[number], signal.SIGKILL)
        assert wait_for(lambda: not is_running(child))
    finally:
        run.kill()
        run.wait()


def find_families(run: int) -> list[tuple[int, int, int, int]]:
    """Return the run, its workers, their supervisors and their children, of which each has begun its search."""
    return [
        (run, worker, supervisor, child)
        for worker in find_children(run)
        for supervisor in find_children(worker)
        for child in find_children(supervisor)
        if has_worked(child)
    ]


def has_worked(process: int) -> bool:
    """Whether it has used a second of processor time, so that it is in the middle of its search."""
    return cpu_seconds(process) > 1
