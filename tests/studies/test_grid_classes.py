"""Completed grids and their classes under the symmetries of the rules."""

import pytest

from making import puzzle_with_holes, solutions_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.studies.grid_classes import count_classes, list_grids, symmetries


def test_there_are_288_grids_of_4x4_in_two_classes() -> None:
    shape = shape_of_side(4)
    grids = list_grids(shape)
    assert grids == sorted(solutions_4x4(bytes(16)))
    assert count_classes(grids, shape) == [192, 96]
    assert len({_canonicalize(grid) for grid in grids}) == 2


def _canonicalize(grid: bytes) -> tuple[int, ...]:
    """Return the least grid of the class, by trying every order of rows and columns, transposed and not."""
    orders = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
    orders += [(*order[2:], *order[:2]) for order in orders]
    looks = []
    for rows in orders:
        for columns in orders:
            seen = [grid[4 * row + column] for row in rows for column in columns]
            for look in (seen, [seen[4 * (n % 4) + n // 4] for n in range(16)]):
                names: dict[int, int] = {}
                looks.append(tuple(names.setdefault(value, len(names)) for value in look))
    return min(looks)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_a_symmetry_turns_grids_into_grids(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    grid = puzzle_with_holes(shape, 1.0, seed=1).givens
    steps = list(symmetries(shape))
    assert len(steps) > shape.side
    for cells, values in steps:
        other = Puzzle(shape, bytes(values[grid[cell]] for cell in cells))
        assert sorted(cells) == list(shape.cells)
        assert 0 not in other.givens
        assert other.find_clash() is None


@pytest.mark.parametrize(("box", "size"), [((2, 2), 8 * 8 * 2), ((2, 3), 48 * 72)])
def test_the_symmetries_make_every_order_of_rows_and_columns_that_the_boxes_allow(
    box: tuple[int, int], size: int
) -> None:
    shape = shape_of_box(*box)
    steps = {tuple(cells) for cells, _ in symmetries(shape)}
    reached = {tuple(shape.cells)}
    edge = list(reached)
    while edge:
        order = edge.pop()
        further = {tuple(order[cell] for cell in step) for step in steps} - reached
        reached |= further
        edge += further
    assert len(reached) == size
