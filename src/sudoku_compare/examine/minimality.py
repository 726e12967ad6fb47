"""Which givens of a puzzle with one solution could go, one at a time?"""

from ..engine import Stopwatch
from ..engines.oracle import oracle_of_rules
from ..evidence import Placed
from ..puzzle import Filling, Puzzle
from .doubts import Doubt, has_only, must_solve


def redundant_givens(puzzle: Puzzle, solution: Filling, watch: Stopwatch) -> tuple[Placed, ...]:
    """The givens that follow from the others.

    A given is needed if the others have a solution with another value there: one is found, and checked. That there is
    none, two engines have to say.
    """
    givens = [Placed(square, value) for square, value in enumerate(puzzle.givens) if value]
    redundant = []
    with oracle_of_rules(puzzle.shape, watch) as rules:
        literals = {given: rules.literal(*given) for given in givens}
        for given in givens:
            others = [literal for other, literal in literals.items() if other != given]
            rest = puzzle.with_value(given.square, 0)
            other_solution = rules.solution([-literals[given], *others])
            if other_solution is not None:
                must_solve(rest, other_solution)
            elif has_only(rest, solution, watch):
                redundant.append(given)
            else:
                raise Doubt(f"sat says that {puzzle.shape.name_of(given.square)} could go; reductio finds otherwise")
    return tuple(redundant)
