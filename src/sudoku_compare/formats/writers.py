"""Writes puzzles as text: lines, grids and CSV."""

from collections.abc import Callable, Iterator

from ..core.entry import Entry
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Shape

Lines = Iterator[str]


def _line(entry: Entry) -> Lines:
    yield f"{entry.puzzle.text}" + (f"  # {entry.name}" if entry.name else "") + "\n"


def _grid(entry: Entry) -> Lines:
    yield f"# {entry.name or entry.id}\n"
    yield from (f"{line}\n" for line in format_grid(entry.puzzle.givens, entry.puzzle.shape))
    yield "\n"


def format_grid(grid: Grid, shape: Shape) -> Lines:
    """The rows of a grid with its boxes, as plain text."""
    width = 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))
    rule = "-+-".join(["-" * ((width + 1) * shape.box_width - 1)] * (shape.side // shape.box_width))
    for row in range(shape.side):
        if row and row % shape.box_height == 0:
            yield rule
        values = grid[row * shape.side :][: shape.side]
        symbols = [symbol_of(value, shape).rjust(width) for value in values]
        boxes = (" ".join(symbols[left : left + shape.box_width]) for left in range(0, shape.side, shape.box_width))
        yield " | ".join(boxes)


def _csv_row(entry: Entry) -> Lines:
    """The puzzle first, so that what needs quotes comes after all that a simple reader looks at."""
    shape = entry.puzzle.shape
    name = (entry.name or entry.id).replace('"', '""')
    yield f'{entry.puzzle.text},{shape.side},{shape.box},"{name}"\n'


# Any number of puzzles one after the other, below a heading.
COLLECTION_FORMATS: dict[str, tuple[Callable[[Entry], Lines], str]] = {
    "line": (_line, ""),
    "grid": (_grid, ""),
    "csv": (_csv_row, "puzzle,size,box,name\n"),
}
