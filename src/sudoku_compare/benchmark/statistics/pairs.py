"""Engine against engine: how their times on the same puzzles compare.

Times are compared puzzle by puzzle, as ratios over the puzzles that both engines settled. A puzzle and its isomorphs
are not independent of each other, so they count as one observation, whose ratio is the median of theirs.
"""

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median
from typing import NamedTuple

from .inference import SIGNIFICANT, adjust_for_number, compare_to_zero, estimate_median

Times = Mapping[str, Sequence[float]]  # by engine: the time on each puzzle, NaN if the engine did not settle it


@dataclass(frozen=True, slots=True)
class PairStats:
    """How the times of `engine` compare with those of `other` on one tier. What cannot be computed is None."""

    tier: str
    engine: str
    other: str
    paired: int  # puzzles that both settled
    ratio: float | None  # time of `engine` to that of `other`: the median over the pairs
    ratio_low: float | None  # 95% interval
    ratio_high: float | None
    p_value: float | None  # Wilcoxon signed-rank test, adjusted for the number of pairs of engines (Holm)
    effect: float | None  # rank-biserial correlation: 1 if `engine` is always slower, -1 if it is always faster

    @property
    def is_significant(self) -> bool | None:
        """Whether the difference is significant; None if there are too few pairs for a test."""
        return None if self.p_value is None else self.p_value < SIGNIFICANT


class PooledTimes(NamedTuple):
    """Times of several machines side by side, to compare engines with each other: each place has one machine."""

    times: Times
    families: Sequence[int]  # for each place, a number that a puzzle shares with its isomorphs
    puzzles: Sequence[int]  # for each place, the number of its puzzle


def compare_engines(
    tier: str, times: Times, families: Sequence[int] = (), puzzles: Sequence[int] = ()
) -> list[PairStats]:
    """Compare each engine with every engine that comes before it in `times`.

    `families` has a number for each time, which a puzzle shares with its isomorphs; it is empty if there are none.
    `puzzles` has the number of the puzzle of each time, if a puzzle may have several because it was measured on several
    machines. Then `families` must have numbers too: these times are not independent either.
    """
    pairs = [_compare_two(tier, times, pair, families, puzzles) for pair in combinations(times, 2)]
    tested = [place for place, pair in enumerate(pairs) if pair.p_value is not None]
    adjusted = adjust_for_number([pairs[place].p_value or 0.0 for place in tested])
    for place, p_value in zip(tested, adjusted, strict=True):
        pairs[place] = replace(pairs[place], p_value=p_value)
    return pairs


def _compare_two(
    tier: str, times: Times, pair: tuple[str, str], families: Sequence[int], puzzles: Sequence[int]
) -> PairStats:
    other, engine = pair
    paired, ratios = pair_up(times[engine], times[other], families, puzzles)
    estimate = estimate_median(ratios)
    test = compare_to_zero(array("d", map(math.log, ratios)))
    return PairStats(
        tier=tier,
        engine=engine,
        other=other,
        paired=paired,
        ratio=estimate.value if estimate else None,
        ratio_low=estimate.low if estimate else None,
        ratio_high=estimate.high if estimate else None,
        p_value=test.p_value if test else None,
        effect=test.effect if test else None,
    )


def pair_up(
    times: Sequence[float], others: Sequence[float], families: Sequence[int] = (), puzzles: Sequence[int] = ()
) -> "tuple[int, array[float]]":
    """Return how many puzzles both settled, and the ratio of `times` to `others` for each puzzle or family."""
    ratios = array("d")
    places = array("q")
    by_family: dict[int, list[float]] = {}
    for place, (time, other) in enumerate(zip(times, others, strict=True)):
        if time > 0 and other > 0:  # neither NaN nor too short to be measured
            places.append(place)
            if families:
                by_family.setdefault(families[place], []).append(time / other)
            else:
                ratios.append(time / other)
    ratios.extend(map(median, by_family.values()))
    return len({puzzles[place] for place in places} if puzzles else places), ratios


def keep_common(
    times: Times, families: Sequence[int] = (), puzzles: Sequence[int] = ()
) -> tuple[Times, Sequence[int], Sequence[int]]:
    """Return the times, families and puzzles of only those places where every engine settled its puzzle."""
    places = [place for place, several in enumerate(zip(*times.values(), strict=True)) if not math.isnan(sum(several))]
    common = {engine: array("d", (several[place] for place in places)) for engine, several in times.items()}
    kept = [[numbers[place] for place in places] if numbers else () for numbers in (families, puzzles)]
    return common, kept[0], kept[1]
