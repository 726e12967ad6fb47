"""The part of OR-Tools that the engine uses. Only this module imports ortools.

`cp_model` imports pandas and numpy, which takes several times as long as the rest and is of no use here. Since version
9.15, `cp_model_helper`, on which `cp_model` itself is built, has everything that is needed: the messages that a model
consists of, and the solver. With older versions, `cp_model` is used.
"""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from ...core.interrupts import hold_signals

NEEDED = ("CpModelProto", "SatParameters", "SolveWrapper", "SolutionCallback", "CpSolverStatus")  # of the helper


class Library(NamedTuple):
    """How to make models and solvers. A model has a `proto`; a solver is what `cp_model.CpSolver` is."""

    make_model: Callable[[], Any]
    make_solver: Callable[[], Any]
    callback_class: type
    status: Any  # has UNKNOWN, FEASIBLE, INFEASIBLE and MODEL_INVALID


@cache
def load_library() -> Library:
    """Import OR-Tools: the quick way if this version allows it."""
    with hold_signals():
        return load_helper() or load_cp_model()


def load_helper() -> Library | None:
    """Import OR-Tools without pandas; return None if this version cannot do it."""
    try:
        from ortools.sat.python import cp_model_helper as helper
    except ImportError:
        return None
    if not all(hasattr(helper, name) for name in NEEDED):
        return None
    return Library(
        lambda: _Model(helper.CpModelProto()), lambda: _Solver(helper), helper.SolutionCallback, helper.CpSolverStatus
    )


def load_cp_model() -> Library:
    """Import OR-Tools with pandas."""
    from ortools.sat.python import cp_model

    return Library(cp_model.CpModel, cp_model.CpSolver, cp_model.CpSolverSolutionCallback, cp_model)


class _Model(NamedTuple):
    proto: Any


class _Solver:
    """Solves models as `cp_model.CpSolver` does, and has the same names."""

    def __init__(self, helper: Any) -> None:
        self.parameters = helper.SatParameters()
        self.response_proto: Any = None
        self._helper = helper
        self._wrapper: Any = None  # while it solves
        self._lock = Lock()

    def solve(self, model: _Model, callback: Any) -> Any:
        """Solve the model, call `callback` with each solution, and return the status."""
        wrapper = self._helper.SolveWrapper()
        wrapper.set_parameters(self.parameters)
        wrapper.add_solution_callback(callback)
        with self._lock:
            self._wrapper = wrapper
        try:
            self.response_proto = wrapper.solve(model.proto)
        finally:
            with self._lock:
                self._wrapper = None
            wrapper.clear_solution_callback(callback)
        return self.response_proto.status

    def stop_search(self) -> None:
        """Ask the solver to stop; may be called from another thread."""
        with self._lock:
            if self._wrapper is not None:
                self._wrapper.stop_search()
