"""Engine `logic`: solves with human techniques, and gives up when they run out."""

from dataclasses import dataclass
from typing import ClassVar

from ..core.answer import Answer, Ending, Limits, OutOfTime, Seconds, Stopwatch, determine_ending
from ..core.puzzle import Puzzle
from ..techniques import HIGHEST, LEVELS, Reached, Walk, find_technique, techniques_up_to, walk
from .options import check_choices, option


@dataclass(frozen=True)
class Logic:
    """Human techniques, the simplest first; never guesses, and may get stuck."""

    name: ClassVar = "logic"
    method: ClassVar = "techniques"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "steps": "steps taken",
        "singles": "steps that fill a cell",
        "refuted": "steps that refute an assumed candidate",
    }
    stoppable: ClassVar = True
    complete: ClassVar = False

    level: str = option(HIGHEST, "hardest technique to use", LEVELS)
    given_unique: bool = option(False, "also use techniques that are valid only if the solution is unique")

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", find_technique(self.level).name)  # any spelling is stored as the standard one
        check_choices(self)
        techniques_up_to(self.level, given_unique=self.given_unique)  # rejects an option that has no effect

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        watch.mark_built()
        try:
            walked = walk(puzzle, self.level, given_unique=self.given_unique, tick=watch.tick)
        except OutOfTime:
            return Answer((), Ending.TIMED_OUT, watch.read())
        if walked.outcome is Reached.SOLVED:
            watch.mark_found()
        return _make_answer(walked, limits, watch.read())


def _make_answer(walked: Walk, limits: Limits, seconds: Seconds) -> Answer:
    """Return the answer; it claims nothing about other solutions if a step assumed that there are none."""
    solutions = (walked.grid,) if walked.outcome is Reached.SOLVED else ()
    ending, detail = determine_ending(len(solutions), limits), ""
    if walked.outcome is Reached.STUCK:
        left = walked.position.open.bit_count()
        ending, detail = Ending.STUCK, f"its techniques ran out with {left} {'cell' if left == 1 else 'cells'} open"
    elif walked.assumed_uniqueness() and ending is Ending.EXHAUSTED:
        question = "whether it is the only one" if solutions else "whether there are several solutions or none"
        ending, detail = Ending.STUCK, f"it assumed that the solution is unique, so {question} is open"
    return Answer(solutions, ending, seconds, _count_steps(walked), detail)


def _count_steps(walked: Walk) -> dict[str, int]:
    return {
        "steps": len(walked.steps),
        "singles": sum(1 for step in walked.steps if step.placed),
        "refuted": sum(1 for step in walked.steps if step.refutation),
    }
