"""A case: a puzzle whose number of solutions is known."""

from dataclasses import dataclass

from ..core.answer import Ending
from ..core.puzzle import Grid, Puzzle
from ..core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle with its number of solutions, and one of them if that is known.

    If `is_exact` is false, `solutions` is only the least number of solutions.
    """

    name: str
    puzzle: Puzzle
    solutions: int
    solution: Grid | None = None
    is_exact: bool = True

    @property
    def verdict(self) -> Verdict:
        """The verdict that a complete engine gives."""
        if self.solutions == 0:
            return Verdict.UNSOLVABLE
        return Verdict.UNIQUE if self.solutions == 1 else Verdict.MULTIPLE

    def has_expectation(self, limit: int) -> bool:
        """Return whether it is known what a search with this limit of solutions must find."""
        return self.is_exact or limit <= self.solutions

    def expect(self, limit: int) -> tuple[int, Ending]:
        """Return how many solutions a search with this limit must find, and how it must end."""
        if self.solutions >= limit:
            return limit, Ending.ENOUGH
        return self.solutions, Ending.EXHAUSTED
