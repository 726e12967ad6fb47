"""The hand-written engine at full speed: stronger inference than disjunctive syllogism, compiled, on bands of 27 bits.

One name for every size: 9x9 has a kernel of its own, the others infer by disjunctive syllogism.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..core.answer import Answer, Ending, Limits, Stopwatch, determine_ending
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from ..native import solve9 as nine
from ..native import solve_any as sizes
from ..native.settle import IS_COMPILED

STRETCH = 2000 if IS_COMPILED else 20  # assumptions on a 9x9 (elsewhere, inferences) between two looks at the clock
MOST_AT_ONCE = 1000  # solutions


@dataclass(frozen=True)
class Kernel:
    """Hand-written for speed: singles, locked candidates and triads by look-up, then indirect proof."""

    name: ClassVar = "kernel"
    method: ClassVar = "kernel"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values assumed, each on a hypothetical of its own",
        "contradictions": "boards that ended in a contradiction, hypothetical or as given",
        "deepest": "assumptions in force at once, at most",
    }
    stoppable: ClassVar = True
    backend: ClassVar = "compiled" if IS_COMPILED else "interpreted"

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _search_of(puzzle)
        solutions: list[Grid] = []
        is_exhausted = False
        watch.built()
        while not is_exhausted and len(solutions) < limits.solutions:
            at_once = min(limits.solutions - len(solutions), MOST_AT_ONCE) if solutions else 1
            is_exhausted, found = search.go_on(at_once, STRETCH)
            if found:
                watch.found()
                size = len(puzzle.givens)
                solutions += [found[start : start + size] for start in range(0, len(found), size)]
            elif not is_exhausted and not watch.left():
                return Answer(tuple(solutions), Ending.TIMED_OUT, watch.read(), _counts(search))
        return Answer(tuple(solutions), determine_ending(len(solutions), limits), watch.read(), _counts(search))


def is_nine(shape: Shape) -> bool:
    """Whether the kernel for 9x9 is the one."""
    return shape.box_height == shape.box_width == 3


def _search_of(puzzle: Puzzle) -> "nine.Search | sizes.Search":
    shape = puzzle.shape
    if is_nine(shape):
        return nine.Search(puzzle.givens)
    return sizes.Search(shape.box_height, shape.box_width, puzzle.givens)


def _counts(search: "nine.Search | sizes.Search") -> dict[str, int]:
    assumptions, contradictions, deepest = search.counts()
    return {"assumptions": assumptions, "contradictions": contradictions, "deepest": deepest}
