"""What an examination is doing, for a caller that wants to show it while it takes long."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from ..core.answer import Limits, Stopwatch

INTERVAL = 0.1  # seconds between two reports
PARTS = {  # in words, by the name of the part in JSON
    "certificate": "a proof",
    "redundant_givens": "the redundant givens",
    "count": "the number of solutions",
    "fixed_cells": "the cells that are the same in all solutions",
    "additional_givens": "the fewest additional givens",
    "conflict": "a minimal conflict",
    "confirmed_by": "a confirmation of the conflict",
    "fixes": "the changes that fix the puzzle",
}

Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Progress:
    """The part of the evidence that is being looked for, for how long, and what has been found of it."""

    part: str  # its name in JSON
    seconds: float
    found: str = ""  # the best result so far, in words

    def __str__(self) -> str:
        found = f"; {self.found}" if self.found else ""
        return f"looking for {PARTS[self.part]}{found}"


Observe = Callable[[Progress], None]


def ignore_note(note: str) -> None:
    """Do nothing with a note."""


def ignore_progress(progress: Progress) -> None:
    """Do nothing with a report."""


class ObservedStopwatch(Stopwatch):
    """Reports the progress of one part now and then, when the search checks its deadline."""

    def __init__(self, limits: Limits, part: str, observe: Observe) -> None:
        super().__init__(limits)
        self._part = part
        self._observe = observe
        self._found = ""
        self._began = perf_counter()
        self._next = 0.0  # report at once

    def note(self, found: str) -> None:
        """Keep what has been found so far, for the next report."""
        self._found = found

    def tick(self) -> None:
        """Raise OutOfTime if the deadline has passed; otherwise report if it is time to."""
        super().tick()
        now = perf_counter()
        if now >= self._next:
            self._next = now + INTERVAL
            self._observe(Progress(self._part, now - self._began, self._found))
