"""MiniSat through the compiled module answers as it does through PySAT's classes."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.engines.sat import solver as solver_module
from sudoku_compare.engines.sat.minisat import MiniSat, load_minisat

PUZZLES = [Puzzle.from_text(text) for text in (EASY, ESCARGOT, TWO, NONE, CLASH, "." * 16, "." * 81)]


@pytest.fixture
def only_pysat(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A compiled module without the functions that are used here."""
    with monkeypatch.context() as patch:
        patch.setattr(solver_module, "load_minisat", lambda: None)
        solver_module.load.cache_clear()
        yield
    solver_module.load.cache_clear()


def search_all(text: str) -> list[Answer]:
    return [load_engine(text).search(puzzle, Limits(3)) for puzzle in PUZZLES]


@pytest.fixture
def quick_answers(request: pytest.FixtureRequest) -> list[Answer]:
    assert load_minisat() is not None
    return search_all(request.param)


@pytest.mark.parametrize("quick_answers", ["sat", "sat:reduced=false", "sat:encoding=minimal"], indirect=True)
def test_both_ways_give_the_same_answers_and_counts(
    quick_answers: list[Answer], only_pysat: None, request: pytest.FixtureRequest
) -> None:
    for quick, answer in zip(quick_answers, search_all(request.node.callspec.params["quick_answers"]), strict=True):
        assert (answer.solutions, answer.ending, answer.counts) == (quick.solutions, quick.ending, quick.counts)


def test_a_compiled_module_that_lacks_a_function_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", ModuleType("pysolvers"))
    assert load_minisat.__wrapped__() is None


def test_without_the_compiled_module_there_is_no_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    assert load_minisat.__wrapped__() is None


def test_a_core_is_reported_only_after_a_failed_search() -> None:
    functions = load_minisat()
    assert functions is not None
    solver = MiniSat(functions)
    solver.append_formula([(-1, -2), (1, 2)])
    assert solver.solve_limited([1], expect_interrupt=True) is True
    assert (solver.get_model(), solver.get_core()) == ([1, -2], None)
    assert solver.solve_limited([1, 2], expect_interrupt=True) is False
    assert sorted(solver.get_core() or ()) == [1, 2]
    assert solver.propagate([1]) == (True, [1, -2])
    assert solver.propagate([1, 2])[0] is False
    solver.delete()
    solver.delete()  # freeing it twice would end the process
