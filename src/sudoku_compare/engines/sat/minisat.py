"""MiniSat 2.2 through PySAT's compiled module, without PySAT's Python layer.

That layer takes longer to import than the compiled module, and each clause goes through it. This class has the methods
of PySAT's own, as far as they are used here. `load_minisat` returns None if the compiled module is not the one that
this was written for; PySAT's own class is used then.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

USED = (
    *("new", "del", "add_cl", "cbudget", "pbudget", "solve_lim", "interrupt", "clearint", "propagate", "setphases"),
    *("model", "core", "acc_stats"),
)


class MiniSat:
    """A solver with the clauses added so far."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions = functions
        self._solver = functions["new"]()
        self._status: bool | None = None

    def __del__(self) -> None:
        self.delete()

    def delete(self) -> None:
        """Free the solver; it cannot be used any more."""
        if self._solver is not None:
            self._functions["del"](self._solver)
            self._solver = None

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add one clause."""
        self._functions["add_cl"](self._solver, clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses, without a step of the interpreter between them."""
        deque(map(partial(self._functions["add_cl"], self._solver), clauses), maxlen=0)

    def conf_budget(self, conflicts: int) -> None:
        """Limit the next search to this many conflicts."""
        self._functions["cbudget"](self._solver, conflicts)

    def prop_budget(self, propagations: int) -> None:
        """Limit the next search to this many propagations."""
        self._functions["pbudget"](self._solver, propagations)

    def set_phases(self, literals: Sequence[int]) -> None:
        """Set the value that each of these variables is tried with first."""
        self._functions["setphases"](self._solver, literals)

    def solve_limited(self, assumptions: Sequence[int], *, expect_interrupt: bool) -> bool | None:
        """Search within the budgets; return None if they are used up."""
        self._status = self._functions["solve_lim"](self._solver, assumptions, 0, int(expect_interrupt))
        return self._status

    def interrupt(self) -> None:
        """End the search that is running in another thread."""
        self._functions["interrupt"](self._solver)

    def clear_interrupt(self) -> None:
        """Allow the next search."""
        self._functions["clearint"](self._solver)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Return whether unit propagation finds no contradiction, and what it derives."""
        consistent, literals = self._functions["propagate"](self._solver, assumptions, 0, 0)
        return bool(consistent), literals or []

    def get_model(self) -> list[int]:
        """Return the model that was found."""
        literals: list[int] | None = self._functions["model"](self._solver)
        return literals or []  # None if there is no variable

    def get_core(self) -> list[int] | None:
        """Return assumptions that cannot all be true, if the last search proved that."""
        core: list[int] | None = self._functions["core"](self._solver) if self._status is False else None
        return core

    def accum_stats(self) -> dict[str, int]:
        """Return the counts of all searches."""
        statistics: dict[str, int] = self._functions["acc_stats"](self._solver)
        return statistics


@cache
def load_minisat() -> dict[str, Any] | None:
    """Return the functions of the compiled module; None if one of them is missing."""
    try:
        import pysolvers
    except ImportError:
        return None
    functions = {name: getattr(pysolvers, f"minisat22_{name}", None) for name in USED}
    return functions if all(functions.values()) else None
