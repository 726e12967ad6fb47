"""The puzzle as a propositional formula, put to a solver of PySAT. The only importer of pysat.

The solver is fresh for each search. Uniqueness is settled by blocking the found solution and solving again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from ..engine import Answer, Ending, Limits, OutOfTime, Stopwatch, ending_of
from ..errors import OptionError
from ..options import check_choices, nearest, option
from ..puzzle import Filling, Puzzle
from .background import in_background, interrupt_after
from .cnf import ENCODINGS, Formula

DEFAULT_SOLVER = "minisat22"
SLICE = 1000  # conflicts between two looks at the clock: 0.2 s on a 36x36, the same on every machine
LONGEST_SLICE = 2_000_000  # propagations, for the rare slice in which conflicts are slow to come
BATCH = 5000  # clauses between two looks at the clock

REFUSED = {
    "kissat404": "it ends the whole process when it is called a second time",
    "maplesat": "it writes wrong proofs, so its word that no solution is left cannot be checked",
}
CANNOT_BE_SLICED = ("ergo", "lingeling")  # take no budget or do not keep it: only their process can be ended
DEAF = ("cadical103", "cadical153", "cadical195", "cadical300")  # take Ctrl-C away from Python in the main thread


@dataclass(frozen=True)
class Sat:
    """A CNF encoding, solved by PySAT; the found solution is blocked to see whether there is another."""

    name: ClassVar = "sat"
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

    def __post_init__(self) -> None:
        check_choices(self)
        if self.solver != DEFAULT_SOLVER:
            _refuse_unfit(self.solver)

    @property
    def stoppable(self) -> bool:
        return self.solver not in CANNOT_BE_SLICED

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        with interrupt_after():
            _load()
        search = _Search(self, puzzle, limits)
        if self.solver in DEAF:
            return in_background(search.answer, search.watch.stop)
        with interrupt_after(search.watch.stop):
            return search.answer()


class _Search:
    """One formula, one solver, one stopwatch."""

    def __init__(self, engine: Sat, puzzle: Puzzle, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self.watch = Stopwatch(limits)
        self.formula = Formula(puzzle, engine.encoding, engine.reduced)
        self.solutions: list[Filling] = []
        self.counts: dict[str, int] = dict.fromkeys(Sat.counted, 0)

    def answer(self) -> Answer:
        try:
            self._run()
            ending = ending_of(len(self.solutions), self.limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(self.solutions), ending, self.watch.read(), self.counts)

    def _run(self) -> None:
        with _fresh_solver(self.engine.solver) as solver:
            consistent = self._load_clauses(solver)
            self.watch.built()
            try:
                while consistent and len(self.solutions) < self.limits.solutions and self._is_satisfiable(solver):
                    solution = self.formula.filling(solver.get_model())
                    self.watch.found()
                    self.solutions.append(solution)
                    consistent = _add(solver, self.formula.blocking(solution))
            finally:
                statistics = solver.accum_stats()
                self.counts = {name: int(statistics[name]) for name in Sat.counted}

    def _load_clauses(self, solver: Any) -> bool:
        """Whether the formula is without an empty clause."""
        for number, clause in enumerate(self.formula.clauses()):
            if not _add(solver, clause):
                return False
            if number % BATCH == 0:
                self.watch.tick()
        return True

    def _is_satisfiable(self, solver: Any) -> bool:
        if not self.engine.stoppable:
            return bool(solver.solve())
        while True:
            solver.conf_budget(SLICE)
            if self.engine.solver not in DEAF:
                solver.prop_budget(LONGEST_SLICE)
            # Said to expect an interrupt, a solver lets go of the GIL and of the handler of Ctrl-C.
            satisfiable = solver.solve_limited(expect_interrupt=True)
            if satisfiable is not None:
                return bool(satisfiable)
            self.watch.tick()


def _add(solver: Any, clause: list[int]) -> bool:
    """Solvers disagree on what an empty clause means; none is handed one."""
    if clause:
        solver.add_clause(clause)
    return bool(clause)


def _load() -> Callable[..., Any]:
    from pysat.solvers import Solver

    solver: Callable[..., Any] = Solver
    return solver


@contextmanager
def _fresh_solver(name: str) -> Iterator[Any]:
    solver = _load()(name=name)
    try:
        yield solver
    finally:
        solver.delete()


def _refuse_unfit(name: str) -> None:
    if name in REFUSED:
        raise OptionError(f"engine sat: solver={name} is refused: {REFUSED[name]}; {DEFAULT_SOLVER} will do")
    try:
        from pysat.solvers import SolverNames
    except ImportError:
        return
    offered = [known for known in vars(SolverNames) if not known.startswith("_") and known not in REFUSED]
    if name not in offered:
        raise OptionError(f"engine sat: no solver {name!r}; {nearest(name, offered)}")
    if not _is_built_in(name):
        raise OptionError(f"engine sat: solver={name} is not in the installed python-sat; {DEFAULT_SOLVER} will do")


def _is_built_in(name: str) -> bool:
    try:
        with _fresh_solver(name):
            return True
    except Exception:  # each missing solver fails in its own way
        return False
