"""Boards as the rows and cells that the template board.html takes."""

from collections.abc import Callable
from typing import NamedTuple

from ..core.puzzle import Grid, symbol_of
from ..core.shape import Cell, Shape

Pencilled = tuple[int, str, str]  # a candidate: its value, its symbol, and a class that marks it or ""


class HtmlCell(NamedTuple):
    """A cell with its CSS classes; `candidates` only if it has no value."""

    classes: str
    text: str
    candidates: tuple[Pencilled, ...] = ()


class HtmlRow(NamedTuple):
    """A row; it is an edge if a box ends with it."""

    is_edge: bool
    cells: list[HtmlCell]


def board_rows(
    shape: Shape, grid: Grid, givens: Grid, candidates_of: Callable[[Cell], tuple[Pencilled, ...]] | None = None
) -> list[HtmlRow]:
    """Return the rows of a board, with candidates in its open cells if they are given."""

    def make_cell(cell: Cell) -> HtmlCell:
        classes = ["given"] * bool(givens[cell]) + ["edge"] * ((cell + 1) % shape.box_width == 0)
        text = symbol_of(grid[cell], shape) if grid[cell] else ""
        candidates = candidates_of(cell) if candidates_of and not grid[cell] else ()
        return HtmlCell(" ".join(classes), text, candidates)

    return [
        HtmlRow((number + 1) % shape.box_height == 0, [make_cell(cell) for cell in row])
        for number, row in enumerate(shape.units[: shape.side])
    ]
