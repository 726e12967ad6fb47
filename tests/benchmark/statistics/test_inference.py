"""The statistics of benchmarks, compared with SciPy, with other definitions, and with a simulation of known truth."""

import math
import random
from collections.abc import Sequence
from itertools import permutations
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sudoku_compare.benchmark.statistics.inference import (
    FEWEST,
    adjust_for_number,
    compare_to_zero,
    estimate_median,
    fewest_for_percentile,
    find_percentile,
)

TIMES = st.floats(1e-7, 1e4)
ENOUGH = st.lists(TIMES, min_size=FEWEST, max_size=200)


@given(values=st.lists(TIMES, min_size=1, max_size=250), percent=st.sampled_from([50, 75, 90, 95, 99]))
def test_a_percentile_is_that_of_numpy_or_missing(values: list[float], percent: int) -> None:
    found = find_percentile(values, percent)
    if len(values) * (100 - percent) < 100:  # less than one value is expected to lie above it
        assert found is None
    else:
        assert found == pytest.approx(np.quantile(values, percent / 100))


@pytest.mark.parametrize(("percent", "fewest"), [(50, 2), (75, 4), (90, 10), (95, 20), (99, 100)])
def test_a_percentile_needs_so_many_values(percent: int, fewest: int) -> None:
    assert fewest_for_percentile(percent) == fewest
    assert find_percentile([1.0] * (fewest - 1), percent) is None
    assert find_percentile([1.0] * fewest, percent) == 1.0


@given(ENOUGH)
def test_a_median_lies_in_its_interval_and_the_order_of_the_values_does_not_matter(values: list[float]) -> None:
    estimate = estimate_median(values)
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.value == median(values)
    assert min(values) <= estimate.low <= estimate.value <= estimate.high <= max(values)
    assert estimate_median(sorted(values)) == estimate


@pytest.mark.parametrize("number", [10, 11, 20, 57, 100, 400])
def test_the_interval_is_close_to_that_of_a_bootstrap(number: int) -> None:
    """Both ends are at about the same rank among the values as those of SciPy's percentile bootstrap."""
    values = np.random.default_rng(number).lognormal(size=number)
    estimate = estimate_median(list(values))
    assert estimate is not None
    resampled = stats.bootstrap((values,), np.median, method="percentile", n_resamples=9999, random_state=7)
    for end, other in zip(estimate[1:], resampled.confidence_interval, strict=True):
        assert abs((values < end).sum() - (values < other).sum()) <= 1 + 0.02 * number


@given(ENOUGH)
def test_the_interval_is_not_wider_than_the_conservative_one(values: list[float]) -> None:
    """The narrowest interval between two of the values has at least 95%; interpolation makes it 95%."""
    estimate = estimate_median(values)
    assert estimate is not None
    rank = max(rank for rank in range(1, len(values)) if stats.binom.cdf(rank - 1, len(values), 0.5) <= 0.025)
    low, high = sorted(values)[rank - 1], sorted(values)[-rank]
    assert low * (1 - 1e-12) <= (estimate.low or 0) <= (estimate.high or math.inf) <= high * (1 + 1e-12)


@pytest.mark.parametrize("values", [[], [3.0], [3.0, 5.0], [float(n) for n in range(FEWEST - 1)]])
def test_few_values_have_no_interval_and_none_have_no_median(values: list[float]) -> None:
    assert estimate_median(values) == ((median(values), None, None) if values else None)
    assert compare_to_zero(values) is None


def test_equal_values_have_an_interval_of_one_point() -> None:
    assert estimate_median([3.0] * FEWEST) == (3.0, 3.0, 3.0)


def compute_exact_test(values: Sequence[float]) -> tuple[float, float]:
    """Return the p-value and the effect from all choices of signs, as Wilcoxon defined the test."""
    ranks = stats.rankdata(np.abs(values))
    signs = np.array([[1 if n >> place & 1 else -1 for place in range(len(values))] for n in range(1 << len(values))])
    sums = signs @ ranks
    found = np.sign(values) @ ranks
    return float((np.abs(sums) >= abs(found) - 1e-9).mean()), float(found / ranks.sum())


@settings(max_examples=25)
@given(st.lists(st.floats(-9, 9).filter(lambda value: abs(value) > 1e-6), min_size=10, max_size=12, unique_by=abs))
def test_the_test_is_wilcoxons_signed_rank_test(values: list[float]) -> None:
    found = compare_to_zero(values)
    assert found is not None
    p_value, effect = compute_exact_test(values)
    assert found.p_value == pytest.approx(p_value)
    assert found.effect == pytest.approx(effect)


def test_the_effect_says_which_side_prevails() -> None:
    above = [float(n) for n in range(1, 21)]
    found = compare_to_zero(above)
    assert found is not None
    assert (found.p_value < 1e-5, found.effect) == (True, 1.0)
    below = compare_to_zero([-value for value in above])
    assert below is not None
    assert (below.p_value, below.effect) == (found.p_value, -1.0)
    assert compare_to_zero([0.0] * FEWEST) == (1.0, 0.0)


def adjust_by_definition(p_values: Sequence[float]) -> list[float]:
    """Return the smallest level at which Holm's procedure rejects each hypothesis, found by trying all levels."""
    levels = sorted({min(1.0, factor * p) for p in p_values for factor in range(1, len(p_values) + 1)} | {1.0})
    return [min(level for level in levels if level == 1.0 or place in reject(p_values, level))
            for place in range(len(p_values))]  # fmt: skip


def reject(p_values: Sequence[float], level: float) -> set[int]:
    """Return the hypotheses that Holm's procedure rejects, from the smallest p-value on, until one is too large."""
    rejected: set[int] = set()
    for place in sorted(range(len(p_values)), key=lambda place: p_values[place]):
        if p_values[place] * (len(p_values) - len(rejected)) > level:
            break
        rejected.add(place)
    return rejected


@given(st.lists(st.sampled_from([0.001, 0.01, 0.02, 0.03, 0.04, 0.2, 0.5, 0.9, 1.0]), max_size=6))
def test_p_values_are_adjusted_as_holm_defined_it(p_values: list[float]) -> None:
    assert adjust_for_number(p_values) == pytest.approx(adjust_by_definition(p_values))


def test_adjusting_does_not_depend_on_the_order() -> None:
    p_values = [0.04, 0.01, 0.03, 0.5]
    expected = dict(zip(p_values, adjust_for_number(p_values), strict=True))
    for order in permutations(p_values):
        assert adjust_for_number(order) == [expected[p] for p in order]
    assert adjust_for_number([]) == []
    assert adjust_for_number([0.03]) == [0.03]


def test_a_million_values_take_seconds_not_minutes() -> None:
    rng = random.Random(1)
    estimate = estimate_median([rng.random() for _ in range(1_000_000)])
    assert estimate is not None
    assert estimate.value == pytest.approx(0.5, abs=0.01)
    assert math.isclose(estimate.low or 0, estimate.high or 0, abs_tol=0.005)
