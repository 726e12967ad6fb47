"""What rows of cells say about their board: whether they are rows at all, and the size of the boxes.

A line of 16 cells is a row of a 16x16 board or a whole 4x4 puzzle. A row of a 16x16 board holds values above 4 most of
the time, and a 4x4 puzzle only by mistake, so a few values decide.
"""

import math
from collections import Counter
from collections.abc import Sequence

from ...core.errors import AmbiguousError
from ...core.puzzle import side_for
from ...core.shape import Shape, shape_of_box, shape_of_side
from .row import Row

CERTAIN = 1e9  # finite, so that sums are numbers
MISTAKE = 0.001  # share of values that are too large for their puzzle
SURE = math.log(1e3)  # by which one reading has to be more likely than the other
VERY_SURE = math.log(1e9)  # the same, if only the first lines are known


def weigh_puzzle(row: Row, shape: Shape | None) -> float:
    """Return the logarithm of how much more likely the line is a whole puzzle than a row of a board.

    The shape, if it is known, decides. A line that can be neither counts for nothing.
    """
    if row.is_row:
        return -CERTAIN
    if shape:
        return CERTAIN if row.cells == len(shape.cells) else -CERTAIN
    side = side_for(row.cells)
    if side is None:
        return -CERTAIN
    if row.is_too_long:
        return CERTAIN
    values = row.values()
    small = sum(value <= side for value in values)
    return small * math.log(side) + (len(values) - small) * math.log(MISTAKE / (1 - 1 / side))


def infer_shape(rows: Sequence[Row], band: int | None) -> Shape:
    """Return the shape of a board with these rows; `band` is the number of rows between blank lines or borders.

    Raises PuzzleError if the board has no boxes, AmbiguousError if its bars, its bands and its size do not agree.
    """
    side = rows[0].cells
    shapes = {shape_of_box(side // width, width) for width in _most_common_box_width(rows) if side % width == 0}
    if not shapes:
        usual = shape_of_side(side)
        shapes.add(shape_of_box(band, usual.box_height) if band == usual.box_width else usual)
    if band and 1 < band < side and side % band == 0:
        shapes.add(shape_of_box(band, side // band))
    if len(shapes) == 1:
        return shapes.pop()
    boxes = tuple(sorted(shape.box for shape in shapes))
    raise AmbiguousError(f"the boxes of this {side}x{side} board can be {' or '.join(boxes)}", "box", boxes)


def _most_common_box_width(rows: Sequence[Row]) -> list[int]:
    widths = Counter(width for row in rows if (width := row.box_width()))
    return [width for width, _ in widths.most_common(1)]
