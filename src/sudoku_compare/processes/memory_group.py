"""A cgroup (version 2) that limits the memory of a program and of everything that it starts, together."""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic

CGROUP_VARIABLE = "SUDOKU_COMPARE_CGROUP"  # a folder of cgroup v2 that was delegated to this user
NEEDED_FILES = ("cgroup.procs", "cgroup.subtree_control")


def find_delegated_folder() -> str | None:
    """Return the delegated folder of cgroup v2 that the user names, if memory can be limited in it."""
    if not (name := os.environ.get(CGROUP_VARIABLE)):
        return None
    folder = Path(name)
    if not all(os.access(folder / name, os.W_OK) for name in NEEDED_FILES):
        return None
    return str(folder) if "memory" in (folder / "cgroup.subtree_control").read_text().split() else None


class MemoryGroup:
    """A group below the delegated folder."""

    def __init__(self, delegated: str, memory: int) -> None:
        """Create the group with this limit in bytes, of which none is swapped out. Raises OSError."""
        self._folder = Path(delegated) / f"sudoku-compare-{os.getpid()}-{monotonic():.6f}"
        self._folder.mkdir()
        (self._folder / "memory.max").write_text(str(memory))
        with suppress(OSError):  # a system without swap accounting
            (self._folder / "memory.swap.max").write_text("0")

    def add(self, process: int) -> None:
        """Move a process, and all that it will start, into the group."""
        (self._folder / "cgroup.procs").write_text(str(process))

    def was_full(self) -> bool:
        """Return whether the system killed a process because the group was full."""
        try:
            lines = (self._folder / "memory.events").read_text().splitlines()
        except OSError:
            return False
        return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in lines)

    def remove(self) -> None:
        """Remove the group; if the system still counts a process that has just ended, an empty group stays."""
        with suppress(OSError):
            self._folder.rmdir()
