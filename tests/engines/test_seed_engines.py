"""What `backtrack` and `bifurcation` do beyond the contract, and that they agree with `reductio`."""

import pytest

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, hopeless, puzzle_with_holes, solutions_4x4
from sudoku_compare import Ending, Limits, Puzzle, solve
from sudoku_compare.core.names import DEFAULT_ENGINES
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.backtrack.elimination import Contradiction, eliminate
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.engines.registry import load_engine

BOXES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)]
TEXTS = ["backtrack", "backtrack:propagate=false", "backtrack:order=fewest", "bifurcation", "bifurcation:seed=3"]
SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"


def counts(text: str, puzzle: str) -> dict[str, int]:
    return dict(load_engine(text).search(Puzzle.from_text(puzzle), Limits(2)).counts)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("box", BOXES)
def test_the_solutions_are_those_of_reductio(text: str, box: tuple[int, int]) -> None:
    for seed in range(6):
        puzzle = puzzle_with_holes(shape_of_box(*box), 0.55, seed)
        expected = Reductio().search(puzzle, Limits(20))
        answer = load_engine(text).search(puzzle, Limits(20))
        assert answer.ending is expected.ending
        if expected.ending is Ending.EXHAUSTED:
            assert set(answer.solutions) == set(expected.solutions)


@pytest.mark.parametrize("text", TEXTS)
def test_the_solutions_of_a_4x4_are_those_that_enumeration_finds(text: str) -> None:
    givens = bytes([1, *[0] * 14, 2])
    answer = load_engine(text).search(Puzzle(shape_of_side(4), givens), Limits(1000))
    assert sorted(answer.solutions) == sorted(solutions_4x4(givens))


def test_plain_backtracking_finds_solutions_in_lexicographic_order() -> None:
    answer = load_engine("backtrack:propagate=false").search(Puzzle(shape_of_side(4), bytes(16)), Limits(1000))
    assert list(answer.solutions) == sorted(answer.solutions)
    assert len(answer.solutions) == 288


def test_elimination_leaves_nothing_to_guess_in_an_easy_puzzle() -> None:
    with_it, without = counts("backtrack", EASY), counts("backtrack:propagate=false", EASY)
    assert (with_it["assumptions"], with_it["contradictions"]) == (51, 0)
    assert without["assumptions"] > 1000
    assert (with_it["eliminated"] > 0, without["eliminated"]) == (True, 0)


def test_fewest_first_needs_far_fewer_assumptions_than_reading_order() -> None:
    assert 5 * counts("backtrack:order=fewest", ESCARGOT)["assumptions"] < counts("backtrack", ESCARGOT)["assumptions"]


def eliminate_all(text: str) -> list[int]:
    puzzle = Puzzle.from_text(text)
    left = [1 << given >> 1 or (1 << puzzle.shape.side) - 1 for given in puzzle.givens]
    eliminate(puzzle.shape, left, lambda: None)
    return left


def test_a_hidden_single_in_one_unit_is_enough_although_seed_003_asks_for_all_three() -> None:
    solution = Reductio().search(Puzzle.from_text(SEVENTEEN), Limits(1)).solutions[0]
    assert eliminate_all(SEVENTEEN) == [1 << value - 1 for value in solution]


@pytest.mark.parametrize("text", [EASY, ESCARGOT, SEVENTEEN, "1.....2..3.....4"])
def test_elimination_removes_no_value_of_the_solution(text: str) -> None:
    solution = Reductio().search(Puzzle.from_text(text), Limits(1)).solutions[0]
    assert all(left >> value - 1 & 1 for left, value in zip(eliminate_all(text), solution, strict=True))


@pytest.mark.parametrize("text", [CLASH, "12....3....4....", "1.....23........"])
def test_elimination_detects_a_cell_without_candidates_and_a_value_without_places(text: str) -> None:
    with pytest.raises(Contradiction):
        eliminate_all(text)


def test_a_time_out_of_plain_backtracking_says_how_far_it_got() -> None:
    answer = load_engine("backtrack:propagate=false").search(hopeless(), Limits(2, seconds=0.2))
    assert answer.ending is Ending.TIMED_OUT
    assert answer.detail.startswith("plain backtracking tried ")
    assert f"{answer.counts['assumptions']:,} values" in answer.detail
    assert f"filled at most {answer.counts['deepest']:,} of {hopeless().givens.count(0):,} empty cells" in answer.detail


def test_forks_prefer_cells_with_two_candidates_and_can_be_nested() -> None:
    two_ways = counts("bifurcation", ESCARGOT)
    assert two_ways["assumptions"] == 2 * two_ways["forks"]
    assert two_ways["forks"] > two_ways["deepest"] >= 2
    without_pairs = counts("bifurcation", EASTER_MONSTER)
    assert without_pairs["assumptions"] > 2 * without_pairs["forks"]


def test_the_seed_decides_which_solution_is_found_first() -> None:
    empty = Puzzle(shape_of_side(4), bytes(16))
    found = {load_engine(f"bifurcation:seed={seed}").search(empty, Limits(1)).solutions for seed in range(8)}
    assert len(found) > 1


def test_a_puzzle_that_needs_only_singles_has_no_forks() -> None:
    assert counts("bifurcation", EASY) == {"forks": 0, "assumptions": 0, "contradictions": 0, "deepest": 0}
    assert counts("bifurcation", EASY_SOLUTION)["forks"] == 0


@pytest.mark.parametrize("text", TEXTS)
def test_a_puzzle_without_solution_is_settled(text: str) -> None:
    answer = load_engine(text).search(Puzzle.from_text(NONE), Limits(2))
    assert (answer.solutions, answer.ending) == ((), Ending.EXHAUSTED)
    assert answer.counts["contradictions"] > 0


def test_the_default_engines_are_three_independent_ones() -> None:
    assert DEFAULT_ENGINES == ("reductio", "sat", "cpsat")
    assert tuple(result.engine for result in solve(EASY).results) == DEFAULT_ENGINES
