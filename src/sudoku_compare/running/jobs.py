"""How many searches can run side by side."""

import os

MOST_JOBS = 64  # processes or threads that a user can ask for
MOST_USEFUL_WORKERS = 8  # the main process cannot read and judge fast enough for more


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_start_workers() -> bool:
    """Whether this system can fork, which worker processes need."""
    return hasattr(os, "fork")


def count_useful_workers(asked: int | None) -> int:
    """Return how many worker processes to start: as many as were asked for, or else one per core.

    Return 0 where workers do not help: there is only one core.
    """
    if not can_start_workers() or count_cores() == 1:
        return 0
    return asked or min(count_cores(), MOST_USEFUL_WORKERS)
