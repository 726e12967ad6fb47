"""Compares the clauses of the checker with those of the engines' encoder."""

import pytest

from making import count_4x4
from sudoku_compare import Puzzle
from sudoku_compare.checking.sudoku_clauses import count_rules, encode_rules
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
