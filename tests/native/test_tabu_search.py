"""The walks of the tabu search: compiled and interpreted code make the same moves, and solutions are correct."""

from random import Random

import pytest

from interpreted import load_interpreted
from making import puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.native import solve_any, tabu_search

PLAIN = load_interpreted("native.tabu_search")
BOXES = [(2, 2), (2, 3), (3, 3), (1, 5), (3, 4), (4, 4)]


def find_candidates(puzzle: Puzzle) -> bytes:
    """Return the candidates that singles leave."""
    return solve_any.Search(puzzle.shape.box_height, puzzle.shape.box_width, puzzle.givens).infer_without(-1)


def find_all(puzzle: Puzzle) -> set[bytes]:
    """Return all solutions of a small puzzle."""
    search = solve_any.Search(puzzle.shape.box_height, puzzle.shape.box_width, puzzle.givens)
    _, found = search.advance(1000, 10**9)
    return {found[start : start + len(puzzle.givens)] for start in range(0, len(found), len(puzzle.givens))}


@pytest.mark.parametrize("box", BOXES)
def test_a_walk_ends_at_a_solution(box: tuple[int, int]) -> None:
    for seed in range(10):
        puzzle = puzzle_with_holes(shape_of_box(*box), 0.6, seed=seed)
        solution = tabu_search.Walk(*box, find_candidates(puzzle), b"", seed).advance(100_000)
        assert solution
        assert find_fault(puzzle, solution) is None


@pytest.mark.parametrize("box", BOXES)
def test_compiled_and_interpreted_code_make_the_same_moves(box: tuple[int, int]) -> None:
    for seed in range(3):
        puzzle = puzzle_with_holes(shape_of_box(*box), 0.7, seed=seed)
        candidates = find_candidates(puzzle)
        walks = [module.Walk(*box, candidates, b"", seed) for module in (tabu_search, PLAIN)]
        found = [[walk.advance(number) for number in (0, 1, 7, 200)] for walk in walks]
        assert found[0] == found[1]
        assert walks[0].count_moves() == walks[1].count_moves()


def test_a_walk_continues_where_it_was() -> None:
    puzzle = puzzle_with_holes(shape_of_box(3, 4), 0.7, seed=1)
    candidates = find_candidates(puzzle)
    whole, parts = (tabu_search.Walk(3, 4, candidates, b"", 5) for _ in range(2))
    solution = whole.advance(100_000)
    assert solution
    assert next(filter(None, (parts.advance(3) for _ in range(100_000)))) == solution
    assert parts.count_moves() == whole.count_moves()
    assert parts.advance(10) == solution
    assert parts.count_moves() == whole.count_moves()


def test_a_walk_that_starts_at_a_solution_makes_no_move() -> None:
    puzzle = puzzle_with_holes(shape_of_box(3, 3), 0.6, seed=2)
    candidates = find_candidates(puzzle)
    solution = tabu_search.Walk(3, 3, candidates, b"", 0).advance(100_000)
    again = tabu_search.Walk(3, 3, candidates, solution, 0)
    assert (again.advance(0), again.count_moves()) == (solution, 0)


def test_seeds_decide_which_solution_is_found() -> None:
    candidates = find_candidates(Puzzle.from_text("." * 81))
    found = {tabu_search.Walk(3, 3, candidates, b"", seed).advance(100_000) for seed in range(5)}
    assert len(found) == 5


@pytest.mark.parametrize(
    ("candidates", "start", "message"),
    [
        (b"\1" * 63, b"", "expected 64 candidates, found 63"),
        (b"\1" * 64, b"\1" * 15, "expected no cells or 16, found 15"),
        (bytes(4) + b"\1" * 60, b"", "cell 0 has no candidate"),
    ],
)
def test_a_wrong_board_is_refused(candidates: bytes, start: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tabu_search.Walk(2, 2, candidates, start, 0)


def test_candidates_without_one_are_those_that_solutions_without_it_have() -> None:
    """Of every solution, all values are left, unless it has the candidate that is excluded; and nothing is changed."""
    for seed in range(30):
        rng = Random(seed)
        puzzle = puzzle_with_holes(shape_of_box(2, 3), 0.7, seed=seed)
        search = solve_any.Search(2, 3, puzzle.givens)
        before, solutions = search.infer_without(-1), find_all(puzzle)
        for _ in range(10):
            cell, value = rng.randrange(36), rng.randrange(6)
            if not before[6 * cell + value]:
                continue
            left = search.infer_without(6 * cell + value)
            others = [solution for solution in solutions if solution[cell] != value + 1]
            assert left or not others
            assert all(left[6 * place + one - 1] for solution in others for place, one in enumerate(solution))
            assert not left or not left[6 * cell + value]
            assert search.infer_without(-1) == before
        assert search.advance(1000, 10**9)[1] == b"".join(sorted(solutions)) or len(solutions) > 1
