"""An honest solver, small enough to be read at a glance, for the programs and the plug-in of this folder."""

import math
from collections.abc import Iterator


def solve(grid: list[int]) -> Iterator[list[int]]:
    """Yield every solution of a board with square boxes; 0 is an empty cell."""
    if 0 not in grid:
        yield grid
        return
    cell, side = grid.index(0), math.isqrt(len(grid))
    for value in range(1, side + 1):
        if all(grid[peer] != value for peer in find_peers(cell, side)):
            yield from solve([*grid[:cell], value, *grid[cell + 1 :]])


def find_peers(cell: int, side: int) -> list[int]:
    """Return the cells that share a unit with this one."""
    row, column, width = cell // side, cell % side, math.isqrt(side)

    def shares_unit(other: int) -> bool:
        other_row, other_column = other // side, other % side
        same_box = (row // width, column // width) == (other_row // width, other_column // width)
        return row == other_row or column == other_column or same_box

    return [other for other in range(side * side) if other != cell and shares_unit(other)]


def is_allowed(grid: list[int]) -> bool:
    """Return whether no two equal givens share a unit."""
    side = math.isqrt(len(grid))
    return all(grid[peer] != value for cell, value in enumerate(grid) if value for peer in find_peers(cell, side))


def list_solutions(grid: list[int], most: int) -> list[list[int]]:
    """Return up to this many solutions."""
    found: list[list[int]] = []
    for solution in solve(grid) if is_allowed(grid) else ():
        found.append(solution)
        if len(found) == most:
            break
    return found
