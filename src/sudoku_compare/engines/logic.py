"""The engine that solves as people do, and says so when its techniques run out."""

from dataclasses import dataclass
from typing import ClassVar

from ..core.answer import Answer, Ending, Limits, OutOfTime, Seconds, Stopwatch, ending_of
from ..core.puzzle import Puzzle
from ..techniques import HIGHEST, LEVELS, Reached, Walk, find_technique, techniques_up_to, walk
from .options import check_choices, option


@dataclass(frozen=True)
class Logic:
    """Hand-written: the techniques of people, the cheapest first; never guesses, and may get stuck."""

    name: ClassVar = "logic"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "steps": "steps taken",
        "singles": "of these, cells that got their value",
        "refuted": "of these, assumptions of one candidate that failed",
    }
    stoppable: ClassVar = True
    complete: ClassVar = False

    level: str = option(HIGHEST, "the last technique that may be used", LEVELS)
    given_unique: bool = option(False, "also use unique rectangles, which hold only if the solution is unique")

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", find_technique(self.level).name)  # any spelling is stored as the standard one
        check_choices(self)
        techniques_up_to(self.level, given_unique=self.given_unique)  # refuses a flag that would do nothing

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        watch.built()
        try:
            walked = walk(puzzle, self.level, given_unique=self.given_unique, tick=watch.tick)
        except OutOfTime:
            return Answer((), Ending.TIMED_OUT, watch.read())
        if walked.outcome is Reached.SOLVED:
            watch.found()
        return _answer(walked, limits, watch.read())


def _answer(walked: Walk, limits: Limits, seconds: Seconds) -> Answer:
    """What may be claimed: nothing about all grids if a step took it for granted that the solution is unique."""
    solutions = (walked.grid,) if walked.outcome is Reached.SOLVED else ()
    ending, detail = ending_of(len(solutions), limits), ""
    if walked.outcome is Reached.STUCK:
        left = walked.position.open.bit_count()
        ending, detail = Ending.STUCK, f"its techniques ran out with {left} cells open"
    elif walked.assumed_uniqueness() and ending is Ending.EXHAUSTED:
        shown = "whether the solution is the only one" if solutions else "whether there are several solutions or none"
        ending, detail = Ending.STUCK, f"it took for granted that the solution is unique, so {shown} is open"
    return Answer(solutions, ending, seconds, _counts(walked), detail)


def _counts(walked: Walk) -> dict[str, int]:
    return {
        "steps": len(walked.steps),
        "singles": sum(1 for step in walked.steps if step.placed),
        "refuted": sum(1 for step in walked.steps if step.refutation),
    }
