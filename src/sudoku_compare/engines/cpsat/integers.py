"""The form `alldifferent`: one variable per empty cell; all are different in each unit."""

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from .booleans import Tick, find_taken_values, values_without
from .library import Library

LEAST, MOST = -(1 << 63), (1 << 63) - 1  # CP-SAT's infinities


class IntegerRules:
    """The rules for one puzzle."""

    def __init__(self, puzzle: Puzzle, library: Library) -> None:
        self.puzzle = puzzle
        self.model = library.make_model()
        self._cells: list[Cell] = [cell for cell, given in enumerate(puzzle.givens) if not given]
        self._variables = {cell: variable for variable, cell in enumerate(self._cells)}

    def build(self, tick: Tick) -> bool:
        """Build the model; return False if the givens already exclude every solution."""
        taken = find_taken_values(self.puzzle)
        if taken is None:
            return False
        for cell in self._cells:
            tick()
            row, column, box = self.puzzle.shape.units_of[cell]
            left = values_without(self.puzzle.shape.side, taken[row] | taken[column] | taken[box])
            if not left:
                return False
            self.model.proto.variables.add().domain.extend(list_intervals(left))
        self._keep_units_different(tick)
        return True

    def _keep_units_different(self, tick: Tick) -> None:
        for unit in self.puzzle.shape.units:
            tick()
            if variables := [self._variables[cell] for cell in unit if cell in self._variables]:
                self._keep_different(variables)

    def _keep_different(self, variables: list[int]) -> None:
        expressions = self.model.proto.constraints.add().all_diff.exprs
        for variable in variables:
            expression = expressions.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)

    def grid(self, values: list[int]) -> Grid:
        """Return the solution that the values of the variables describe."""
        grid = bytearray(self.puzzle.givens)
        for cell, variable in self._variables.items():
            grid[cell] = values[variable]
        return bytes(grid)

    def forbid(self, solution: Grid) -> None:
        """Add a boolean per cell that implies a value other than the solution's, and demand one of them."""
        differs = []
        for cell, variable in self._variables.items():
            differs.append(len(self.model.proto.variables))
            self.model.proto.variables.add().domain.extend([0, 1])
            constraint = self.model.proto.constraints.add()
            constraint.enforcement_literal.append(differs[-1])
            constraint.linear.vars.append(variable)
            constraint.linear.coeffs.append(1)
            constraint.linear.domain.extend([LEAST, solution[cell] - 1, solution[cell] + 1, MOST])
        self.model.proto.constraints.add().bool_or.literals.extend(differs)


def list_intervals(values: tuple[int, ...]) -> list[int]:
    """Return the first and last value of each run of consecutive values.

    >>> list_intervals((1, 2, 3, 5, 8, 9))
    [1, 3, 5, 5, 8, 9]
    """
    ends: list[int] = []
    for value in values:
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += [value, value]
    return ends
