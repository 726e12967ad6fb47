"""The two ways to use OR-Tools: without `cp_model`, which imports pandas, and with it, for older versions."""

import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import ortools.sat.python
import pytest
from ortools.sat.python import cp_model

from making import CLASH, EASY, EASY_SOLUTION, ESCARGOT, NONE, TWO, puzzle_with_holes
from sudoku_compare import Answer, Limits, Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.cpsat import library
from sudoku_compare.engines.cpsat.booleans import BooleanModel, BooleanRules
from sudoku_compare.engines.cpsat.integers import IntegerRules
from sudoku_compare.engines.registry import load_engine

VARIANTS = ["cpsat", "cpsat:warm=true", "cpsat:form=alldifferent", "cpsat:seed=7"]
PUZZLES = [Puzzle.from_text(text) for text in (EASY, ESCARGOT, TWO, NONE, CLASH, EASY_SOLUTION, "." * 81, "." * 16)]
SOME = [puzzle_with_holes(shape_of_side(side), kept, side) for side, kept in ((4, 0.3), (6, 0.5), (9, 0.6), (12, 0.6))]


@pytest.fixture
def only_cp_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version of OR-Tools whose helper lacks what the quick way needs."""
    with monkeypatch.context() as patch:
        patch.setattr(ortools.sat.python, "cp_model_helper", ModuleType("cp_model_helper"))
        library.load_library.cache_clear()
        yield
    library.load_library.cache_clear()


def search_all(text: str, limit: int) -> list[Answer]:
    return [load_engine(text).search(puzzle, Limits(limit)) for puzzle in PUZZLES]


@pytest.fixture
def quick_answers(request: pytest.FixtureRequest) -> list[Answer]:
    assert library.load_helper() is not None
    return search_all(request.param, 3)


@pytest.mark.parametrize(("quick_answers", "text"), [(text, text) for text in VARIANTS], indirect=["quick_answers"])
def test_both_ways_give_the_same_answers_and_counts(
    quick_answers: list[Answer], only_cp_model: None, text: str
) -> None:
    assert library.load_helper() is None
    for quick, answer in zip(quick_answers, search_all(text, 3), strict=True):
        assert (answer.solutions, answer.ending, answer.counts) == (quick.solutions, quick.ending, quick.counts)


@pytest.mark.parametrize("form", ["boolean", "alldifferent"])
def test_several_workers_find_all_solutions_with_cp_model_too(only_cp_model: None, form: str) -> None:
    answer = load_engine(f"cpsat:workers=2,form={form}").search(Puzzle.from_text(TWO), Limits(3))
    assert len(set(answer.solutions)) == 2


def test_a_version_without_the_helper_uses_cp_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(ortools.sat.python, "cp_model_helper")
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model_helper", None)  # importing it fails
    assert library.load_helper() is None


def test_a_search_imports_neither_pandas_nor_numpy() -> None:
    code = (
        "import sys; from sudoku_compare import Limits, Puzzle\n"
        "from sudoku_compare.engines.registry import load_engine\n"
        f"load_engine('cpsat').search(Puzzle.from_text({EASY!r}), Limits(2))\n"
        "sys.exit(any(name in sys.modules for name in ('pandas', 'numpy', 'ortools.sat.python.cp_model')))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: str(puzzle.shape))
def test_the_boolean_model_is_the_one_that_cp_model_builds(puzzle: Puzzle) -> None:
    """The messages are written directly; this writes the same model with the functions that OR-Tools documents."""
    rules = BooleanRules(puzzle, BooleanModel(puzzle.shape, library.load_library()))
    model, variables = cp_model.CpModel(), {}
    for cell, values in find_open_values(puzzle).items():
        variables[cell] = {value: model.new_bool_var("") for value in values}
        model.add_exactly_one(variables[cell].values())
    for unit in puzzle.shape.units:
        for value in sorted({*puzzle.shape.values} - {puzzle.givens[cell] for cell in unit}):
            model.add_exactly_one(variables[cell][value] for cell in unit if value in variables.get(cell, ()))
    assert rules.build(lambda: None)
    solution = solve(puzzle)
    rules.forbid(solution)
    model.add_bool_or(variables[cell][solution[cell]].negated() for cell in variables)
    assert str(rules.model.proto) == str(model.proto)


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: str(puzzle.shape))
def test_the_integer_model_is_the_one_that_cp_model_builds(puzzle: Puzzle) -> None:
    rules = IntegerRules(puzzle, library.load_library())
    model, solution = cp_model.CpModel(), solve(puzzle)
    variables = {
        cell: model.new_int_var_from_domain(cp_model.Domain.from_values(values), "")
        for cell, values in find_open_values(puzzle).items()
    }
    for unit in puzzle.shape.units:
        if empty := [variables[cell] for cell in unit if cell in variables]:
            model.add_all_different(empty)
    assert rules.build(lambda: None)
    rules.forbid(solution)
    differs = []
    for cell, variable in variables.items():
        differs.append(model.new_bool_var(""))
        model.add(variable != solution[cell]).only_enforce_if(differs[-1])
    model.add_bool_or(differs)
    assert str(rules.model.proto) == str(model.proto)


def find_open_values(puzzle: Puzzle) -> dict[int, list[int]]:
    shape, givens = puzzle.shape, puzzle.givens
    return {
        cell: sorted({*shape.values} - {givens[peer] for peer in shape.peers_of(cell)})
        for cell in shape.cells
        if not givens[cell]
    }


def solve(puzzle: Puzzle) -> bytes:
    return load_engine("reductio").search(puzzle, Limits(1)).solutions[0]
