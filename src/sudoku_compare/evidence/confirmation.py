"""Checks the evidence itself: solutions are checked, and claims are confirmed by a second engine where possible.

Confirmed by another engine or by the proof checker: that there is no other solution, that a given is redundant, that a
count is exact, that givens are in conflict, and that a fix or additional givens make the puzzle unique. Three claims
rest on one engine. The SAT solver alone says which cells are fixed if not all solutions were counted, and that fewer
additional givens are not enough. The kernel (on 9x9; otherwise the SAT solver) alone says that there is no other fix.
"""

from itertools import islice

from ..checking.solution import find_fault
from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from .result import Placement


class Objection(Exception):
    """Raised when two engines contradict each other, or when one of them is refuted."""


def require_solution(puzzle: Puzzle, grid: Grid) -> None:
    """Raise Objection unless the grid is a solution."""
    fault = find_fault(puzzle, grid)
    if fault:
        raise Objection(f"evidence: not a solution: {fault}")


def search_by_reductio(puzzle: Puzzle, most: int, watch: Stopwatch) -> tuple[tuple[Grid, ...], int]:
    """Return up to `most` solutions that `reductio` finds, and the assumptions it needed; raises OutOfTime."""
    search = Search(puzzle, fields_of(puzzle.shape), watch)
    solutions = tuple(islice(search.solutions(), most))
    for solution in solutions:
        require_solution(puzzle, solution)
    return solutions, search.assumptions


def has_only_solution(puzzle: Puzzle, solution: Grid, watch: Stopwatch) -> bool:
    """Return whether `reductio` finds this solution and no other."""
    return search_by_reductio(puzzle, 2, watch)[0] == (solution,)


def keep_givens(puzzle: Puzzle, givens: tuple[Placement, ...]) -> Puzzle:
    """Return the puzzle with these givens only."""
    kept = bytearray(len(puzzle.givens))
    for given in givens:
        kept[given.cell] = given.value
    return Puzzle(puzzle.shape, bytes(kept))
