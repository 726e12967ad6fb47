"""Intervals: compared with SciPy's, and with how often they contain the truth."""

from random import Random
from statistics import fmean, median

import pytest
from scipy.stats import binomtest, bootstrap

from sudoku_compare.studies.intervals import Interval, estimate_by_drawing, estimate_mean, estimate_share


@pytest.mark.parametrize(("part", "whole"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (419, 420)])
def test_the_interval_of_a_share_is_that_of_scipy(part: int, whole: int) -> None:
    interval = estimate_share(part, whole)
    truth = binomtest(part, whole).proportion_ci(method="wilson")
    assert interval == pytest.approx((part / whole, truth.low, truth.high))


def test_a_share_of_nothing_and_a_mean_of_nothing_are_not_estimated() -> None:
    assert estimate_share(0, 0) is None
    assert estimate_mean([], "") is None


def test_few_values_have_no_interval() -> None:
    assert estimate_mean([1.0, 3.0], "") == Interval(2.0, None, None)


def test_the_interval_of_a_mean_is_close_to_that_of_scipy() -> None:
    rng = Random(1)
    values = [rng.lognormvariate(0, 1) for _ in range(40)]
    interval = estimate_mean(values, "seed")
    truth = bootstrap((values,), fmean, method="percentile", vectorized=False, n_resamples=2000, rng=1)
    low, high = truth.confidence_interval
    assert interval == pytest.approx((fmean(values), low, high), rel=0.05)
    assert interval == estimate_mean(values, "seed")


def test_each_sample_is_drawn_from_by_itself() -> None:
    samples = [[1.0, 2.0, 3.0, 4.0, 5.0], [100.0] * 5]
    interval = estimate_by_drawing(samples, lambda drawn: median(drawn[0]) + median(drawn[1]), "")
    assert interval.value == 103
    assert interval.low is not None
    assert interval.high is not None
    assert 101 <= interval.low < 103 < interval.high <= 105
