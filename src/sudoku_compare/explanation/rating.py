"""How hard a puzzle is for people: a number on the scale of Sudoku Explainer, the hardest technique, level and depth.

The rating is computed by itself, by climbing a ladder of steps (`ladder.py`); the steps of an explanation are one path
of many, and play no part in it. Only a puzzle that is proven to have one solution is rated, because the scale has
techniques that rely on this.
"""

import math
from dataclasses import dataclass

from ..core.answer import Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import Verdict
from ..engines.kernel import Kernel
from ..native.rate_position import LARGEST_SIDE
from ..techniques import Level
from .depth import depth_of
from .ladder import Climbed, Tick, climb
from .settle import settle

EASY, MEDIUM, HARD, UNFAIR, EXTREME = Level
REDUCTIO = "reductio"  # the name of steps that go beyond the named techniques: assumptions inside assumptions
SHORT_X_CHAIN = 66  # an X-chain of two strong links: skyscraper, two-string kite, turbot fish
LEVELS_OF = {  # as HoDoKu has them; techniques with other names count as those that they are made of
    "full-house": EASY,
    "hidden-single": EASY,
    "naked-single": EASY,
    "direct-pointing": MEDIUM,
    "direct-claiming": MEDIUM,
    "direct-hidden-pair": MEDIUM,
    "direct-hidden-triple": MEDIUM,
    "pointing": MEDIUM,
    "claiming": MEDIUM,
    "naked-pair": MEDIUM,
    "hidden-pair": MEDIUM,
    "naked-triple": MEDIUM,
    "hidden-triple": MEDIUM,
    "x-wing": HARD,
    "swordfish": HARD,
    "xy-wing": HARD,
    "xyz-wing": HARD,
    "unique-rectangle": HARD,
    "unique-loop": HARD,
    "naked-quad": HARD,
    "jellyfish": HARD,
    "hidden-quad": HARD,
    "bug+1": HARD,
    "bug": HARD,
    "x-chain": UNFAIR,
    "xy-chain": UNFAIR,
    "aic": UNFAIR,
    "nishio": EXTREME,
    "forcing-chain": EXTREME,
    "forcing-net": EXTREME,
    REDUCTIO: EXTREME,
}


@dataclass(frozen=True, slots=True)
class Rating:
    """The difficulty of a puzzle. All but the depth are None if the puzzle does not have one solution."""

    value: float | None = None  # 1.0 to 12.0, as Sudoku Explainer; None also without time, or above 64x64
    hardest: str | None = None  # the technique with this rating
    level: Level | None = None
    depth: int | None = None  # reductio depth (see depth.py); None for several solutions, or if time ran out


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A puzzle with its verdict, its solution if there is only one, and its rating."""

    puzzle: Puzzle
    verdict: Verdict
    solution: Grid | None
    rating: Rating


def rate(puzzle: Puzzle, seconds: float = math.inf) -> RatedPuzzle:
    """Settle a puzzle, and rate it if it has one solution.

    >>> rate(Puzzle.from_text("1... ..2. .3.. ...4")).rating
    Rating(value=1.2, hardest='hidden-single', level=<Level.EASY: 'easy'>, depth=0)
    """
    watch = Stopwatch(Limits(seconds=seconds))
    verdict, solution = settle(Kernel().search, puzzle, seconds)
    return RatedPuzzle(puzzle, verdict, solution, rate_settled(puzzle, verdict, solution, watch.tick))


def rate_settled(puzzle: Puzzle, verdict: Verdict, solution: Grid | None, tick: Tick) -> Rating:
    """Return the rating of a puzzle with this verdict; what takes too long is None."""
    if verdict not in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        return Rating()
    try:
        depth = depth_of(puzzle, solution, tick)
    except OutOfTime:
        return Rating()
    if solution is None or puzzle.shape.side > LARGEST_SIDE:
        return Rating(depth=depth)
    try:
        climbed = climb(puzzle, solution, tick)
    except OutOfTime:
        return Rating(depth=depth)
    return Rating(climbed.rating / 10, climbed.technique, _choose_level(climbed, depth), depth)


def _choose_level(climbed: Climbed, depth: int) -> Level:
    """Return the level of the hardest technique; a puzzle is easy if and only if singles alone solve it."""
    if depth == 0:
        return EASY
    if climbed.technique == "x-chain" and climbed.rating <= SHORT_X_CHAIN:
        return HARD
    level = LEVELS_OF[climbed.technique]
    return MEDIUM if level is EASY else level
