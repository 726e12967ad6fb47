"""Counts the solutions of a puzzle, and finds the cells that have the same value in all of them."""

from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ..checking.solution import are_solutions
from ..core.answer import OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..display.numbers import format_count
from ..engines.reductio.engine import Search
from ..engines.reductio.propagation import fields_of
from ..engines.sat.oracle import Oracle, oracle
from .confirmation import Objection, require_solution
from .progress import Note, ignore_note

BATCH = 64  # solutions that are checked at once


class SolutionCount(NamedTuple):
    """Solutions of a puzzle, all different and checked."""

    solutions: tuple[Grid, ...]
    is_exact: bool  # two engines agree that there are no others


def count_solutions(puzzle: Puzzle, most: int, watch: Stopwatch, note: Note = ignore_note) -> SolutionCount:
    """Return up to `most` solutions, or as many as can be found in time. `note` is called with their number so far.

    `reductio` finds them; the count is exact if `sat` agrees that there are no others. Raises Objection.
    """
    solutions: list[Grid] = []
    is_exact = False
    with suppress(OutOfTime):
        search = Search(puzzle, fields_of(puzzle.shape), watch).solutions()
        while batch := list(islice(search, min(BATCH, most - len(solutions)))):
            if not are_solutions([(puzzle, solution) for solution in batch]):
                raise Objection("reductio: counted a grid that is not a solution")
            solutions += batch
            note(f"{format_count(len(solutions), 'solution')} so far")
        is_exact = len(solutions) < most and _is_complete(puzzle, solutions, watch)
    if len(set(solutions)) < len(solutions):  # also if time ran out
        raise Objection("reductio: counted a solution twice")
    return SolutionCount(tuple(solutions), is_exact)


def _is_complete(puzzle: Puzzle, solutions: list[Grid], watch: Stopwatch) -> bool:
    """Return True if `sat` finds no other solution either; otherwise raise Objection."""
    with oracle(puzzle, watch) as rules:
        for solution in solutions:
            watch.tick()
            rules.forbid(solution)
        missed = rules.solution()
    if missed is not None:
        require_solution(puzzle, missed)
        raise Objection(f"reductio: counted {len(solutions)} solutions, but sat found another one")
    return True


def find_fixed_cells(puzzle: Puzzle, counted: SolutionCount, watch: Stopwatch) -> tuple[Cell, ...]:
    """Return the empty cells that have the same value in every solution.

    If not all solutions are known, this rests on `sat` alone. Raises OutOfTime and Objection.
    """
    first, *others = counted.solutions
    same = [cell for cell, given in enumerate(puzzle.givens) if not given]
    for other in others:
        same = [cell for cell in same if first[cell] == other[cell]]
    if counted.is_exact:
        return tuple(same)
    with oracle(puzzle, watch) as rules:
        return tuple(_keep_fixed(puzzle, first, same, rules))


def _keep_fixed(puzzle: Puzzle, first: Grid, same: list[Cell], rules: Oracle) -> list[Cell]:
    """Return those of the cells that have the same value in every solution.

    For each cell, ask for a solution with another value. Such a solution usually rules out several cells at once.
    """
    fixed: list[Cell] = []
    while same:
        cell = same[-1]
        other = rules.solution([-rules.literal(cell, first[cell])])
        if other is None:
            fixed.append(same.pop())
        else:
            require_solution(puzzle, other)
            same = [kept for kept in same if other[kept] == first[kept]]
    return sorted(fixed)
