"""A position: what is known, and what is still possible, at one moment of solving by hand.

The candidates are kept twice, by cell and by value, so that each technique can look at them its own way.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from .bit_geometry import Cells, Geometry, Values, bits_of, geometry_of, members
from .step import Candidate, Step

Tick = Callable[[], None]


class Flaw(NamedTuple):
    """A contradiction that is plain to see: a cell without a value, or a value without a place in a unit."""

    reason: str
    absent: tuple[Candidate, ...]  # the candidates that it lacks


class Position:
    """Changed by `apply` only; techniques look and do not touch. `tick` may raise to end a long search."""

    __slots__ = ("geometry", "grid", "open", "places", "possible", "tick")

    def __init__(self, geometry: Geometry, givens: Grid, tick: Tick) -> None:
        self.geometry = geometry
        self.tick = tick
        self.grid = bytearray(givens)
        self.open: Cells = bits_of(cell for cell, value in enumerate(givens) if not value)
        seen: list[Cells] = [0] * (geometry.side + 1)  # by value, what its known places see
        for cell, value in enumerate(givens):
            if value:
                seen[value] |= geometry.peers[cell]
        self.places: list[Cells] = [0] + [self.open & ~seen[value] for value in geometry.shape.values]
        for cell, value in enumerate(givens):
            self.places[value] |= 1 << cell if value else 0
        self.possible: list[Values] = [0] * len(givens)
        for value in geometry.shape.values:
            for cell in members(self.places[value]):
                self.possible[cell] |= 1 << value

    def copy(self) -> "Position":
        twin: Position = object.__new__(Position)
        twin.geometry, twin.tick, twin.open = self.geometry, self.tick, self.open
        twin.grid, twin.places, twin.possible = self.grid[:], self.places[:], self.possible[:]
        return twin

    def strike(self, cell: Cell, value: int) -> None:
        self.possible[cell] &= ~(1 << value)
        self.places[value] &= ~(1 << cell)

    def place(self, cell: Cell, value: int) -> None:
        """Make it known; what it excludes is for `strike`, as the step says."""
        self.grid[cell] = value
        self.open &= ~(1 << cell)

    def apply(self, step: Step) -> None:
        for cell, value in step.removed:
            self.strike(cell, value)
        for cell, value in step.placed:
            self.place(cell, value)

    def excluded_by(self, cell: Cell, value: int) -> tuple[Candidate, ...]:
        """What falls when this is known: the cell's other values, and this one on its peers."""
        others = self.possible[cell] & ~(1 << value)
        seen = self.places[value] & self.geometry.peers[cell]
        return (*((cell, other) for other in members(others)), *((peer, value) for peer in members(seen)))

    def removable(self, values: Values, cells: Cells) -> tuple[Candidate, ...]:
        """Those of these values that are still possible on these cells."""
        return tuple((cell, value) for value in members(values) for cell in members(self.places[value] & cells))

    def open_cells(self, unit: int) -> list[Cell]:
        return list(members(self.open & self.geometry.units[unit]))

    def with_two(self) -> dict[Cell, Values]:
        """The open cells that have two candidates left."""
        return {cell: self.possible[cell] for cell in members(self.open) if self.possible[cell].bit_count() == 2}

    def flaw(self) -> Flaw | None:
        """The first contradiction on the board."""
        values, units = self.geometry.shape.values, range(len(self.geometry.units))
        return self._first_flaw(members(self.open), ((value, number) for value in values for number in units))

    def flaw_after(self, step: Step) -> Flaw | None:
        """The same where nothing was wrong before the step, which is all that has to be looked at."""
        cells = dict.fromkeys(cell for cell, _ in step.removed if not self.grid[cell])
        needs = dict.fromkeys((value, number) for s, value in step.removed for number in self._units_of(s))
        return self._first_flaw(cells, needs)

    def _units_of(self, cell: Cell) -> tuple[int, ...]:
        return self.geometry.shape.units_of[cell]

    def _first_flaw(self, cells: Iterable[Cell], needs: Iterable[tuple[int, int]]) -> Flaw | None:
        """Of these cells and of these values in these units."""
        geometry = self.geometry
        for cell in cells:
            if not self.possible[cell]:
                absent = tuple((cell, value) for value in geometry.shape.values)
                return Flaw(f"{geometry.name(cell)} has no candidate left", absent)
        for value, number in needs:
            unit = geometry.units[number]
            if not self.places[value] & unit:
                absent = tuple((cell, value) for cell in members(unit))
                return Flaw(f"{geometry.symbol(value)} has no place left in {geometry.unit(number)}", absent)
        return None


def no_deadline() -> None:
    """For `tick`: it may take as long as it takes."""


def position_of(puzzle: Puzzle, tick: Tick = no_deadline) -> Position:
    """Where solving begins: the givens known, and struck from what they see."""
    return Position(geometry_of(puzzle.shape), puzzle.givens, tick)
