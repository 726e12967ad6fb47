"""How hard a puzzle is for people, from the steps that explain it.

The score is the sum over all steps of what each costs: 1 for a single, 5 to 15 for pairs, locked candidates and
larger subsets, 15 to 25 for fish, 25 to 40 for wings, colouring and chains, and for an assumption that fails 80 times
the square of how many are in force at once: 80 where syllogism refutes it, 320 where it takes another one inside it.
The costs are those in `logic.TECHNIQUES`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..techniques import LEVELS, TECHNIQUES, Step

REDUCTIO = "reductio"  # the name of a step that no technique of the level can make
NAMES = (*LEVELS, REDUCTIO)
SCORES = {technique.name: technique.score for technique in TECHNIQUES}


@dataclass(frozen=True, slots=True)
class Rating:
    hardest: str | None  # the technique furthest down the list that was used; None if there was nothing to do
    score: int
    depth: int | None  # of reductio (see depth.py); None if there is none, or time ran out
    techniques: dict[str, int]  # how often each was used, the cheapest first


def rating_of(steps: Sequence[Step], depth: int | None) -> Rating:
    used = Counter(step.technique for step in steps)
    techniques = {name: used[name] for name in NAMES if used[name]}
    return Rating(next(reversed(techniques), None), sum(map(score_of, steps)), depth, techniques)


def score_of(step: Step) -> int:
    if step.refutation:
        return SCORES["forcing"] * step.refutation.depth() ** 2
    return SCORES[step.technique]
