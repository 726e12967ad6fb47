"""The puzzle as a propositional formula, put to a solver of PySAT.

The solver is fresh for each search. Uniqueness is settled by blocking the found solution and solving again.
"""

from dataclasses import dataclass
from typing import ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.errors import OptionError
from ...core.puzzle import Grid, Puzzle
from ..options import check_choices, option
from .cnf import ENCODINGS, Formula
from .solver import CAN_PROPAGATE, CANNOT_BE_SLICED, DEFAULT_SOLVER, Solver, attended, load, refuse_unfit
from .warm import borrow_loaded


@dataclass(frozen=True)
class Sat:
    """A CNF encoding, solved by PySAT; the found solution is blocked to see whether there is another."""

    name: ClassVar = "sat"
    method: ClassVar = "cnf"
    package: ClassVar = "pysat"
    distribution: ClassVar = "python-sat"
    counted: ClassVar = {
        "conflicts": "clauses learnt from a conflict",
        "decisions": "variables set by choice",
        "propagations": "variables set by unit propagation",
        "restarts": "searches begun anew",
    }

    solver: str = option(DEFAULT_SOLVER, "any solver that the installed python-sat offers")
    encoding: str = option("extended", "which families of clauses", ENCODINGS)
    reduced: bool = option(True, "apply the givens before the clauses are written, not as unit clauses")
    warm: bool = option(False, "one loaded solver for many puzzles, givens assumed: faster, but without counts")

    def __post_init__(self) -> None:
        check_choices(self)
        refuse_unfit(self.solver)
        if self.warm and self.solver not in CAN_PROPAGATE:
            raise OptionError(f"engine sat: warm=true needs a solver among {', '.join(CAN_PROPAGATE)}")

    @property
    def stoppable(self) -> bool:
        return self.solver not in CANNOT_BE_SLICED

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        load()
        if self.warm:
            watch = Stopwatch(limits)
            return attended(self.solver, lambda: self._search_warm(puzzle, watch, limits), watch)
        search = _Search(self, puzzle, limits)
        return attended(self.solver, search.answer, search.watch)

    def _search_warm(self, puzzle: Puzzle, watch: Stopwatch, limits: Limits) -> Answer:
        with borrow_loaded(self.solver, puzzle.shape, self.encoding) as loaded:
            return loaded.answer(puzzle, watch, limits)


class _Search:
    """One formula, one solver, one stopwatch."""

    def __init__(self, engine: Sat, puzzle: Puzzle, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self.watch = Stopwatch(limits)
        self.formula = Formula(puzzle, engine.encoding, engine.reduced)
        self.solutions: list[Grid] = []
        self.counts: dict[str, int] = dict.fromkeys(Sat.counted, 0)

    def answer(self) -> Answer:
        try:
            self._run()
            ending = determine_ending(len(self.solutions), self.limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(self.solutions), ending, self.watch.read(), self.counts)

    def _run(self) -> None:
        with Solver(self.engine.solver, self.watch) as solver:
            consistent = solver.add_all(self.formula.clauses())
            self.watch.built()
            try:
                while consistent and len(self.solutions) < self.limits.solutions and solver.is_satisfiable():
                    solution = self.formula.grid(solver.literals())
                    self.watch.found()
                    self.solutions.append(solution)
                    consistent = solver.add(self.formula.blocking(solution))
            finally:
                statistics = solver.statistics()
                self.counts = {name: int(statistics[name]) for name in Sat.counted}
