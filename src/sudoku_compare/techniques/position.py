"""A position: what is known, and what is still possible, at one moment of solving by hand.

The possibilities are kept twice, by square and by value, so that each technique can look at them its own way.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..core.puzzle import Filling, Puzzle
from ..core.shape import Square
from .bit_geometry import Geometry, Squares, Values, bits_of, geometry_of, members
from .step import Possibility, Step

Tick = Callable[[], None]


class Flaw(NamedTuple):
    """A contradiction that is plain to see: a square without a value, or a value without a place in a section."""

    reason: str
    absent: tuple[Possibility, ...]  # the possibilities that it lacks


class Position:
    """Changed by `apply` only; techniques look and do not touch. `tick` may raise to end a long search."""

    __slots__ = ("filling", "geometry", "open", "places", "possible", "tick")

    def __init__(self, geometry: Geometry, givens: Filling, tick: Tick) -> None:
        self.geometry = geometry
        self.tick = tick
        self.filling = bytearray(givens)
        self.open: Squares = bits_of(square for square, value in enumerate(givens) if not value)
        seen: list[Squares] = [0] * (geometry.side + 1)  # by value, what its known places see
        for square, value in enumerate(givens):
            if value:
                seen[value] |= geometry.peers[square]
        self.places: list[Squares] = [0] + [self.open & ~seen[value] for value in geometry.shape.values]
        for square, value in enumerate(givens):
            self.places[value] |= 1 << square if value else 0
        self.possible: list[Values] = [0] * len(givens)
        for value in geometry.shape.values:
            for square in members(self.places[value]):
                self.possible[square] |= 1 << value

    def copy(self) -> "Position":
        twin: Position = object.__new__(Position)
        twin.geometry, twin.tick, twin.open = self.geometry, self.tick, self.open
        twin.filling, twin.places, twin.possible = self.filling[:], self.places[:], self.possible[:]
        return twin

    def strike(self, square: Square, value: int) -> None:
        self.possible[square] &= ~(1 << value)
        self.places[value] &= ~(1 << square)

    def place(self, square: Square, value: int) -> None:
        """Make it known; what it excludes is for `strike`, as the step says."""
        self.filling[square] = value
        self.open &= ~(1 << square)

    def apply(self, step: Step) -> None:
        for square, value in step.removed:
            self.strike(square, value)
        for square, value in step.placed:
            self.place(square, value)

    def excluded_by(self, square: Square, value: int) -> tuple[Possibility, ...]:
        """What falls when this is known: the square's other values, and this one on its peers."""
        others = self.possible[square] & ~(1 << value)
        seen = self.places[value] & self.geometry.peers[square]
        return (*((square, other) for other in members(others)), *((peer, value) for peer in members(seen)))

    def removable(self, values: Values, squares: Squares) -> tuple[Possibility, ...]:
        """Those of these values that are still possible on these squares."""
        return tuple((square, value) for value in members(values) for square in members(self.places[value] & squares))

    def open_squares(self, section: int) -> list[Square]:
        return list(members(self.open & self.geometry.sections[section]))

    def with_two(self) -> dict[Square, Values]:
        """The open squares that have two possibilities left."""
        return {
            square: self.possible[square] for square in members(self.open) if self.possible[square].bit_count() == 2
        }

    def flaw(self) -> Flaw | None:
        """The first contradiction on the board."""
        values, sections = self.geometry.shape.values, range(len(self.geometry.sections))
        return self._first_flaw(members(self.open), ((value, number) for value in values for number in sections))

    def flaw_after(self, step: Step) -> Flaw | None:
        """The same where nothing was wrong before the step, which is all that has to be looked at."""
        squares = dict.fromkeys(square for square, _ in step.removed if not self.filling[square])
        needs = dict.fromkeys((value, number) for s, value in step.removed for number in self._sections_of(s))
        return self._first_flaw(squares, needs)

    def _sections_of(self, square: Square) -> tuple[int, ...]:
        return self.geometry.shape.sections_of[square]

    def _first_flaw(self, squares: Iterable[Square], needs: Iterable[tuple[int, int]]) -> Flaw | None:
        """Of these squares and of these values in these sections."""
        geometry = self.geometry
        for square in squares:
            if not self.possible[square]:
                absent = tuple((square, value) for value in geometry.shape.values)
                return Flaw(f"{geometry.name(square)} has no possibility left", absent)
        for value, number in needs:
            section = geometry.sections[number]
            if not self.places[value] & section:
                absent = tuple((square, value) for square in members(section))
                return Flaw(f"{geometry.symbol(value)} has no place left in {geometry.section(number)}", absent)
        return None


def no_deadline() -> None:
    """For `tick`: it may take as long as it takes."""


def position_of(puzzle: Puzzle, tick: Tick = no_deadline) -> Position:
    """Where solving begins: the givens known, and struck from what they see."""
    return Position(geometry_of(puzzle.shape), puzzle.givens, tick)
