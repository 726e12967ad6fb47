"""Ratings: known ones, invariance, levels, and puzzles that have none."""

import random

import pytest

from making import CLASH, EASY, ESCARGOT, NONE, TWO, load_shipped
from sudoku_compare import Puzzle
from sudoku_compare.core.verdict import Verdict
from sudoku_compare.explanation.ladder import LADDER
from sudoku_compare.explanation.rating import LEVELS_OF, Rating, rate
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.techniques import TECHNIQUES, Level

KNOWN = """\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2 hidden-single easy 0
...6284.......75.........6.7..........4...128.......95.87.96.5..95.1..3..12.3.... 1.7 direct-pointing easy 0
.5148.7.....7......3.19.24....3...8.4.5821.6....647..2..9576..8.7..1..2.......6.. 2.0 direct-hidden-pair easy 0
2.....1.31.56..497....192.57...248....8.6....4......36..2..367.34.2.6.5..1..573.. 2.3 naked-single easy 0
.2...5...3.52...9.7.81...3.48...135.67.5.........6..2.......76....82..........48. 2.5 direct-hidden-triple medium 1
25..6.......2.3.......41.8..7.4...2.3....97...4...5.3..6.5..27.8.9....4....3..8.. 2.6 pointing medium 1
.5927.....4..1......6..3.15....51.3.5..3....9....89...96...85...1...7.94.......7. 2.8 claiming medium 1
5...91..3.........2...6.4.84.92...6....8.9..7.5.......1.....87...4...5..8.3..5916 3.0 naked-pair medium 1
..1....2..6.21..57.7..6...4..2....7......8....5..34...5..19..4.7....52.64...76..5 3.2 x-wing hard 1
..6...83.7..68..2.5..4....1..5.3.....1...89..6..9..4.3.6....1.........493..2.9... 3.4 hidden-pair medium 1
....6.59.6..4...2...4..1...1....52..4..9...1.......64.21..........3..7..97...8.3. 3.6 naked-triple medium 1
...4.8.......1....8..3...15......7...6.7....3......96...15.2.7.79.1......5.6.42.. 4.0 hidden-triple medium 1
.1..29....8.6........58......89..53...4..1..2.328.74.........763......4..9.2....3 4.2 xy-wing hard 1
.1..2.....9.....8.7.2....154.6.8..2....4.6..75.......913.2.75....7..8....591..4.. 4.4 xyz-wing hard 1
8.59..276.6...13.9...6...18..9..8.....24.9..11..3..89..3....58.7...8.....28..6..7 4.5 unique-rectangle hard 1
...96......4...13.27.....4.6....2..........8..3.6...2...5.19...7.3.....5..135.8.. 4.6 unique-loop hard 1
.....1.5.68..7.2.3.253.67842.7.......68.1..29...63....7.19...3...21.8..7..6..3145 5.6 bug+1 hard 1
....4...257412.8.32.3..9....6..3..45...852.......6..8..482..9.665..7.124...69.... 6.6 x-chain hard 1
5714..3..6....14....45.3..6.....9.7...2.8....73..1..6..6....24314.8.............1 6.8 xy-chain unfair 1
45.9....2869237.45......3.9527..39.4.....4.2....1...3.3764.9..1....7.4....8..6.9. 7.1 aic unfair 1
93....18.1....6.....6..8...2.57...69..18.95..3..5..4..5....3.1...29...5.........7 7.6 nishio extreme 1
.2..6....1.4.82..........8.......49.3..7....1.5...43....629..43....756..9.....72. 8.3 forcing-chain extreme 1
21...956...62..4......1..9.8.......7..7..3..6..5...2....2.9.3......87..5.5.32..1. 8.9 forcing-net extreme 1
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. 10.6 reductio extreme 2
""".splitlines()  # puzzle, rating, hardest technique, level, depth


@pytest.mark.parametrize("line", KNOWN)
def test_known_ratings(line: str) -> None:
    text, value, hardest, level, depth = line.split()
    assert rate(Puzzle.from_text(text)).rating == Rating(float(value), hardest, Level(level), int(depth))


@pytest.mark.parametrize("line", KNOWN[:-1])
def test_isomorphs_have_the_same_rating(line: str) -> None:
    check_isomorphs(Puzzle.from_text(line.split()[0]), 4)


@pytest.mark.long
@pytest.mark.parametrize("tier", ["easy", "medium", "hard", "extreme"])
def test_100_isomorphs_of_50_puzzles_of_each_tier_have_the_same_rating(tier: str) -> None:
    for puzzle in load_shipped(tier)[:50]:
        check_isomorphs(puzzle, 100)


def check_isomorphs(puzzle: Puzzle, number: int) -> None:
    expected = rate(puzzle).rating
    for seed in range(number):
        assert rate(random_isomorph(puzzle, random.Random(seed))).rating == expected


@pytest.mark.parametrize(
    ("text", "verdict", "depth"),
    [(TWO, Verdict.MULTIPLE, None), (CLASH, Verdict.UNSOLVABLE, 0), (NONE, Verdict.UNSOLVABLE, 0)],
)
def test_only_puzzles_with_one_solution_are_rated(text: str, verdict: Verdict, depth: int | None) -> None:
    rated = rate(Puzzle.from_text(text))
    assert (rated.verdict, rated.solution, rated.rating) == (verdict, None, Rating(depth=depth))


def test_a_solved_puzzle_has_the_lowest_rating() -> None:
    solution = rate(Puzzle.from_text(EASY)).solution
    assert solution
    rating = rate(Puzzle(Puzzle.from_text(EASY).shape, solution)).rating
    assert rating == Rating(1.0, "full-house", Level.EASY, 0)


def test_a_rating_that_takes_too_long_is_none() -> None:
    rated = rate(Puzzle.from_text(ESCARGOT), seconds=0.02)
    assert rated.rating.value is None


@pytest.mark.parametrize("name", ["16x16", "25x25"])
def test_other_sizes_are_rated_too(name: str) -> None:
    ratings = [rate(puzzle).rating for puzzle in load_shipped(name)[:4]]
    assert all(rating.value and 1 <= rating.value <= 12 for rating in ratings)


def test_the_levels_are_those_of_the_catalog() -> None:
    shared = [technique for technique in TECHNIQUES if technique.name in LEVELS_OF]
    assert len(shared) > 15
    assert {technique.name: technique.level for technique in shared if technique.name != "x-chain"} == {
        technique.name: LEVELS_OF[technique.name] for technique in shared if technique.name != "x-chain"
    }
    assert {technique for technique, _ in LADDER} == set(LEVELS_OF)
