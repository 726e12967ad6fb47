"""The descendants of this process: signal them, collect those that have ended, count their processor time."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

HAS_PROC = Path("/proc/self").is_dir()
HAS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()  # not every kernel has it
KILL_PATIENCE = 10.0  # seconds in which everything is killed: a process of another user cannot be


def list_ended() -> Iterator[tuple[int, int, Any]]:
    while True:
        try:
            ended, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not ended:
            return
        yield ended, status, usage


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def signal_descendants(number: int) -> None:
    """Send a signal to every descendant of this process, to each before its children are looked for.

    A process that is killed has no more children from then on, so few get away, however fast they are.
    """
    for process in _walk_descendants():
        _send_signal(process, number)


def count_cpu() -> float:
    """Return the processor time of all descendants in seconds, and of those of theirs that have ended."""
    ticks = sum(int(ticks) for process in _walk_descendants() for ticks in _read_stat(process)[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def kill_by_environment(variable: bytes) -> None:
    """Kill every process that was started with this variable, again and again until there is none.

    This is for processes that are not descendants any more, because what was between has ended.
    """
    end = monotonic() + KILL_PATIENCE
    while (found := _find_by_environment(variable)) and monotonic() < end:
        for process in found:
            _send_signal(process, signal.SIGKILL)


def _walk_descendants() -> Iterator[int]:
    """Yield every descendant that nobody has waited for, each before its children are looked for."""
    list_children = _list_children if HAS_CHILDREN else _list_all_children()
    found = list_children(os.getpid())
    for process in found:  # grows meanwhile
        yield process
        found += list_children(process)


def _list_children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError), os.scandir(f"/proc/{process}/task") as tasks:  # raised if it has ended
        for task in tasks:
            with open(f"{task.path}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


def _list_all_children() -> Callable[[int], list[int]]:
    """Return a function that returns the children that each process has now."""
    children: dict[int, list[int]] = {}
    for process in _list_processes():
        if fields := _read_stat(process):
            children.setdefault(int(fields[1]), []).append(process)
    return lambda process: children.get(process, [])


def _find_by_environment(variable: bytes) -> list[int]:
    found = []
    for process in _list_processes():
        with suppress(OSError), open(f"/proc/{process}/environ", "rb") as file:
            if variable in file.read().split(b"\0"):
                found.append(process)
    return found


def _list_processes() -> list[int]:
    if not HAS_PROC:
        return []
    with os.scandir("/proc") as entries:
        return [int(entry.name) for entry in entries if entry.name.isdecimal()]


def _send_signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def _read_stat(process: int) -> list[str]:
    """Return the fields of /proc/.../stat after the name of the program; none if the process is gone."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def measure_address_space() -> int:
    """Return the bytes of address space that this process has; 0 where that is not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def read_cpu_clock(process: int) -> float | None:
    """Return the processor time of another process in seconds, to the nanosecond; None where it is not known."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~process << 3 | 2)  # the clock of a process, see clock_getcpuclockid(3)
    except OSError:
        return None
