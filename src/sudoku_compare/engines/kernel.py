"""Engine `kernel`: compiled search for speed.

The kernel for 9x9 infers with locked candidates and triads on bands of 27 bits; the one for all other sizes infers with
singles only.
"""

import sys
from dataclasses import dataclass
from typing import ClassVar

from ..core.answer import Answer, Limits, Stopwatch
from ..core.puzzle import Puzzle
from ..core.shape import Shape
from ..native import solve9 as nine
from ..native import solve_any as sizes
from ..native.settle import IS_COMPILED
from .collecting import Solutions, collect_solutions

STRETCH = 2000 if IS_COMPILED else 20  # assumptions (on sizes other than 9x9: inferences) between clock checks
MOST_AT_ONCE = 1000  # solutions

Search = nine.Search | sizes.Search


@dataclass(frozen=True)
class Kernel:
    """Compiled: singles, locked candidates and triads by table look-up, then indirect proof."""

    name: ClassVar = "kernel"
    method: ClassVar = "kernel"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values assumed",
        "contradictions": "boards that ended in a contradiction",
        "deepest": "largest number of nested assumptions",
    }
    stoppable: ClassVar = True
    backend: ClassVar = "compiled" if IS_COMPILED else "interpreted"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _start_search(puzzle)
        watch.mark_built()
        solutions, ending = collect_solutions(_yield_solutions(search, puzzle, limits.solutions, watch), limits, watch)
        return Answer(solutions, ending, watch.read(), _read_counts(search))

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        return _yield_solutions(_start_search(puzzle), puzzle, sys.maxsize, watch)


def is_nine(shape: Shape) -> bool:
    """Return whether the kernel for 9x9 searches boards of this shape."""
    return shape.box_height == shape.box_width == 3


def _yield_solutions(search: Search, puzzle: Puzzle, limit: int, watch: Stopwatch) -> Solutions:
    size, left, at_once = len(puzzle.givens), limit, 1
    is_exhausted = False
    while not is_exhausted:
        is_exhausted, found = search.advance(at_once, STRETCH)
        for start in range(0, len(found), size):
            left -= 1
            yield found[start : start + size]
        if found:
            at_once = min(left, MOST_AT_ONCE)
        if not is_exhausted:
            watch.tick()


def _start_search(puzzle: Puzzle) -> Search:
    shape = puzzle.shape
    if is_nine(shape):
        return nine.Search(puzzle.givens)
    return sizes.Search(shape.box_height, shape.box_width, puzzle.givens)


def _read_counts(search: Search) -> dict[str, int]:
    assumptions, contradictions, deepest = search.counts()
    return {"assumptions": assumptions, "contradictions": contradictions, "deepest": deepest}
