"""Collect the solutions that a search yields until a limit is reached."""

from collections.abc import Generator, Iterable

from ..core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ..core.puzzle import Grid

Solutions = Generator[Grid, None, None]


def collect_answer(solutions: Iterable[Grid], limits: Limits) -> Answer:
    """Run a search that yields its solutions, and return its answer with the times: an engine in a few lines.

    Parameters: `solutions` is a generator, or anything else that yields grids when it is asked for the next one.
    `limits` are those of the search. The deadline is checked whenever a solution is found.

    >>> from sudoku_compare import Limits
    >>> collect_answer(iter([b"1", b"2", b"3"]), Limits(solutions=2)).ending
    <Ending.ENOUGH: 'enough'>
    """
    watch = Stopwatch(limits)
    watch.mark_built()
    found, ending = collect_solutions(_check_deadline(solutions, watch), limits, watch)
    return Answer(found, ending, watch.read())


def _check_deadline(solutions: Iterable[Grid], watch: Stopwatch) -> Solutions:
    for solution in solutions:
        yield solution
        watch.tick()


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
