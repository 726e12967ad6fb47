"""Is this grid a solution of this puzzle? Shares nothing with the engines, nor with their tables.

Where rows, columns and boxes lie is worked out here anew, from the box's height and width alone.

Every answer of every search passes through here, so units are not looked at cell by cell. Each
cell becomes a byte with one bit for its value, and the board one integer. Or-ed with itself shifted by
a cell, by a row, by a box, it gathers the bits of a unit in that unit's first cell. A unit of
n cells in which all n values show has each of them once. Eight values fit into a byte: where there are
more, the board is written again behind itself for the next eight; and many boards lie behind one another as well
as one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..core.puzzle import Grid, Puzzle

_WHERE_GIVEN = bytes([0]) + bytes([255]) * 255  # for `translate`: all bits of a cell that has a given


def refute(puzzle: Puzzle, grid: Grid) -> str | None:
    """Why the grid is not a solution of the puzzle; None if it is one."""
    if len(grid) != len(puzzle.givens):
        return f"{len(grid)} cells instead of {len(puzzle.givens)}"
    plan = _plan(puzzle.shape.box_height, puzzle.shape.box_width, 1)
    if _keeps(puzzle.givens, grid) and _is_complete(grid, plan):
        return None
    return _first_fault(puzzle, grid)


def all_stand(found: Sequence[tuple[Puzzle, Grid]]) -> bool:
    """Whether each of these grids is a solution of its puzzle: many at once, for a fraction of the time."""
    shapes = {puzzle.shape for puzzle, _ in found}
    if len(shapes) != 1:
        return not any(refute(puzzle, grid) for puzzle, grid in found)
    [shape] = shapes
    if any(len(grid) != len(shape.cells) for _, grid in found):
        return False
    givens = b"".join([puzzle.givens for puzzle, _ in found])
    grids = b"".join([grid for _, grid in found])
    return _keeps(givens, grids) and _is_complete(grids, _plan(shape.box_height, shape.box_width, len(found)))


def _keeps(givens: Grid, grid: Grid) -> bool:
    changed = _number(grid) ^ _number(givens)
    return not changed & _number(givens.translate(_WHERE_GIVEN))


class _Plan(NamedTuple):
    """How to gather the units of one shape, on a board or on several that lie behind one another."""

    tables: list[bytes]  # for each eight values, from a value to its bit
    across_box: list[int]  # shifts that gather a row of a box in its first cell
    across_boxes: list[int]  # and these a row of the board from the rows of its boxes
    down_box: list[int]
    down_boxes: list[int]
    in_first_of_row: int  # every bit that has to show once rows are gathered, and so on
    in_first_of_column: int
    in_first_of_box: int


def _is_complete(grid: Grid, plan: _Plan) -> bool:
    """Whether every value shows in every unit."""
    shown = _number(b"".join([grid.translate(table) for table in plan.tables]))
    in_box_rows = _gathered(shown, plan.across_box)
    in_rows = _gathered(in_box_rows, plan.across_boxes)
    in_boxes = _gathered(in_box_rows, plan.down_box)
    in_columns = _gathered(_gathered(shown, plan.down_box), plan.down_boxes)
    return (
        in_rows & plan.in_first_of_row == plan.in_first_of_row
        and in_columns & plan.in_first_of_column == plan.in_first_of_column
        and in_boxes & plan.in_first_of_box == plan.in_first_of_box
    )


def _number(grid: Grid) -> int:
    return int.from_bytes(grid, "little")


def _gathered(board: int, shifts: list[int]) -> int:
    for shift in shifts:
        board |= board >> shift
    return board


@lru_cache(maxsize=256)
def _plan(height: int, width: int, boards: int) -> _Plan:
    side = height * width
    cell, row, board = 8, 8 * side, 8 * side * side  # in bits
    eights = [range(lowest, min(lowest + 8, side + 1)) for lowest in range(1, side + 1, 8)]
    corners = [(top, left) for top in range(0, side, height) for left in range(0, side, width)]

    each_board = sum(1 << number * board for number in range(boards))

    def shown_in(firsts: list[int]) -> int:
        """All values in each of these cells of each board."""
        cells = sum(1 << first * cell for first in firsts) * each_board
        return sum(cells * ((1 << len(v)) - 1) << number * boards * board for number, v in enumerate(eights))

    return _Plan(
        tables=[bytes(1 << value - v[0] if value in v else 0 for value in range(256)) for v in eights],
        across_box=_shifts(cell, width),
        across_boxes=_shifts(cell * width, side // width),
        down_box=_shifts(row, height),
        down_boxes=_shifts(row * height, side // height),
        in_first_of_row=shown_in([side * index for index in range(side)]),
        in_first_of_column=shown_in(list(range(side))),
        in_first_of_box=shown_in([side * top + left for top, left in corners]),
    )


def _shifts(step: int, count: int) -> list[int]:
    """By which shifts one field comes to hold `count` fields that lie `step` bits apart, and no other."""
    shifts, held = [], 1
    while held < count:
        more = min(held, count - held)
        shifts.append(more * step)
        held += more
    return shifts


def _first_fault(puzzle: Puzzle, grid: Grid) -> str:
    """The same question cell by cell, for the name of the unit."""
    height, width = puzzle.shape.box_height, puzzle.shape.box_width
    side = height * width
    seen: dict[tuple[str, int], int] = {}
    for cell, value in enumerate(grid):
        row, column = divmod(cell, side)
        if not 1 <= value <= side:
            return f"{value} at row {row + 1}, column {column + 1} is none of 1 to {side}"
        if puzzle.givens[cell] not in (0, value):
            return f"the given {puzzle.givens[cell]} at row {row + 1}, column {column + 1} was changed"
        box = row // height * (side // width) + column // width
        for unit in (f"row {row + 1}", f"column {column + 1}", f"box {box + 1}"):
            if seen.setdefault((unit, value), cell) != cell:
                return f"{value} stands twice in {unit}"
    raise AssertionError("the two ways to check a grid differ")
