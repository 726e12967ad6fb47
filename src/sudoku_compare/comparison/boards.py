"""Boards drawn side by side, each with a title."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..display.board import draw

MARGIN, GAP = 2, 4  # columns to the left of the boards and between them
GIVEN, FOUND, MARKED = "bold", "cyan", " reverse"


class Panel(NamedTuple):
    """A board with a title and some marked cells."""

    title: str
    grid: Grid
    marked: Container[Cell] = ()


def has_colour(console: Console) -> bool:
    """Return whether givens and marked cells can be shown in colour."""
    return bool(console.color_system)


def draw_panels(puzzle: Puzzle, panels: Sequence[Panel], console: Console) -> Text:
    """Draw the boards side by side, as far as the width allows."""
    with_titles = len(panels) > 1 or any(panel.marked for panel in panels)
    blocks = [_draw_panel(puzzle, panel, coloured=has_colour(console), with_title=with_titles) for panel in panels]
    lines: list[Text] = blocks[0]
    for block in blocks[1:]:
        width = max(map(len, lines[-len(block) :])) + GAP
        if MARGIN + width + max(map(len, block)) > console.width:
            lines += [Text(), *block]
            continue
        for line, right in zip(lines[-len(block) :], block, strict=True):
            line.pad_right(width - len(line))
            line.append_text(right)
    return Text("\n").join([Text(), *(Text(" " * MARGIN).append_text(line) for line in lines), Text()])


def _draw_panel(puzzle: Puzzle, panel: Panel, *, coloured: bool, with_title: bool) -> list[Text]:
    def style(cell: Cell) -> str:
        return (GIVEN if puzzle.givens[cell] else FOUND) + (MARKED if cell in panel.marked else "")

    board = draw(puzzle.shape, panel.grid, style, marked=() if coloured else panel.marked)
    return [Text(panel.title), Text(), *board] if with_title else board
