"""The bulk checker agrees with the ordinary checker."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from interpreted import load_interpreted
from making import puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.native import check9
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


@pytest.fixture(autouse=True)
def select_vectors_afterwards() -> Iterator[None]:
    yield
    check9.select_vectors(True)


VARIANTS = pytest.mark.parametrize("variant", ["vectors", "scalar", "interpreted"])


def load_checker(variant: str) -> Callable[..., None]:
    """Return `mark_for_review` as it is compiled, with vectors or without, or as Python runs it."""
    if variant == "interpreted":
        return load_interpreted("native.check9").mark_for_review
    if not check9.select_vectors(variant == "vectors"):
        pytest.skip("this processor has no vectors that the checker uses")
    return mark_for_review


def mark_all(variant: str, puzzles: Iterable[bytes], grids: Iterable[bytes]) -> bytearray:
    """Mark the puzzles for which these grids are wrong."""
    grids = list(grids)
    marks, one_each = bytearray(len(grids)), b"\1" * len(grids)
    doubled = b"".join(grid + bytes(81) for grid in grids)
    mark = load_checker(variant)
    mark(b"".join(puzzles), one_each, doubled, b"\3" * len(grids), b"".join(grids), marks)
    return marks


@VARIANTS
def test_the_bulk_checker_checks_rows_columns_and_boxes(variant: str) -> None:
    grids = boards_with_one_kind_of_wrong_unit()
    assert mark_all(variant, [bytes(81)] * 3, grids) == b"\1\1\1"
    assert all(find_fault(Puzzle(NINE, bytes(81)), grid) for grid in grids)


@VARIANTS
def test_the_bulk_checker_agrees_with_the_checker(variant: str) -> None:
    cases = [spoil(seed) for seed in range(400)]
    puzzles, grids = zip(*cases, strict=True)
    marks = mark_all(variant, puzzles, grids)
    assert list(marks) == [find_fault(Puzzle(NINE, p), f) is not None for p, f in cases]
    assert 50 < sum(marks) < 350


@pytest.mark.parametrize("variant", ["vectors", "scalar"])
def test_every_change_of_one_cell_and_every_exchange_of_two_is_found(variant: str) -> None:
    good = scrambled_solution(NINE, 2)
    changed = [good[:cell] + bytes([value]) + good[cell + 1 :] for cell in range(81) for value in range(256)]
    exchanged = []
    for one, other in combinations(range(81), 2):
        grid = bytearray(good)
        grid[one], grid[other] = good[other], good[one]
        exchanged.append(bytes(grid))
    grids = changed + exchanged
    marks = mark_all(variant, [bytes(81)] * len(grids), grids)
    assert [mark == 0 for mark in marks] == [grid == good for grid in grids]


@VARIANTS
def test_every_given_that_the_solution_changes_is_found(variant: str) -> None:
    good = scrambled_solution(NINE, 4)
    givens = [(cell, value) for cell in range(81) for value in range(10)]
    puzzles = [bytes(cell) + bytes([value]) + bytes(80 - cell) for cell, value in givens]
    marks = mark_all(variant, puzzles, [good] * len(puzzles))
    assert [mark == 0 for mark in marks] == [value in (0, good[cell]) for cell, value in givens]


@pytest.mark.parametrize("variant", ["vectors", "scalar"])
def test_units_with_pairs_of_equal_values_are_found(variant: str) -> None:
    """Pairs of equal values cancel out in an exclusive or; a unit with such pairs must still be refused."""
    good, rng = scrambled_solution(NINE, 3), Random(3)
    grids = [bytes([value]) * 81 for value in range(256)]
    for _ in range(2000):
        names = bytes([0, *(rng.randrange(1, 10) for _ in range(9))])
        grids.append(bytes(names[value] for value in good))
    marks = mark_all(variant, [bytes(81)] * len(grids), grids)
    assert list(marks) == [find_fault(Puzzle(NINE, bytes(81)), grid) is not None for grid in grids]
    assert sum(marks) > 2000
