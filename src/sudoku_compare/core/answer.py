"""What a search may be asked, and what it answers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter

from .puzzle import Grid

GRACE = 1.0  # seconds past the deadline in which a search has to end
LONGEST_WAIT = 1e6  # seconds that the system's clocks can wait; a longer time-out is none


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends: 1 solution solves, 2 settle uniqueness, more count."""

    solutions: int = 2
    seconds: float = math.inf

    def __post_init__(self) -> None:
        if self.solutions < 1 or not self.seconds > 0:
            raise ValueError(f"{self}: at least one solution and more than no time would do")


class Ending(StrEnum):
    """How a search ended."""

    EXHAUSTED = "exhausted"
    ENOUGH = "enough"
    TIMED_OUT = "timed_out"
    STUCK = "stuck"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Seconds:
    """The parts of a search, one after the other: they add up to the whole, without the import."""

    build: float = 0.0
    first: float | None = None  # from there to the first solution; none was found where it is None
    settle: float = 0.0  # from there to the end
    cpu: float | None = None  # processor time of it all, where whoever ran the search took it

    @property
    def total(self) -> float:
        return self.build + (self.first or 0.0) + self.settle


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine found, and how its search ended."""

    solutions: tuple[Grid, ...]
    ending: Ending
    seconds: Seconds = Seconds()
    counts: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""


class OutOfTime(Exception):
    """Inside an engine: the deadline has passed."""


class Stopwatch:
    """Splits the time of one search into its parts and knows the deadline."""

    def __init__(self, limits: Limits) -> None:
        self._start = perf_counter()
        self._deadline = self._start + limits.seconds
        self._built: float | None = None
        self._first: float | None = None

    def left(self) -> float:
        """Seconds to the deadline, not below 0."""
        return max(0.0, self._deadline - perf_counter())

    def tick(self) -> None:
        """Raise OutOfTime if the deadline has passed."""
        if perf_counter() >= self._deadline:
            raise OutOfTime

    def grant(self, seconds: float) -> None:
        """So much of the time went by outside the search, as in waiting for a reader: the deadline moves."""
        self._deadline += seconds

    def stop(self) -> None:
        """From another thread: the next tick finds the deadline passed."""
        self._deadline = -math.inf

    def built(self) -> None:
        self._built = perf_counter()

    def found(self) -> None:
        """A solution is there; only the first counts."""
        if self._first is None:
            self._first = perf_counter()

    def read(self) -> Seconds:
        """The parts, the search being over now."""
        end = perf_counter()
        built = end if self._built is None else self._built
        if self._first is None:
            return Seconds(built - self._start, None, end - built)
        return Seconds(built - self._start, self._first - built, end - self._first)


def determine_ending(solutions: int, limits: Limits) -> Ending:
    """How a search that was not cut short has ended."""
    return Ending.ENOUGH if solutions >= limits.solutions else Ending.EXHAUSTED
