"""Write puzzles as boards in rows: plain grids, and the files of SudoCue, Simple Sudoku and HoDoKu."""

from collections.abc import Iterable, Iterator

from ...core.entry import Entry
from ...core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ...core.shape import Shape
from ...core.text import make_printable
from ..nine_by_nine import NINE, digits_of, require_nine


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
    for row, boxes in enumerate(_split_symbols([symbol_of(value, shape) for value in grid], shape)):
        if row and row % shape.box_height == 0:
            yield rule
        yield " | ".join(" ".join(symbol.rjust(width) for symbol in box) for box in boxes)


def write_sdk(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a puzzle as an `.sdk` file, with its name as the description."""
    for entry in entries:
        require_nine(entry, "sdk files")
        yield f"#D{make_printable(entry.name)}\n" if entry.name else ""
        yield "[Puzzle]\n"
        text = entry.puzzle.text
        yield from (f"{text[start : start + NINE.side]}\n" for start in NINE.cells[:: NINE.side])


def write_sdm(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle as a line of digits, 0 for an empty cell: an `.sdm` file has nothing else."""
    for entry in entries:
        require_nine(entry, "sdm files")
        yield digits_of(entry.puzzle) + "\n"


def write_ss(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a puzzle as an `.ss` file of Simple Sudoku."""
    for entry in entries:
        require_nine(entry, "ss files")
        yield from _draw(_values_of(entry), (("*", "-", "*"), ("|", "+", "|"), ("*", "-", "*")), between="")


def write_hodoku(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield each puzzle with the borders of HoDoKu, and with its candidates if it has them, and a blank line."""
    for entry in entries:
        require_nine(entry, "hodoku grids")
        yield f"# {make_printable(entry.name)}\n" if entry.name else ""
        yield from _draw(_candidates_of(entry), ((".", ".", "."), (":", "+", ":"), ("'", "'", "'")), between=" ")
        yield "\n"


def _values_of(entry: Entry) -> list[str]:
    return [symbol_of(value, entry.puzzle.shape) for value in entry.puzzle.givens]


def _candidates_of(entry: Entry) -> list[str]:
    """Return the candidates of each cell if they are known, and its value otherwise."""
    if entry.candidates is None:
        return _values_of(entry)
    return ["".join(map(str, candidates)) or "." for candidates in entry.candidates]


Border = tuple[str, str, str]  # its left end, its crossings and its right end


def _draw(symbols: list[str], borders: tuple[Border, Border, Border], *, between: str) -> Iterator[str]:
    """Yield a framed 9x9 board with `between` around each symbol; the borders are the top, inner and bottom ones."""
    shape = NINE
    boxes_across = shape.side // shape.box_width
    width = max(map(len, symbols))
    line = "-" * (width * shape.box_width + len(between) * (shape.box_width + 1))

    def draw_border(border: Border) -> str:
        left, crossing, right = border
        return left + crossing.join([line] * boxes_across) + right + "\n"

    yield draw_border(borders[0])
    for row, boxes in enumerate(_split_symbols(symbols, shape)):
        if row and row % shape.box_height == 0:
            yield draw_border(borders[1])
        cells = (between.join(symbol.ljust(width) for symbol in box) for box in boxes)
        yield "|" + "|".join(between + box + between for box in cells) + "|\n"
    yield draw_border(borders[2])


def _split_symbols(symbols: list[str], shape: Shape) -> Iterator[list[list[str]]]:
    """Yield each row as the symbols of its boxes."""
    for start in shape.cells[:: shape.side]:
        row = symbols[start : start + shape.side]
        yield [row[left : left + shape.box_width] for left in range(0, shape.side, shape.box_width)]
