"""As a person would: known values strike, lone candidates and last places are filled in, and at an impasse the
board forks at the first cell with two candidates left, one of them taken at random.

A board is one integer a value, a bit a cell: the places that the value still has. A fork keeps the board as it was,
with the values not taken, on a stack; after a contradiction the innermost fork goes on with its next value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

from ..core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell, Shape
from .options import option

Places = list[int]  # for each value, from the lowest, the cells on which it can stand


class Contradiction(Exception):
    """A cell without a possible value, or a value without a place in some unit."""


@dataclass(frozen=True)
class Bifurcation:
    """Human logic, then a fork at a cell with two candidates, taken at random; forks within forks."""

    name: ClassVar = "bifurcation"
    method: ClassVar = "bifurcation"
    package: ClassVar = None
    distribution: ClassVar = None
    counted: ClassVar = {
        "forks": "impasses at which the board forked",
        "assumptions": "values taken at forks",
        "contradictions": "boards that ended in a contradiction, forked or as given",
        "deepest": "forks within forks, at most",
    }
    stoppable: ClassVar = True

    seed: int = option(0, "for the random choice between the candidates of a fork")

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        watch = Stopwatch(limits)
        search = _Search(puzzle, self.seed, watch)
        solutions: list[Grid] = []
        try:
            for solution in search.solutions():
                watch.found()
                solutions.append(solution)
                if len(solutions) >= limits.solutions:
                    break
            ending = determine_ending(len(solutions), limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(solutions), ending, watch.read(), search.counts())


@dataclass(slots=True)
class _Fork:
    """A board at an impasse, the cell at which it forks, and the values not yet taken, the next one last."""

    places: Places
    known: int  # the cells that are filled in
    cell: Cell
    untaken: list[int]
    depth: int


class _Search:
    def __init__(self, puzzle: Puzzle, seed: int, watch: Stopwatch) -> None:
        self.puzzle = puzzle
        self.shape = puzzle.shape
        self.watch = watch
        self.random = Random(seed).random  # whose sequence no version of Python changes
        self.every_cell = (1 << len(self.shape.cells)) - 1
        self.unit_masks = _unit_masks(self.shape)
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

    def solutions(self) -> Iterator[Grid]:
        """Every solution, one by one; there are no more when every fork has been followed on each of its ways."""
        depth = 0
        try:
            self._fill_givens()
            self.watch.built()
        except Contradiction:
            self.contradictions += 1
            return
        while True:
            try:
                self._fill_what_follows()
                if self.known == self.every_cell:
                    yield self._grid()
                else:
                    self.forks.append(self._fork(depth + 1))
            except Contradiction:
                self.contradictions += 1
            if not self.forks:
                return
            depth = self._take()

    def _fill_givens(self) -> None:
        """All at once: one by one they would take seconds on a large board."""
        cells: Places = [0] * self.shape.side
        struck: Places = [0] * self.shape.side
        for cell, given in enumerate(self.puzzle.givens):
            if given:
                cells[given - 1] |= 1 << cell
                struck[given - 1] |= self._peers(cell)
                self.known |= 1 << cell
        self.watch.tick()
        if any(here & elsewhere for here, elsewhere in zip(cells, struck, strict=True)):
            raise Contradiction
        empty = self.every_cell & ~self.known
        self.places = [empty & ~elsewhere | here for here, elsewhere in zip(cells, struck, strict=True)]

    def _fill(self, cell: Cell, value: int) -> None:
        """The value, counted from 0, leaves the cell's peers, and the cell every other value."""
        bit = 1 << cell
        elsewhere, here = ~self._peers(cell), ~bit
        places = self.places
        for other in range(len(places)):
            places[other] &= here
        places[value] = places[value] & elsewhere | bit
        self.known |= bit

    def _peers(self, cell: Cell) -> int:
        mask = 0
        for unit in self.shape.units_of[cell]:
            mask |= self.unit_masks[unit]
        return mask & ~(1 << cell)

    def _fill_what_follows(self) -> None:
        """Lone candidates and last places, in turn, until there is an impasse or nothing left to fill."""
        while self._fill_lone_candidates() or self._fill_last_places():
            pass

    def _fill_lone_candidates(self) -> bool:
        self.watch.tick()
        any_value, several = self._at_least(2)
        if any_value != self.every_cell:
            raise Contradiction
        lone = any_value & ~several & ~self.known
        for cell in _cells_of(lone):
            value = next((v for v, places in enumerate(self.places) if places >> cell & 1), None)
            if value is None:
                raise Contradiction  # it fell to another of them
            self._fill(cell, value)
        return bool(lone)

    def _fill_last_places(self) -> bool:
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

    def _at_least(self, most: int) -> list[int]:
        """The cells with at least one candidate, at least two, and so on to this number."""
        counted = [0] * most
        for places in self.places:
            for number in range(most - 1, 0, -1):
                counted[number] |= counted[number - 1] & places
            counted[0] |= places
        return counted

    def _fork(self, depth: int) -> _Fork:
        """At the first cell with two candidates, or with as few as any has; in random order."""
        most, fewest = 2, 0
        while not fewest:
            most += 1
            *_, enough, too_many = self._at_least(most)
            fewest = enough & ~too_many
        cell = (fewest & -fewest).bit_length() - 1
        values = [value for value, places in enumerate(self.places) if places >> cell & 1]
        self.forked += 1
        return _Fork(self.places, self.known, cell, sorted(values, key=lambda value: self.random()), depth)

    def _take(self) -> int:
        """The next way at the innermost fork; its depth."""
        fork = self.forks[-1]
        value = fork.untaken.pop()
        if not fork.untaken:
            self.forks.pop()
        self.places, self.known = list(fork.places), fork.known
        self._fill(fork.cell, value)
        self.assumptions += 1
        self.deepest = max(self.deepest, fork.depth)
        return fork.depth

    def _grid(self) -> Grid:
        grid = bytearray(len(self.shape.cells))
        for value, places in enumerate(self.places, start=1):
            for cell in _cells_of(places):
                grid[cell] = value
        return bytes(grid)


def _cells_of(mask: int) -> Iterator[Cell]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@cache
def _unit_masks(shape: Shape) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in unit) for unit in shape.units)
