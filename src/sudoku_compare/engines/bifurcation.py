"""Engine `bifurcation`: fill in singles; at an impasse, fork at the first cell with the fewest candidates.

A board is one integer per value with one bit per cell: the places that are left for the value. A fork keeps a copy of
the board and the values that it has not tried yet on a stack. After a contradiction, the innermost fork tries its next
value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

from ..core.answer import Answer, Limits, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell, Shape
from .collecting import Solutions, collect_solutions
from .options import option

Places = list[int]  # for each value, from the lowest, the cells that can hold it


class Contradiction(Exception):
    """Raised when a cell has no candidate left, or a value has no place left in a unit."""


@dataclass(frozen=True)
class Bifurcation:
    """Fills in singles, then guesses: tries the values of a cell with the fewest candidates in random order."""

    name: ClassVar = "bifurcation"
    method: ClassVar = "bifurcation"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "forks": "impasses at which the search forked",
        "assumptions": "values tried at forks",
        "contradictions": "boards that ended in a contradiction",
        "deepest": "largest number of nested forks",
    }
    stoppable: ClassVar = True

    seed: int = option(0, "random seed for the order in which a fork tries its candidates")

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(puzzle, self.seed, watch)
        solutions, ending = collect_solutions(search.solutions(), limits, watch)
        return Answer(solutions, ending, watch.read(), search.counts())

    def stream(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        return _Search(puzzle, self.seed, watch).solutions()


@dataclass(slots=True)
class _Fork:
    """A board at an impasse, the cell at which it forks, and the untried values, the next one last."""

    places: Places
    known: int  # the cells that have a value
    cell: Cell
    untried: list[int]
    depth: int


class _Search:
    def __init__(self, puzzle: Puzzle, seed: int, watch: Stopwatch) -> None:
        self.puzzle = puzzle
        self.shape = puzzle.shape
        self.watch = watch
        self.random = Random(seed).random  # its sequence is the same in every version of Python
        self.every_cell = (1 << len(self.shape.cells)) - 1
        self.unit_masks = _make_unit_masks(self.shape)
        self.places: Places = [self.every_cell] * self.shape.side
        self.known = 0
        self.forks: list[_Fork] = []
        self.forked = self.assumptions = self.contradictions = self.deepest = 0

    def counts(self) -> dict[str, int]:
        return {
            "forks": self.forked,
            "assumptions": self.assumptions,
            "contradictions": self.contradictions,
            "deepest": self.deepest,
        }

    def solutions(self) -> Solutions:
        """Yield every solution; the search is exhausted when every fork has tried all its values."""
        depth = 0
        try:
            self._fill_givens()
            self.watch.mark_built()
        except Contradiction:
            self.contradictions += 1
            return
        while True:
            try:
                self._fill_singles()
                if self.known == self.every_cell:
                    yield self._make_grid()
                else:
                    self.forks.append(self._fork(depth + 1))
            except Contradiction:
                self.contradictions += 1
            if not self.forks:
                return
            depth = self._try_next()

    def _fill_givens(self) -> None:
        """Fill in the givens all at once: one by one, they would take seconds on a large board."""
        cells: Places = [0] * self.shape.side
        excluded: Places = [0] * self.shape.side
        for cell, given in enumerate(self.puzzle.givens):
            if given:
                cells[given - 1] |= 1 << cell
                excluded[given - 1] |= self._find_peers(cell)
                self.known |= 1 << cell
        self.watch.tick()
        if any(here & elsewhere for here, elsewhere in zip(cells, excluded, strict=True)):
            raise Contradiction
        empty = self.every_cell & ~self.known
        self.places = [empty & ~elsewhere | here for here, elsewhere in zip(cells, excluded, strict=True)]

    def _fill(self, cell: Cell, value: int) -> None:
        """Put the value (counted from 0) in the cell, and remove it from the peers."""
        bit = 1 << cell
        elsewhere, here = ~self._find_peers(cell), ~bit
        places = self.places
        for other in range(len(places)):
            places[other] &= here
        places[value] = places[value] & elsewhere | bit
        self.known |= bit

    def _find_peers(self, cell: Cell) -> int:
        mask = 0
        for unit in self.shape.units_of[cell]:
            mask |= self.unit_masks[unit]
        return mask & ~(1 << cell)

    def _fill_singles(self) -> None:
        """Fill in naked and hidden singles until there is an impasse or the board is full."""
        while self._fill_naked_singles() or self._fill_hidden_singles():
            pass

    def _fill_naked_singles(self) -> bool:
        self.watch.tick()
        any_value, several = self._count_candidates(2)
        if any_value != self.every_cell:
            raise Contradiction
        single = any_value & ~several & ~self.known
        for cell in _list_cells(single):
            value = next((v for v, places in enumerate(self.places) if places >> cell & 1), None)
            if value is None:
                raise Contradiction  # another single has just taken it
            self._fill(cell, value)
        return bool(single)

    def _fill_hidden_singles(self) -> bool:
        filled = False
        for unit in self.unit_masks:
            self.watch.tick()
            for value in range(self.shape.side):
                here = self.places[value] & unit
                if not here:
                    raise Contradiction
                if not here & (here - 1) and not here & self.known:
                    self._fill(here.bit_length() - 1, value)
                    filled = True
        return filled

    def _count_candidates(self, most: int) -> list[int]:
        """Return the cells with at least one candidate, those with at least two, and so on up to `most`."""
        at_least = [0] * most
        for places in self.places:
            for number in range(most - 1, 0, -1):
                at_least[number] |= at_least[number - 1] & places
            at_least[0] |= places
        return at_least

    def _fork(self, depth: int) -> _Fork:
        """Fork at the first of the cells with the fewest candidates, and shuffle its candidates."""
        most, fewest = 2, 0
        while not fewest:
            most += 1
            *_, enough, too_many = self._count_candidates(most)
            fewest = enough & ~too_many
        cell = (fewest & -fewest).bit_length() - 1
        values = [value for value, places in enumerate(self.places) if places >> cell & 1]
        self.forked += 1
        return _Fork(self.places, self.known, cell, sorted(values, key=lambda value: self.random()), depth)

    def _try_next(self) -> int:
        """Try the next value of the innermost fork; return its depth."""
        fork = self.forks[-1]
        value = fork.untried.pop()
        if not fork.untried:
            self.forks.pop()
        self.places, self.known = list(fork.places), fork.known
        self._fill(fork.cell, value)
        self.assumptions += 1
        self.deepest = max(self.deepest, fork.depth)
        return fork.depth

    def _make_grid(self) -> Grid:
        grid = bytearray(len(self.shape.cells))
        for value, places in enumerate(self.places, start=1):
            for cell in _list_cells(places):
                grid[cell] = value
        return bytes(grid)


def _list_cells(mask: int) -> Iterator[Cell]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@cache
def _make_unit_masks(shape: Shape) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in unit) for unit in shape.units)
