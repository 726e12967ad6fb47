"""The geometry that all engines rely on, compared with independent arithmetic."""

import pytest

from sudoku_compare.core.errors import PuzzleError
from sudoku_compare.core.shape import parse_box, shape_of_box, shape_of_side

BOXES = [(1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2), (3, 4), (4, 4), (5, 5), (6, 6)]


@pytest.mark.parametrize("box", [*BOXES, pytest.param((10, 10), marks=pytest.mark.slow)])
def test_units_peers_and_names_follow_from_rows_and_columns(box: tuple[int, int]) -> None:
    height, width = box
    shape = shape_of_box(height, width)
    side = height * width

    def coordinates(cell: int) -> tuple[int, int, tuple[int, int]]:
        row, column = cell // side, cell % side
        return row, column, (row // height, column // width)

    assert [len(unit) for unit in shape.units] == [side] * (3 * side)
    for number, unit in enumerate(shape.units):
        kind = number // side
        assert len({coordinates(cell)[kind] for cell in unit}) == 1
        assert len(set(unit)) == side
    assert len(set(shape.units[:side] + shape.units[side : 2 * side])) == 2 * side
    for cell in range(0, side * side, 7):
        row, column, place = coordinates(cell)
        near = {other for other in range(side * side) if any(
            one == two for one, two in zip(coordinates(cell), coordinates(other), strict=True)
        )}  # fmt: skip
        assert shape.peers_of(cell) == near - {cell}
        assert set(shape.later_peers[cell]) == {other for other in near if other > cell}
        assert shape.name_of(cell) == f"r{row + 1}c{column + 1}"
        assert [shape.unit_name(number) for number in shape.units_of[cell]] == [
            f"row {row + 1}", f"column {column + 1}", f"box {place[0] * (side // width) + place[1] + 1}"
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "box"),
    [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (10, (2, 5)), (12, (3, 4)), (36, (6, 6)), (100, (10, 10))],
)
def test_usual_boxes_are_nearly_square_and_wider_than_high(side: int, box: tuple[int, int]) -> None:
    assert shape_of_side(side) is shape_of_box(*box)


@pytest.mark.parametrize("side", [0, 1, 2, 3, 5, 7, 11, 13])
def test_sides_without_boxes_are_refused(side: int) -> None:
    with pytest.raises(PuzzleError, match="cannot be divided into boxes; expected a side of 4, 6, 8, 9"):
        shape_of_side(side)


@pytest.mark.parametrize("side", [101, 102, 10**9])
def test_sides_that_are_too_large_are_refused(side: int) -> None:
    with pytest.raises(PuzzleError, match=f"expected a side of at most 100 cells, found {side}"):
        shape_of_side(side)


@pytest.mark.parametrize("box", BOXES)
def test_the_text_of_a_box_is_read_back(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    assert parse_box(shape.box) is parse_box(shape.box.upper()) is shape


@pytest.mark.parametrize("text", ["", "x", "3", "2y3", "2x", "x3", "2x3x4", "-2x3", "2 x 3", "1000x1000"])
def test_a_text_that_is_not_a_box_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match=f'^box "{text}": expected HEIGHTxWIDTH such as 2x3$'):
        parse_box(text)


@pytest.mark.parametrize(("text", "side"), [("1x1", 1), ("0x9", 0), ("11x10", 110)])
def test_a_box_that_makes_no_board_is_refused(text: str, side: int) -> None:
    with pytest.raises(PuzzleError, match=f"expected a side of 4 to 100 cells, found {side} "):
        parse_box(text)
