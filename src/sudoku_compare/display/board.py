"""Boards as styled text, with lines between the boxes, and the heading above them."""

from collections.abc import Callable, Container

from rich.text import Text

from ..core.entry import Entry
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Cell, Shape

Style = Callable[[Cell], str]

MARK = "*"


def heading(entry: Entry) -> Text:
    """Return the name of a puzzle, its size and the number of its givens."""
    puzzle = entry.puzzle
    size = f"{puzzle.shape}, {puzzle.count_givens()} givens"
    return Text.assemble((entry.name or entry.id, "bold"), f"  ({entry.id})" if entry.name else "", f"  {size}")


def draw(shape: Shape, grid: Grid, style: Style = lambda cell: "", *, marked: Container[Cell] = ()) -> list[Text]:
    """Return the lines of a board, each cell in its style, with an asterisk after the marked cells."""
    width = 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))
    lines = []
    for row in range(shape.side):
        if row and row % shape.box_height == 0:
            lines.append(_draw_rule(shape, width))
        line = Text()
        for cell in range(row * shape.side, (row + 1) * shape.side):
            if cell % shape.side and cell % shape.box_width == 0:
                line.append("| ", "dim")
            line.append(symbol_of(grid[cell], shape).rjust(width), style(cell))
            line.append(MARK if cell in marked else " ")
        line.rstrip()
        lines.append(line)
    return lines


def _draw_rule(shape: Shape, width: int) -> Text:
    box = "-" * ((width + 1) * shape.box_width - 1)
    boxes = shape.side // shape.box_width
    return Text("-+-".join([box] * boxes), "dim")
