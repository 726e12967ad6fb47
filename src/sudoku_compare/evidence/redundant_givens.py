"""Finds the redundant givens of a puzzle with a unique solution."""

from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from .confirmation import Objection, has_only_solution
from .result import Placement
from .variants import settle_variants


def find_redundant_givens(puzzle: Puzzle, solution: Grid, watch: Stopwatch) -> tuple[Placement, ...]:
    """Return the givens that follow from the other givens. Raises OutOfTime and Objection.

    A given is necessary if the puzzle without it has another solution; that solution is found and checked. It is
    redundant if two engines agree that there is no other solution.
    """
    givens = [Placement(cell, value) for cell, value in enumerate(puzzle.givens) if value]
    variants = [puzzle.with_value(given.cell, 0) for given in givens]
    redundant = []
    for given, variant, settled in zip(givens, variants, settle_variants(variants, watch, known=solution), strict=True):
        if len(settled.solutions) > 1:
            continue
        where = puzzle.shape.name_of(given.cell)
        if settled.solutions != (solution,):
            raise Objection(f"{settled.by}: without {where}, it missed the known solution")
        if not has_only_solution(variant, solution, watch):
            raise Objection(f"{settled.by} claimed that {where} is redundant, but reductio found otherwise")
        redundant.append(given)
    return tuple(redundant)
