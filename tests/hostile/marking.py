"""Find the processes that a test has started, whatever they did to get away: they inherit a variable."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from processes import find_children

VARIABLE = "SUDOKU_COMPARE_TEST_MARK"
ALLOWED = 1.0  # seconds after the end of a run in which its last processes may end

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the environment of every process")


@contextmanager
def mark_processes() -> Iterator[str]:
    """Give every process that is started in the block a mark of its own, and yield it."""
    before = os.environ.get(VARIABLE)
    mark = f"{os.getpid()}-{uuid.uuid4()}"
    os.environ[VARIABLE] = mark
    try:
        yield mark
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def find_marked(mark: str) -> list[int]:
    """Return the living processes with this mark, but not the supervisors of this process, which it keeps."""
    wanted = f"{VARIABLE}={mark}".encode()
    own = find_children(os.getpid())
    found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and wanted in _read(path)]
    return [process for process in found if process not in own]


def list_survivors(mark: str) -> list[str]:
    """Return what is still running a second from now, as text; return at once if nothing is."""
    end = time.monotonic() + ALLOWED
    while (found := find_marked(mark)) and time.monotonic() < end:
        time.sleep(0.01)
    return [f"{process}: {_describe(process)}" for process in found]


def _read(path: Path) -> list[bytes]:
    try:
        return (path / "environ").read_bytes().split(b"\0")
    except OSError:  # it has ended, or belongs to somebody else
        return []


def _describe(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[-300:]
    except OSError:
        return "has ended meanwhile"
