"""How many solutions has a puzzle that has several, and what is the same in all of them?"""

from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ..checking.solution import all_stand
from ..core.answer import OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from ..engines.sat.oracle import Oracle, oracle
from .confirmation import Doubt, must_solve

TOGETHER = 64  # solutions that are checked at once


class Counted(NamedTuple):
    solutions: tuple[Grid, ...]
    is_exact: bool  # there is no other, as two engines say


def count_solutions(puzzle: Puzzle, most: int, watch: Stopwatch) -> Counted:
    """The solutions up to so many, each checked; as many as time allows. `sat` has to agree that they are all."""
    solutions: list[Grid] = []
    is_exact = False
    with suppress(OutOfTime):
        search = Search(puzzle, fields_of(puzzle.shape), watch).solutions()
        while len(solutions) < most and (some := list(islice(search, min(TOGETHER, most - len(solutions))))):
            if not all_stand([(puzzle, solution) for solution in some]):
                raise Doubt("reductio: among the solutions counted is one that is none")
            solutions += some
        if len(set(solutions)) < len(solutions):
            raise Doubt("reductio: among the solutions counted is one twice")
        is_exact = len(solutions) < most and _are_all(puzzle, solutions, watch)
    return Counted(tuple(solutions), is_exact)


def _are_all(puzzle: Puzzle, solutions: list[Grid], watch: Stopwatch) -> bool:
    """Whether `sat` finds no other either; raises Doubt if it does."""
    with oracle(puzzle, watch) as rest:
        for solution in solutions:
            watch.tick()
            rest.forbid(solution)
        missed = rest.solution()
    if missed is not None:
        must_solve(puzzle, missed)
        raise Doubt(f"reductio: says that there are {len(solutions)} solutions, but sat finds another one")
    return True


def fixed_cells(puzzle: Puzzle, counted: Counted, watch: Stopwatch) -> tuple[Cell, ...]:
    """The empty cells that have the same value in every solution; if these were not all counted, as `sat` says."""
    first, *others = counted.solutions
    same = [cell for cell, given in enumerate(puzzle.givens) if not given]
    for other in others:
        same = [cell for cell in same if first[cell] == other[cell]]
    if counted.is_exact:
        return tuple(same)
    with oracle(puzzle, watch) as rules:
        return tuple(_never_otherwise(puzzle, first, same, rules))


def _never_otherwise(puzzle: Puzzle, first: Grid, same: list[Cell], rules: Oracle) -> list[Cell]:
    """Of these cells, those that no solution fills otherwise: each one found that does strikes several out."""
    fixed: list[Cell] = []
    while same:
        cell = same[-1]
        other = rules.solution([-rules.literal(cell, first[cell])])
        if other is None:
            fixed.append(same.pop())
        else:
            must_solve(puzzle, other)
            same = [kept for kept in same if other[kept] == first[kept]]
    return sorted(fixed)
