"""Estimates with 95% intervals: shares, and any statistic of samples.

The interval of a share is Wilson's, which is right for shares of 0 and 1 too. All others come from a percentile
bootstrap: the samples are drawn again, with replacement, and the statistic is computed from each draw.
"""

import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import NormalDist, fmean
from typing import NamedTuple, TypeVar

from ..core.random_source import random_below

CONFIDENCE = 0.95
DRAWS = 1000  # of a bootstrap
FEWEST = 5  # values from which a bootstrap is drawn: fewer say too little about how much they vary

Sample = TypeVar("Sample")


class Interval(NamedTuple):
    """An estimate with its 95% interval; `low` and `high` are None if there are too few values."""

    value: float
    low: float | None
    high: float | None


def estimate_share(part: int, whole: int) -> Interval | None:
    """Return a share with Wilson's interval; None if nothing was counted.

    >>> estimate_share(0, 4)
    Interval(value=0.0, low=0.0, high=0.4898908364545972)
    """
    if not whole:
        return None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = part / whole, z * z / whole
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return Interval(share, max(0.0, middle - half) if part else 0.0, min(1.0, middle + half) if part < whole else 1.0)


def estimate_mean(values: Sequence[float], seed: str) -> Interval | None:
    """Return the mean with a bootstrap interval; None if there are no values."""
    return estimate_by_drawing([values], lambda drawn: fmean(drawn[0]), seed) if values else None


def estimate_by_drawing(
    samples: Sequence[Sequence[Sample]], compute: Callable[[list[list[Sample]]], float], seed: str
) -> Interval:
    """Return a statistic of several samples with its bootstrap interval; each sample is drawn from by itself."""
    value = compute([list(sample) for sample in samples])
    if min(map(len, samples)) < FEWEST:
        return Interval(value, None, None)
    rng = Random(seed)
    drawn = sorted(compute([_draw(sample, rng) for sample in samples]) for _ in range(DRAWS))
    outside = round(DRAWS * (1 - CONFIDENCE) / 2)
    return Interval(value, drawn[outside], drawn[-1 - outside])


def _draw(sample: Sequence[Sample], rng: Random) -> list[Sample]:
    return [sample[random_below(rng, len(sample))] for _ in sample]
