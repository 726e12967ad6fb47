"""Write puzzles as text: lines, grids and CSV."""

from collections.abc import Callable, Iterator

from ..core.entry import Entry
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Shape
from ..core.text import disarm_formula

Lines = Iterator[str]


def _format_line(entry: Entry) -> Lines:
    yield f"{entry.puzzle.text}" + (f"  # {entry.name}" if entry.name else "") + "\n"


def _format_entry_grid(entry: Entry) -> Lines:
    yield f"# {entry.name or entry.id}\n"
    yield from (f"{line}\n" for line in format_grid(entry.puzzle.givens, entry.puzzle.shape))
    yield "\n"


def format_grid(grid: Grid, shape: Shape) -> Lines:
    """Yield the rows of a grid as plain text, with lines between the boxes."""
    width = 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))
    rule = "-+-".join(["-" * ((width + 1) * shape.box_width - 1)] * (shape.side // shape.box_width))
    for row in range(shape.side):
        if row and row % shape.box_height == 0:
            yield rule
        values = grid[row * shape.side :][: shape.side]
        symbols = [symbol_of(value, shape).rjust(width) for value in values]
        boxes = (" ".join(symbols[left : left + shape.box_width]) for left in range(0, shape.side, shape.box_width))
        yield " | ".join(boxes)


def _format_csv_row(entry: Entry) -> Lines:
    """Put the puzzle first and the name last: a simple reader need not understand the quotes around the name."""
    shape = entry.puzzle.shape
    name = disarm_formula(entry.name or entry.id).replace('"', '""')
    yield f'{entry.puzzle.text},{shape.side},{shape.box},"{name}"\n'


# By name: the function that writes one puzzle, and the heading above all puzzles.
COLLECTION_FORMATS: dict[str, tuple[Callable[[Entry], Lines], str]] = {
    "line": (_format_line, ""),
    "grid": (_format_entry_grid, ""),
    "csv": (_format_csv_row, "puzzle,size,box,name\n"),
}
