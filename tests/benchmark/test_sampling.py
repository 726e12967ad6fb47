"""Which puzzles a benchmark measures: samples, files and isomorphs."""

from collections import Counter

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.sampling import Case, add_isomorphs, draw_shipped
from sudoku_compare.core.entry import Entry, Expected
from sudoku_compare.formats.shipped import TIERS, load_shipped


def test_a_sample_is_even_across_tiers_and_the_same_for_the_same_seed() -> None:
    sample = list(draw_shipped(40, seed=1))
    assert Counter(case.tier for case in sample) == dict.fromkeys(TIERS, 5)
    assert sample == list(draw_shipped(40, seed=1))
    assert [case.entry.id for case in sample] != [case.entry.id for case in draw_shipped(40, seed=2)]
    assert [case.number for case in sample] == list(range(40))
    assert len(list(draw_shipped(10**6, seed=1))) == sum(len(load_shipped(tier)) for tier in TIERS)


def test_isomorphs_follow_their_puzzle_and_expect_the_same_verdict() -> None:
    case = Case(0, "tier", Entry("p", Puzzle.from_text(EASY), Expected(1, bytes(map(int, EASY_SOLUTION)))))
    several = list(add_isomorphs([case], 2, seed=3))
    assert [one.entry.id for one in several] == ["p", "p~1", "p~2"]
    assert [one.number for one in several] == [0, 1, 2]
    assert len({one.entry.puzzle.givens for one in several}) == 3
    assert all(one.entry.expected == Expected(1, None) for one in several[1:])
