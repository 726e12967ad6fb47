"""Relabelling values and permuting rows, columns and boxes must not change a verdict."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import count_4x4, puzzle_with_holes
from strategies import BOXES, puzzles
from sudoku_compare import Puzzle, solve
from sudoku_compare.core.shape import shape_of_box


def make_isomorph(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return the puzzle relabelled, permuted and perhaps transposed."""
    shape, side = puzzle.shape, puzzle.shape.side

    def shuffle(groups: int, size: int) -> list[int]:
        order = rng.sample(range(groups), groups)
        return [group * size + place for group in order for place in rng.sample(range(size), size)]

    labels = bytes([0, *rng.sample(range(1, side + 1), side)])
    rows = shuffle(side // shape.box_height, shape.box_height)
    columns = shuffle(side // shape.box_width, shape.box_width)
    moved = [[labels[puzzle.givens[row * side + column]] for column in columns] for row in rows]
    if rng.random() < 0.5:
        moved = [list(column) for column in zip(*moved, strict=True)]
        shape = shape_of_box(shape.box_width, shape.box_height)
    return Puzzle(shape, bytes(value for row in moved for value in row))


@settings(max_examples=60, deadline=None)
@given(puzzles([shape_of_box(*box) for box in BOXES]), st.integers(0, 10**6))
def test_isomorphic_puzzles_have_the_same_verdict(puzzle: Puzzle, seed: int) -> None:
    plain, other = solve(puzzle), solve(make_isomorph(puzzle, random.Random(seed)))
    assert not plain.judgement.objections
    assert not other.judgement.objections
    assert plain.verdict == other.verdict != "unknown"


@settings(max_examples=150, deadline=None)
@given(puzzles([shape_of_box(2, 2)]))
def test_three_engines_agree_with_brute_force(puzzle: Puzzle) -> None:
    comparison = solve(puzzle)
    expected = {0: "unsolvable", 1: "unique"}.get(count_4x4(puzzle.givens), "multiple")
    assert comparison.verdict == expected
    assert [result.verdict for result in comparison.results] == [expected] * 3
    assert not comparison.judgement.objections


@pytest.mark.parametrize("seed", range(3))
def test_an_isomorph_is_another_puzzle(seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_box(2, 3), 0.5, seed)
    other = make_isomorph(puzzle, random.Random(seed))
    assert other.givens != puzzle.givens
    assert other.count_givens() == puzzle.count_givens()
