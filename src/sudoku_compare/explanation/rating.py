"""How hard a puzzle is for people, computed from the steps that explain it.

The score is the sum of the scores of all steps: 1 for a single, 5 to 15 for pairs, locked candidates and larger
subsets, 15 to 25 for fish, 25 to 40 for wings, colouring and chains. An assumption that fails scores 80 * n**2, where n
is the largest number of assumptions in force at once: 80 if singles refute it, 320 if it takes a nested assumption.
The scores of the techniques are in `techniques.TECHNIQUES`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..techniques import LEVELS, TECHNIQUES, Step

REDUCTIO = "reductio"  # the name of a step that goes beyond the techniques of the level
NAMES = (*LEVELS, REDUCTIO)
SCORES = {technique.name: technique.score for technique in TECHNIQUES}


@dataclass(frozen=True, slots=True)
class Rating:
    """The difficulty of a puzzle."""

    hardest: str | None  # the hardest technique that was used; None if there was no step
    score: int
    depth: int | None  # reductio depth (see depth.py); None for several solutions, or if time ran out
    techniques: dict[str, int]  # how often each was used, from easy to hard


def rating_of(steps: Sequence[Step], depth: int | None) -> Rating:
    """Return the rating of a puzzle with these steps and this reductio depth."""
    used = Counter(step.technique for step in steps)
    techniques = {name: used[name] for name in NAMES if used[name]}
    return Rating(next(reversed(techniques), None), sum(map(score_of, steps)), depth, techniques)


def score_of(step: Step) -> int:
    """Return what the step adds to the score."""
    if step.refutation:
        return SCORES["forcing"] * step.refutation.depth() ** 2
    return SCORES[step.technique]
