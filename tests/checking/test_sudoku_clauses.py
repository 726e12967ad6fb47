"""Compares the clauses of the checker with those of the engines' encoder."""

import pytest

from making import count_4x4
from sudoku_compare import Puzzle
from sudoku_compare.checking.sudoku_clauses import (
    count_rules,
    count_variables,
    encode_exclusion,
    encode_givens,
    encode_rules,
)
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.sat.oracle import clauses_of_claim


@pytest.mark.parametrize(("height", "width"), [(2, 2), (1, 4), (4, 1), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (4, 4)])
def test_the_encoder_of_the_engines_writes_the_same_rules(height: int, width: int) -> None:
    shape = shape_of_box(height, width)
    theirs = [tuple(sorted(clause)) for clause in encode_rules(height, width)]
    ours = [tuple(sorted(c)) for c in clauses_of_claim(Puzzle(shape, bytes(len(shape.cells))), None)]
    assert len(set(ours)) == len(ours) == len(theirs) == count_rules(height, width)
    assert set(theirs) == set(ours)


def test_the_rules_of_a_4x4_have_288_solutions() -> None:
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=[list(clause) for clause in encode_rules(2, 2)]) as solver:
        assert sum(1 for _ in solver.enum_models()) == 288 == count_4x4(bytes(16))


@pytest.mark.parametrize(
    ("height", "width", "variables", "rules"),
    [(2, 2, 64, 384), (2, 3, 216, 1980), (1, 4, 64, 336), (4, 1, 64, 336), (3, 3, 729, 10530)],
)
def test_the_variables_and_the_rules_are_counted(height: int, width: int, variables: int, rules: int) -> None:
    assert count_variables(height, width) == variables
    assert count_rules(height, width) == rules


def test_each_given_is_a_clause() -> None:
    givens = bytes([0, 2, 0, 0, 4]) + bytes(10) + bytes([1])
    assert list(encode_givens(givens, 4)) == [(6,), (20,), (61,)]


def test_the_clause_that_excludes_a_solution_names_the_cells_without_a_given() -> None:
    solution = Puzzle.from_text("1243342143122134").givens
    givens = bytes([1, 0, 0, 3]) + solution[4:-1] + bytes(1)
    assert encode_exclusion(givens, solution, 4) == (-6, -12, -64)
    assert encode_exclusion(solution, solution, 4) == ()
    with pytest.raises(ValueError, match="shorter"):
        encode_exclusion(givens, solution[:-1], 4)
