"""The limits and the answer of a search."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter

from .puzzle import Grid

GRACE = 1.0  # seconds past the deadline within which a search must end
LONGEST_WAIT = 1e6  # seconds; the system's timers cannot wait longer, so a longer time-out means no time-out


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: a limit of 1 solution solves, 2 settles uniqueness, more counts solutions."""

    solutions: int = 2
    seconds: float = math.inf

    def __post_init__(self) -> None:
        if self.solutions < 1 or not self.seconds > 0:
            raise ValueError(f"expected at least one solution and more than 0 seconds, found {self}")


class Ending(StrEnum):
    """How a search ended."""

    EXHAUSTED = "exhausted"
    ENOUGH = "enough"
    TIMED_OUT = "timed_out"
    STUCK = "stuck"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Seconds:
    """The time of each part of a search, in order. The parts add up to the total; imports are not included."""

    build: float = 0.0
    first: float | None = None  # from the end of `build` to the first solution; None if no solution was found
    settle: float = 0.0  # from the first solution (or else the end of `build`) to the end
    cpu: float | None = None  # processor time of the whole search; None if it was not measured

    @property
    def total(self) -> float:
        return self.build + (self.first or 0.0) + self.settle


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine found and how its search ended."""

    solutions: tuple[Grid, ...]
    ending: Ending
    seconds: Seconds = Seconds()
    counts: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""


class OutOfTime(Exception):
    """Raised inside an engine when the deadline has passed."""


class Stopwatch:
    """Measures the parts of one search and keeps its deadline."""

    def __init__(self, limits: Limits) -> None:
        self._start = perf_counter()
        self._deadline = self._start + limits.seconds
        self._built: float | None = None
        self._first: float | None = None

    def left(self) -> float:
        """Return the seconds until the deadline, or 0 if it has passed."""
        return max(0.0, self._deadline - perf_counter())

    def tick(self) -> None:
        """Raise OutOfTime if the deadline has passed."""
        if perf_counter() >= self._deadline:
            raise OutOfTime

    def extend(self, seconds: float) -> None:
        """Move the deadline by the time that was spent outside the search, for example on writing its trace."""
        self._deadline += seconds

    def stop(self) -> None:
        """Make the next `tick` raise OutOfTime; may be called from another thread."""
        self._deadline = -math.inf

    def mark_built(self) -> None:
        """Record that the model is built and the search starts."""
        self._built = perf_counter()

    def mark_found(self) -> None:
        """Record that a solution was found; only the first call has an effect."""
        if self._first is None:
            self._first = perf_counter()

    def read(self) -> Seconds:
        """End the measurement and return the time of each part."""
        end = perf_counter()
        built = end if self._built is None else self._built
        if self._first is None:
            return Seconds(built - self._start, None, end - built)
        return Seconds(built - self._start, self._first - built, end - self._first)


def ending_of(solutions: int, limits: Limits) -> Ending:
    """Return how a search that was not cut short ended."""
    return Ending.ENOUGH if solutions >= limits.solutions else Ending.EXHAUSTED
