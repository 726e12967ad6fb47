"""PySAT's solvers with deadlines: they work in slices, and the clock is checked in between."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from itertools import islice
from threading import Timer
from typing import Any, Self, TypeVar

from ...core.answer import LONGEST_WAIT, Stopwatch
from ...core.errors import OptionError
from ...core.interrupts import hold_signals, run_in_background
from ...core.text import suggest
from .minisat import MiniSat, load_minisat

DEFAULT_SOLVER = "minisat22"
SLICE = 1000  # conflicts between clock checks (0.2 s on a 36x36), the same on every machine
LONGEST_SLICE = 2_000_000  # propagations, for a slice with few conflicts
BATCH = 20_000  # clauses between clock checks: some 10 ms

REFUSED = {
    "kissat404": "it ends the whole process when it is called a second time",
    "maplesat": "it writes wrong proofs, so its claim that no solution is left cannot be checked",
}
CANNOT_BE_SLICED = ("ergo", "lingeling")  # they ignore budgets, so only killing their process stops them
DEAF = ("cadical103", "cadical153", "cadical195", "cadical300")  # they replace the Ctrl-C handler in the main thread

# These propagate without a search, and can then be used again.
CAN_PROPAGATE = ("minisat22", "glucose3", "glucose4", "glucose42", "maplechrono", "mergesat3")

Result = TypeVar("Result")


class Solver:
    """One of PySAT's solvers, and the stopwatch of the search that uses it."""

    def __init__(self, name: str, watch: Stopwatch, *, with_proof: bool = False) -> None:
        self.name = name
        self.watch = watch
        self.is_slow = False  # whether a slice may take seconds
        self._solver = _make_solver(name, with_proof=with_proof)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> bool:
        """Add a clause; return False if it is empty (solvers disagree on its meaning, so it is not passed on)."""
        if clause:
            self._solver.add_clause(clause)
        return bool(clause)

    def add_all(self, clauses: Iterable[Sequence[int]]) -> bool:
        """Add clauses, but stop at an empty one; return False if there is one."""
        clauses = iter(clauses)
        with pause_collection():
            while batch := list(islice(clauses, BATCH)):
                self.watch.tick()
                if not all(batch):
                    return False
                self._solver.append_formula(batch)
        return True

    def prefer(self, literals: Sequence[int]) -> None:
        """Let the search try these literals as true first."""
        self._solver.set_phases(literals)

    def is_satisfiable(self, assumptions: Sequence[int] = ()) -> bool:
        if self.name in CANNOT_BE_SLICED:
            return bool(self._solver.solve(assumptions))
        while True:
            self.watch.tick()
            self._solver.conf_budget(SLICE)
            if self.name not in DEAF:
                self._solver.prop_budget(LONGEST_SLICE)
            # With expect_interrupt, the solver releases the GIL and leaves the Ctrl-C handler alone.
            with self._interrupt_at_deadline():
                satisfiable = self._solver.solve_limited(assumptions, expect_interrupt=True)
            if satisfiable is not None:
                return bool(satisfiable)

    def _interrupt_at_deadline(self) -> AbstractContextManager[None]:
        can_interrupt = self.is_slow and self.name in CAN_PROPAGATE  # these are also the ones that can be interrupted
        return _run_timer(self._solver, self.watch.left()) if can_interrupt else nullcontext()

    def propagate(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return what follows from the assumptions by unit propagation; None if that is a contradiction."""
        consistent, literals = self._solver.propagate(assumptions)
        forced: list[int] = literals
        return forced if consistent else None

    def literals(self) -> list[int]:
        """Return the model that was found."""
        return list(self._solver.get_model())

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true, after `is_satisfiable` returned False."""
        return list(self._solver.get_core() or ())

    def proof(self) -> list[str]:
        """Return a DRUP proof of unsatisfiability; for a solver made `with_proof` and used without assumptions."""
        return list(self._solver.get_proof())

    def statistics(self) -> dict[str, int]:
        return dict(self._solver.accum_stats())


@contextmanager
def _run_timer(solver: Any, seconds: float) -> Iterator[None]:
    """Interrupt the solver after this time. A thread costs more than the search in a small board."""
    timer = Timer(min(seconds, LONGEST_WAIT), solver.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        solver.clear_interrupt()


@contextmanager
def pause_collection() -> Iterator[None]:
    """Pause the garbage collector, which looks at every clause several times and never finds garbage among them."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def run_interruptibly(name: str, work: Callable[[], Result], watch: Stopwatch) -> Result:
    """Do the work with this solver so that Ctrl-C ends it soon and cleanly."""
    if name in DEAF:
        return run_in_background(work, watch.stop)
    with hold_signals(watch.stop):
        return work()


@cache
def load(name: str = DEFAULT_SOLVER) -> None:
    """Import what this solver needs, before any stopwatch runs."""
    with hold_signals():
        if name != DEFAULT_SOLVER or load_minisat() is None:
            _load_pysat()


def _make_solver(name: str, *, with_proof: bool) -> Any:
    functions = load_minisat() if name == DEFAULT_SOLVER else None
    if functions is not None:
        return MiniSat(functions)
    return _load_pysat()(name=name, with_proof=True) if with_proof else _load_pysat()(name=name)


def _load_pysat() -> Callable[..., Any]:
    from pysat.solvers import Solver as PySatSolver

    solver: Callable[..., Any] = PySatSolver
    return solver


def check_solver(name: str) -> None:
    """Raise OptionError unless the solver is installed and can be trusted."""
    if name == DEFAULT_SOLVER:
        return
    if name in REFUSED:
        raise OptionError(f"engine sat: solver={name} is not supported: {REFUSED[name]}; use {DEFAULT_SOLVER}")
    try:
        from pysat.solvers import SolverNames
    except ImportError:
        return
    offered = [known for known in vars(SolverNames) if not known.startswith("_") and known not in REFUSED]
    if name not in offered:
        raise OptionError(f"engine sat: unknown solver {name!r}; {suggest(name, offered)}")
    if not _is_built_in(name):
        raise OptionError(f"engine sat: solver={name} is not in the installed python-sat; use {DEFAULT_SOLVER}")


@cache
def _is_built_in(name: str) -> bool:
    with hold_signals():
        try:
            _load_pysat()(name=name).delete()
        except Exception:  # each missing solver fails in its own way
            return False
        return True
