"""Plain backtracking: take the next empty cell, try each value not yet in its units, and backtrack if none is left.

With `propagate`, elimination (in the manner of AC-3) narrows the candidates once, before the search; the search itself
infers nothing. This makes it a baseline for engines that infer more, and slow on many puzzles that they find easy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, Stopwatch
from ...core.puzzle import Puzzle
from ...core.shape import Cell
from ..collecting import Solutions, collect_solutions
from ..options import check_choices, option
from .elimination import Candidates, Contradiction, eliminate

STRIDE = 64  # values tried between clock checks: well below a millisecond in reading order


@dataclass(frozen=True)
class Backtrack:
    """Plain backtracking, cell by cell, after eliminating candidates once."""

    name: ClassVar = "backtrack"
    method: ClassVar = "backtrack"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "assumptions": "values tried, each on one cell",
        "contradictions": "cells for which no value was possible",
        "deepest": "largest number of cells filled by trying",
        "eliminated": "candidates that elimination removed before the search, not counting those next to a given",
    }
    stoppable: ClassVar = True

    propagate: bool = option(True, "eliminate candidates before the search")
    order: str = option(
        "reading",
        "which empty cell to fill next: in reading order, or one with the fewest candidates",
        ("reading", "fewest"),
    )

    def __post_init__(self) -> None:
        check_choices(self)

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(self, puzzle, watch)
        solutions, ending = collect_solutions(search.solutions(), limits, watch)
        detail = search.describe_progress() if ending is Ending.TIMED_OUT else ""
        return Answer(solutions, ending, watch.read(), search.counts(), detail)

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        return _Search(self, puzzle, watch).solutions()


class _Search:
    """Tracks the values that each unit contains, and keeps a stack of the cells filled during the search."""

    def __init__(self, engine: Backtrack, puzzle: Puzzle, watch: Stopwatch) -> None:
        self.engine = engine
        self.puzzle = puzzle
        self.watch = watch
        self.shape = puzzle.shape
        self.taken = [0] * len(self.shape.units)  # one bit per value for each unit
        self.allowed: Candidates = []
        self.open: list[Cell] = []
        self.assumptions = self.contradictions = self.deepest = self.eliminated = 0

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in Backtrack.counted}

    def describe_progress(self) -> str:
        cells = f"{self.deepest:,} of {len(self.open):,} empty cells"
        return f"plain backtracking tried {self.assumptions:,} values and filled at most {cells}"

    def solutions(self) -> Solutions:
        """Yield every solution; the search is exhausted when the first cell has no untried value left."""
        try:
            self._begin()
        except Contradiction:
            self.contradictions += 1
            return
        self.watch.mark_built()
        if self.engine.order == "reading":
            yield from self._fill(self._choose_in_reading_order, STRIDE)
        else:
            yield from self._fill(self._choose_with_fewest, 1)

    def _begin(self) -> None:
        for cell, given in enumerate(self.puzzle.givens):
            if given:
                if self._find_taken(cell) >> given - 1 & 1:
                    raise Contradiction
                self._toggle(cell, 1 << given - 1)
            else:
                self.open.append(cell)
        every_value = (1 << self.shape.side) - 1
        self.allowed = [
            1 << given >> 1 or every_value & ~self._find_taken(cell) for cell, given in enumerate(self.puzzle.givens)
        ]
        if self.engine.propagate:
            before = sum(map(int.bit_count, self.allowed))
            eliminate(self.shape, self.allowed, self.watch.tick)
            self.eliminated = before - sum(map(int.bit_count, self.allowed))

    def _fill(self, next_cell: Callable[[int], Cell], stride: int) -> Solutions:
        """Search depth first; the stack holds each cell, its untried values and its current value."""
        to_fill, grid = len(self.open), bytearray(self.puzzle.givens)
        if not to_fill:
            yield bytes(grid)
            return
        cells = [next_cell(0)]
        untried, current = [self._find_candidates(cells[0])], [0]
        while cells:
            cell, values = cells[-1], untried[-1]
            if current[-1]:
                self._toggle(cell, current[-1])  # removes it again
                current[-1] = grid[cell] = 0
            elif not values:
                self.contradictions += 1
            if not values:
                del cells[-1], untried[-1], current[-1]
                continue
            if self.assumptions % stride == 0:
                self.watch.tick()
            value = values & -values
            untried[-1], current[-1] = values ^ value, value
            grid[cell] = value.bit_length()
            self._toggle(cell, value)
            self.assumptions += 1
            depth = len(cells)
            self.deepest = max(self.deepest, depth)
            if depth == to_fill:
                yield bytes(grid)
                continue
            cells.append(next_cell(depth))
            untried.append(self._find_candidates(cells[-1]))
            current.append(0)

    def _toggle(self, cell: Cell, value: int) -> None:
        """Add the value to the units of the cell, or remove it if they already contain it."""
        for unit in self.shape.units_of[cell]:
            self.taken[unit] ^= value

    def _find_taken(self, cell: Cell) -> int:
        taken = 0
        for unit in self.shape.units_of[cell]:
            taken |= self.taken[unit]
        return taken

    def _find_candidates(self, cell: Cell) -> int:
        return self.allowed[cell] & ~self._find_taken(cell)

    def _choose_in_reading_order(self, depth: int) -> Cell:
        return self.open[depth]

    def _choose_with_fewest(self, depth: int) -> Cell:
        """Return the first empty cell with the fewest candidates, and move it to `depth` in the list of open cells."""
        fewest = min(range(depth, len(self.open)), key=lambda place: self._rank(self.open[place]))
        self.open[depth], self.open[fewest] = self.open[fewest], self.open[depth]
        return self.open[depth]

    def _rank(self, cell: Cell) -> tuple[int, Cell]:
        return self._find_candidates(cell).bit_count(), cell
