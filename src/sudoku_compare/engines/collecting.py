"""Collect the solutions that a search yields until a limit is reached."""

from collections.abc import Generator

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ..core.puzzle import Grid

Solutions = Generator[Grid, None, None]


def collect_solutions(solutions: Solutions, limits: Limits, watch: Stopwatch) -> tuple[tuple[Grid, ...], Ending]:
    """Return the solutions, and how the search ended. A search that has run out of time raises OutOfTime."""
    found: list[Grid] = []
    try:
        for solution in solutions:
            watch.mark_found()
            found.append(solution)
            if len(found) >= limits.solutions:
                break
        ending = determine_ending(len(found), limits)
    except OutOfTime:
        ending = Ending.TIMED_OUT
    finally:
        solutions.close()  # now, not when it is garbage-collected: a search may hold a solver
    return tuple(found), ending
