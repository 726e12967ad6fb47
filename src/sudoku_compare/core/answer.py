"""The limits of a search, and its answer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter

from .arguments import check_seconds, check_whole_number
from .puzzle import Grid

GRACE = 1.0  # seconds that a search may run past its deadline
LONGEST_WAIT = 1e6  # seconds; the system's timers accept no more, so a longer time-out means no time-out
MOST_SECONDS = 1e9  # the longest time that an answer may report, some 30 years, so that sums stay finite
LEAST_MEMORY = 64_000_000  # bytes; with less, no program starts
USUAL_OUTPUT = 100_000_000  # bytes that a search in another process may write
MOST_COUNTED = (1 << 63) - 1  # the largest count of an answer: databases and data frames hold no larger number


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: after this many solutions (1 to solve, 2 to settle uniqueness, more to count) or seconds.

    `cpu`, `memory` and `output` are enforced from outside, on searches in a process of their own: seconds of processor
    time, bytes of memory (None for no limit), and bytes that the process may write.

    Raises TypeError for a value that is not a number, and ValueError for one that is too small.
    """

    solutions: int = 2
    seconds: float = math.inf
    cpu: float = math.inf
    memory: int | None = None
    output: int = USUAL_OUTPUT

    def __post_init__(self) -> None:
        check_whole_number("solutions", self.solutions, at_least=1)
        check_seconds("seconds", self.seconds)
        check_seconds("cpu", self.cpu)
        if self.memory is not None:
            check_whole_number("memory", self.memory, at_least=LEAST_MEMORY)
        check_whole_number("output", self.output, at_least=1)


class Ending(StrEnum):
    """How a search ended. Only `EXHAUSTED` and `ENOUGH` can settle a question."""

    EXHAUSTED = "exhausted"  # there are no other solutions
    ENOUGH = "enough"  # the limit of solutions was reached
    TIMED_OUT = "timed_out"
    STUCK = "stuck"  # the rules of an incomplete engine ran out
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Seconds:
    """The times of the consecutive parts of a search, which add up to its total time.

    Imports, and what an engine prepares once per shape, are not included.
    """

    build: float = 0.0
    first: float | None = None  # from the end of `build` to the first solution; None if there is none
    settle: float = 0.0  # from then to the end
    cpu: float | None = None  # processor time of the whole search, if it was measured
    outer: float | None = None  # the total time measured outside the engine, if the engine is not built in

    @property
    def reported(self) -> float:
        """The total time as the engine reports it."""
        return self.build + (self.first or 0.0) + self.settle

    @property
    def total(self) -> float:
        """The total time, measured outside the engine if the engine is not built in."""
        return self.reported if self.outer is None else self.outer


@dataclass(frozen=True, slots=True)
class Answer:
    """The solutions that one engine found, and how its search ended."""

    solutions: tuple[Grid, ...]
    ending: Ending
    seconds: Seconds = Seconds()
    counts: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""


class OutOfTime(Exception):
    """Raised inside an engine when the deadline has passed."""


class Stopwatch:
    """Measures the parts of one search and knows its deadline."""

    def __init__(self, limits: Limits) -> None:
        self._start = perf_counter()
        self._deadline = self._start + limits.seconds
        self._built: float | None = None
        self._first: float | None = None

    def left(self) -> float:
        """Return the seconds until the deadline, at least 0."""
        return max(0.0, self._deadline - perf_counter())

    def tick(self) -> None:
        """Raise OutOfTime if the deadline has passed."""
        if perf_counter() >= self._deadline:
            raise OutOfTime

    def extend(self, seconds: float) -> None:
        """Extend the deadline by the time spent outside the search, such as waiting for output to be read."""
        self._deadline += seconds

    def stop(self) -> None:
        """Move the deadline to the past, so that the next tick raises OutOfTime; may be called from another thread."""
        self._deadline = -math.inf

    def mark_built(self) -> None:
        """Note that the model is built and the search begins."""
        self._built = perf_counter()

    def mark_found(self) -> None:
        """Note that a solution was found; only the first call counts."""
        if self._first is None:
            self._first = perf_counter()

    def read(self) -> Seconds:
        """Return the times of a search that ends now."""
        end = perf_counter()
        built = end if self._built is None else self._built
        if self._first is None:
            return Seconds(built - self._start, None, end - built)
        return Seconds(built - self._start, self._first - built, end - self._first)


def determine_ending(solutions: int, limits: Limits) -> Ending:
    """Return the ending of a search that was not cut short, from the number of solutions found."""
    return Ending.ENOUGH if solutions >= limits.solutions else Ending.EXHAUSTED
