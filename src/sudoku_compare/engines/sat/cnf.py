"""A puzzle as clauses, by formula. Knows no solver.

Variable `square * side + value` says: this value stands on this square. The encodings, each adding a
family of clauses to the one before it:

- `minimal`: each square has a value; no two peers have the same;
- `efficient`: and no square has two values;
- `extended`: and each section has a place for each value.

At most one is said pairwise: the encodings with further variables were slower on every kind of puzzle.
Reduced by the givens, a formula speaks only of the squares that are empty and the values that no given
forbids there: a 36x36 shrinks from three million clauses to some hundred thousand.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ...core.puzzle import Filling, Puzzle
from ...core.shape import Square

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
        yield from self._squares_have_values()
        yield from self._peers_differ()
        if self.encoding in ("efficient", "extended"):
            yield from self._squares_have_one_value()
        if self.encoding == "extended":
            yield from self._sections_have_places()

    @cached_property
    def possible(self) -> list[frozenset[int]]:
        """The values that each square may have, as far as the formula speaks of it."""
        shape, givens = self.puzzle.shape, self.puzzle.givens
        if not self.reduced:
            return [frozenset(shape.values)] * len(shape.squares)
        free = [frozenset(shape.values).difference(givens[s] for s in section) for section in shape.sections]
        return [
            frozenset() if givens[square] else frozenset.intersection(*(free[number] for number in sections))
            for square, sections in enumerate(shape.sections_of)
        ]

    def variable(self, square: Square, value: int) -> Variable:
        return square * self.puzzle.shape.side + value

    def filling(self, literals: Iterable[int]) -> Filling:
        """The solution for which the literals stand that hold together."""
        filling = bytearray(self.puzzle.givens)
        possible, side = self.possible, self.puzzle.shape.side
        for literal in literals:
            if literal > 0:
                square, value = divmod(literal - 1, side)
                # A solver may set a variable of which no clause speaks as it likes.
                if square < len(possible) and value + 1 in possible[square]:
                    filling[square] = value + 1
        return bytes(filling)

    def blocking(self, solution: Filling) -> Clause:
        """The clause that this one solution violates. Empty if the givens fill the board."""
        return [-self.variable(square, solution[square]) for square, values in enumerate(self.possible) if values]

    def _givens(self) -> Iterator[Clause]:
        """Unit clauses; or, where the formula is reduced, nothing but the empty clause if two of them clash."""
        givens = self.puzzle.givens
        if not self.reduced:
            yield from ([self.variable(square, value)] for square, value in enumerate(givens) if value)
            return
        for section in self.puzzle.shape.sections:
            known = [givens[square] for square in section if givens[square]]
            if len(set(known)) < len(known):
                yield []

    def _open_squares(self) -> list[Square]:
        return [square for square in self.puzzle.shape.squares if not (self.reduced and self.puzzle.givens[square])]

    def _squares_have_values(self) -> Iterator[Clause]:
        for square in self._open_squares():
            yield [self.variable(square, value) for value in sorted(self.possible[square])]

    def _squares_have_one_value(self) -> Iterator[Clause]:
        for square in self._open_squares():
            for one, other in combinations(sorted(self.possible[square]), 2):
                yield [-self.variable(square, one), -self.variable(square, other)]

    def _peers_differ(self) -> Iterator[Clause]:
        shape, possible, side = self.puzzle.shape, self.possible, self.puzzle.shape.side
        for square in self._open_squares():
            mine = sorted(possible[square])
            for peer in shape.later_peers[square]:
                theirs = possible[peer]
                for value in mine:
                    if value in theirs:
                        yield [-(square * side + value), -(peer * side + value)]

    def _sections_have_places(self) -> Iterator[Clause]:
        givens = self.puzzle.givens
        for section in dict.fromkeys(self.puzzle.shape.sections):  # boxes one square high or wide are rows or columns
            known = {givens[square] for square in section} if self.reduced else set()
            for value in self.puzzle.shape.values:
                if value not in known:
                    yield [self.variable(square, value) for square in section if value in self.possible[square]]
