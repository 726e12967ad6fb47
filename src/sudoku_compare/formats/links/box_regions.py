"""Find out whether the regions of a puzzle are the boxes of a plain Sudoku."""

from collections.abc import Hashable, Sequence

from ...core.errors import PuzzleError
from ...core.shape import LARGEST_SIDE, Shape, shape_of_box


def find_boxes(regions: Sequence[Hashable], side: int) -> Shape:
    """Return the shape whose boxes are these regions; raise PuzzleError if they are not boxes.

    `regions` names the region of each cell, in reading order.
    """
    for height in range(1, side + 1):
        if side % height == 0 and _are_boxes(regions, shape_of_box(height, side // height)):
            return shape_of_box(height, side // height)
    raise PuzzleError("irregular regions: expected boxes of one size (the rules of a plain Sudoku)")


def default_boxes(side: int) -> Shape:
    """Return the boxes that f-puzzles gives to a board of this side: at most as high as wide, and as high as possible.

    A prime side has boxes of one row.
    """
    if not 4 <= side <= LARGEST_SIDE:
        raise PuzzleError(f"expected a side of 4 to {LARGEST_SIDE} cells, found {side}")
    height = max(height for height in range(1, side) if height * height <= side and side % height == 0)
    return shape_of_box(height, side // height)


def _are_boxes(regions: Sequence[Hashable], shape: Shape) -> bool:
    boxes = shape.units[2 * shape.side :]
    names = [{regions[cell] for cell in box} for box in boxes]
    return all(len(name) == 1 for name in names) and len(set().union(*names)) == shape.side
