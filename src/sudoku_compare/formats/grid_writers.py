"""Write puzzles as boards in rows: plain grids, and the files of SudoCue, Simple Sudoku and HoDoKu."""

from collections.abc import Iterable, Iterator

from ..core.entry import Entry
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Shape
from ..core.text import make_printable
from .nine import require_nine


def write_grids(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a grid under its name, with a blank line after it."""
    for entry in entries:
        yield f"# {make_printable(entry.name or entry.id)}\n"
        yield from (f"{line}\n" for line in format_grid(entry.puzzle.givens, entry.puzzle.shape))
        yield "\n"


def format_grid(grid: Grid, shape: Shape) -> Iterator[str]:
    """Yield the rows of a grid as plain text, with lines between the boxes."""
    width = 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))
    rule = "-+-".join(["-" * ((width + 1) * shape.box_width - 1)] * (shape.side // shape.box_width))
    for row, boxes in enumerate(_split_rows(grid, shape)):
        if row and row % shape.box_height == 0:
            yield rule
        yield " | ".join(" ".join(symbol.rjust(width) for symbol in box) for box in boxes)


def write_sdk(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a puzzle as an `.sdk` file, with its name as the description."""
    for entry in entries:
        require_nine(entry, "sdk files")
        yield f"#D{make_printable(entry.name)}\n" if entry.name else ""
        yield "[Puzzle]\n"
        yield from (f"{''.join(map(''.join, boxes))}\n" for boxes in _rows_of(entry))


def write_sdm(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a line of digits, 0 for an empty cell: an `.sdm` file has nothing else."""
    for entry in entries:
        require_nine(entry, "sdm files")
        yield "".join(map(str, entry.puzzle.givens)) + "\n"


def write_ss(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a puzzle as an `.ss` file of Simple Sudoku."""
    for entry in entries:
        require_nine(entry, "ss files")
        yield from _draw(entry, ("*", "-", "*"), ("|", "+", "|"), ("*", "-", "*"), between="")


def write_hodoku(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle with the borders of HoDoKu, with a blank line after it."""
    for entry in entries:
        require_nine(entry, "hodoku grids")
        yield f"# {make_printable(entry.name)}\n" if entry.name else ""
        yield from _draw(entry, (".", ".", "."), (":", "+", ":"), ("'", "'", "'"), between=" ")
        yield "\n"


Border = tuple[str, str, str]  # its left end, its crossings and its right end


def _draw(entry: Entry, top: Border, middle: Border, bottom: Border, *, between: str) -> Iterator[str]:
    """Yield a framed board with `between` around each symbol."""
    shape = entry.puzzle.shape
    boxes_across = shape.side // shape.box_width
    line = "-" * (shape.box_width + len(between) * (shape.box_width + 1))

    def draw_border(border: Border) -> str:
        left, crossing, right = border
        return left + crossing.join([line] * boxes_across) + right + "\n"

    yield draw_border(top)
    for row, boxes in enumerate(_rows_of(entry)):
        if row and row % shape.box_height == 0:
            yield draw_border(middle)
        yield "|" + "|".join(between + between.join(box) + between for box in boxes) + "|\n"
    yield draw_border(bottom)


def _rows_of(entry: Entry) -> Iterator[list[list[str]]]:
    return _split_rows(entry.puzzle.givens, entry.puzzle.shape)


def _split_rows(grid: Grid, shape: Shape) -> Iterator[list[list[str]]]:
    """Yield each row as the symbols of its boxes."""
    for start in shape.cells[:: shape.side]:
        symbols = [symbol_of(value, shape) for value in grid[start : start + shape.side]]
        yield [symbols[left : left + shape.box_width] for left in range(0, shape.side, shape.box_width)]
