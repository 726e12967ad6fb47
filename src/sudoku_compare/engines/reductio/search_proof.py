"""A search of `reductio` as a DRUP proof, which any SAT proof checker can verify.

Each refuted assumption becomes a clause: it and the assumptions before it cannot all be true. The clause follows by
unit propagation: from the rules, because syllogizing is unit propagation, or, if the assumption led to further ones,
from their clauses, which are deleted afterwards. When the search starts over, the clauses of open scopes are deleted
too.
"""

from ...core.answer import Stopwatch
from ...core.puzzle import Puzzle
from .engine import Search
from .propagation import Board, fields_of


def search_proof_lines(puzzle: Puzzle, watch: Stopwatch) -> list[str]:
    """Return a proof that the puzzle has no other solution than the blocked one; may raise OutOfTime."""
    search = _ProofSearch(puzzle, watch)
    for _ in search.solutions():
        pass
    search.close(1)
    return [*search.lines, "0"]


class _ProofSearch(Search):
    def __init__(self, puzzle: Puzzle, watch: Stopwatch) -> None:
        super().__init__(puzzle, fields_of(puzzle.shape), watch)
        self.lines: list[str] = []
        self._path: list[str] = []  # the negated literal of each assumption in force
        self._inner: list[list[str]] = [[]]  # for each depth, the clauses one level deeper

    def assume(self) -> tuple[Board, Board]:
        board, asserted = super().assume()
        self.close(self.depth)
        cell, value = self.fields.candidate_at(asserted.bit_length() - 1)
        self._path.append(f"-{cell * self.fields.side + value} ")
        self._inner.append([])
        return board, asserted

    def start_over(self) -> None:
        """Forget the clauses of the assumptions that are given up; those of refuted first assumptions remain true."""
        self.lines += [f"d {inner}" for clauses in self._inner[1:] for inner in clauses]
        self._path.clear()
        del self._inner[1:]
        super().start_over()

    def close(self, depth: int) -> None:
        """Refute the assumptions of this depth and deeper, the innermost first."""
        while len(self._path) >= depth:
            clause = "".join(self._path) + "0"
            self.lines.append(clause)
            self.lines += [f"d {inner}" for inner in self._inner.pop()]
            self._path.pop()
            self._inner[-1].append(clause)
