"""Engine `cpsat`: the puzzle as a constraint model in one of two forms, solved by CP-SAT.

With one worker, CP-SAT enumerates the solutions. With several workers it claims to have found all solutions when it has
not, so the engine solves repeatedly, each time with the solutions found so far forbidden.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.errors import OptionError
from ...core.interrupts import run_in_background
from ...core.puzzle import Grid, Puzzle
from ..options import check_choices, option
from .booleans import BooleanModel, BooleanRules, borrow_model
from .library import Library, load_library

if TYPE_CHECKING:
    from .integers import IntegerRules

LONGEST_TIME = 1e9  # seconds; CP-SAT does not accept infinity
MOST_WORKERS = 256
FORM_HELP = "constraints to use; beyond 64x64, alldifferent may exceed the time-out while it loads"

Values = list[int]  # of the variables of a model, in the order in which they were created


@dataclass(frozen=True)
class CpSat:
    """A constraint model (exactly-one over booleans, or all-different), solved by OR-Tools CP-SAT."""

    name: ClassVar = "cpsat"
    method: ClassVar = "cp-sat model"
    package: ClassVar = "ortools"
    distribution: ClassVar = "ortools"
    counted: ClassVar = {
        "branches": "decisions of the search (only with one worker: several are not repeatable)",
        "conflicts": "conflicts of the search (only with one worker)",
        "booleans": "boolean variables that CP-SAT made of the model (only with one worker)",
        "propagations": "booleans set by propagation (only with one worker)",
    }
    stoppable: ClassVar = True

    form: str = option("boolean", FORM_HELP, ("boolean", "alldifferent"))
    workers: int = option(1, "threads of CP-SAT; with more than 1, which of several solutions it finds may vary")
    seed: int = option(0, "CP-SAT's random_seed")
    warm: bool = option(False, "reuse one model for many puzzles: faster; needs form=boolean and workers=1")

    def __post_init__(self) -> None:
        check_choices(self)
        if not 1 <= self.workers <= MOST_WORKERS:
            raise OptionError(f"engine cpsat: workers={self.workers}: expected a number from 1 to {MOST_WORKERS}")
        if self.warm and (self.form != "boolean" or self.workers != 1):
            raise OptionError("engine cpsat: warm=true needs form=boolean and workers=1")

    @property
    def repeatable(self) -> bool:
        """Whether the same call always gives the same answer."""
        return self.workers == 1 and not self.warm

    def search(self, puzzle: Puzzle, limits: Limits) -> Answer:
        library = load_library()
        watch = Stopwatch(limits)
        if self.warm:
            with borrow_model(puzzle.shape, library) as model:
                return self._run(_Search(self, BooleanRules(puzzle, model), library, watch, limits))
        rules = self._make_rules(puzzle, library)
        return self._run(_Search(self, rules, library, watch, limits))

    def _make_rules(self, puzzle: Puzzle, library: Library) -> "BooleanRules | IntegerRules":
        if self.form == "boolean":
            return BooleanRules(puzzle, BooleanModel(puzzle.shape, library))
        from .integers import IntegerRules  # imported late: few searches need it

        return IntegerRules(puzzle, library)

    def _run(self, search: "_Search") -> Answer:
        try:
            run_in_background(search.run, search.stop)
            ending = determine_ending(len(search.solutions), search.limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(search.solutions), ending, search.watch.read(), search.counts)


class _Search:
    """One model, one solver, one stopwatch."""

    def __init__(
        self, engine: CpSat, rules: "BooleanRules | IntegerRules", library: Library, watch: Stopwatch, limits: Limits
    ) -> None:
        self.engine = engine
        self.limits = limits
        self.library = library
        self.watch = watch
        self.rules = rules
        self.solver = self._make_solver()
        self.solutions: list[Grid] = []
        self.counts: dict[str, int] = dict.fromkeys(CpSat.counted, 0) if engine.workers == 1 else {}

    def _make_solver(self) -> Any:
        solver = self.library.make_solver()
        solver.parameters.num_workers = self.engine.workers
        solver.parameters.random_seed = self.engine.seed
        solver.parameters.catch_sigint_signal = False
        solver.parameters.enumerate_all_solutions = self.engine.workers == 1
        # There is little to presolve or relax, and there are few symmetries to break. On hard and on large puzzles,
        # trying costs more than the search, and CP-SAT does not check the time during presolve.
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        return solver

    def run(self) -> None:
        if self.rules.build(self.watch.tick):
            self.watch.mark_built()
            forbidden = 0
            while self._solve() and len(self.solutions) < self.limits.solutions:
                for solution in self.solutions[forbidden:]:  # several workers may have found more than one
                    self.rules.forbid(solution)
                forbidden = len(self.solutions)

    def stop(self) -> None:
        self.watch.stop()
        self.solver.stop_search()

    def _solve(self) -> bool:
        """Run CP-SAT once; return whether there may be more solutions."""
        self.watch.tick()
        self.solver.parameters.max_time_in_seconds = min(self.watch.left(), LONGEST_TIME)
        collector = _make_collector_class(self.library.callback_class)(self)
        status, known = self.solver.solve(self.rules.model, collector), self.library.status
        self._count()
        if status == known.MODEL_INVALID:
            raise RuntimeError("CP-SAT reports an invalid model")
        enough = len(self.solutions) >= self.limits.solutions
        if status == known.UNKNOWN or (status == known.FEASIBLE and not enough):
            raise OutOfTime
        return self.engine.workers > 1 and status != known.INFEASIBLE

    def _count(self) -> None:
        if self.engine.workers == 1:
            response = self.solver.response_proto
            self.counts = {
                "branches": response.num_branches,
                "conflicts": response.num_conflicts,
                "booleans": response.num_booleans,
                "propagations": response.num_binary_propagations,
            }

    def keep(self, values: Values) -> bool:
        """Keep a solution, given as values of the variables; return whether the limit has been reached."""
        self.watch.mark_found()
        solution = self.rules.grid(values)
        # Several workers may report the same solution, and more of them after the limit has been reached.
        if len(self.solutions) < self.limits.solutions and solution not in self.solutions:
            self.solutions.append(solution)
        return len(self.solutions) >= self.limits.solutions


@cache
def _make_collector_class(callback_class: type) -> Callable[[_Search], Any]:
    """Return the class of the callback for solutions, made once: the library keeps every class forever."""

    class Collector(callback_class):  # type: ignore[misc]
        def __init__(self, search: _Search) -> None:
            super().__init__()
            self.search = search

        def OnSolutionCallback(self) -> None:  # noqa: N802 # the library's name
            response = self.Response()  # keeps the solution alive
            if self.search.keep(list(response.solution)):
                self.StopSearch()

    return Collector
