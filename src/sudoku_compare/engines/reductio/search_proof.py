"""A search of `reductio` written down as a proof that any SAT proof checker follows (DRUP).

An assumption that was refuted, in the scope of those before it, is the clause that not all of them hold. It follows by
unit propagation: from the rules, because syllogizing is unit propagation; and where a whole scope was exhausted,
from the clauses of the assumptions in it, which can be dropped after that.
"""

from ...core.answer import Stopwatch
from ...core.puzzle import Puzzle
from .engine import Search
from .propagation import Board, fields_of


def search_proof_lines(puzzle: Puzzle, watch: Stopwatch) -> list[str]:
    """That the puzzle has no solution but the blocked one; raises OutOfTime."""
    search = _Recorded(puzzle, watch)
    for _ in search.solutions():
        pass
    search.close(1)
    return [*search.lines, "0"]


class _Recorded(Search):
    def __init__(self, puzzle: Puzzle, watch: Stopwatch) -> None:
        super().__init__(puzzle, fields_of(puzzle.shape), watch)
        self.lines: list[str] = []
        self._path: list[str] = []  # the negated literal of each assumption in force
        self._inner: list[list[str]] = [[]]  # for each depth, the clauses that stand one deeper

    def assume(self) -> tuple[Board, Board]:
        board, asserted = super().assume()
        self.close(self.depth)
        cell, value = self.fields.candidate_at(asserted.bit_length() - 1)
        self._path.append(f"-{cell * self.fields.side + value} ")
        self._inner.append([])
        return board, asserted

    def close(self, depth: int) -> None:
        """The assumptions in force are refuted, the innermost first, as far as this depth."""
        while len(self._path) >= depth:
            clause = "".join(self._path) + "0"
            self.lines.append(clause)
            self.lines += [f"d {inner}" for inner in self._inner.pop()]
            self._path.pop()
            self._inner[-1].append(clause)
