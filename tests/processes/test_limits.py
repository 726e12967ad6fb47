"""Every limit of a program stops it, and says which one it was."""

import signal
import time
from pathlib import Path

import pytest

from hostile.marking import list_survivors, needs_proc
from hostile.single_runs import fail, python, run, shell
from sudoku_compare.core.answer import Limits
from sudoku_compare.processes.failure import Cause
from sudoku_compare.processes.limits import ProgramLimits, describe_isolation, find_usual_memory

SMALL = 200_000_000  # bytes of memory
FILL = "x = []\nwhile True: x.append(bytes(10**5))"
WORK_A_LITTLE = "end = time.process_time() + 0.05\nwhile time.process_time() < end: pass\nos._exit(0)"

CASES = {
    "time": (python("import time; time.sleep(60)"), {"seconds": 0.3}, "time limit of 0.3 s reached"),
    "processor time": (python("while True: pass"), {"cpu": 0.3}, "processor time limit of 0.3 s reached"),
    "processor time of a child": (
        python("import os\nif os.fork(): os.wait()\nwhile True: pass"),
        {"cpu": 0.3},
        "processor time limit of 0.3 s reached",
    ),
    "processor time of many short children": (
        shell("while true; do /bin/sh -c 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done'; done"),
        {"cpu": 0.3},
        "processor time limit of 0.3 s reached",
    ),
    "processor time of children that nobody waits for": (
        python(f"import os, time\nwhile os.fork(): time.sleep(0.05)\n{WORK_A_LITTLE}"),
        {"cpu": 0.5},
        "processor time limit of 0.5 s reached",
    ),
    "processor time of orphans": (
        python(f"import os, time\nwhile os.fork(): time.sleep(0.05)\nif os.fork(): os._exit(0)\n{WORK_A_LITTLE}"),
        {"cpu": 0.5},
        "processor time limit of 0.5 s reached",
    ),
    "output": (shell("exec cat /dev/zero"), {"output": 10_000}, "output limit of 10 kB reached"),
    "standard error": (shell("exec cat /dev/zero >&2"), {}, "output limit of 1 MB reached"),
    "both": (
        shell("head -c 600000 /dev/zero; head -c 600000 /dev/zero >&2; sleep 60"),
        {},
        "output limit of 1 MB reached",
    ),
}


@pytest.mark.parametrize(("command", "limits", "reason"), CASES.values(), ids=CASES)
@needs_proc
def test_a_limit_stops_a_program_and_everything_that_it_started(
    command: list[str], limits: dict[str, float], reason: str, mark: str
) -> None:
    error = fail(command, **limits)
    assert (str(error), f"{error.cause} of") == (reason, reason[: len(error.cause) + 3])
    assert error.cpu is not None
    assert error.cpu < limits.get("cpu", 0.0) + 2.0, "the limit was noticed in time"
    assert list_survivors(mark) == []


TOO_LARGE = {
    "at once": "x = bytearray(10**10)",
    "in small pieces": FILL,
    "in a child": f"import os, sys\nif os.fork(): sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n{FILL}",
}


@pytest.mark.parametrize("code", TOO_LARGE.values(), ids=TOO_LARGE)
@needs_proc
def test_a_program_that_needs_more_memory_than_it_may_use_probably_reached_the_limit(code: str, mark: str) -> None:
    result = run(python(code), memory=SMALL)
    assert (result.likely_cause, result.code != 0) == (Cause.MEMORY, True)
    assert list_survivors(mark) == []


def test_a_program_that_ends_well_did_not_reach_a_limit_whatever_it_says() -> None:
    result = run(python("import sys\nprint('out of memory', file=sys.stderr)"), memory=SMALL)
    assert result.likely_cause is None


def test_limits_that_are_not_reached_change_nothing() -> None:
    result = run(python("print(1)"), seconds=60.0, cpu=60.0, memory=500_000_000, output=2)
    assert (result.output, result.code) == (b"1\n", 0)


def test_the_lines_before_a_limit_come_with_the_error() -> None:
    error = fail(shell("echo 1; echo 2; printf 3; sleep 60"), seconds=0.5)
    assert (error.cause, error.answers) == (Cause.TIME, [b"1", b"2"])


def test_the_processor_time_up_to_a_limit_comes_with_the_error() -> None:
    error = fail(python("import time\nwhile time.process_time() < 0.3: pass\ntime.sleep(60)"), seconds=2.0)
    assert error.cpu is not None
    assert 0.3 <= error.cpu < 0.5


def test_a_file_of_a_program_cannot_grow_beyond_the_output_limit(tmp_path: Path) -> None:
    path = tmp_path / "large"
    error = fail(shell(f"exec head -c 10000000 /dev/zero > {path}"))
    assert (error.cause, str(error)) == (Cause.OUTPUT, "output limit of 1 MB reached")
    assert path.stat().st_size == 1_000_000


def test_a_program_that_handles_the_limit_of_its_files_may_go_on(tmp_path: Path) -> None:
    """Python ignores the signal, and gets an error instead."""
    path = tmp_path / "large"
    code = f"try: open({str(path)!r}, 'wb', 0).write(bytes(10**7))\nexcept OSError: pass\nprint('still here')"
    assert run(python(code)).output == b"still here\n"
    assert path.stat().st_size <= 1_000_000


@pytest.mark.parametrize("pause", [0, 1], ids=["at once", "after a second"])
def test_a_program_has_time_to_clean_up_after_sigterm(pause: int) -> None:
    code = f"trap 'sleep {pause}; echo cleaned up; exit 0' TERM; echo ready; while true; do sleep 0.05; done"
    error = fail(shell(code), seconds=0.5)
    assert (error.cause, error.answers) == (Cause.TIME, [b"ready", b"cleaned up"])


def test_the_children_of_a_program_have_time_to_clean_up_as_well() -> None:
    clean = "trap 'sleep 0.3; echo child; exit 0' TERM; while true; do sleep 0.05; done"
    code = f"sh -c \"{clean}\" & trap 'wait; echo parent; exit 0' TERM; echo ready; while true; do sleep 0.05; done"
    assert fail(shell(code), seconds=0.5).answers == [b"ready", b"child", b"parent"]


@needs_proc
@pytest.mark.parametrize("limits", [{"seconds": 0.5}, {"cpu": 0.2}], ids=["time", "processor time"])
def test_a_program_that_ignores_sigterm_is_killed_after_two_seconds(limits: dict[str, float], mark: str) -> None:
    start = time.monotonic()
    code = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('ready', flush=True)\nwhile True: pass"
    error = fail(python(code), **limits)
    assert (error.cause, error.answers) in [(Cause.TIME, [b"ready"]), (Cause.CPU, [b"ready"])]
    assert 2 < time.monotonic() - start < 6
    assert list_survivors(mark) == []


def test_a_limit_that_is_reached_twice_is_reported_once() -> None:
    """The supervisor ends the program at the same moment in which this process asks it to."""
    for cpu in (0.15, 0.2, 0.25):
        error = fail(python("while True: pass"), cpu=cpu, seconds=0.3)
        assert error.cause in (Cause.TIME, Cause.CPU)
        assert run(["echo", "1"]).output == b"1\n"


def test_a_program_that_ends_by_a_signal_of_its_own_has_not_reached_a_limit() -> None:
    assert run(shell("kill -KILL $$"), memory=SMALL, cpu=60.0).code == -signal.SIGKILL


def test_limits_of_a_search_become_limits_of_a_program() -> None:
    assert ProgramLimits.of_search(Limits(2, 5.0, 3.0, 10**9, 7)) == ProgramLimits(5.0, 3.0, 10**9, 7)
    assert ProgramLimits.of_search(Limits()) == ProgramLimits(None, None, find_usual_memory(), 100_000_000)
    assert ProgramLimits.of_search(Limits(2, 5.0), 1.0).seconds == 1.0


def test_the_isolation_is_described(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert describe_isolation().endswith("memory by RLIMIT_AS")
    (tmp_path / "cgroup.procs").touch()
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory\n")
    monkeypatch.setenv("SUDOKU_COMPARE_CGROUP", str(tmp_path))
    assert describe_isolation().endswith("memory by cgroup v2")
