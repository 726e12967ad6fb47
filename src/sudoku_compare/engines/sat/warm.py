"""One solver for many puzzles: loaded with the rules once, the givens assumed, found solutions blocked under a guard.

For throughput. What it learns from one puzzle it keeps for the next, so that the work for a puzzle depends on those
before it: counts would mean nothing, and there are none. It is loaded anew now and then, as it slows down with what it
has learnt.
"""

import atexit
from contextlib import AbstractContextManager

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Shape
from ..idle_pool import IdlePool
from .cnf import Formula
from .solver import Solver

LARGEST_USE = 500  # puzzles that took a search, after which a solver is loaded anew; propagation leaves no trace


class Loaded:
    """The solver of one shape. Not to be used for two puzzles at a time."""

    def __init__(self, name: str, shape: Shape, encoding: str) -> None:
        self._name = name
        self._formula = Formula(Puzzle(shape, bytes(len(shape.cells))), encoding, reduced=False)
        self._before = range(0, shape.side**3, shape.side)  # a cell's first variable
        self._solver: Solver | None = None
        self._values = bytes(shape.values) * len(shape.cells)  # of the variables, from the first on
        self._is_fresh = True
        self._searches = 0
        self._guard = 0

    def answer(self, puzzle: Puzzle, watch: Stopwatch, limits: Limits) -> Answer:
        solutions: list[Grid] = []
        try:
            self._run(puzzle, solutions, watch, limits)
            ending = determine_ending(len(solutions), limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        except BaseException:
            self.unload()  # whatever state it is in, nobody meets it again
            raise
        detail = "loaded for this puzzle" if self._is_fresh else "warm"
        return Answer(tuple(solutions), ending, watch.read(), {}, detail)

    def _run(self, puzzle: Puzzle, solutions: list[Grid], watch: Stopwatch, limits: Limits) -> None:
        solver = self._ready(watch)
        givens = [before + value for before, value in zip(self._before, puzzle.givens, strict=True) if value]
        watch.built()
        forced = solver.propagated(givens)
        if forced is None:
            return
        placed = [literal for literal in forced if literal > 0]
        if len(placed) >= len(puzzle.givens):
            watch.found()
            values = self._values
            solutions.append(bytes([values[literal - 1] for literal in sorted(placed)]))
            return  # nothing was chosen, so there is no other
        self._searches += 1
        self._guard += 1
        try:
            while len(solutions) < limits.solutions and solver.is_satisfiable([*givens, self._guard]):
                watch.found()
                solutions.append(self._formula.grid(solver.literals()))
                blocking = [-self._formula.variable(s, v) for s, v in enumerate(solutions[-1]) if not puzzle.givens[s]]
                solver.add([-self._guard, *blocking])
        finally:
            solver.add([-self._guard])  # for good: those clauses hold no longer

    def _ready(self, watch: Stopwatch) -> Solver:
        self._is_fresh = self._solver is None or self._searches >= LARGEST_USE
        if self._solver is None or self._is_fresh:
            self.unload()
            solver = Solver(self._name, watch)
            solver.add_all(self._formula.clauses())
            self._solver, self._searches = solver, 0
            self._guard = self._formula.puzzle.shape.side**3
        self._solver.watch = watch
        return self._solver

    def unload(self) -> None:
        if self._solver is not None:
            self._solver.close()
            self._solver = None


_idle: IdlePool[Loaded] = IdlePool(Loaded)


def borrow_loaded(name: str, shape: Shape, encoding: str) -> AbstractContextManager[Loaded]:
    """A loaded solver for one search, which no other thread uses meanwhile."""
    return _idle.borrow(name, shape, encoding)


@atexit.register
def _unload_all() -> None:
    """PySAT complains about solvers that are deleted after it."""
    for loaded in _idle.empty():
        loaded.unload()
