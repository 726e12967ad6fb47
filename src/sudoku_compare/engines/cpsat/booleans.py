"""The form `boolean`: one variable per candidate; exactly one is true in each cell, and for each value in each unit.

A model can be used for one puzzle or for many. For many, its messages are cleared and filled again: nothing learned
from one puzzle is used for the next, but no message is created twice. The content and its order are those of a fresh
model, so the search and its counts are the same.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from ...core.idle_pool import IdlePool
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Shape
from .library import Library

Tick = Callable[[], None]
Literals = list[list[int]]  # of each constraint


class BooleanRules:
    """The rules for one puzzle, written to a model of its shape."""

    def __init__(self, puzzle: Puzzle, model: "BooleanModel") -> None:
        self.puzzle = puzzle
        self.model = model.model
        self._model = model
        self._values: list[tuple[int, ...]] = []  # for each empty cell, the values that no given excludes

    def build(self, tick: Tick) -> bool:
        """Build the model; return False if the givens already exclude every solution."""
        taken = find_taken_values(self.puzzle)
        if taken is None:
            return False
        side, units_of = self.puzzle.shape.side, self.puzzle.shape.units_of
        empty = [units for units, given in zip(units_of, self.puzzle.givens, strict=True) if not given]
        self._values = [values_without(side, reduce(or_, [taken[number] for number in ours])) for ours in empty]
        if not all(self._values):
            return False
        self._model.write(empty, self._values, taken, tick)
        return True

    def grid(self, values: list[int]) -> Grid:
        """Return the solution that the values of the variables describe; each candidate has one variable."""
        grid = bytearray(self.puzzle.givens)
        cell, start = -1, 0
        for left in self._values:
            cell = grid.index(0, cell + 1)
            grid[cell] = left[values.index(1, start) - start]
            start += len(left)
        return bytes(grid)

    def forbid(self, solution: Grid) -> None:
        """Add the constraint that only this solution violates."""
        values = [value for value, given in zip(solution, self.puzzle.givens, strict=True) if not given]
        negated, start = [], 0
        for value, left in zip(values, self._values, strict=True):
            negated.append(-(start + left.index(value)) - 1)
            start += len(left)
        self.model.proto.constraints.add().bool_or.literals.extend(negated)


class BooleanModel:
    """The model of one shape. It must not be used for two puzzles at a time."""

    def __init__(self, shape: Shape, library: Library) -> None:
        self.shape = shape
        self.model = library.make_model()
        # A stand-alone message: a part of another message would vanish with it, even if a variable still refers to it.
        self._variable = type(self.model.proto.variables.add())()
        self._variable.domain.extend([0, 1])

    def write(self, empty: list[tuple[int, ...]], values: list[tuple[int, ...]], taken: list[int], tick: Tick) -> None:
        """Write the constraints: exactly one value for each of these cells, and one place for each missing value."""
        wanted: Literals = []
        places: list[Literals] = [[[] for _ in self.shape.empty_or_value] for _ in taken]
        variables = 0
        for units, left in zip(empty, values, strict=True):
            tick()
            wanted.append(list(range(variables, variables + len(left))))
            ours = [places[number] for number in units]
            for value in left:
                for here in ours:
                    here[value].append(variables)
                variables += 1
        for here, known in zip(places, taken, strict=True):
            wanted += [here[value] for value in values_without(self.shape.side, known)]
        self.model.proto.variables.clear()
        self.model.proto.variables.extend([self._variable] * variables)
        self.write_constraints(wanted, tick)

    def write_constraints(self, wanted: Literals, tick: Tick) -> None:
        """Write that exactly one of each of these lists of literals is true."""
        add = self.model.proto.constraints.add
        for number, literals in enumerate(wanted):
            if number % self.shape.side == 0:
                tick()
            add().exactly_one.literals.extend(literals)


class KeptModel(BooleanModel):
    """A model for many puzzles, which keeps its constraints and fills them anew."""

    def __init__(self, shape: Shape, library: Library) -> None:
        super().__init__(shape, library)
        self._new_constraint = type(self.model.proto.constraints.add())
        self._constraints: list[Any] = []  # as many as any puzzle has needed
        # Their methods are stored, because looking them up each time takes a third of the time.
        self._clear_literals: list[Callable[[], None]] = []
        self._add_literals: list[Callable[[list[int]], None]] = []

    def write_constraints(self, wanted: Literals, tick: Tick) -> None:
        while len(self._constraints) < len(wanted):
            self._constraints.append(self._new_constraint())
            literals = self._constraints[-1].exactly_one.literals
            self._clear_literals.append(literals.clear)
            self._add_literals.append(literals.extend)
        for clear, add, literals in zip(self._clear_literals, self._add_literals, wanted, strict=False):
            clear()
            add(literals)
        tick()
        self.model.proto.constraints.clear()
        self.model.proto.constraints.extend(self._constraints[: len(wanted)])


def find_taken_values(puzzle: Puzzle) -> list[int] | None:
    """Return the values of the givens in each unit, as bits; None if two of them clash."""
    taken = [0] * len(puzzle.shape.units)
    for units, given in zip(puzzle.shape.units_of, puzzle.givens, strict=True):
        if given:
            for unit in units:
                if taken[unit] >> given & 1:
                    return None
                taken[unit] |= 1 << given
    return taken


@lru_cache(maxsize=1 << 12)
def values_without(side: int, taken: int) -> tuple[int, ...]:
    """Return the values whose bits are not set."""
    return tuple([value for value in range(1, side + 1) if not taken >> value & 1])


_idle: IdlePool[KeptModel] = IdlePool(KeptModel)


def borrow_model(shape: Shape, library: Library) -> AbstractContextManager[KeptModel]:
    """Lend a model to one search; no other thread uses it in the meantime."""
    return _idle.borrow(shape, library)
