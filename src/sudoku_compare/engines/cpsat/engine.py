"""Engine `cpsat`: the puzzle as a constraint model, solved by CP-SAT. Only this module imports ortools.

`boolean`: one variable per candidate; exactly one is true in each cell, and for each value in each unit.
`alldifferent`: one variable per cell; all are different in each unit.

With one worker, CP-SAT enumerates the solutions. With several workers it claims to have found all solutions when it has
not, so the engine solves repeatedly, each time with the solutions found so far forbidden.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from ...core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch, determine_ending
from ...core.errors import OptionError
from ...core.interrupts import hold_signals, run_in_background
from ...core.puzzle import Grid, Puzzle
from ...core.shape import Cell, Unit
from ..options import check_choices, option
from .warm import WarmRules, borrow_model

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
        with hold_signals():
            from ortools.sat.python import cp_model
        watch = Stopwatch(limits)
        if not self.warm:
            rules = _Booleans if self.form == "boolean" else _Integers
            return self._run(_Search(self, rules(puzzle, cp_model), cp_model, watch, limits))
        with borrow_model(puzzle.shape, cp_model) as model:
            return self._run(_Search(self, WarmRules(puzzle, model), cp_model, watch, limits))

    def _run(self, search: "_Search") -> Answer:
        try:
            run_in_background(search.run, search.stop)
            ending = determine_ending(len(search.solutions), search.limits)
        except OutOfTime:
            ending = Ending.TIMED_OUT
        return Answer(tuple(search.solutions), ending, search.watch.read(), search.counts)


class _Search:
    """One model, one solver, one stopwatch."""

    def __init__(self, engine: CpSat, rules: Any, cp_model: Any, watch: Stopwatch, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self.cp_model = cp_model
        self.watch = watch
        self.rules = rules
        self.solver = self._make_solver()
        self.solutions: list[Grid] = []
        self.counts: dict[str, int] = dict.fromkeys(CpSat.counted, 0) if engine.workers == 1 else {}

    def _make_solver(self) -> Any:
        solver = self.cp_model.CpSolver()
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
        status = self.solver.solve(self.rules.model, _make_collector_class(self.cp_model)(self))
        self._count()
        if status == self.cp_model.MODEL_INVALID:
            raise RuntimeError("CP-SAT reports an invalid model")
        enough = len(self.solutions) >= self.limits.solutions
        if status == self.cp_model.UNKNOWN or (status == self.cp_model.FEASIBLE and not enough):
            raise OutOfTime
        return self.engine.workers > 1 and status != self.cp_model.INFEASIBLE

    def _count(self) -> None:
        if self.engine.workers == 1:
            self.counts = {
                "branches": self.solver.num_branches,
                "conflicts": self.solver.num_conflicts,
                "booleans": self.solver.num_booleans,
                "propagations": self.solver.num_binary_propagations,
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
def _make_collector_class(cp_model: Any) -> Callable[[_Search], Any]:
    """Return the class of the callback for solutions, made once: the library keeps every class forever."""

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self, search: _Search) -> None:
            super().__init__()
            self.search = search

        def on_solution_callback(self) -> None:
            response = self.response_proto  # keeps the solution alive
            if self.search.keep(list(response.solution)):
                self.stop_search()

    return Collector


class _Rules:
    """What both forms share: the empty cells, and the values that the givens leave possible in them."""

    def __init__(self, puzzle: Puzzle, cp_model: Any) -> None:
        self.puzzle = puzzle
        self.cp_model = cp_model
        self.model = cp_model.CpModel()

    def build(self, tick: Callable[[], None]) -> bool:
        """Build the model; return False if the givens already exclude every solution."""
        raise NotImplementedError

    def open_values(self) -> dict[Cell, list[int]] | None:
        """Return the values left for each empty cell; None if two givens clash or a cell has none left."""
        shape, givens = self.puzzle.shape, self.puzzle.givens
        taken = [[givens[cell] for cell in unit if givens[cell]] for unit in shape.units]
        if any(len(set(values)) < len(values) for values in taken):
            return None
        left = {
            cell: sorted(set(shape.values).difference(*(taken[number] for number in shape.units_of[cell])))
            for cell in shape.cells
            if not givens[cell]
        }
        return left if all(left.values()) else None


class _Booleans(_Rules):
    def build(self, tick: Callable[[], None]) -> bool:
        self.variables: dict[Cell, dict[int, Any]] = {}
        values = self.open_values()
        for cell, left in (values or {}).items():
            tick()
            self.variables[cell] = {value: self.model.new_bool_var("") for value in left}
            self.model.add_exactly_one(self.variables[cell].values())
        for unit in self.puzzle.shape.units:
            tick()
            for places in self._places(unit):
                self.model.add_exactly_one(places)
        return values is not None

    def _places(self, unit: Unit) -> Iterator[list[Any]]:
        """Yield the variables of the places for each value that the unit still needs."""
        known = {self.puzzle.givens[cell] for cell in unit}
        cells = [self.variables[cell] for cell in unit if cell in self.variables]
        for value in self.puzzle.shape.values:
            if value not in known:
                yield [variables[value] for variables in cells if value in variables]

    def grid(self, values: Values) -> Grid:
        grid = bytearray(self.puzzle.givens)
        for cell, variables in self.variables.items():
            grid[cell] = next(value for value, variable in variables.items() if values[variable.index])
        return bytes(grid)

    def forbid(self, solution: Grid) -> None:
        self.model.add_bool_or(variables[solution[cell]].negated() for cell, variables in self.variables.items())


class _Integers(_Rules):
    def build(self, tick: Callable[[], None]) -> bool:
        self.variables: dict[Cell, Any] = {}
        values = self.open_values()
        for cell, left in (values or {}).items():
            tick()
            domain = self.cp_model.Domain.from_values(left)
            self.variables[cell] = self.model.new_int_var_from_domain(domain, "")
        for unit in self.puzzle.shape.units:
            self.model.add_all_different([self.variables[cell] for cell in unit if cell in self.variables])
        return values is not None

    def grid(self, values: Values) -> Grid:
        grid = bytearray(self.puzzle.givens)
        for cell, variable in self.variables.items():
            grid[cell] = values[variable.index]
        return bytes(grid)

    def forbid(self, solution: Grid) -> None:
        differs = []
        for cell, variable in self.variables.items():
            differs.append(self.model.new_bool_var(""))
            self.model.add(variable != solution[cell]).only_enforce_if(differs[-1])
        self.model.add_bool_or(differs)
