"""Which puzzles a benchmark measures: samples, files and isomorphs."""

from collections import Counter

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.benchmark.measurement.sampling import Case, add_isomorphs, draw_evenly, draw_shipped, take_census
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


def test_each_isomorph_follows_from_its_own_number_so_that_others_need_not_be_made() -> None:
    cases = [Case(number, "tier", Entry(f"p{number}", Puzzle.from_text(EASY))) for number in range(3)]
    every = list(add_isomorphs(cases, 4, seed=3))
    assert [case.number for case in every] == list(range(15))
    assert len({case.entry.puzzle.givens for case in every}) == 13  # three equal originals, and no two equal isomorphs
    some = [3, 4, 5, 14]
    assert list(add_isomorphs(cases, 4, 3, some.__contains__)) == [every[number] for number in some]
    assert list(add_isomorphs(cases, 4, seed=4))[1] != every[1]


def test_a_census_counts_isomorphs_without_making_them() -> None:
    cases = list(draw_shipped(16, seed=1))
    plain = take_census(cases)
    assert plain.puzzles == 16
    assert take_census(cases, isomorphs=0, seed=5) == plain  # a saved baseline stays valid
    many = take_census(cases, isomorphs=10**12 - 1, seed=5)
    assert (many.puzzles, many.shapes) == (16 * 10**12, plain.shapes)
    others = [
        take_census(cases, 1, 5),
        take_census(cases, 2, 5),
        take_census(cases, 2, 6),
        take_census(cases[1:], 2, 6),
    ]
    assert len({census.fingerprint for census in (plain, many, *others)}) == 6


def test_a_sample_may_be_larger_than_any_collection() -> None:
    cases = list(draw_shipped(16, seed=1))
    assert len(list(draw_evenly(cases, 10**30, seed=1))) == 16
