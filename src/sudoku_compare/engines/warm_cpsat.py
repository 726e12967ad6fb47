"""One CP-SAT model for many puzzles: the rules written once, the givens set and unset as bounds of its variables.

For throughput: nothing is learnt from one puzzle for the next, but nothing is written again either. Which variables
the givens decide is left to CP-SAT, so counts differ from those of a model written for the puzzle.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..puzzle import Filling, Puzzle
from ..shape import Shape, Square

Tick = Callable[[], None]


class WarmRules:
    """The rules for one puzzle, on the model of its shape."""

    def __init__(self, puzzle: Puzzle, cp_model: Any) -> None:
        self.puzzle = puzzle
        self._loaded = _loaded(puzzle.shape, cp_model)
        self.model = self._loaded.model

    def build(self, tick: Tick) -> bool:
        self._loaded.write(tick)
        self._loaded.give(self.puzzle)
        return True

    def filling(self, values: list[int]) -> Filling:
        """From the values of the variables, of which each square has one for each of its own."""
        side = self.puzzle.shape.side
        return bytes([values.index(1, start, start + side) - start + 1 for start in range(0, side**3, side)])


class _Loaded:
    """The model of one shape. Not to be used for two puzzles at a time."""

    def __init__(self, shape: Shape, cp_model: Any) -> None:
        self.shape = shape
        self.model = cp_model.CpModel()
        self.possible: list[list[Any]] = []
        self._sections = iter(shape.sections)
        self._given: list[tuple[Square, int]] = []
        self._bounds: dict[tuple[Square, int], Any] = {}  # of the variables, as far as they have been needed

    def write(self, tick: Tick) -> None:
        """What is not yet written: all of it once, or the rest if time ran out on the way."""
        for _ in self.shape.squares[len(self.possible) :]:
            tick()
            self.possible.append([self.model.new_bool_var("") for _ in self.shape.values])
            self.model.add_exactly_one(self.possible[-1])
        for section in self._sections:
            for value in self.shape.values:
                self.model.add_exactly_one(self.possible[square][value - 1] for square in section)
            tick()

    def give(self, puzzle: Puzzle) -> None:
        """Make the givens of this puzzle true, and those of the one before open again."""
        for square, value in self._given:
            self._set_least(square, value, 0)
        self._given = [(square, value) for square, value in enumerate(puzzle.givens) if value]
        for square, value in self._given:
            self._set_least(square, value, 1)

    def _set_least(self, square: Square, value: int, least: int) -> None:
        if (square, value) not in self._bounds:
            variable = self.possible[square][value - 1].index
            self._bounds[square, value] = self.model.proto.variables[variable].domain
        self._bounds[square, value][0] = least


@cache
def _loaded(shape: Shape, cp_model: Any) -> _Loaded:
    """The one of this process."""
    return _Loaded(shape, cp_model)
