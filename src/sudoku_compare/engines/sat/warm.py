"""One SAT solver for many puzzles: it is loaded with the rules once, and each puzzle's givens are assumed.

This is for throughput. The solver keeps what it learns from one puzzle for the next, so the work for a puzzle depends
on the puzzles before it. Counts would be meaningless, so it reports none. Learned clauses slow the solver down, so it
is reloaded now and then.
"""

import atexit
from contextlib import AbstractContextManager

from ...core.answer import Answer, Limits, Stopwatch
from ...core.idle_pool import IdlePool
from ...core.puzzle import Puzzle
from ...core.shape import Shape
from ..collecting import Solutions, collect_solutions
from .cnf import Formula
from .solver import Solver

LARGEST_USE = 50  # searches before the solver is reloaded; puzzles that propagation solves do not count


class LoadedSolver:
    """The solver for one shape. It must not be used for two puzzles at a time."""

    def __init__(self, name: str, shape: Shape, encoding: str) -> None:
        self._name = name
        self._formula = Formula(Puzzle(shape, bytes(len(shape.cells))), encoding, reduced=False)
        self._before = range(0, shape.side**3, shape.side)  # the number before each cell's first variable
        self._solver: Solver | None = None
        self._values = bytes(shape.values) * len(shape.cells)  # the value that each variable stands for, in order
        self._is_fresh = True
        self._searches = 0
        self._guard = 0

    def answer(self, puzzle: Puzzle, watch: Stopwatch, limits: Limits) -> Answer:
        """Search for the solutions of one puzzle."""
        try:
            solutions, ending = collect_solutions(self._solutions(puzzle, watch), limits, watch)
        except BaseException:
            self.unload()  # it may be in any state, so it is not used again
            raise
        detail = "loaded for this puzzle" if self._is_fresh else "warm"
        return Answer(solutions, ending, watch.read(), {}, detail)

    def _solutions(self, puzzle: Puzzle, watch: Stopwatch) -> Solutions:
        solver = self._prepare(watch)
        givens = [before + value for before, value in zip(self._before, puzzle.givens, strict=True) if value]
        watch.mark_built()
        forced = solver.propagate(givens)
        if forced is None:
            return
        placed = [literal for literal in forced if literal > 0]
        if len(placed) >= len(puzzle.givens):
            values = self._values
            yield bytes([values[literal - 1] for literal in sorted(placed)])
            return  # no decision was made, so there is no other solution
        self._searches += 1
        self._guard += 1
        try:
            while solver.is_satisfiable([*givens, self._guard]):
                solution = self._formula.grid(solver.literals())
                yield solution
                blocking = [-self._formula.variable(s, v) for s, v in enumerate(solution) if not puzzle.givens[s]]
                solver.add([-self._guard, *blocking])
        finally:
            solver.add([-self._guard])  # switches the blocking clauses off for good

    def _prepare(self, watch: Stopwatch) -> Solver:
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


_idle: IdlePool[LoadedSolver] = IdlePool(LoadedSolver)


def borrow_solver(name: str, shape: Shape, encoding: str) -> AbstractContextManager[LoadedSolver]:
    """Lend a loaded solver to one search; no other thread uses it in the meantime."""
    return _idle.borrow(name, shape, encoding)


@atexit.register
def _unload_all() -> None:
    """Delete the solvers while PySAT is still loaded; deleting them later would print errors."""
    for loaded in _idle.empty():
        loaded.unload()
