"""Boards on pages: data for the scripts, and rows and cells for the template board.html."""

from typing import Any, NamedTuple

from ..core.puzzle import Grid, Puzzle, symbol_of
from ..core.shape import Cell, Shape


class HtmlCell(NamedTuple):
    """A cell with its CSS classes."""

    classes: str
    text: str


class HtmlRow(NamedTuple):
    """A row; it is an edge if a box ends with it."""

    is_edge: bool
    cells: list[HtmlCell]


def make_board_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the size, the boxes and the givens of a puzzle, under the keys that they have in all JSON."""
    return {"size": puzzle.shape.side, "box": puzzle.shape.box, "givens": puzzle.text}


def board_rows(shape: Shape, grid: Grid, givens: Grid) -> list[HtmlRow]:
    """Return the rows of a small board without candidates."""

    def make_cell(cell: Cell) -> HtmlCell:
        classes = ["given"] * bool(givens[cell]) + ["edge"] * ((cell + 1) % shape.box_width == 0)
        return HtmlCell(" ".join(classes), symbol_of(grid[cell], shape) if grid[cell] else "")

    return [
        HtmlRow((number + 1) % shape.box_height == 0, [make_cell(cell) for cell in row])
        for number, row in enumerate(shape.units[: shape.side])
    ]
