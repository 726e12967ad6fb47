"""Engine against engine, on hand-made times and on simulated runs of which the truth is known."""

import math
from array import array
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from measuring import make_facts, make_measurement, make_record
from sudoku_compare.benchmark.statistics.inference import estimate_median
from sudoku_compare.benchmark.statistics.pairs import PairStats, compare_engines, keep_common, pair_up
from sudoku_compare.benchmark.statistics.summary import summarize

NAN = math.nan
DRAWS = 2000
TRUE_RATIO = 3.0


@pytest.mark.parametrize(
    ("times", "others", "families", "paired", "ratios"),
    [
        ([], [], [], 0, []),
        ([2.0, 9.0], [1.0, 3.0], [], 2, [2.0, 3.0]),
        ([2.0, NAN, 4.0], [1.0, 3.0, NAN], [], 1, [2.0]),
        ([2.0, 0.0, 4.0], [0.0, 3.0, 1.0], [], 1, [4.0]),  # too short to be measured
        ([1.0, 2.0, 9.0, 8.0], [1.0] * 4, [0, 0, 0, 1], 4, [2.0, 8.0]),
        ([1.0, NAN, 3.0, NAN], [1.0] * 4, [0, 0, 0, 1], 2, [2.0]),
    ],
)
def test_ratios_are_those_of_puzzles_that_both_settled(
    times: list[float], others: list[float], families: list[int], paired: int, ratios: list[float]
) -> None:
    found, of_pairs = pair_up(times, others, families)
    assert (found, list(of_pairs)) == (paired, ratios)


def test_each_engine_is_compared_with_every_engine_before_it() -> None:
    times = {"a": [1.0] * 10, "b": [2.0] * 10, "c": [8.0] * 10}
    found = [(pair.engine, pair.other, pair.ratio, pair.effect) for pair in compare_engines("tier", times)]
    assert found == [("b", "a", 2.0, 1.0), ("c", "a", 8.0, 1.0), ("c", "b", 4.0, 1.0)]


def test_the_p_values_are_adjusted_for_the_number_of_pairs() -> None:
    rng = np.random.default_rng(5)
    times = {name: rng.lognormal(0.1 * place, 0.3, 40) for place, name in enumerate("abc")}
    raw = [
        stats.wilcoxon(np.log(times[one]) - np.log(times[other])).pvalue
        for other, one in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    adjusted = [pair.p_value for pair in compare_engines("tier", {name: list(t) for name, t in times.items()})]
    smallest, middle, largest = sorted(range(3), key=lambda place: raw[place])
    assert adjusted[smallest] == pytest.approx(3 * raw[smallest])
    assert adjusted[middle] == pytest.approx(max(3 * raw[smallest], 2 * raw[middle]))
    assert adjusted[largest] == pytest.approx(max(3 * raw[smallest], 2 * raw[middle], raw[largest]))


def test_with_fewer_than_ten_pairs_there_is_a_ratio_but_no_interval_and_no_test() -> None:
    [pair] = compare_engines("tier", {"a": [1.0] * 9 + [NAN], "b": [2.0] * 10})
    assert pair == PairStats("tier", "b", "a", 9, 2.0, None, None, None, None)
    assert pair.is_significant is None
    [pair] = compare_engines("tier", {"a": [NAN], "b": [2.0]})
    assert pair == PairStats("tier", "b", "a", 0, None, None, None, None, None)


def test_common_puzzles_are_those_that_every_engine_settled() -> None:
    times, families, _ = keep_common({"a": [1.0, NAN, 3.0], "b": [4.0, 5.0, 6.0]}, [0, 0, 1])
    assert {engine: list(several) for engine, several in times.items()} == {"a": [1.0, 3.0], "b": [4.0, 6.0]}
    assert families == [0, 1]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(1e-6, 1e3), st.floats(1e-6, 1e3)), min_size=1, max_size=40))
def test_the_ratio_of_a_record_is_the_median_of_its_ratios(pairs: list[tuple[float, float]]) -> None:
    puzzles = [[make_measurement("a", one), make_measurement("b", other)] for one, other in pairs]
    [pair] = summarize(make_record(make_facts(engines=("a", "b")), *puzzles)).pairs
    assert pair.ratio == pytest.approx(median(other / one for one, other in pairs))
    assert pair.paired == len(pairs)


def draw_times(rng: np.random.Generator, number: int, noise: str) -> "tuple[array[float], array[float]]":
    """Return the times of two engines on puzzles of very different difficulty; their ratio has a median of 3."""
    difficulty = rng.lognormal(-8, 2, number)
    match noise:
        case "symmetric":
            ratio = TRUE_RATIO * rng.lognormal(0, 0.8, number)
        case "skewed":
            ratio = TRUE_RATIO * rng.exponential(1 / math.log(2), number)  # the median of the factor is 1
        case _:  # easy puzzles and hard ones, on which the engines differ in opposite directions
            ratio = TRUE_RATIO * np.exp(rng.choice([-2.0, 2.0], number) + rng.normal(0, 1.5, number))
    return array("d", difficulty), array("d", difficulty * ratio)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "noise"),
    [(20, "symmetric"), (20, "skewed"), (20, "two-peaked"), (100, "symmetric"), (100, "two-peaked"), (1000, "skewed")],
)
def test_the_interval_contains_the_true_ratio_in_95_percent_of_runs(number: int, noise: str) -> None:
    rng = np.random.default_rng([number, len(noise)])
    hits = 0
    for _ in range(DRAWS):
        first, second = draw_times(rng, number, noise)
        _, ratios = pair_up(second, first)
        estimate = estimate_median(ratios)
        assert estimate is not None
        hits += (estimate.low or 0) <= TRUE_RATIO <= (estimate.high or 0)
    assert 0.93 <= hits / DRAWS <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize(("number", "engines"), [(20, 2), (20, 3), (100, 2), (1000, 2)])
def test_equal_engines_are_called_different_in_at_most_5_percent_of_runs(number: int, engines: int) -> None:
    """Whatever the number of engines: without the adjustment, three engines would seem different twice as often."""
    rng = np.random.default_rng([number, engines])
    alarms = 0
    for _ in range(DRAWS):
        difficulty = rng.lognormal(-8, 2, number)
        times = {f"e{place}": array("d", difficulty * rng.gamma(4, 1, number)) for place in range(engines)}
        alarms += any(pair.is_significant for pair in compare_engines("tier", times))
    assert alarms / DRAWS <= 0.055


def test_a_summary_shows_what_is_computed_from_its_times() -> None:
    """So that the simulations hold for the numbers of a report."""
    rng = np.random.default_rng(11)
    times = {"a": list(rng.lognormal(size=30)), "b": list(rng.lognormal(size=30)), "c": list(rng.lognormal(size=30))}
    puzzles = [
        [make_measurement(name, time) for name, time in zip(times, several, strict=True)]
        for several in zip(*times.values(), strict=True)
    ]
    summary = summarize(make_record(make_facts(engines=("a", "b", "c")), *puzzles))
    assert list(summary.pairs) == compare_engines("tier", times)
    _, ratios = pair_up(times["b"], times["a"])
    assert (summary.rows[1].ratio, summary.rows[1].ratio_low, summary.rows[1].ratio_high) == estimate_median(ratios)
