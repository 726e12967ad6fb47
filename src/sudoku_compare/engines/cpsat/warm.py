"""One CP-SAT model for many puzzles: its protobuf messages are cleared and filled again.

This is for throughput: nothing learned from one puzzle is used for the next, but no message is created twice. The
content and its order are those of a fresh model, so the search and its counts are the same.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from ...core.idle_pool import IdlePool
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Shape

Tick = Callable[[], None]


class WarmRules:
    """The rules for one puzzle, written to the model of its shape."""

    def __init__(self, puzzle: Puzzle, model: "WarmModel") -> None:
        self.puzzle = puzzle
        self._loaded = model
        self._values: list[tuple[int, ...]] = []  # for each empty cell, the values that no given excludes
        self.model = self._loaded.model

    def build(self, tick: Tick) -> bool:
        """Build the model; return False if the givens already exclude every solution."""
        taken = self._find_taken_values()
        if taken is None:
            return False
        side, units_of = self.puzzle.shape.side, self.puzzle.shape.units_of
        empty = [units for units, given in zip(units_of, self.puzzle.givens, strict=True) if not given]
        self._values = [_values_without(side, reduce(or_, [taken[number] for number in ours])) for ours in empty]
        if not all(self._values):
            return False
        self._loaded.write(empty, self._values, taken, tick)
        return True

    def _find_taken_values(self) -> list[int] | None:
        """Return the values of the givens in each unit, as bits; None if two of them clash."""
        shape = self.puzzle.shape
        taken = [0] * len(shape.units)
        for units, given in zip(shape.units_of, self.puzzle.givens, strict=True):
            if given:
                for unit in units:
                    if taken[unit] >> given & 1:
                        return None
                    taken[unit] |= 1 << given
        return taken

    def grid(self, values: list[int]) -> Grid:
        """Return the solution that the values of the variables describe; each candidate has one variable."""
        grid = bytearray(self.puzzle.givens)
        cell, start = -1, 0
        for left in self._values:
            cell = grid.index(0, cell + 1)
            grid[cell] = left[values.index(1, start) - start]
            start += len(left)
        return bytes(grid)


class WarmModel:
    """The model of one shape. It must not be used for two puzzles at a time."""

    def __init__(self, shape: Shape, cp_model: Any) -> None:
        self.shape = shape
        self.model = cp_model.CpModel()
        # Stand-alone messages: a part of another message would vanish with it, even if a variable still refers to it.
        proto = self.model.proto
        self._variable = type(proto.variables.add())()
        self._variable.domain.extend([0, 1])
        self._new_constraint = type(proto.constraints.add())
        self._constraints: list[Any] = []  # as many as any puzzle has needed
        # Their methods are stored, because looking them up each time takes a third of the time.
        self._clear_literals: list[Callable[[], None]] = []
        self._add_literals: list[Callable[[list[int]], None]] = []

    def write(self, empty: list[tuple[int, ...]], values: list[tuple[int, ...]], taken: list[int], tick: Tick) -> None:
        """Write the constraints: exactly one value for each of these cells, and one place for each missing value."""
        wanted: list[list[int]] = []
        places: list[list[list[int]]] = [[[] for _ in self.shape.empty_or_value] for _ in taken]
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
            wanted += [here[value] for value in _values_without(self.shape.side, known)]
        self._fill_model(variables, wanted, tick)

    def _fill_model(self, variables: int, wanted: list[list[int]], tick: Tick) -> None:
        while len(self._constraints) < len(wanted):
            self._constraints.append(self._new_constraint())
            literals = self._constraints[-1].exactly_one.literals
            self._clear_literals.append(literals.clear)
            self._add_literals.append(literals.extend)
        for clear, add, literals in zip(self._clear_literals, self._add_literals, wanted, strict=False):
            clear()
            add(literals)
        tick()
        proto = self.model.proto
        proto.variables.clear()
        proto.variables.extend([self._variable] * variables)
        proto.constraints.clear()
        proto.constraints.extend(self._constraints[: len(wanted)])


@lru_cache(maxsize=1 << 12)
def _values_without(side: int, taken: int) -> tuple[int, ...]:
    return tuple([value for value in range(1, side + 1) if not taken >> value & 1])


_idle: IdlePool[WarmModel] = IdlePool(WarmModel)


def borrow_model(shape: Shape, cp_model: Any) -> AbstractContextManager[WarmModel]:
    """Lend a model to one search; no other thread uses it in the meantime."""
    return _idle.borrow(shape, cp_model)
