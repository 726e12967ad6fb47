"""Regions are boxes only if they divide the board as boxes of one size do, whatever they are called."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_compare.core.errors import PuzzleError
from sudoku_compare.core.shape import Shape, shape_of_box
from sudoku_compare.formats.links.box_regions import default_boxes, find_boxes

BOXES = [(2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3), (1, 9), (2, 8), (4, 4), (8, 2)]


def name_regions(shape: Shape, seed: int) -> list[int]:
    names = random.Random(seed).sample(range(100), shape.side)
    return [names[shape.units_of[cell][2] - 2 * shape.side] for cell in shape.cells]


@given(st.sampled_from(BOXES), st.integers(0, 100))
def test_boxes_are_found_whatever_their_names(box: tuple[int, int], seed: int) -> None:
    shape = shape_of_box(*box)
    assert find_boxes(name_regions(shape, seed), shape.side) == shape


@given(st.sampled_from(BOXES), st.integers(0, 100), st.data())
def test_a_cell_in_another_region_makes_them_irregular(box: tuple[int, int], seed: int, data: st.DataObject) -> None:
    shape = shape_of_box(*box)
    regions = name_regions(shape, seed)
    cell = data.draw(st.sampled_from(shape.cells))
    regions[cell] = data.draw(st.sampled_from(sorted({*regions, 100} - {regions[cell]})))
    with pytest.raises(PuzzleError, match="irregular regions"):
        find_boxes(regions, shape.side)


def test_two_boxes_with_one_name_are_one_region() -> None:
    with pytest.raises(PuzzleError, match="irregular regions"):
        find_boxes([0] * 16, 4)


def test_the_usual_boxes_are_wide_and_those_of_a_prime_side_are_rows() -> None:
    found = {side: default_boxes(side).box for side in (4, 5, 6, 7, 8, 9, 12, 16, 100)}
    assert found == {
        4: "2x2", 5: "1x5", 6: "2x3", 7: "1x7", 8: "2x4", 9: "3x3", 12: "3x4", 16: "4x4", 100: "10x10",
    }  # fmt: skip


@pytest.mark.parametrize("side", [0, 3, 101])
def test_a_side_that_is_too_small_or_too_large_is_refused(side: int) -> None:
    with pytest.raises(PuzzleError, match=f"expected a side of 4 to 100 cells, found {side}"):
        default_boxes(side)
