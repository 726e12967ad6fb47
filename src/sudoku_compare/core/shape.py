"""The geometry of a board, derived from the height and width of its boxes: cells, units, peers, names.

A board has side x side cells, numbered from 0 in reading order. A unit (row, column or box) is a set of cells that
holds each value once; the peers of a cell are the other cells of its units.
"""

from dataclasses import dataclass
from functools import cache, cached_property

from .errors import PuzzleError

LARGEST_SIDE = 100
LONGEST_BOX_TEXT = 7  # characters: `100x100`

Cell = int
Unit = tuple[Cell, ...]


@dataclass(frozen=True)
class Shape:
    """The size of a board: its boxes have `box_height` rows and `box_width` columns, and its side is their product."""

    box_height: int
    box_width: int

    @cached_property
    def side(self) -> int:
        return self.box_height * self.box_width

    @property
    def box(self) -> str:
        """The height and width of the boxes as text, such as `2x3`; `parse_box` reads it."""
        return f"{self.box_height}x{self.box_width}"

    @cached_property
    def cells(self) -> range:
        return range(self.side * self.side)

    @cached_property
    def values(self) -> range:
        return range(1, self.side + 1)

    @cached_property
    def empty_or_value(self) -> bytes:
        """The bytes that a cell of a grid may hold."""
        return bytes(range(self.side + 1))

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All rows, then all columns, then all boxes, each in reading order."""
        return self._rows + tuple(zip(*self._rows, strict=True)) + self._boxes

    @cached_property
    def _rows(self) -> tuple[Unit, ...]:
        return tuple(tuple(self.cells[start:][: self.side]) for start in self.cells[:: self.side])

    @cached_property
    def _boxes(self) -> tuple[Unit, ...]:
        boxes: list[list[Cell]] = [[] for _ in range(self.side)]
        for cell in self.cells:
            boxes[self._box_of(cell)].append(cell)
        return tuple(map(tuple, boxes))

    def _box_of(self, cell: Cell) -> int:
        row, column = divmod(cell, self.side)
        boxes_across = self.side // self.box_width
        return row // self.box_height * boxes_across + column // self.box_width

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of its units: row, column, box."""
        found: list[list[int]] = [[] for _ in self.cells]
        for number, unit in enumerate(self.units):
            for cell in unit:
                found[cell].append(number)
        return tuple(map(tuple, found))

    def peers_of(self, cell: Cell) -> frozenset[Cell]:
        """Return the other cells of the cell's units."""
        units = (self.units[number] for number in self.units_of[cell])
        return frozenset().union(*units) - {cell}

    @cached_property
    def later_peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell, its peers with a higher number, so that each pair of peers appears once."""
        return tuple(tuple(sorted(peer for peer in self.peers_of(cell) if peer > cell)) for cell in self.cells)

    def name_of(self, cell: Cell) -> str:
        """Return the name of a cell: `r1c9` is row 1, column 9."""
        row, column = divmod(cell, self.side)
        return f"r{row + 1}c{column + 1}"

    def unit_name(self, number: int) -> str:
        """Return the name of a unit, such as `row 3`."""
        kind, index = divmod(number, self.side)
        return f"{('row', 'column', 'box')[kind]} {index + 1}"

    def __str__(self) -> str:
        return f"{self.side}x{self.side}"


@cache
def shape_of_box(height: int, width: int) -> Shape:
    """Return the shape with boxes of this height and width; always the same object, so its tables are built once."""
    side = height * width
    if min(height, width) < 1 or not 4 <= side <= LARGEST_SIDE:
        found = f"found {side} (boxes of {height}x{width})"
        raise PuzzleError(f"expected a side of 4 to {LARGEST_SIDE} cells, {found}")
    return Shape(height, width)


def parse_box(text: str) -> Shape:
    """Return the shape whose boxes are given as text: `2x3` is 2 rows high and 3 columns wide."""
    height, x, width = text.lower().partition("x")
    if not (x and height.isdecimal() and width.isdecimal() and len(text) <= LONGEST_BOX_TEXT):
        raise PuzzleError(f'box "{text[:20]}": expected HEIGHTxWIDTH such as 2x3')
    return shape_of_box(int(height), int(width))


@cache
def shape_of_side(side: int) -> Shape:
    """Return the usual shape of this side: boxes as nearly square as possible, wider than tall (6x6: 2 by 3)."""
    heights = [height for height in range(2, min(side, LARGEST_SIDE)) if height * height <= side and side % height == 0]
    if side > LARGEST_SIDE:
        raise PuzzleError(f"expected a side of at most {LARGEST_SIDE} cells, found {side}")
    if not heights:
        raise PuzzleError(f"a {side}x{side} board cannot be divided into boxes; expected a side of {usual_sides()}")
    return shape_of_box(heights[-1], side // heights[-1])


def has_usual_shape(side: int) -> bool:
    """Return whether boards of this side can be divided into boxes of more than one row and column."""
    return 4 <= side <= LARGEST_SIDE and any(side % height == 0 for height in range(2, side))


def usual_sides() -> str:
    """Return the first sides that have a usual shape, for messages."""
    sides = [str(side) for side in range(LARGEST_SIDE) if has_usual_shape(side)]
    return ", ".join(sides[:8]) + f", ... up to {LARGEST_SIDE}"
