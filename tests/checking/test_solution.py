"""The checker against a plain one, and every single change to a solution."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import EASY, EASY_SOLUTION, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import all_stand, refute
from sudoku_compare.core.shape import shape_of_box

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6), (10, 10), (1, 5)]


def plainly_right(grid: bytes, height: int, width: int) -> bool:
    side = height * width
    rows = [grid[r * side : (r + 1) * side] for r in range(side)]
    columns = list(zip(*rows, strict=True))
    boxes = [
        [rows[r][c] for r in range(top, top + height) for c in range(left, left + width)]
        for top in range(0, side, height)
        for left in range(0, side, width)
    ]
    return all(sorted(unit) == list(range(1, side + 1)) for unit in [*rows, *columns, *boxes])


@pytest.mark.parametrize("box", BOXES)
def test_solutions_of_every_shape_stand(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    solution = scrambled_solution(shape, seed=1)
    assert plainly_right(solution, *box)
    assert refute(Puzzle(shape, bytes(len(solution))), solution) is None
    assert refute(Puzzle(shape, solution), solution) is None


def test_every_change_of_one_cell_is_refuted() -> None:
    blank = Puzzle(PUZZLE.shape, bytes(81))
    for cell in range(81):
        for value in [*range(11), 255]:
            changed = SOLUTION[:cell] + bytes([value]) + SOLUTION[cell + 1 :]
            assert (refute(blank, changed) is None) == (changed == SOLUTION)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        (0, 9, "row"),  # two cells of one box and column
        (0, 1, "column"),  # two cells of one box and row
    ],
)
def test_a_fault_in_rows_or_in_columns_only_is_refuted(one: int, other: int, kind: str) -> None:
    board = bytearray(SOLUTION)
    board[one], board[other] = board[other], board[one]
    assert f"in {kind}" in (refute(Puzzle(PUZZLE.shape, bytes(81)), bytes(board)) or "")


def test_a_latin_cell_with_wrong_boxes_is_refuted() -> None:
    latin = bytes((row + column) % 9 + 1 for row in range(9) for column in range(9))
    assert "in box 1" in (refute(Puzzle(PUZZLE.shape, bytes(81)), latin) or "")


@given(st.data())
def test_it_says_what_a_plain_check_says(data: st.DataObject) -> None:
    """Rows, columns and cells swapped at will: some of these are solutions, some not."""
    box = data.draw(st.sampled_from(BOXES[:8]))
    shape = shape_of_box(*box)
    side = shape.side
    board = bytearray(scrambled_solution(shape, seed=data.draw(st.integers(0, 99))))
    for _ in range(data.draw(st.integers(0, 2))):
        one, other = data.draw(st.tuples(st.integers(0, side - 1), st.integers(0, side - 1)))
        kind = data.draw(st.sampled_from(["cells", "rows", "columns"]))
        if kind == "cells":
            a, b = slice(one, one + 1), slice(other * side, other * side + 1)
        elif kind == "rows":
            a, b = slice(one * side, one * side + side), slice(other * side, other * side + side)
        else:
            a, b = slice(one, None, side), slice(other, None, side)
        board[a], board[b] = board[b], board[a]
    grid = bytes(board)
    assert (refute(Puzzle(shape, bytes(len(grid))), grid) is None) == plainly_right(grid, *box)


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        (SOLUTION[:-1], "80 cells instead of 81"),
        (SOLUTION[:2] + SOLUTION[1:2] + SOLUTION[3:], "stands twice in row 1"),
        (bytes([1]) + SOLUTION[1:], "the given 5 at row 1, column 1 was changed"),
        (SOLUTION[:3] + bytes([0]) + SOLUTION[4:], "0 at row 1, column 4 is none of 1 to 9"),
        (SOLUTION[:3] + bytes([77]) + SOLUTION[4:], "77 at row 1, column 4 is none of 1 to 9"),
        (SOLUTION[9:18] + SOLUTION[:9] + SOLUTION[18:], "the given 5 at row 1, column 1 was changed"),
    ],
)
def test_the_reason_is_named(grid: bytes, reason: str) -> None:
    assert reason in (refute(PUZZLE, grid) or "")


def test_many_are_checked_together_as_they_are_one_by_one() -> None:
    right = [(PUZZLE, SOLUTION)] * 70
    assert all_stand(right)
    assert all_stand([])
    for wrong in (
        (PUZZLE, SOLUTION[:-1]),
        (PUZZLE, SOLUTION[:2] + SOLUTION[1:2] + SOLUTION[3:]),
        (Puzzle(PUZZLE.shape, bytes([1]) + bytes(80)), SOLUTION),
    ):
        for place in (0, 33, 70):
            assert not all_stand([*right[:place], wrong, *right[place:]])
    swapped = bytearray(SOLUTION)
    swapped[0], swapped[9] = swapped[9], swapped[0]
    assert not all_stand([*right, (Puzzle(PUZZLE.shape, bytes(81)), bytes(swapped))])


def test_boards_of_several_shapes_are_checked_together() -> None:
    found = []
    for box in BOXES:
        solution = scrambled_solution(shape_of_box(*box), seed=2)
        found.append((Puzzle(shape_of_box(*box), bytes(len(solution))), solution))
    assert all_stand(found)
    assert not all_stand([*found, (PUZZLE, SOLUTION[::-1])])
