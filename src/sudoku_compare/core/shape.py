"""The geometry of a board, from the height and width of its boxes: cells, units, peers, names.

A board has side x side cells, numbered from 0 in reading order. A unit (row, column or box)
is a set of cells that holds each value once; the peers of a cell are the others in its units.
"""

from dataclasses import dataclass
from functools import cache, cached_property

from .errors import PuzzleError

LARGEST_SIDE = 100

Cell = int
Unit = tuple[Cell, ...]


@dataclass(frozen=True)
class Shape:
    box_height: int
    box_width: int

    @cached_property
    def side(self) -> int:
        return self.box_height * self.box_width

    @property
    def box(self) -> str:
        """Height and width of its boxes, as `--box` takes them."""
        return f"{self.box_height}x{self.box_width}"

    @cached_property
    def cells(self) -> range:
        return range(self.side * self.side)

    @cached_property
    def values(self) -> range:
        return range(1, self.side + 1)

    @cached_property
    def empty_or_value(self) -> bytes:
        """All that may stand on a cell of a grid."""
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
        """For each cell, the numbers of its units."""
        found: list[list[int]] = [[] for _ in self.cells]
        for number, unit in enumerate(self.units):
            for cell in unit:
                found[cell].append(number)
        return tuple(map(tuple, found))

    def peers_of(self, cell: Cell) -> frozenset[Cell]:
        """The other cells of the cell's units."""
        units = (self.units[number] for number in self.units_of[cell])
        return frozenset().union(*units) - {cell}

    @cached_property
    def later_peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell, its peers with a higher number: each pair of peers once."""
        return tuple(tuple(sorted(peer for peer in self.peers_of(cell) if peer > cell)) for cell in self.cells)

    def name_of(self, cell: Cell) -> str:
        """Return the name of a cell: `r1c9` is row 1, column 9."""
        row, column = divmod(cell, self.side)
        return f"r{row + 1}c{column + 1}"

    def unit_name(self, number: int) -> str:
        kind, index = divmod(number, self.side)
        return f"{('row', 'column', 'box')[kind]} {index + 1}"

    def __str__(self) -> str:
        return f"{self.side}x{self.side}"


@cache
def shape_of_box(height: int, width: int) -> Shape:
    """The one shape with boxes of this height and width: its tables are made once."""
    side = height * width
    if min(height, width) < 1 or not 4 <= side <= LARGEST_SIDE:
        raise PuzzleError(f"boxes of {height}x{width} make a side of {side}; sides from 4 to {LARGEST_SIDE} will do")
    return Shape(height, width)


@cache
def shape_of_side(side: int) -> Shape:
    """The usual shape of this side: boxes as nearly square as can be, lying wide (6x6: 2 high, 3 wide)."""
    heights = [height for height in range(2, min(side, LARGEST_SIDE)) if height * height <= side and side % height == 0]
    if side > LARGEST_SIDE:
        raise PuzzleError(f"{side}x{side} is too large; sides up to {LARGEST_SIDE} will do")
    if not heights:
        raise PuzzleError(f"{side}x{side} has no boxes; sides that have: {usual_sides()}")
    return shape_of_box(heights[-1], side // heights[-1])


def has_usual_shape(side: int) -> bool:
    """Whether boards of this side can be divided into boxes of more than one row and column."""
    return 4 <= side <= LARGEST_SIDE and any(side % height == 0 for height in range(2, side))


def usual_sides() -> str:
    sides = [str(side) for side in range(LARGEST_SIDE) if has_usual_shape(side)]
    return ", ".join(sides[:8]) + f" and so on to {LARGEST_SIDE}"
