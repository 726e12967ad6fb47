"""The bulk checker agrees with the ordinary checker."""

from random import Random

import pytest

from interpreted import load_interpreted
from making import puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.native.check9 import mark_for_review

NINE = shape_of_side(9)


def spoil(seed: int) -> tuple[bytes, bytes]:
    """Return a puzzle, and a grid that is its solution or close to it."""
    rng = Random(seed)
    puzzle, grid = puzzle_with_holes(NINE, 0.3, seed).givens, bytearray(scrambled_solution(NINE, seed))
    for _ in range(rng.choice((0, 0, 1, 2))):
        grid[rng.randrange(81)] = rng.choice((*range(12), 255, 17))
    if rng.random() < 0.3:
        one, other = rng.sample(range(81), 2)
        grid[one], grid[other] = grid[other], grid[one]
    return puzzle, bytes(grid)


def boards_with_one_kind_of_wrong_unit() -> list[bytes]:
    """Return full boards in which only columns, only rows, or only boxes are wrong."""
    good = scrambled_solution(NINE, 1)
    columns, rows, boxes = bytearray(good), bytearray(good), bytearray(good)
    columns[0], columns[1] = columns[1], columns[0]
    rows[0], rows[9] = rows[9], rows[0]
    boxes[0:9], boxes[27:36] = boxes[27:36], boxes[0:9]
    return [bytes(columns), bytes(rows), bytes(boxes)]


@pytest.mark.parametrize("module", ["compiled", "interpreted"])
def test_the_bulk_checker_checks_rows_columns_and_boxes(module: str) -> None:
    mark = mark_for_review if module == "compiled" else load_interpreted("native.check9").mark_for_review
    for grid in boards_with_one_kind_of_wrong_unit():
        marks = bytearray(1)
        mark(bytes(81), b"\1", grid + bytes(81), b"\3", bytes(81), marks)
        assert marks == b"\1"
        assert find_fault(Puzzle(NINE, bytes(81)), grid)


@pytest.mark.parametrize("module", ["compiled", "interpreted"])
def test_the_bulk_checker_agrees_with_the_checker(module: str) -> None:
    mark = mark_for_review if module == "compiled" else load_interpreted("native.check9").mark_for_review
    cases = [spoil(seed) for seed in range(400)]
    puzzles, grids = (b"".join(parts) for parts in zip(*cases, strict=True))
    doubled = b"".join(grid + bytes(81) for _, grid in cases)
    marks = bytearray(len(cases))
    mark(puzzles, b"\1" * len(cases), doubled, b"\3" * len(cases), grids, marks)
    assert list(marks) == [find_fault(Puzzle(NINE, p), f) is not None for p, f in cases]
    assert 50 < sum(marks) < 350
