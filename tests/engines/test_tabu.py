"""What `tabu` does beyond the contract: it finds solutions of large boards, and claims only what singles show."""

from random import Random

import pytest

from making import CLASH, EASY, ESCARGOT, NONE, TWO, load_shipped, puzzle_with_holes
from sudoku_compare import Ending, Limits, Puzzle, solve
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.engines.tabu import Tabu
from sudoku_compare.studies.hardness_instances import Removal, make_instance


@pytest.mark.parametrize("removal", Removal)
def test_two_solutions_of_a_36x36_with_45_percent_given_are_found(removal: Removal) -> None:
    puzzle = make_instance(shape_of_side(36), 0.45, removal, Random(f"tabu/{removal}"))
    answer = Tabu().search(puzzle, Limits(2, 60))
    assert (answer.ending, len(set(answer.solutions))) == (Ending.ENOUGH, 2)
    assert not any(find_fault(puzzle, solution) for solution in answer.solutions)


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "seed"), [(0.002, 2), (0.002, 5), (0.05, 1), (0.3, 1)])
def test_a_solution_of_a_100x100_with_few_givens_is_found_within_a_minute(kept: float, seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(100), kept, seed)
    answer = Tabu().search(puzzle, Limits(1, 60))
    assert answer.ending is Ending.ENOUGH
    assert find_fault(puzzle, answer.solutions[0]) is None


@pytest.mark.parametrize(("text", "solutions"), [(EASY, 1), (CLASH, 0)])
def test_what_singles_show_is_claimed(text: str, solutions: int) -> None:
    answer = Tabu().search(Puzzle.from_text(text), Limits(2))
    assert (answer.ending, len(answer.solutions)) == (Ending.EXHAUSTED, solutions)


def test_a_solution_without_a_proof_is_no_verdict() -> None:
    answer = Tabu().search(Puzzle.from_text(ESCARGOT), Limits(2))
    assert (answer.ending, len(answer.solutions)) == (Ending.STUCK, 1)
    assert answer.detail.startswith("it gave up; moves without another solution: ")
    assert 700_000 < int(answer.detail.rpartition(" ")[2].replace(",", "")) <= min(810_000, answer.counts["moves"])
    assert solve(ESCARGOT, ["tabu"]).verdict == "unknown"


def test_an_unsolvable_puzzle_is_given_up() -> None:
    answer = Tabu(moves=100).search(Puzzle.from_text(NONE), Limits(2))
    assert answer.ending in (Ending.STUCK, Ending.EXHAUSTED)
    assert answer.solutions == ()


def test_what_is_claimed_is_right() -> None:
    for tier in ("easy", "medium", "hard", "multiple", "unsolvable"):
        for puzzle in load_shipped(tier)[:25]:
            answer, exact = Tabu(moves=200).search(puzzle, Limits(2)), Kernel().search(puzzle, Limits(2))
            assert len(answer.solutions) <= len(exact.solutions)
            assert answer.ending in (Ending.STUCK, exact.ending)


def test_more_moves_are_not_made_than_allowed() -> None:
    answer = Tabu(moves=3).search(Puzzle.from_text(ESCARGOT), Limits(2))
    assert answer.ending is Ending.STUCK
    assert answer.counts["moves"] <= 2 * 3 * 81
    with pytest.raises(OptionError, match="engine tabu: moves=0: expected at least 1"):
        load_engine("tabu:moves=0")


def test_tabu_and_kernel_are_one_witness() -> None:
    assert "1 witness" in solve(EASY, ["tabu", "kernel"]).to_dict()["reason"]
    assert solve(TWO, ["tabu"]).verdict == "multiple"
