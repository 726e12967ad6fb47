"""A position: the known values and the remaining candidates at one moment of solving by hand.

The candidates are stored twice, by cell and by value, because some techniques need one view and some the other.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from .bit_geometry import Cells, Geometry, Values, bits_of, geometry_of, members
from .step import Candidate, Step

Tick = Callable[[], None]


class Flaw(NamedTuple):
    """An evident contradiction: a cell without a candidate, or a value without a place in a unit."""

    reason: str
    absent: tuple[Candidate, ...]  # the candidates that are missing


class Position:
    """Known values and candidates. Techniques only read it; `tick` may raise an exception to end a long search."""

    __slots__ = ("candidates", "geometry", "given", "grid", "open", "places", "tick")

    def __init__(self, geometry: Geometry, givens: Grid, tick: Tick) -> None:
        self.geometry = geometry
        self.tick = tick
        self.grid = bytearray(givens)
        self.open: Cells = bits_of(cell for cell, value in enumerate(givens) if not value)
        self.given: Cells = geometry.all & ~self.open  # the cells whose values the puzzle gives
        seen: list[Cells] = [0] * (geometry.side + 1)  # by value: the peers of its known places
        for cell, value in enumerate(givens):
            if value:
                seen[value] |= geometry.peers[cell]
        self.places: list[Cells] = [0] + [self.open & ~seen[value] for value in geometry.shape.values]
        for cell, value in enumerate(givens):
            self.places[value] |= 1 << cell if value else 0
        self.candidates: list[Values] = [0] * len(givens)
        for value in geometry.shape.values:
            for cell in members(self.places[value]):
                self.candidates[cell] |= 1 << value

    def copy(self) -> "Position":
        twin: Position = object.__new__(Position)
        twin.geometry, twin.tick, twin.open, twin.given = self.geometry, self.tick, self.open, self.given
        twin.grid, twin.places, twin.candidates = self.grid[:], self.places[:], self.candidates[:]
        return twin

    def remove(self, cell: Cell, value: int) -> None:
        self.candidates[cell] &= ~(1 << value)
        self.places[value] &= ~(1 << cell)

    def place(self, cell: Cell, value: int) -> None:
        """Set the value of a cell; the caller removes the candidates that this excludes."""
        self.grid[cell] = value
        self.open &= ~(1 << cell)

    def apply(self, step: Step) -> None:
        for cell, value in step.removed:
            self.remove(cell, value)
        for cell, value in step.placed:
            self.place(cell, value)

    def excluded_by(self, cell: Cell, value: int) -> tuple[Candidate, ...]:
        """Return the candidates that this value excludes: the others of its cell, and the same value in its peers."""
        others = self.candidates[cell] & ~(1 << value)
        seen = self.places[value] & self.geometry.peers[cell]
        return (*((cell, other) for other in members(others)), *((peer, value) for peer in members(seen)))

    def removable(self, values: Values, cells: Cells) -> tuple[Candidate, ...]:
        """Return the candidates of these values that are left in these cells."""
        return tuple((cell, value) for value in members(values) for cell in members(self.places[value] & cells))

    def open_cells(self, unit: int) -> list[Cell]:
        return list(members(self.open & self.geometry.units[unit]))

    def bivalue_cells(self) -> dict[Cell, Values]:
        """Return the open cells with exactly two candidates left, and these candidates."""
        return {cell: self.candidates[cell] for cell in members(self.open) if self.candidates[cell].bit_count() == 2}

    def flaw(self) -> Flaw | None:
        """Return the first contradiction on the board, or None."""
        values, units = self.geometry.shape.values, range(len(self.geometry.units))
        return self._find_flaw(members(self.open), ((value, number) for value in values for number in units))

    def flaw_after(self, step: Step) -> Flaw | None:
        """Return the first contradiction, given that there was none before this step: checks only its effects."""
        cells = dict.fromkeys(cell for cell, _ in step.removed if not self.grid[cell])
        needs = dict.fromkeys((value, number) for s, value in step.removed for number in self._units_of(s))
        return self._find_flaw(cells, needs)

    def _units_of(self, cell: Cell) -> tuple[int, ...]:
        return self.geometry.shape.units_of[cell]

    def _find_flaw(self, cells: Iterable[Cell], needs: Iterable[tuple[int, int]]) -> Flaw | None:
        """Return the first contradiction among these cells and these pairs of a value and a unit."""
        geometry = self.geometry
        for cell in cells:
            if not self.candidates[cell]:
                absent = tuple((cell, value) for value in geometry.shape.values)
                return Flaw(f"{geometry.name(cell)} has no candidate left", absent)
        for value, number in needs:
            unit = geometry.units[number]
            if not self.places[value] & unit:
                absent = tuple((cell, value) for cell in members(unit))
                return Flaw(f"{geometry.symbol(value)} has no place left in {geometry.unit(number)}", absent)
        return None


def no_deadline() -> None:
    """Do nothing: the `tick` of a search without a time limit."""


def position_of(
    puzzle: Puzzle, tick: Tick = no_deadline, *, candidates: Sequence[Sequence[int]] | None = None
) -> Position:
    """Return the position at the start: the givens, and the candidates that they leave.

    `candidates` are those of each cell that someone has left; a cell for which it names none keeps all of them.
    """
    position = Position(geometry_of(puzzle.shape), puzzle.givens, tick)
    for cell, kept in enumerate(candidates or ()):
        for value in members(position.candidates[cell]) if kept else ():
            if value not in kept:
                position.remove(cell, value)
    return position
