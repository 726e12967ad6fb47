"""How much memory this machine has, and how much of it this process may use."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

GROUPS = Path("/proc/self/cgroup")
MOUNTED = Path("/sys/fs/cgroup")


def find_physical_memory() -> int | None:
    """Return the memory of this machine in bytes; None if the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None


def find_usable_memory() -> int | None:
    """Return the smallest of the machine's memory, the limits of this process and those of its control groups."""
    known = [find_physical_memory(), *_read_own_limits(), *_read_group_limits()]
    return min((size for size in known if size is not None), default=None)


def _read_own_limits() -> Iterator[int]:
    with suppress(ImportError):  # a system without such limits
        import resource

        for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
            limit, _ = resource.getrlimit(kind)
            if limit != resource.RLIM_INFINITY:
                yield limit


def _read_group_limits() -> Iterator[int]:
    """Yield the limits of the control groups of this process, and of the groups around them."""
    try:
        lines = GROUPS.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if not kinds:
            yield from _read_limits(MOUNTED, path, "memory.max")
        elif "memory" in kinds.split(","):
            yield from _read_limits(MOUNTED / "memory", path, "memory.limit_in_bytes")


def _read_limits(folder: Path, group: str, name: str) -> Iterator[int]:
    inside = PurePosixPath(group.strip("/"))
    for place in (inside, *inside.parents):
        with suppress(OSError, ValueError):  # a group without a limit says "max"; one in a container is not visible
            yield int((folder / place / name).read_text())
