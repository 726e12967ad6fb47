"""The clauses of a large board, with auxiliary variables that stand for groups of candidates.

Pairwise, "at most one" takes 189 million clauses for an empty 100x100. Here it takes 7 million, because both the rows
and the boxes are made of *segments*, the cells that a row shares with a box, and likewise the columns:

- a segment has a variable for each value, which is true if and only if one of its cells has the value;
- one segment of each row, column and box has each value: this is written pairwise, for the few segments of a unit;
- two cells of a box are in different rows or in different columns, so nothing has to be said within a segment.

The values of a cell are arranged as a rectangle, and the cell uses at most one row and one column of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations
from math import isqrt

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from .cnf import Clause, Formula, Variable, list_variables, pick_values

MOST_CANDIDATES = 20_000  # beyond which groups are faster than pairs: more than those of an empty 25x25


class GroupedFormula(Formula):
    """A reduced formula whose models are the solutions of a puzzle, if the auxiliary variables are ignored."""

    def _families(self) -> Iterator[Iterable[Clause]]:
        yield self._givens()
        yield self._cells_have_values()
        yield from self._cells_have_one_value()
        for segments in (self._segments_of_rows, self._segments_of_columns):
            yield from segments.define()
            yield from segments.fill_units()

    def _cells_have_one_value(self) -> Iterator[Iterable[Clause]]:
        """Yield that the values of each cell lie in one row and one column of a rectangle of values."""
        for cell, variables in enumerate(list_variables(self.puzzle.shape)):
            if mask := self.masks[cell]:
                mine = [-variable for variable in pick_values(mask, variables)]
                for lines in self._rectangle:
                    numbers = [self._start_of_rectangle(cell) + line for line in pick_values(mask, lines)]
                    yield zip(mine, numbers, strict=True)
                    yield combinations([-number for number in dict.fromkeys(numbers)], 2)

    @cached_property
    def _rectangle(self) -> tuple[list[int], list[int]]:
        """The row and the column of each value; both are numbered, first the rows."""
        width, places = self._width, range(-1, self.puzzle.shape.side)  # value 1 is at place 0
        return [place // width for place in places], [width + place % width for place in places]

    @cached_property
    def _width(self) -> int:
        """The width of the rectangle, which is at most as high as it is wide."""
        return isqrt(self.puzzle.shape.side - 1) + 1

    def _start_of_rectangle(self, cell: Cell) -> Variable:
        return self._segments_of_columns.end + cell * 2 * self._width

    def list_likely(self, grid: Grid) -> list[Variable]:
        """Return the variables that are true in this grid, as far as the formula has them."""
        likely = []
        for cell, value in enumerate(grid):
            if self.masks[cell] >> value & 1:
                likely += [self.variable(cell, value), *self._list_groups(cell, value)]
        return likely

    def _list_groups(self, cell: Cell, value: int) -> list[Variable]:
        """Return the auxiliary variables that are true if the cell has this value."""
        lines = [self._start_of_rectangle(cell) + numbers[value] for numbers in self._rectangle]
        return [*lines, *[kind.number(cell, value) for kind in (self._segments_of_rows, self._segments_of_columns)]]

    @cached_property
    def _segments_of_rows(self) -> "_Segments":
        shape = self.puzzle.shape
        of_cells = [cell // shape.box_width for cell in shape.cells]
        return _Segments(self, of_cells, shape.side**3 + 1, 0)

    @cached_property
    def _segments_of_columns(self) -> "_Segments":
        shape = self.puzzle.shape
        of_cells = [cell // shape.side // shape.box_height * shape.side + cell % shape.side for cell in shape.cells]
        return _Segments(self, of_cells, self._segments_of_rows.end, 1)


class _Segments:
    """The segments of all rows, or of all columns."""

    def __init__(self, formula: Formula, of_cells: Sequence[int], start: Variable, kind: int) -> None:
        """`of_cells` has the segment of each cell, `start` is the first free variable, `kind` is 0 for rows."""
        self._formula = formula
        self._shape = formula.puzzle.shape
        self._of_cells = of_cells
        self._start = start
        self._kind = kind
        self.end = start + (max(of_cells) + 1) * self._shape.side

    @cached_property
    def _cells(self) -> list[list[list[Variable]]]:
        """The variables of the cells of each segment, for each value."""
        cells: list[list[list[Variable]]] = [[[] for _ in self._shape.values] for _ in range(max(self._of_cells) + 1)]
        values = range(-1, self._shape.side)
        variables = list_variables(self._shape)
        for cell, mask in enumerate(self._formula.masks):
            if mask:
                here = cells[self._of_cells[cell]]
                for value, variable in zip(pick_values(mask, values), pick_values(mask, variables[cell]), strict=True):
                    here[value].append(variable)
        return cells

    def number(self, cell: Cell, value: int) -> Variable:
        """Return the variable that says that the segment of this cell has the value."""
        return self._start + self._of_cells[cell] * self._shape.side + value - 1

    def define(self) -> Iterator[Iterable[Clause]]:
        """Yield that the variable of a segment and a value is true if and only if one of its cells has the value."""
        number = self._start
        for segment in self._cells:
            for variables in segment:
                if variables:
                    yield [(-number, *variables)]
                    yield [(-variable, number) for variable in variables]
                number += 1

    def fill_units(self) -> Iterator[Iterable[Clause]]:
        """Yield that one segment of each unit has each value that no given of the unit has."""
        for unit, segments in self._list_units():
            known = self._formula.taken[unit]
            for value in self._shape.values:
                if not known >> value & 1:
                    used = [segment for segment in segments if self._cells[segment][value - 1]]
                    numbers = [self._start + segment * self._shape.side + value - 1 for segment in used]
                    yield [numbers]
                    yield combinations([-number for number in numbers], 2)

    def _list_units(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the numbers of the rows or columns, and of the boxes, with their segments."""
        side = self._shape.side
        lines = range(self._kind * side, (self._kind + 1) * side)
        for unit in chain(lines, range(2 * side, 3 * side)):
            yield unit, list(dict.fromkeys(self._of_cells[cell] for cell in self._shape.units[unit]))


def make_formula(puzzle: Puzzle, encoding: str, *, reduced: bool) -> Formula:
    """Return the formula of a puzzle; with groups if it is large and nothing else was asked for."""
    formula = Formula(puzzle, encoding, reduced)
    if encoding != "extended" or not reduced or puzzle.shape.side**3 <= MOST_CANDIDATES:
        return formula
    if sum(mask.bit_count() for mask in formula.masks) <= MOST_CANDIDATES:
        return formula
    return GroupedFormula(puzzle, encoding, reduced)
