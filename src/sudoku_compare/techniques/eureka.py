"""Eureka notation, in which chains are usually written: `(2=5)r4c1-(5)r4c8=(5)r1c8`."""

from collections.abc import Sequence
from itertools import groupby

from .bit_geometry import Geometry, members
from .inference_graph import Node

LARGEST_DIGIT = 9  # rows and columns above it are separated by commas: r1c9,10


def write_chain(geometry: Geometry, nodes: Sequence[Node], *, first_is_strong: bool = True) -> str:
    """Return a chain whose links are strong and weak in turn; several values in a row in one cell share its name.

    >>> from sudoku_compare.core.shape import shape_of_side
    >>> from .bit_geometry import geometry_of
    >>> write_chain(geometry_of(shape_of_side(9)), [Node(2, 1), Node(5, 1), Node(5, 6), Node(5, 8)])
    '(2=5)r1c1-(5)r1c23=(5)r1c4'
    """
    signs = ("=", "-") if first_is_strong else ("-", "=")
    text, number = "", 0
    for cells, run in groupby(nodes, key=lambda node: node.cells):
        text += signs[(number - 1) % 2] if number else ""
        values = ""
        for place, node in enumerate(run):
            values += (signs[(number - 1) % 2] if place else "") + geometry.symbol(node.value)
            number += 1
        text += f"({values}){name_cells(geometry, cells)}"
    return text


def name_cells(geometry: Geometry, cells: int) -> str:
    """Return the name of a cell, or of cells in one row or column: `r1c45`."""
    side = geometry.side
    rows = sorted({cell // side + 1 for cell in members(cells)})
    columns = sorted({cell % side + 1 for cell in members(cells)})
    return f"r{_join(rows)}c{_join(columns)}"


def _join(numbers: list[int]) -> str:
    return ("," if numbers[-1] > LARGEST_DIGIT else "").join(map(str, numbers))
