"""An entry of a collection: a puzzle and what the collection says about it."""

from dataclasses import dataclass

from .puzzle import Grid, Puzzle

Candidates = tuple[int, ...]  # of one cell; of a cell with a value, that value; of a cell without candidates, none

SEVERAL = 2  # as an expected count: two or more solutions


@dataclass(frozen=True, slots=True)
class Expected:
    """What the collection says about a puzzle: the number of solutions (SEVERAL for more than one), and one of them."""

    solutions: int | None = None
    solution: Grid | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A puzzle of a collection, with its place there (`FILE:LINE`) as id."""

    id: str
    puzzle: Puzzle
    expected: Expected | None = None
    name: str = ""
    candidates: tuple[Candidates, ...] | None = None  # of each cell, if the collection gives them and they were wanted

    def __repr__(self) -> str:
        name = f", {self.name!r}" if self.name else ""
        return f"<Entry {self.id}: {self.puzzle.shape}, givens: {self.puzzle.count_givens()}{name}>"

    @property
    def only_solution(self) -> Grid | None:
        """The solution that the collection gives, if the collection says that it is the only one."""
        return self.expected.solution if self.expected and self.expected.solutions == 1 else None
