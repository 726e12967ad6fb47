"""Processes in tests: wait for what they do, however busy the machine is."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeVar

PATIENCE = 60  # seconds before a test gives up: far more than anything takes on the busiest machine

Found = TypeVar("Found")


def wait_for(find: Callable[[], Found]) -> Found:
    """Return what `find` returns, as soon as that is true; fail if it never is."""
    end = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found


@contextmanager
def time_limit() -> Iterator[None]:
    """Fail if the block does not end."""

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it did not end")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def interrupt(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Send what Ctrl-C sends, and return what the process still writes; fail if it does not end."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def let_work(process: int, seconds: float) -> None:
    """Wait until the process and its descendants have used this much more processor time."""
    if not Path("/proc/self/stat").exists():
        time.sleep(seconds)
        return
    before = cpu_seconds(process)
    wait_for(lambda: cpu_seconds(process) - before > seconds)


def cpu_seconds(process: int) -> float:
    """Return the processor time of the process and of its descendants, living or dead."""
    fields = _read_stat(process)
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
    return own + sum(map(cpu_seconds, find_children(process)))


def find_children(process: int) -> list[int]:
    """Return the children of a process; none if it has ended."""
    try:
        tasks = [task.name for task in Path(f"/proc/{process}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for task in tasks for child in _read_proc(f"{process}/task/{task}/children").split()]


def is_running(process: int) -> bool:
    return _read_stat(process)[:1] not in ([], ["Z"])


def _read_stat(process: int) -> list[str]:
    """Return the fields of /proc/.../stat after the name of the program; none if the process has ended."""
    return _read_proc(f"{process}/stat").rpartition(")")[2].split()


def _read_proc(path: str) -> str:
    try:
        return Path("/proc", path).read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
