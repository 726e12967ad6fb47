"""Givens that cannot all be true, and the steps that show it."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..core.puzzle import Puzzle
from ..core.shape import Cell
from ..techniques import Candidate, Step


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Givens that cannot all be true, and the steps that show it."""

    start: Puzzle  # the puzzle with only these givens
    steps: tuple[Step, ...]
    reason: str  # what is impossible after the last step
    cells: tuple[Cell, ...]  # that the reason is about
    length: int = 0
    is_complete: bool = True  # whether all attempts to find a shorter explanation were finished in time

    @property
    def givens(self) -> list[Candidate]:
        """The givens that cannot all be true."""
        return list_givens(self.start)


def list_givens(puzzle: Puzzle) -> list[Candidate]:
    """Return the givens of a puzzle as candidates."""
    return [(cell, value) for cell, value in enumerate(puzzle.givens) if value]


def keep_givens(puzzle: Puzzle, givens: Iterable[Candidate]) -> Puzzle:
    """Return the puzzle with these givens only."""
    kept = bytearray(len(puzzle.givens))
    for cell, value in givens:
        kept[cell] = value
    return Puzzle(puzzle.shape, bytes(kept))
