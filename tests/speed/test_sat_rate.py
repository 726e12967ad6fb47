"""The engine `sat` compared with the program that tutorials write: `pytest -m bench`."""

import os
import sys
from pathlib import Path
from time import process_time

import pytest

from making import load_shipped, puzzle_with_holes
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.registry import load_engine

sys.path.append(str(Path(__file__).parent))
from tutorial_sat import count_solutions  # beside this file

pytestmark = pytest.mark.bench

PUZZLES = 40
ROUNDS = 3


@pytest.mark.parametrize(
    ("engine", "name", "least"),
    [("sat", "easy", 4), ("sat", "hard", 3), ("sat:warm=true", "easy", 30)],
)
def test_sat_is_several_times_as_fast_as_the_tutorial(engine: str, name: str, least: float) -> None:
    puzzles = [puzzle for puzzle in load_shipped(name) if puzzle.shape.side == 9][:PUZZLES]
    load_engine(engine).search(puzzles[0], Limits(2))
    ratios = sorted(compare_times(engine, puzzles) for _ in range(ROUNDS))
    print(f"\n{engine} on {name}: {ratios[ROUNDS // 2]:.1f} times the tutorial (load {os.getloadavg()[0]:.1f})")
    assert ratios[ROUNDS // 2] >= least


def compare_times(engine: str, puzzles: list[Puzzle]) -> float:
    """Return the tutorial's processor time divided by the engine's, after comparing the answers."""
    start = process_time()
    expected = [count_solutions(puzzle.givens) for puzzle in puzzles]
    middle = process_time()
    answers = [load_engine(engine).search(puzzle, Limits(2)) for puzzle in puzzles]
    end = process_time()
    assert [len(answer.solutions) for answer in answers] == expected
    return (middle - start) / (end - middle)


@pytest.mark.parametrize(("side", "kept", "seconds"), [(36, 0.3, 0.3), (64, 0.3, 2.0), (100, 0.002, 10.0)])
def test_large_boards_are_built_in_time(side: int, kept: float, seconds: float) -> None:
    answer = load_engine("sat").search(puzzle_with_holes(shape_of_side(side), kept, 1), Limits(1, 60))
    print(f"\n{side}x{side}: build {answer.seconds.build:.2f} s, {answer.ending} (load {os.getloadavg()[0]:.1f})")
    assert answer.seconds.build <= seconds
