"""A puzzle as clauses, by formula. Knows no solver.

Variable `cell * side + value` says: this value stands on this cell. The encodings, each adding a
family of clauses to the one before it:

- `minimal`: each cell has a value; no two peers have the same;
- `efficient`: and no cell has two values;
- `extended`: and each unit has a place for each value.

At most one is said pairwise: the encodings with further variables were slower on every kind of puzzle.
Reduced by the givens, a formula speaks only of the cells that are empty and the values that no given
forbids there: a 36x36 shrinks from three million clauses to some hundred thousand.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell

Variable = int
Clause = list[int]

ENCODINGS = ("minimal", "efficient", "extended")


@dataclass(frozen=True)
class Formula:
    """The clauses that the solutions of a puzzle satisfy, and nothing else does."""

    puzzle: Puzzle
    encoding: str = "extended"
    reduced: bool = True

    def clauses(self) -> Iterator[Clause]:
        """All clauses. An empty one says that the givens leave no solution."""
        yield from self._givens()
        yield from self._cells_have_values()
        yield from self._peers_differ()
        if self.encoding in ("efficient", "extended"):
            yield from self._cells_have_one_value()
        if self.encoding == "extended":
            yield from self._units_have_places()

    @cached_property
    def possible(self) -> list[frozenset[int]]:
        """The values that each cell may have, as far as the formula speaks of it."""
        shape, givens = self.puzzle.shape, self.puzzle.givens
        if not self.reduced:
            return [frozenset(shape.values)] * len(shape.cells)
        free = [frozenset(shape.values).difference(givens[s] for s in unit) for unit in shape.units]
        return [
            frozenset() if givens[cell] else frozenset.intersection(*(free[number] for number in units))
            for cell, units in enumerate(shape.units_of)
        ]

    def variable(self, cell: Cell, value: int) -> Variable:
        return cell * self.puzzle.shape.side + value

    def grid(self, literals: Iterable[int]) -> Grid:
        """The solution for which the literals stand that hold together."""
        grid = bytearray(self.puzzle.givens)
        possible, side = self.possible, self.puzzle.shape.side
        for literal in literals:
            if literal > 0:
                cell, value = divmod(literal - 1, side)
                # A solver may set a variable of which no clause speaks as it likes.
                if cell < len(possible) and value + 1 in possible[cell]:
                    grid[cell] = value + 1
        return bytes(grid)

    def blocking(self, solution: Grid) -> Clause:
        """The clause that this one solution violates. Empty if the givens fill the board."""
        return [-self.variable(cell, solution[cell]) for cell, values in enumerate(self.possible) if values]

    def _givens(self) -> Iterator[Clause]:
        """Unit clauses; or, where the formula is reduced, nothing but the empty clause if two of them clash."""
        givens = self.puzzle.givens
        if not self.reduced:
            yield from ([self.variable(cell, value)] for cell, value in enumerate(givens) if value)
            return
        for unit in self.puzzle.shape.units:
            known = [givens[cell] for cell in unit if givens[cell]]
            if len(set(known)) < len(known):
                yield []

    def _open_cells(self) -> list[Cell]:
        return [cell for cell in self.puzzle.shape.cells if not (self.reduced and self.puzzle.givens[cell])]

    def _cells_have_values(self) -> Iterator[Clause]:
        for cell in self._open_cells():
            yield [self.variable(cell, value) for value in sorted(self.possible[cell])]

    def _cells_have_one_value(self) -> Iterator[Clause]:
        for cell in self._open_cells():
            for one, other in combinations(sorted(self.possible[cell]), 2):
                yield [-self.variable(cell, one), -self.variable(cell, other)]

    def _peers_differ(self) -> Iterator[Clause]:
        shape, possible, side = self.puzzle.shape, self.possible, self.puzzle.shape.side
        for cell in self._open_cells():
            mine = sorted(possible[cell])
            for peer in shape.later_peers[cell]:
                theirs = possible[peer]
                for value in mine:
                    if value in theirs:
                        yield [-(cell * side + value), -(peer * side + value)]

    def _units_have_places(self) -> Iterator[Clause]:
        givens = self.puzzle.givens
        for unit in dict.fromkeys(self.puzzle.shape.units):  # boxes one cell high or wide are rows or columns
            known = {givens[cell] for cell in unit} if self.reduced else set()
            for value in self.puzzle.shape.values:
                if value not in known:
                    yield [self.variable(cell, value) for cell in unit if value in self.possible[cell]]
