"""The sentences at the end of a run."""

import math

import pytest

from sudoku_compare.benchmark.statistics.sentences import write_sentences

NAN = math.nan
TWENTY = [1.0 + 0.01 * number for number in range(20)]
TEN_TIMES = [10 * time for time in TWENTY]
MANY_TIMES = [400 * time for time in TWENTY]
NOISE = [time * 1.01 ** (1 if number % 2 else -1) for number, time in enumerate(TWENTY)]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({}, ()),
        ({"a": [2.0, 1.0, 3.0]}, ("a settled 3 puzzles; its median time was 2.00 s.",)),
        ({"a": [2.0]}, ("a settled 1 puzzle; its median time was 2.00 s.",)),
        ({"a": [2.0, NAN]}, ("a settled 1 puzzle; its median time was 2.00 s.", "Of 2 puzzles, a settled 1.")),
        ({"a": [NAN, NAN]}, ("Of 2 puzzles, a settled 0.",)),
        (
            {"a": TEN_TIMES, "b": TWENTY},
            ("b was 10.0 times as fast as a (95% interval 10.0 to 10.0) on 20 puzzles that both settled.",),
        ),
        (
            {"a": MANY_TIMES, "b": TWENTY, "c": TEN_TIMES},
            (
                "b was 400 times as fast as a (95% interval 400 to 400) and 10.0 times as fast as c (10.0 to 10.0) "
                "on 20 puzzles that all three settled.",
            ),
        ),
        (
            {"a": [2.0, 4.0, NAN], "b": [1.0, 2.0, 9.0]},
            (
                "b was 2.00 times as fast as a on 2 puzzles that both settled "
                "(fewer than 10 independent ones: no interval, no test).",
                "Of 3 puzzles, a settled 2 and b settled all.",
            ),
        ),
        (
            {"a": [NAN, NAN], "b": [1.0, 2.0]},
            ("b settled 2 puzzles; its median time was 1.50 s.", "Of 2 puzzles, a settled 0 and b settled all."),
        ),
        (
            {"a": [1.0, NAN], "b": [NAN, 2.0]},
            ("No puzzle was settled by both of a and b.", "Of 2 puzzles, a settled 1 and b settled 1."),
        ),
        (
            {"a": NOISE, "b": TWENTY},
            (
                "There was no significant difference between a and b on 20 puzzles that both settled "
                "(p = 1, Wilcoxon signed-rank test).",
            ),
        ),
        (
            {"a": [1.0, 1.0, 1.0], "b": [0.9, 0.9, 1000.0]},
            (
                "There was no clear difference between a and b on 3 puzzles that both settled: the median ratio of "
                "their times was 0.900 (-).",
            ),
        ),
        (
            {"a": [1.0] * 100, "b": [0.97] * 51 + [3.0] * 49},
            (
                "There was no clear difference between a and b on 100 puzzles that both settled: the median ratio of "
                "their times was 0.970 (0.970 - 3.00).",
            ),
        ),
        (
            {"a": [1.0, 2.0], "b": [0.0, 0.0]},
            ("There was no difference between b and a on 2 puzzles that both settled that could be measured.",),
        ),
    ],
)
def test_the_result_is_said_in_sentences(times: dict[str, list[float]], expected: tuple[str, ...]) -> None:
    assert write_sentences(times) == expected


def test_only_puzzles_that_all_engines_settled_are_compared() -> None:
    """On the others, `a` would look faster than it is."""
    a = [1.0] * 12 + [0.001] * 30
    b = [2.0] * 12 + [500.0] * 30
    c = [3.0] * 12 + [NAN] * 30
    first, second = write_sentences({"a": a, "b": b, "c": c})
    assert first.startswith("a was 2.00 times as fast as b (95% interval 2.00 to 2.00) and 3.00 times as fast as c")
    assert first.endswith("on 12 puzzles that all three settled.")
    assert second == "Of 42 puzzles, a settled all, b settled all and c settled 12."


def test_isomorphs_of_one_puzzle_are_not_independent() -> None:
    """Twelve puzzles of two families are two observations, too few for an interval."""
    times = {"a": TWENTY[:12], "b": TEN_TIMES[:12]}
    assert "interval 10.0 to 10.0" in write_sentences(times)[0]
    assert "no interval, no test" in write_sentences(times, [0] * 6 + [1] * 6)[0]


def test_alike_and_different_engines_are_told_apart() -> None:
    first, second = write_sentences({"a": TWENTY, "b": NOISE, "c": TEN_TIMES})
    assert " times as fast as c (95% interval" in first
    assert second.startswith("There was no significant difference between ")
