"""Engine `sat`: the puzzle as a propositional formula, solved by one of PySAT's solvers.

Each search uses a fresh solver. Uniqueness is settled by blocking the solution and solving again.
"""

from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Limits, Stopwatch
from ...core.errors import OptionError
from ...core.puzzle import Puzzle
from ..collecting import Solutions, collect_solutions
from ..options import check_choices, option
from .cnf import ENCODINGS
from .grouped import GroupedFormula, make_formula
from .pattern import find_near_solution
from .solver import CAN_PROPAGATE, CANNOT_BE_SLICED, DEFAULT_SOLVER, Solver, check_solver, load, run_interruptibly


@dataclass(frozen=True)
class Sat:
    """A CNF encoding, solved by PySAT; each solution is blocked to find out whether there is another."""

    name: ClassVar = "sat"
    method: ClassVar = "cnf"
    package: ClassVar = "pysat"
    distribution: ClassVar = "python-sat"
    counted: ClassVar = {
        "conflicts": "conflicts, each of which teaches the solver a clause",
        "decisions": "variables set by a decision",
        "propagations": "variables set by unit propagation",
        "restarts": "restarts of the search",
    }

    solver: str = option(DEFAULT_SOLVER, "name of a solver in the installed python-sat")
    encoding: str = option("extended", "families of clauses to write", ENCODINGS)
    reduced: bool = option(True, "simplify the formula by the givens instead of adding them as unit clauses")
    warm: bool = option(False, "keep one loaded solver for many puzzles: faster, but without counts")

    def __post_init__(self) -> None:
        check_choices(self)
        check_solver(self.solver)
        if self.warm and self.solver not in CAN_PROPAGATE:
            raise OptionError(f"engine sat: warm=true: expected one of the solvers {', '.join(CAN_PROPAGATE)}")

    @property
    def repeatable(self) -> bool:
        """Whether the same call always gives the same answer: a loaded solver remembers earlier puzzles."""
        return not self.warm

    @property
    def stoppable(self) -> bool:
        return self.solver not in CANNOT_BE_SLICED

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        load(self.solver)
        if self.warm:
            watch = Stopwatch(limits)
            return run_interruptibly(self.solver, lambda: self._search_warm(puzzle, watch, limits), watch)
        search = _Search(self, puzzle, limits)
        return run_interruptibly(self.solver, search.answer, search.watch)

    def _search_warm(self, puzzle: Puzzle, watch: Stopwatch, limits: Limits) -> Answer:
        from .warm import borrow_solver  # imported late: few searches need it

        with borrow_solver(self.solver, puzzle.shape, self.encoding) as loaded:
            return loaded.answer(puzzle, watch, limits)


class _Search:
    """One formula, one solver, one stopwatch."""

    def __init__(self, engine: Sat, puzzle: Puzzle, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self.watch = Stopwatch(limits)
        self.formula = make_formula(puzzle, engine.encoding, reduced=engine.reduced)
        self.counts: dict[str, int] = dict.fromkeys(Sat.counted, 0)

    def answer(self) -> Answer:
        solutions, ending = collect_solutions(self._solutions(), self.limits, self.watch)
        return Answer(solutions, ending, self.watch.read(), self.counts)

    def _solutions(self) -> Solutions:
        with Solver(self.engine.solver, self.watch) as solver:
            consistent = solver.add_all(self.formula.clauses())
            solver.is_slow = isinstance(self.formula, GroupedFormula)
            if isinstance(self.formula, GroupedFormula) and self.engine.solver in CAN_PROPAGATE:
                solver.prefer(self.formula.list_likely(find_near_solution(self.formula.puzzle)))
            self.watch.mark_built()
            try:
                while consistent and solver.is_satisfiable():
                    solution = self.formula.grid(solver.literals())
                    yield solution
                    consistent = solver.add(self.formula.blocking(solution))
            finally:
                statistics = solver.statistics()
                self.counts = {name: int(statistics[name]) for name in Sat.counted}
