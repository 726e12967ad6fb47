"""The random test: which puzzles are drawn from a pool, and what passes."""

from collections import Counter

import pytest

from batches import batches_of
from making import CLASH, EASY, EASY_SOLUTION, TWO
from sudoku_compare import Answer, Ending, Limits
from sudoku_compare.comparison.compare import engines_by_text
from sudoku_compare.comparison.selftest import draw_from_pool, run_test
from witnesses import Witness

FOUR, FOUR_SOLUTION = "1.....2..3.....4", "1243342143122134"
KNOWN = f"{EASY}:1:{EASY_SOLUTION}"


@pytest.mark.parametrize(
    ("line", "is_known"),
    [
        (KNOWN, True),
        (f"{EASY}:2:{EASY_SOLUTION}", False),
        (f"{EASY}:1:", False),
        (EASY, False),
        (f"{CLASH}:0:", False),
        (f"{FOUR}:1:{FOUR_SOLUTION}", True),
        (f"{FOUR}:1:", False),
        (FOUR, False),
    ],
)
def test_only_puzzles_with_a_known_solution_are_drawn(line: str, is_known: bool) -> None:
    drawn = draw_from_pool(batches_of(line), 5, 0)
    assert (len(drawn.entries), drawn.with_solution, drawn.without_solution) == (is_known, is_known, not is_known)


def test_a_table_of_quizzes_and_solutions_is_a_pool() -> None:
    drawn = draw_from_pool(batches_of("quizzes,solutions", f"{EASY.replace('.', '0')},{EASY_SOLUTION}"), 5, 0)
    [tested] = run_test(drawn.entries, engines_by_text(["kernel"]), Limits(2))
    assert tested.passed
    assert tested.comparison.entry.id == "file:2"


def test_a_seed_draws_the_same_puzzles_however_the_pool_is_cut_into_batches() -> None:
    pool = [KNOWN, f"{FOUR}:1:{FOUR_SOLUTION}", TWO] * 50
    whole, again = (draw_from_pool(batches_of(*pool), 20, 7) for _ in range(2))
    assert whole == again
    assert len({entry.id for entry in whole.entries}) == 20
    assert (whole.with_solution, whole.without_solution) == (100, 50)
    assert draw_from_pool(batches_of(*pool), 20, 8).entries != whole.entries


def test_each_puzzle_is_drawn_equally_often() -> None:
    batches = batches_of(*[KNOWN] * 10)
    drawn = Counter(entry.id for seed in range(2000) for entry in draw_from_pool(batches, 3, seed).entries)
    assert len(drawn) == 10
    assert all(500 < count < 700 for count in drawn.values())  # 600 are expected, with a deviation of 20


def test_the_first_puzzle_that_fails_ends_the_test() -> None:
    wrong = f"{EASY}:1:{EASY_SOLUTION[::-1]}"
    drawn = draw_from_pool(batches_of(KNOWN, wrong, KNOWN), 3, 0)
    *passed, failed = run_test(drawn.entries, engines_by_text(["kernel"]), Limits(2))
    assert all(tested.passed for tested in passed)
    assert (failed.passed, failed.comparison.entry.id) == (False, "file:2")


OTHER = bytes(map(int, EASY_SOLUTION))[::-1]


@pytest.mark.parametrize(
    ("answer", "explanation"),
    [
        (Answer((), Ending.FAILED, detail="exit code 3"), "bad: failed: exit code 3"),
        (Answer((), Ending.TIMED_OUT), "bad: timed out"),
        (Answer((), Ending.EXHAUSTED), "bad: found no solutions"),
        (Answer((OTHER,), Ending.EXHAUSTED), "bad: found another solution"),
        (Answer((OTHER, OTHER[::-1]), Ending.ENOUGH), "bad: found 2 solutions"),
    ],
)
def test_each_engine_that_did_not_find_the_solution_is_named_with_the_reason(answer: Answer, explanation: str) -> None:
    drawn = draw_from_pool(batches_of(KNOWN), 1, 0)
    engines = {"bad": Witness(answer)} | engines_by_text(["kernel", "reductio"])
    [tested] = run_test(drawn.entries, engines, Limits(2))
    assert tested.explain_engines() == [explanation]
