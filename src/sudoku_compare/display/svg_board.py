"""A board as SVG: givens, lighter values, candidates, marked cells, thick lines between the boxes.

A cell is `CELL` units wide, whatever the size of the board; `svg_sheet` scales a board when it places it. A class
says what the texts of a group are, so that styles, scripts and tests find them.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, Puzzle, symbol_of
from ..core.shape import Cell, Shape
from .svg import DIGIT_WIDTH, HALF_HEIGHT, clean, element, format_number, text
from .svg_marks import CELL, Mark, draw_marks

LABEL = 24  # units to the left of a board and above it, for the numbers of rows and columns
INK = "#000"
LIGHTER = "#666"  # readable in print and on a screen, and clearly lighter than the givens
LARGEST_SYMBOL = 0.62  # font size of a value, in cells
VALUE_WIDTH = 0.8  # of the longest value, in cells
CANDIDATE_AREA = 0.92  # height and width of the place for the candidates, in cells
HALF_SYMBOL = 0.38  # font size of one of two values in a cell


@dataclass(frozen=True, slots=True)
class Board:
    """What a board shows. A cell that is neither given nor filled is empty, or has its two values or its candidates."""

    puzzle: Puzzle
    filled: Grid | None = None  # lighter values for the cells that have no given; 0 leaves a cell empty
    candidates: Mapping[Cell, Sequence[int]] = field(default_factory=dict)
    alternatives: Mapping[Cell, tuple[int, int]] = field(default_factory=dict)  # two values in one cell
    marks: Mapping[Cell, Sequence[Mark]] = field(default_factory=dict)
    labels: bool = False

    @property
    def size(self) -> float:
        """The width and the height in units."""
        return self.puzzle.shape.side * CELL + self._margin + line_widths(self.puzzle.shape)[1]

    @property
    def _margin(self) -> float:
        return LABEL if self.labels else 0


def draw_board(board: Board) -> str:
    """Return the board as a group whose upper left corner is at 0, 0."""
    shape = board.puzzle.shape
    start = (LABEL if board.labels else 0) + line_widths(shape)[1] / 2
    parts = [*_draw_marks(board), *_draw_lines(shape), *_draw_values(board)]
    if board.labels:
        parts += _draw_labels(shape)
    return element("g", *parts, class_="board", transform=f"translate({format_number(start)} {format_number(start)})")


def line_widths(shape: Shape) -> tuple[float, float]:
    """Return the widths of the lines between cells and between boxes; on a large board, cells are small on paper."""
    thin = 1 + shape.side / 50
    return thin, 2.5 * thin


def list_candidates(puzzle: Puzzle) -> dict[Cell, list[int]]:
    """Return, for each empty cell, the values that no given in its units excludes."""
    shape, givens = puzzle.shape, puzzle.givens
    used = [{givens[cell] for cell in unit} for unit in shape.units]
    return {
        cell: [value for value in shape.values if not any(value in used[unit] for unit in shape.units_of[cell])]
        for cell in shape.cells
        if not givens[cell]
    }


def describe_rows(puzzle: Puzzle, filled: Grid | None = None) -> str:
    """Return the rows of a board in words, for readers who cannot see it."""
    shape, grid = puzzle.shape, filled or puzzle.givens
    rows = (grid[start : start + shape.side] for start in shape.cells[:: shape.side])
    words = (" ".join(symbol_of(value, shape) if value else "empty" for value in row) for row in rows)
    return ". ".join(f"Row {number}: {row}" for number, row in enumerate(words, start=1))


def _draw_marks(board: Board) -> Iterator[str]:
    marked = [
        element("g", draw_marks(marks), transform=_translate(cell, board.puzzle.shape))
        for cell, marks in sorted(board.marks.items())
    ]
    if marked:
        yield element("g", *marked, class_="marks")


def _draw_lines(shape: Shape) -> Iterator[str]:
    end = shape.side * CELL
    thin, thick = line_widths(shape)
    inner = [f"M{place * CELL} 0V{end}" for place in range(1, shape.side) if place % shape.box_width]
    inner += [f"M0 {place * CELL}H{end}" for place in range(1, shape.side) if place % shape.box_height]
    boxes = [f"M{place} 0V{end}" for place in range(0, end + 1, CELL * shape.box_width)]
    boxes += [f"M0 {place}H{end}" for place in range(0, end + 1, CELL * shape.box_height)]
    if inner:
        yield element("path", d="".join(inner), fill="none", stroke=LIGHTER, stroke_width=thin)
    yield element("path", d="".join(boxes), fill="none", stroke=INK, stroke_width=thick, stroke_linecap="square")


def _draw_values(board: Board) -> Iterator[str]:
    puzzle, shape = board.puzzle, board.puzzle.shape
    size = _symbol_size(shape)
    taken = {*board.alternatives, *(cell for cell, value in enumerate(puzzle.givens) if value)}
    filled = {cell: value for cell, value in enumerate(board.filled or b"") if value and cell not in taken}
    givens = {cell: value for cell, value in enumerate(puzzle.givens) if value}
    yield from _draw_group("givens", shape, givens, size, font_weight="bold")
    yield from _draw_group("filled", shape, filled, size, fill=LIGHTER)
    if board.alternatives:
        yield element("g", *_draw_alternatives(board), class_="alternatives", text_anchor="middle")
    marks = {cell: values for cell, values in board.candidates.items() if cell not in taken and cell not in filled}
    if marks:
        yield element("g", *_draw_candidates(shape, marks), class_="candidates", fill=LIGHTER, text_anchor="middle")


def _draw_group(name: str, shape: Shape, values: Mapping[Cell, int], size: float, **style: str) -> Iterator[str]:
    """Yield the values of one kind as one group; it has the font size, which each text need not repeat."""
    if not values:
        return
    drawn = []
    for cell, value in values.items():
        x, y = _middle_of(cell, shape)
        drawn.append(element("text", clean(symbol_of(value, shape)), x=x, y=y + HALF_HEIGHT * size))
    yield element("g", *drawn, class_=name, text_anchor="middle", font_size=size, **style)


def _draw_alternatives(board: Board) -> Iterator[str]:
    """Yield both values of a cell: the first one in the upper left corner, the second one in the lower right."""
    shape = board.puzzle.shape
    size = min(HALF_SYMBOL, VALUE_WIDTH * 0.6 / (DIGIT_WIDTH * _longest(shape))) * CELL
    for cell, (first, second) in board.alternatives.items():
        x, y = _middle_of(cell, shape)
        yield text(symbol_of(first, shape), x - CELL * 0.22, y - CELL * 0.22, size)
        yield text(symbol_of(second, shape), x + CELL * 0.22, y + CELL * 0.22, size)


def _draw_candidates(shape: Shape, candidates: Mapping[Cell, Sequence[int]]) -> Iterator[str]:
    """Yield candidates as small symbols; each value has its own place in the cell."""
    across = math.isqrt(shape.side - 1) + 1
    down = -(-shape.side // across)
    step_x, step_y = CELL * CANDIDATE_AREA / across, CELL * CANDIDATE_AREA / down
    size = min(step_x * 0.85 / (DIGIT_WIDTH * _longest(shape)), step_y * 0.85, CELL * 0.3)
    inset = CELL * (1 - CANDIDATE_AREA) / 2
    for cell, values in candidates.items():
        left, top = (corner + inset for corner in _corner_of(cell, shape))
        for value in values:
            row, column = divmod(value - 1, across)
            yield text(symbol_of(value, shape), left + (column + 0.5) * step_x, top + (row + 0.5) * step_y, size)


def _draw_labels(shape: Shape) -> Iterator[str]:
    size = CELL * (0.35 if shape.side < 100 else 0.3)
    drawn = []
    for number in range(shape.side):
        middle = (number + 0.5) * CELL
        drawn.append(text(str(number + 1), middle, -LABEL / 2 - 1, size))
        drawn.append(text(str(number + 1), -LABEL / 2 - 1, middle, size))
    yield element("g", *drawn, class_="labels", fill=LIGHTER, text_anchor="middle")


def _symbol_size(shape: Shape) -> float:
    return min(LARGEST_SYMBOL, VALUE_WIDTH / (DIGIT_WIDTH * _longest(shape))) * CELL


def _longest(shape: Shape) -> int:
    """Return how many characters the longest symbol has."""
    return 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))


def _corner_of(cell: Cell, shape: Shape) -> tuple[float, float]:
    row, column = divmod(cell, shape.side)
    return column * CELL, row * CELL


def _middle_of(cell: Cell, shape: Shape) -> tuple[float, float]:
    left, top = _corner_of(cell, shape)
    return left + CELL / 2, top + CELL / 2


def _translate(cell: Cell, shape: Shape) -> str:
    left, top = _corner_of(cell, shape)
    return f"translate({format_number(left)} {format_number(top)})"
