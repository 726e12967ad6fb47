"""Checks whether a grid is a solution of a puzzle. Shares neither code nor tables with the engines.

The positions of rows, columns and boxes are derived here again, from the height and width of the boxes alone.

Every answer of every search is checked here, so speed matters, and units are not checked cell by cell. Each cell
becomes a byte with one bit set for its value, and the whole board becomes one integer. Shifting it by a cell, by a row
or by a box and combining the results with `|` collects the bits of a unit in the first cell of that unit. A unit of n
cells that contains all n values contains each of them once. Eight values fit into one byte. For more values the board
is appended once more for every further eight. Several boards are checked at once in the same way, one after another in
a single integer.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..core.puzzle import Grid, Puzzle

_WHERE_GIVEN = bytes([0]) + bytes([255]) * 255  # for `translate`: all bits are set in a cell with a given


def find_fault(puzzle: Puzzle, grid: Grid) -> str | None:
    """Return why the grid is not a solution of the puzzle, or None if it is one."""
    if len(grid) != len(puzzle.givens):
        return f"expected {len(puzzle.givens)} cells, found {len(grid)}"
    plan = _make_plan(puzzle.shape.box_height, puzzle.shape.box_width, 1)
    if _keeps_givens(puzzle.givens, grid) and _is_complete(grid, plan):
        return None
    return _find_first_fault(puzzle, grid)


def are_solutions(found: Sequence[tuple[Puzzle, Grid]]) -> bool:
    """Return whether every grid is a solution of its puzzle. Checking many at once takes a fraction of the time."""
    shapes = {puzzle.shape for puzzle, _ in found}
    if len(shapes) != 1:
        return not any(find_fault(puzzle, grid) for puzzle, grid in found)
    [shape] = shapes
    if any(len(grid) != len(shape.cells) for _, grid in found):
        return False
    givens = b"".join([puzzle.givens for puzzle, _ in found])
    grids = b"".join([grid for _, grid in found])
    plan = _make_plan(shape.box_height, shape.box_width, len(found))
    return _keeps_givens(givens, grids) and _is_complete(grids, plan)


def _keeps_givens(givens: Grid, grid: Grid) -> bool:
    changed = _to_integer(grid) ^ _to_integer(givens)
    return not changed & _to_integer(givens.translate(_WHERE_GIVEN))


class _Plan(NamedTuple):
    """How to collect the units of one shape, on one board or on several boards in one integer."""

    tables: list[bytes]  # for each group of eight values, from a value to its bit
    across_box: list[int]  # shifts that collect a row of a box in its first cell
    across_boxes: list[int]  # shifts that then collect a row of the board
    down_box: list[int]
    down_boxes: list[int]
    in_first_of_row: int  # the bits that must be set after collecting rows
    in_first_of_column: int
    in_first_of_box: int


def _is_complete(grid: Grid, plan: _Plan) -> bool:
    """Return whether every unit contains every value."""
    bits = _to_integer(b"".join([grid.translate(table) for table in plan.tables]))
    in_box_rows = _collect(bits, plan.across_box)
    in_rows = _collect(in_box_rows, plan.across_boxes)
    in_boxes = _collect(in_box_rows, plan.down_box)
    in_columns = _collect(_collect(bits, plan.down_box), plan.down_boxes)
    return (
        in_rows & plan.in_first_of_row == plan.in_first_of_row
        and in_columns & plan.in_first_of_column == plan.in_first_of_column
        and in_boxes & plan.in_first_of_box == plan.in_first_of_box
    )


def _to_integer(grid: Grid) -> int:
    return int.from_bytes(grid, "little")


def _collect(board: int, shifts: list[int]) -> int:
    for shift in shifts:
        board |= board >> shift
    return board


@lru_cache(maxsize=256)
def _make_plan(height: int, width: int, boards: int) -> _Plan:
    side = height * width
    cell, row, board = 8, 8 * side, 8 * side * side  # in bits
    eights = [range(lowest, min(lowest + 8, side + 1)) for lowest in range(1, side + 1, 8)]
    corners = [(top, left) for top in range(0, side, height) for left in range(0, side, width)]

    each_board = sum(1 << number * board for number in range(boards))

    def set_all_values(firsts: list[int]) -> int:
        """Return the bits of all values in each of these cells of every board."""
        cells = sum(1 << first * cell for first in firsts) * each_board
        return sum(cells * ((1 << len(v)) - 1) << number * boards * board for number, v in enumerate(eights))

    return _Plan(
        tables=[bytes(1 << value - v[0] if value in v else 0 for value in range(256)) for v in eights],
        across_box=_make_shifts(cell, width),
        across_boxes=_make_shifts(cell * width, side // width),
        down_box=_make_shifts(row, height),
        down_boxes=_make_shifts(row * height, side // height),
        in_first_of_row=set_all_values([side * index for index in range(side)]),
        in_first_of_column=set_all_values(list(range(side))),
        in_first_of_box=set_all_values([side * top + left for top, left in corners]),
    )


def _make_shifts(step: int, count: int) -> list[int]:
    """Return the shifts that combine `count` fields, which lie `step` bits apart, in the first of them."""
    shifts, held = [], 1
    while held < count:
        more = min(held, count - held)
        shifts.append(more * step)
        held += more
    return shifts


def _find_first_fault(puzzle: Puzzle, grid: Grid) -> str:
    """Check cell by cell, to name the place of the first fault."""
    height, width = puzzle.shape.box_height, puzzle.shape.box_width
    side = height * width
    seen: dict[tuple[str, int], int] = {}
    for cell, value in enumerate(grid):
        row, column = divmod(cell, side)
        where = f"r{row + 1}c{column + 1}"
        if not 1 <= value <= side:
            return f"{where}: expected 1 to {side}, found {value}"
        if puzzle.givens[cell] not in (0, value):
            return f"{where}: expected the given {puzzle.givens[cell]}, found {value}"
        box = row // height * (side // width) + column // width
        for unit in (f"row {row + 1}", f"column {column + 1}", f"box {box + 1}"):
            if seen.setdefault((unit, value), cell) != cell:
                return f"{value} appears twice in {unit}"
    raise AssertionError("the fast and the slow check disagree")
