"""Evidence is doubted like any answer: solutions are checked, and claims confirmed where they can be.

Confirmed, by another engine or by the checker of proofs: that there is no other solution, that a given could go, that a
count is exact, that givens are in conflict, that a fix or a repair makes the puzzle unique. On one word alone: the
SAT solver's, which cells are fixed where not all solutions were counted, and that there is no smaller repair; the
kernel's on a 9x9 and else the SAT solver's, that there is no other fix.
"""

from itertools import islice

from ..checking.solution import refute
from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from .findings import Placed


class Doubt(Exception):
    """Two reasoners cannot both be right, or one of them is refuted: an objection."""


def must_solve(puzzle: Puzzle, grid: Grid) -> None:
    """Raise Doubt unless the checker finds no fault."""
    fault = refute(puzzle, grid)
    if fault:
        raise Doubt(f"evidence: not a solution: {fault}")


def solutions_by_reductio(puzzle: Puzzle, most: int, watch: Stopwatch) -> tuple[tuple[Grid, ...], int]:
    """The solutions that `reductio` finds, and the assumptions that it needed; raises OutOfTime."""
    search = Search(puzzle, fields_of(puzzle.shape), watch)
    solutions = tuple(islice(search.solutions(), most))
    for solution in solutions:
        must_solve(puzzle, solution)
    return solutions, search.assumptions


def has_only(puzzle: Puzzle, solution: Grid, watch: Stopwatch) -> bool:
    """Whether `reductio` too finds this solution and no other."""
    return solutions_by_reductio(puzzle, 2, watch)[0] == (solution,)


def only(puzzle: Puzzle, givens: tuple[Placed, ...]) -> Puzzle:
    """The puzzle with these givens and no others."""
    kept = bytearray(len(puzzle.givens))
    for cell, value in givens:
        kept[cell] = value
    return Puzzle(puzzle.shape, bytes(kept))
