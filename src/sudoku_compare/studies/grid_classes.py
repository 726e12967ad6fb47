"""Every completed grid of a small shape, and the classes into which the symmetries of the rules divide them."""

from collections.abc import Iterator
from typing import TypeVar

from ..core.answer import Limits, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of

Item = TypeVar("Item")
Symmetry = tuple[list[int], list[int]]  # the cell that each cell's value comes from, and what each value becomes


def list_grids(shape: Shape) -> list[Grid]:
    """Return every completed grid of the shape, in order."""
    empty = Puzzle(shape, bytes(len(shape.cells)))
    return sorted(Search(empty, fields_of(shape), Stopwatch(Limits())).solutions())


def count_classes(grids: list[Grid], shape: Shape) -> list[int]:
    """Return the number of grids in each class, the largest first."""
    steps = list(symmetries(shape))
    left, sizes = set(grids), []
    while left:
        edge, size = [left.pop()], 0
        while edge:
            grid = edge.pop()
            size += 1
            for cells, values in steps:
                other = bytes(values[grid[cell]] for cell in cells)
                if other in left:
                    left.remove(other)
                    edge.append(other)
        sizes.append(size)
    return sorted(sizes, reverse=True)


def symmetries(shape: Shape) -> Iterator[Symmetry]:
    """Yield steps that together generate every symmetry of the rules."""
    side = shape.side
    cells, values = list(shape.cells), list(range(side + 1))
    for value in range(1, side):
        yield cells, _swap(values, value, value + 1)
    for rows in _reorder(side, shape.box_height):
        yield [row * side + column for row in rows for column in range(side)], values
    for columns in _reorder(side, shape.box_width):
        yield [row * side + column for row in range(side) for column in columns], values
    if shape.box_height == shape.box_width:
        yield [cell % side * side + cell // side for cell in cells], values


def _reorder(side: int, together: int) -> Iterator[list[int]]:
    """Yield the orders of rows or columns in which two neighbours of a band, or two neighbouring bands, are swapped."""
    lines = list(range(side))
    for line in range(side - 1):
        if (line + 1) % together:
            yield _swap(lines, line, line + 1)
    bands = [lines[start : start + together] for start in range(0, side, together)]
    for band in range(len(bands) - 1):
        yield [line for group in _swap(bands, band, band + 1) for line in group]


def _swap(items: list[Item], one: int, other: int) -> list[Item]:
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return changed
