"""Which givens of a puzzle with one solution could go, one at a time?"""

from ..core.answer import Stopwatch
from ..core.puzzle import Grid, Puzzle
from .confirmation import Doubt, has_only
from .findings import Placed
from .variants import settle_variants


def redundant_givens(puzzle: Puzzle, solution: Grid, watch: Stopwatch) -> tuple[Placed, ...]:
    """The givens that follow from the others.

    A given is needed if the others have another solution: one is found, and checked. That there is none, two engines
    have to say.
    """
    givens = [Placed(cell, value) for cell, value in enumerate(puzzle.givens) if value]
    rests = [puzzle.with_value(given.cell, 0) for given in givens]
    redundant = []
    for given, rest, settled in zip(givens, rests, settle_variants(rests, watch, known=solution), strict=True):
        if len(settled.solutions) > 1:
            continue
        where = puzzle.shape.name_of(given.cell)
        if settled.solutions != (solution,):
            raise Doubt(f"{settled.by}: without {where}, misses the solution that is known")
        if not has_only(rest, solution, watch):
            raise Doubt(f"{settled.by} says that {where} could go; reductio finds otherwise")
        redundant.append(given)
    return tuple(redundant)
