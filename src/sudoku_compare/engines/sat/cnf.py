"""A puzzle as clauses in conjunctive normal form, independent of any solver.

Variable `cell * side + value` means that the cell has this value. Each encoding adds a family of clauses to the one
before it:

- `minimal`: each cell has a value, and no two peers have the same value;
- `efficient`: no cell has two values;
- `extended`: each unit has a place for each value.

"At most one" is written pairwise: encodings with auxiliary variables were slower on every kind of puzzle. A formula
that is reduced by the givens covers only the empty cells and the values that no given excludes there: a 36x36 shrinks
from three million clauses to a few hundred thousand.
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
    """Clauses whose models are exactly the solutions of a puzzle."""

    puzzle: Puzzle
    encoding: str = "extended"
    reduced: bool = True

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses. An empty clause means that the givens leave no solution."""
        yield from self._givens()
        yield from self._cells_have_values()
        yield from self._peers_differ()
        if self.encoding in ("efficient", "extended"):
            yield from self._cells_have_one_value()
        if self.encoding == "extended":
            yield from self._units_have_places()

    @cached_property
    def candidates(self) -> list[frozenset[int]]:
        """Return the values of each cell for which the formula has a variable."""
        shape, givens = self.puzzle.shape, self.puzzle.givens
        if not self.reduced:
            return [frozenset(shape.values)] * len(shape.cells)
        free = [frozenset(shape.values).difference(givens[cell] for cell in unit) for unit in shape.units]
        return [
            frozenset() if givens[cell] else frozenset.intersection(*(free[number] for number in units))
            for cell, units in enumerate(shape.units_of)
        ]

    def variable(self, cell: Cell, value: int) -> Variable:
        return cell * self.puzzle.shape.side + value

    def grid(self, literals: Iterable[int]) -> Grid:
        """Return the solution that a model (the literals that are true) describes."""
        grid = bytearray(self.puzzle.givens)
        candidates, side = self.candidates, self.puzzle.shape.side
        for literal in literals:
            if literal > 0:
                cell, value = divmod(literal - 1, side)
                # A solver may give any value to a variable that is in no clause.
                if cell < len(candidates) and value + 1 in candidates[cell]:
                    grid[cell] = value + 1
        return bytes(grid)

    def blocking(self, solution: Grid) -> Clause:
        """Return the clause that only this solution violates. It is empty if the givens fill the board."""
        return [-self.variable(cell, solution[cell]) for cell, values in enumerate(self.candidates) if values]

    def _givens(self) -> Iterator[Clause]:
        """Yield the givens as unit clauses; in a reduced formula, only an empty clause if two of them clash."""
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
            yield [self.variable(cell, value) for value in sorted(self.candidates[cell])]

    def _cells_have_one_value(self) -> Iterator[Clause]:
        for cell in self._open_cells():
            for one, other in combinations(sorted(self.candidates[cell]), 2):
                yield [-self.variable(cell, one), -self.variable(cell, other)]

    def _peers_differ(self) -> Iterator[Clause]:
        shape, candidates, side = self.puzzle.shape, self.candidates, self.puzzle.shape.side
        for cell in self._open_cells():
            mine = sorted(candidates[cell])
            for peer in shape.later_peers[cell]:
                theirs = candidates[peer]
                for value in mine:
                    if value in theirs:
                        yield [-(cell * side + value), -(peer * side + value)]

    def _units_have_places(self) -> Iterator[Clause]:
        givens = self.puzzle.givens
        for unit in dict.fromkeys(self.puzzle.shape.units):  # a box of one row or column is not an additional unit
            known = {givens[cell] for cell in unit} if self.reduced else set()
            for value in self.puzzle.shape.values:
                if value not in known:
                    yield [self.variable(cell, value) for cell in unit if value in self.candidates[cell]]
