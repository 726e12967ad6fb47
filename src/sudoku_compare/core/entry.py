"""A puzzle as it stands in a collection, with what the collection says of it."""

from dataclasses import dataclass
from typing import NamedTuple

from .puzzle import Grid, Puzzle

SEVERAL = 2  # an expected count of two stands for two or more


@dataclass(frozen=True, slots=True)
class Expected:
    """What the collection itself says of a puzzle: how many solutions (2 for several), and which, or one of them."""

    solutions: int | None = None
    solution: Grid | None = None


class Entry(NamedTuple):
    """A puzzle as it stands in a collection."""

    id: str
    puzzle: Puzzle
    expected: Expected | None = None
    name: str = ""

    @property
    def only_solution(self) -> Grid | None:
        """The solution that the collection gives, if it says that there is no other."""
        return self.expected.solution if self.expected and self.expected.solutions == 1 else None
