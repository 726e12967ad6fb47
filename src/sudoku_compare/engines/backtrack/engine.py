"""Plain backtracking: the next empty cell, each value that its units do not have yet, and back when none is left.

With `propagate`, elimination narrows the candidates once, before the search; nothing is inferred within it. That
makes it the measure for whatever infers more, and hopeless on much that the others find easy: then it runs out of time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell
from ..options import check_choices, option
from .elimination import Candidates, Contradiction, eliminate

STRIDE = 64  # values tried between two looks at the clock: well below a millisecond in reading order


@dataclass(frozen=True)
class Backtrack:
    """Plain backtracking, cell by cell; elimination before it unless told otherwise."""

    name: ClassVar = "backtrack"
    method: ClassVar = "backtrack"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values tried, each on one cell",
        "contradictions": "cells at which no value was possible, and givens that left one so",
        "deepest": "cells filled by trying at once, at most",
        "eliminated": "candidates that elimination took before the search, beyond what stands beside a given",
    }
    stoppable: ClassVar = True

    propagate: bool = option(True, "eliminate candidates before the search")
    order: str = option("reading", "which empty cell is next", ("reading", "fewest"))

    def __post_init__(self) -> None:
        check_choices(self)

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(self, puzzle, watch)
        solutions: list[Grid] = []
        detail = ""
        try:
            for solution in search.solutions():
                watch.found()
                solutions.append(solution)
                if len(solutions) >= limits.solutions:
                    break
            ending = determine_ending(len(solutions), limits)
        except OutOfTime:
            ending, detail = Ending.TIMED_OUT, search.how_far()
        return Answer(tuple(solutions), ending, watch.read(), search.counts(), detail)


class _Search:
    """The board as one list of what each unit has; what was tried lies on a stack of cells."""

    def __init__(self, engine: Backtrack, puzzle: Puzzle, watch: Stopwatch) -> None:
        self.engine = engine
        self.puzzle = puzzle
        self.watch = watch
        self.shape = puzzle.shape
        self.taken = [0] * len(self.shape.units)  # for each unit a bit a value
        self.allowed: Candidates = []
        self.open: list[Cell] = []
        self.assumptions = self.contradictions = self.deepest = self.eliminated = 0

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in Backtrack.counted}

    def how_far(self) -> str:
        cells = f"{self.deepest:,} of {len(self.open):,} empty cells"
        return f"plain backtracking tried {self.assumptions:,} values and filled {cells} at most"

    def solutions(self) -> Iterator[Grid]:
        """Every solution, one by one; there are no more when the first cell has no untried value left."""
        try:
            self._begin()
        except Contradiction:
            self.contradictions += 1
            return
        self.watch.built()
        next_cell, stride = (self._next_in_order, STRIDE) if self.engine.order == "reading" else (self._fewest, 1)
        yield from self._filled(next_cell, stride)

    def _begin(self) -> None:
        for cell, given in enumerate(self.puzzle.givens):
            if given:
                if self._taken_around(cell) >> given - 1 & 1:
                    raise Contradiction
                self._put(cell, 1 << given - 1)
            else:
                self.open.append(cell)
        every_value = (1 << self.shape.side) - 1
        self.allowed = [
            1 << given >> 1 or every_value & ~self._taken_around(cell) for cell, given in enumerate(self.puzzle.givens)
        ]
        if self.engine.propagate:
            before = sum(map(int.bit_count, self.allowed))
            eliminate(self.shape, self.allowed, self.watch.tick)
            self.eliminated = before - sum(map(int.bit_count, self.allowed))

    def _filled(self, next_cell: Callable[[int], Cell], stride: int) -> Iterator[Grid]:
        """Depth first, on a stack: a cell, its untried values, and the one that stands there."""
        to_fill, grid = len(self.open), bytearray(self.puzzle.givens)
        if not to_fill:
            yield bytes(grid)
            return
        cells = [next_cell(0)]
        untried, standing = [self._possible(cells[0])], [0]
        while cells:
            cell, values = cells[-1], untried[-1]
            if standing[-1]:
                self._put(cell, standing[-1])  # which takes it away again
                standing[-1] = grid[cell] = 0
            elif not values:
                self.contradictions += 1
            if not values:
                del cells[-1], untried[-1], standing[-1]
                continue
            if self.assumptions % stride == 0:
                self.watch.tick()
            value = values & -values
            untried[-1], standing[-1] = values ^ value, value
            grid[cell] = value.bit_length()
            self._put(cell, value)
            self.assumptions += 1
            depth = len(cells)
            self.deepest = max(self.deepest, depth)
            if depth == to_fill:
                yield bytes(grid)
                continue
            cells.append(next_cell(depth))
            untried.append(self._possible(cells[-1]))
            standing.append(0)

    def _put(self, cell: Cell, value: int) -> None:
        """Into the units of the cell, or out of them again."""
        for unit in self.shape.units_of[cell]:
            self.taken[unit] ^= value

    def _taken_around(self, cell: Cell) -> int:
        taken = 0
        for unit in self.shape.units_of[cell]:
            taken |= self.taken[unit]
        return taken

    def _possible(self, cell: Cell) -> int:
        return self.allowed[cell] & ~self._taken_around(cell)

    def _next_in_order(self, depth: int) -> Cell:
        return self.open[depth]

    def _fewest(self, depth: int) -> Cell:
        """The empty cell with the fewest candidates, the first of them; filled ones stand before `depth`."""
        fewest = min(range(depth, len(self.open)), key=lambda place: self._rank(self.open[place]))
        self.open[depth], self.open[fewest] = self.open[fewest], self.open[depth]
        return self.open[depth]

    def _rank(self, cell: Cell) -> tuple[int, Cell]:
        return self._possible(cell).bit_count(), cell
