"""The limits of a program, and how they are enforced on this system."""

import math
import sys
from dataclasses import dataclass
from functools import cache

from ..core.answer import LONGEST_WAIT, Limits
from .machine_memory import find_physical_memory
from .memory_group import find_delegated_folder


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may use for one search. A limit that is None does not exist."""

    seconds: float | None  # by the clock
    cpu: float | None  # seconds of processor time
    memory: int | None  # bytes
    output: int  # bytes that it may write: to its pipes, and to each file

    @classmethod
    def of_search(cls, limits: Limits, seconds: float | None = None) -> "ProgramLimits":
        """Return the limits for a program; `seconds` replaces the time limit of the search."""
        left = limits.seconds if seconds is None else seconds
        return cls(
            seconds=left if left < LONGEST_WAIT else None,
            cpu=limits.cpu if math.isfinite(limits.cpu) else None,
            memory=find_usual_memory() if limits.memory is None else limits.memory,
            output=limits.output,
        )


@cache
def find_usual_memory() -> int | None:
    """Return the memory limit of a program if none is chosen: half of the machine's memory, so that it stays usable."""
    memory = find_physical_memory()
    return None if memory is None else memory // 2


def describe_isolation() -> str:
    """Return how programs are kept apart and limited on this system, for the facts of a benchmark."""
    memory = "cgroup v2" if find_delegated_folder() else "RLIMIT_AS"
    if sys.platform == "linux":
        return f"own session, subreaper, memory by {memory}"
    return "own session and process group; processor time and memory are not limited on this system"


def limit_memory(memory: int) -> None:
    """Limit the memory that this process may use in addition to what it has now."""
    import resource  # both imported late: they are needed only in workers that have a limit

    from .process_tree import measure_address_space

    memory += measure_address_space()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    memory = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (memory, hard))
