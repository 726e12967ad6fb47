"""What must not change a verdict: other names for the values, another order of rows, columns and boxes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import count_4x4, puzzle_with_holes
from strategies import BOXES, puzzles
from sudoku_compare import Puzzle, solve
from sudoku_compare.core.shape import shape_of_box


def disguised(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same puzzle, relabelled, permuted and perhaps transposed."""
    shape, side = puzzle.shape, puzzle.shape.side

    def shuffled(groups: int, size: int) -> list[int]:
        order = rng.sample(range(groups), groups)
        return [group * size + place for group in order for place in rng.sample(range(size), size)]

    labels = bytes([0, *rng.sample(range(1, side + 1), side)])
    rows = shuffled(side // shape.box_height, shape.box_height)
    columns = shuffled(side // shape.box_width, shape.box_width)
    moved = [[labels[puzzle.givens[row * side + column]] for column in columns] for row in rows]
    if rng.random() < 0.5:
        moved = [list(column) for column in zip(*moved, strict=True)]
        shape = shape_of_box(shape.box_width, shape.box_height)
    return Puzzle(shape, bytes(value for row in moved for value in row))


@settings(max_examples=60, deadline=None)
@given(puzzles([shape_of_box(*box) for box in BOXES]), st.integers(0, 10**6))
def test_a_disguise_changes_no_verdict(puzzle: Puzzle, seed: int) -> None:
    plain, other = solve(puzzle), solve(disguised(puzzle, random.Random(seed)))
    assert not plain.judgement.objections
    assert not other.judgement.objections
    assert plain.verdict == other.verdict != "unknown"


@settings(max_examples=150, deadline=None)
@given(puzzles([shape_of_box(2, 2)]))
def test_three_engines_say_what_a_brute_force_counter_says(puzzle: Puzzle) -> None:
    result = solve(puzzle)
    expected = {0: "unsolvable", 1: "unique"}.get(count_4x4(puzzle.givens), "multiple")
    assert result.verdict == expected
    assert [result.verdict for result in result.results] == [expected] * 3
    assert not result.judgement.objections


@pytest.mark.parametrize("seed", range(3))
def test_a_disguise_is_a_real_one(seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_box(2, 3), 0.5, seed)
    other = disguised(puzzle, random.Random(seed))
    assert other.givens != puzzle.givens
    assert other.count_givens() == puzzle.count_givens()
