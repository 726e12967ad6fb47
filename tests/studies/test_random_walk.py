"""Estimates of the number of completed grids, compared with exact numbers."""

import math
from random import Random

import pytest

from studying import no_tick
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.studies.grids import describe_estimate
from sudoku_compare.studies.random_walk import estimate
from sudoku_compare.studies.random_walk import walk as random_walk


@pytest.mark.parametrize(
    ("side", "walks", "exactly"), [(4, 300, 288), (6, 300, 28_200_960), (9, 300, 6_670_903_752_021_072_936_960)]
)
def test_the_interval_of_an_estimate_contains_the_exact_number(side: int, walks: int, exactly: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        found = estimate(side, [random_walk(shape_of_side(side), rng, no_tick) for _ in range(walks)])
        assert found.low <= math.log(exactly) <= found.high
        assert found.error < 0.15


def test_an_estimate_is_the_mean_and_a_contradiction_counts_as_nothing() -> None:
    found = estimate(4, [math.log(300), math.log(100), -math.inf, math.log(200)])
    assert found.log == pytest.approx(math.log(150))
    assert found.error == pytest.approx(math.sqrt((150**2 + 50**2 + 150**2 + 50**2) / 3 / 4) / 150)
    assert estimate(4, [-math.inf, -math.inf]).log == -math.inf


@pytest.mark.parametrize(
    ("logs", "text"),
    [
        ([math.log(300)], "about 3.00e2 grids, from too few walks for an interval"),
        ([-math.inf], "no estimate, because no walk completed a grid"),
        ([math.log(300)] * 2, "about 3.00e2 grids, with 99% confidence between 3.00e2 and 3.00e2"),
    ],
)
def test_an_estimate_without_an_interval_says_why(logs: list[float], text: str) -> None:
    assert describe_estimate(estimate(4, logs)) == text
