"""What is wrong in a position that a person has reached: digits and candidates that contradict the only solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.entry import Candidates
from ..core.puzzle import Puzzle
from ..core.shape import Cell
from ..core.verdict import Verdict
from ..engines.reductio.engine import Reductio
from .settle import settle


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The cells of a position that contradict the only solution of its puzzle."""

    puzzle: Puzzle
    verdict: Verdict  # of the puzzle; only if it is `unique` can a value be called wrong
    digits: tuple[Cell, ...]  # with a digit that is not the one of the solution
    candidates: tuple[Cell, ...]  # without the value of the solution among their candidates

    @property
    def has_any(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.digits or self.candidates)

    def to_dict(self) -> dict[str, Any]:
        """Return the mistakes as plain values, with the names of the cells."""
        name = self.puzzle.shape.name_of
        return {
            "verdict": str(self.verdict),
            "digits": [name(cell) for cell in self.digits],
            "candidates": [name(cell) for cell in self.candidates],
        }


def find_mistakes(
    puzzle: Puzzle, position: Puzzle, candidates: Sequence[Candidates] | None, seconds: float
) -> Mistakes:
    """Compare a position with the only solution of its puzzle.

    `position` is the puzzle with further digits. `candidates` are those that the user has left in each cell; an empty
    tuple means that the user has noted none there. If the puzzle does not have exactly one solution, or time runs out,
    no mistakes are reported.
    """
    verdict, solution = settle(Reductio().search, puzzle, seconds)
    if solution is None:
        return Mistakes(puzzle, verdict, (), ())
    digits = [cell for cell, value in enumerate(position.givens) if value and value != solution[cell]]
    kept = enumerate(candidates or ())
    wrong = [cell for cell, values in kept if values and not position.givens[cell] and solution[cell] not in values]
    return Mistakes(puzzle, verdict, tuple(digits), tuple(wrong))
