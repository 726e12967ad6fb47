"""Compares the checker with a simple one, and tries every change of one cell of a solution."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import EASY, EASY_SOLUTION, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.checking.solution import are_solutions, find_fault
from sudoku_compare.core.shape import shape_of_box

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6), (10, 10), (1, 5)]


def is_solution_by_simple_check(grid: bytes, height: int, width: int) -> bool:
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
def test_solutions_of_every_shape_are_accepted(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    solution = scrambled_solution(shape, seed=1)
    assert is_solution_by_simple_check(solution, *box)
    assert find_fault(Puzzle(shape, bytes(len(solution))), solution) is None
    assert find_fault(Puzzle(shape, solution), solution) is None


def test_every_change_of_one_cell_is_rejected() -> None:
    blank = Puzzle(PUZZLE.shape, bytes(81))
    for cell in range(81):
        for value in [*range(11), 255]:
            changed = SOLUTION[:cell] + bytes([value]) + SOLUTION[cell + 1 :]
            assert (find_fault(blank, changed) is None) == (changed == SOLUTION)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        (0, 9, "row"),  # two cells of one box and column
        (0, 1, "column"),  # two cells of one box and row
    ],
)
def test_a_fault_only_in_rows_or_only_in_columns_is_rejected(one: int, other: int, kind: str) -> None:
    board = bytearray(SOLUTION)
    board[one], board[other] = board[other], board[one]
    assert f"in {kind}" in (find_fault(Puzzle(PUZZLE.shape, bytes(81)), bytes(board)) or "")


def test_a_latin_square_with_wrong_boxes_is_rejected() -> None:
    latin = bytes((row + column) % 9 + 1 for row in range(9) for column in range(9))
    assert "in box 1" in (find_fault(Puzzle(PUZZLE.shape, bytes(81)), latin) or "")


@given(st.data())
def test_it_agrees_with_a_simple_check(data: st.DataObject) -> None:
    """Swap random rows, columns and cells: some of the results are solutions, some are not."""
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
    assert (find_fault(Puzzle(shape, bytes(len(grid))), grid) is None) == is_solution_by_simple_check(grid, *box)


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        (SOLUTION[:-1], "expected 81 cells, found 80"),
        (SOLUTION[:2] + SOLUTION[1:2] + SOLUTION[3:], "appears twice in row 1"),
        (bytes([1]) + SOLUTION[1:], "r1c1: expected the given 5, found"),
        (SOLUTION[:3] + bytes([0]) + SOLUTION[4:], "r1c4: expected 1 to 9, found 0"),
        (SOLUTION[:3] + bytes([77]) + SOLUTION[4:], "r1c4: expected 1 to 9, found 77"),
        (SOLUTION[9:18] + SOLUTION[:9] + SOLUTION[18:], "r1c1: expected the given 5, found"),
    ],
)
def test_the_fault_names_the_place(grid: bytes, reason: str) -> None:
    assert reason in (find_fault(PUZZLE, grid) or "")


def test_checking_many_at_once_gives_the_same_result_as_one_by_one() -> None:
    right = [(PUZZLE, SOLUTION)] * 70
    assert are_solutions(right)
    assert are_solutions([])
    for wrong in (
        (PUZZLE, SOLUTION[:-1]),
        (PUZZLE, SOLUTION[:2] + SOLUTION[1:2] + SOLUTION[3:]),
        (Puzzle(PUZZLE.shape, bytes([1]) + bytes(80)), SOLUTION),
    ):
        for place in (0, 33, 70):
            assert not are_solutions([*right[:place], wrong, *right[place:]])
    swapped = bytearray(SOLUTION)
    swapped[0], swapped[9] = swapped[9], swapped[0]
    assert not are_solutions([*right, (Puzzle(PUZZLE.shape, bytes(81)), bytes(swapped))])


def test_boards_of_several_shapes_are_checked_at_once() -> None:
    found = []
    for box in BOXES:
        solution = scrambled_solution(shape_of_box(*box), seed=2)
        found.append((Puzzle(shape_of_box(*box), bytes(len(solution))), solution))
    assert are_solutions(found)
    assert not are_solutions([*found, (PUZZLE, SOLUTION[::-1])])


SHORT, LONG = SOLUTION[:-1], SOLUTION[-1:] + SOLUTION  # 80 and 82 cells: together those of two solutions


@pytest.mark.parametrize("grids", [[SHORT, LONG], [SOLUTION, SHORT, LONG], [SHORT, LONG, SOLUTION], [SOLUTION, b""]])
def test_grids_of_a_wrong_length_are_rejected_even_if_their_cells_are_those_of_solutions(grids: list[bytes]) -> None:
    assert b"".join(grids) in (SOLUTION, SOLUTION * 2, SOLUTION * 3)
    assert not are_solutions([(PUZZLE, grid) for grid in grids])


@pytest.mark.parametrize("more", [b"\x00", b"\x01", b"\xff", bytes(16)])
def test_cells_after_the_last_are_rejected(more: bytes) -> None:
    puzzle = Puzzle.from_text("1243342143122134")
    assert are_solutions([(puzzle, puzzle.givens)])
    assert not are_solutions([(puzzle, puzzle.givens + more)])
    assert not are_solutions([(puzzle, puzzle.givens), (puzzle, puzzle.givens + more)])
    assert find_fault(puzzle, puzzle.givens + more) == f"expected 16 cells, found {16 + len(more)}"


@pytest.mark.parametrize("box", [(3, 3), (5, 5), (10, 10)])
def test_a_given_must_keep_every_bit_of_its_value(box: tuple[int, int]) -> None:
    """Exchange two values whose numbers differ in one bit: the board stays complete, only the given is lost."""
    shape = shape_of_box(*box)
    solution = scrambled_solution(shape, seed=3)
    pairs = [(v, v ^ 1 << bit) for v in shape.values for bit in range(7) if v ^ 1 << bit in shape.values]
    for given_value, other in pairs:
        place = solution.index(given_value)
        puzzle = Puzzle(shape, bytes(len(solution))).with_value(place, given_value)
        exchanged = solution.translate(bytes.maketrans(bytes([given_value, other]), bytes([other, given_value])))
        assert find_fault(puzzle, solution) is None
        assert (
            find_fault(puzzle, exchanged) == f"{shape.name_of(place)}: expected the given {given_value}, found {other}"
        )
        assert not are_solutions([(puzzle, solution), (puzzle, exchanged)])


@pytest.mark.parametrize("box", [(2, 2), (3, 3), (3, 4), (4, 4), (5, 5)])
def test_two_cells_exchanged_within_a_line_and_a_box_are_noticed_wherever_the_board_lies(box: tuple[int, int]) -> None:
    """Exchanged within a row and a box, two values are wrong only in their columns, and the other way round."""
    shape = shape_of_box(*box)
    blank, solution = Puzzle(shape, bytes(len(shape.cells))), scrambled_solution(shape, seed=4)
    side, right = shape.side, (blank, solution)
    for cell in shape.cells:
        row, column = divmod(cell, side)
        for other, kind in ((cell + 1, "column"), (cell + side, "row")):
            if other not in shape.cells or shape.units_of[cell][2] != shape.units_of[other][2]:
                continue
            board = bytearray(solution)
            board[cell], board[other] = board[other], board[cell]
            wrong = (blank, bytes(board))
            fault = find_fault(*wrong)
            assert fault is not None
            first, second = (column + 1, column + 2) if kind == "column" else (row + 1, row + 2)
            assert fault.endswith((f"appears twice in {kind} {first}", f"appears twice in {kind} {second}"))
            assert not are_solutions([wrong, right])
            assert not are_solutions([right, wrong])


@pytest.mark.parametrize("box", [(2, 2), (3, 3), (3, 4), (5, 5)])
def test_every_value_must_be_there(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    solution = scrambled_solution(shape, seed=5)
    for value in shape.values:
        for other in (0, shape.side + 1, 255):
            grid = solution.replace(bytes([value]), bytes([other]))
            where = shape.name_of(solution.index(value))
            fault = find_fault(Puzzle(shape, bytes(len(grid))), grid)
            assert fault == f"{where}: expected 1 to {shape.side}, found {other}"


@pytest.mark.parametrize(("box", "named"), [((3, 3), {1, 2, 4, 5}), ((2, 3), {1, 3}), ((3, 2), {1, 2}), ((2, 2), {1})])
def test_the_box_of_a_fault_is_named(box: tuple[int, int], named: set[int]) -> None:
    """Change one cell. In the last boxes of a row or a column, the fault of the row or the column comes first."""
    shape = shape_of_box(*box)
    blank, solution = Puzzle(shape, bytes(len(shape.cells))), scrambled_solution(shape, seed=6)
    found = set()
    for cell in shape.cells:
        for value in shape.values:
            grid = solution[:cell] + bytes([value]) + solution[cell + 1 :]
            fault = find_fault(blank, grid)
            if fault and "in box" in fault:
                assert fault == f"{value} appears twice in {shape.unit_name(shape.units_of[cell][2])}"
                found.add(int(fault.rpartition(" ")[2]))
    assert found == named


def test_boards_of_two_shapes_are_checked_at_once() -> None:
    found = [
        (Puzzle(shape, bytes(len(shape.cells))), scrambled_solution(shape, seed=2))
        for shape in (shape_of_box(2, 3), shape_of_box(3, 2))
    ]
    assert are_solutions(found)
    assert not are_solutions([found[0], (found[1][0], found[0][1])])


def test_an_error_of_the_fast_check_is_not_taken_for_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.checking.solution._is_complete", lambda grid, plan: False)
    with pytest.raises(AssertionError, match=r"^the fast and the slow check disagree$"):
        find_fault(Puzzle.from_text(EASY), SOLUTION)
