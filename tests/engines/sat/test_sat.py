"""The solvers that the engine `sat` accepts, and that each of them gives correct answers."""

import pytest
from pysat.solvers import SolverNames

from making import ESCARGOT, NONE, TWO
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.core.errors import OptionError
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.engines.sat.solver import DEFAULT_SOLVER, REFUSED
from sudoku_compare.running.executor import run

NOT_BUILT_IN = {"cryptosat", "minisatgh"}
OFFERED = sorted({name for name in vars(SolverNames) if not name.startswith("_")} - set(REFUSED) - NOT_BUILT_IN)


@pytest.mark.parametrize("solver", OFFERED)
def test_every_solver_distinguishes_one_solution_two_and_none(solver: str) -> None:
    engine = load_engine(f"sat:solver={solver}")
    for text, solutions in ((ESCARGOT, 1), (TWO, 2), (NONE, 0)):
        answer = run(engine, Puzzle.from_text(text), Limits(3))
        assert (len(answer.solutions), answer.ending) == (solutions, Ending.EXHAUSTED)


@pytest.mark.parametrize(("solver", "reason"), REFUSED.items())
def test_solvers_that_abort_or_give_wrong_proofs_are_refused_with_the_reason(solver: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        load_engine(f"sat:solver={solver}")


@pytest.mark.parametrize("solver", sorted(NOT_BUILT_IN))
def test_solvers_that_pysat_lists_but_does_not_contain_are_refused(solver: str) -> None:
    with pytest.raises(OptionError, match=f"not in the installed python-sat; use {DEFAULT_SOLVER}"):
        load_engine(f"sat:solver={solver}")
