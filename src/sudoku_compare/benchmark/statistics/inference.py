"""Statistical inference for benchmarks: percentiles, medians with their intervals, and a paired test.

A number is computed only from as many values as support it:

- a percentile, if at least one value is expected to lie above it: the 90th from 10 values on, the 99th from 100;
- an interval or a test from `FEWEST` values on.

With fewer values the result is None, which reports show as a dash. SciPy is imported late: it takes a second.
"""

import math
from array import array
from collections.abc import Callable, Sequence
from statistics import NormalDist, median, quantiles
from typing import NamedTuple

FEWEST = 10  # values from which an interval or a test is computed
CONFIDENCE = 0.95  # of an interval
SIGNIFICANT = 0.05  # a p-value below this is called significant


class Estimate(NamedTuple):
    """A median with its 95% interval; `low` and `high` are None if there are too few values for an interval."""

    value: float
    low: float | None
    high: float | None


class Correlation(NamedTuple):
    """A rank correlation with its 95% interval; `low` and `high` are None if there are too few values for one."""

    value: float | None  # None if all values of a side are equal
    low: float | None = None
    high: float | None = None


class PairedTest(NamedTuple):
    """The result of a Wilcoxon signed-rank test.

    `effect` is the matched-pairs rank-biserial correlation: 1 if every value is above 0, -1 if every value is below
    0, and 0 if neither side prevails.
    """

    p_value: float
    effect: float


def fewest_for_percentile(percent: int) -> int:
    """Return from how many values on this percentile is computed.

    >>> [fewest_for_percentile(percent) for percent in (50, 90, 99)]
    [2, 10, 100]
    """
    return -(-100 // (100 - percent))


def find_percentile(values: Sequence[float], percent: int) -> float | None:
    """Return the percentile, interpolated linearly between two values; None if there are too few values."""
    if len(values) < fewest_for_percentile(percent):
        return None
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def estimate_median(values: Sequence[float]) -> Estimate | None:
    """Return the median and its 95% interval; None if there are no values.

    The interval needs no assumption about the distribution. It lies between two of the ordered values, which are
    interpolated so that the confidence is 95% and not more (Hettmansperger and Sheather, 1986).
    """
    if not values:
        return None
    if len(values) < FEWEST:
        return Estimate(median(values), None, None)
    from scipy.stats.mstats import median_cihs

    # From a list of a million numbers, SciPy would take ten seconds to make its masked array.
    low, high = median_cihs(array("d", values), alpha=1 - CONFIDENCE)
    # Interpolation may round to just beyond the values.
    return Estimate(median(values), max(float(low), min(values)), min(float(high), max(values)))


def compare_to_zero(values: Sequence[float]) -> PairedTest | None:
    """Test whether values tend to lie on one side of 0; None if there are too few values.

    The values are differences within pairs, such as logarithms of ratios. The test is two-sided.
    """
    if len(values) < FEWEST:
        return None
    differences = array("d", filter(None, values))
    if not differences:
        return PairedTest(1.0, 0.0)
    from scipy.stats import wilcoxon

    p_value = float(wilcoxon(differences).pvalue)
    # The statistic does not depend on the method, and the exact one takes long if differences are equal.
    ranks_above = float(wilcoxon(differences, alternative="greater", method="approx").statistic)
    ranks = len(differences) * (len(differences) + 1) / 2
    return PairedTest(p_value, 2 * ranks_above / ranks - 1)


def adjust_for_number(p_values: Sequence[float]) -> list[float]:
    """Return the p-values of several tests, adjusted for their number by Holm's method, in the same order.

    >>> adjust_for_number([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    in_order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    for step, place in enumerate(in_order):
        largest = max(largest, min(1.0, (len(p_values) - step) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def correlate_spearman(ones: Sequence[float], others: Sequence[float]) -> Correlation:
    """Return Spearman's rank correlation; its interval is by Fisher's z with the variance of Bonett and Wright."""
    from scipy.stats import spearmanr

    value = float(spearmanr(ones, others).statistic) if _vary(ones, others) else math.nan
    return _add_interval(value, len(ones), lambda value, count: (1 + value * value / 2) / (count - 3))


def correlate_kendall(ones: Sequence[float], others: Sequence[float]) -> Correlation:
    """Return Kendall's tau-b; its interval is by Fisher's z with the variance of Fieller, Hartley and Pearson."""
    from scipy.stats import kendalltau

    value = float(kendalltau(ones, others).statistic) if _vary(ones, others) else math.nan
    return _add_interval(value, len(ones), lambda value, count: 0.437 / (count - 4))


def _vary(*samples: Sequence[float]) -> bool:
    return all(len(set(sample)) > 1 for sample in samples)


def _add_interval(value: float, count: int, variance: Callable[[float, int], float]) -> Correlation:
    if math.isnan(value):
        return Correlation(None)
    if count < FEWEST or abs(value) >= 1:
        return Correlation(value)
    middle, reach = math.atanh(value), NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * math.sqrt(variance(value, count))
    return Correlation(value, math.tanh(middle - reach), math.tanh(middle + reach))
