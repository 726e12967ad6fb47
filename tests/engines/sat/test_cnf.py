"""The clauses: their number, and that their models are exactly the solutions."""

from collections.abc import Callable

import pytest

from making import CLASH, EASY, EASY_SOLUTION, count_4x4
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape, shape_of_box
from sudoku_compare.engines.sat.cnf import ENCODINGS, Formula


def expected_clauses(shape: Shape, encoding: str) -> int:
    n, h, w = shape.side, shape.box_height, shape.box_width
    peers = 3 * n - h - w - 1
    at_least_one_value = n * n
    peers_differ = n * n * peers // 2 * n
    at_most_one_value = n * n * (n * (n - 1) // 2)
    at_least_one_place = 3 * n * n
    families = {
        "minimal": (at_least_one_value, peers_differ),
        "efficient": (at_least_one_value, peers_differ, at_most_one_value),
        "extended": (at_least_one_value, peers_differ, at_most_one_value, at_least_one_place),
    }
    return sum(families[encoding])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
def test_the_unreduced_formula_has_the_expected_number_of_clauses(box: tuple[int, int], encoding: str) -> None:
    shape = shape_of_box(*box)
    clauses = list(Formula(Puzzle(shape, bytes(len(shape.cells))), encoding, reduced=False).clauses())
    assert len(clauses) == expected_clauses(shape, encoding)
    assert len({tuple(sorted(clause)) for clause in clauses}) == len(clauses)
    assert {abs(literal) for clause in clauses for literal in clause} == set(range(1, shape.side**3 + 1))


@pytest.mark.parametrize(("encoding", "count"), [("minimal", 7371), ("efficient", 10287), ("extended", 10530)])
def test_a_9x9_has_the_known_numbers_of_clauses(encoding: str, count: int) -> None:
    assert expected_clauses(shape_of_box(3, 3), encoding) == count


def test_givens_are_unit_clauses_if_the_formula_is_not_reduced() -> None:
    puzzle = Puzzle.from_text(EASY)
    clauses = list(Formula(puzzle, reduced=False).clauses())
    assert len(clauses) == 10530 + puzzle.count_givens()
    assert clauses[0] == [5]


def test_the_reduced_formula_covers_only_empty_cells_and_their_candidates() -> None:
    puzzle = Puzzle.from_text(EASY)
    formula = Formula(puzzle)
    literals = {abs(literal) for clause in formula.clauses() for literal in clause}
    for literal in literals:
        cell, value = divmod(literal - 1, 9)
        assert not puzzle.givens[cell]
        assert value + 1 not in {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)}


@pytest.mark.parametrize("reduced", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_solution_is_a_model_until_it_is_blocked(encoding: str, reduced: bool) -> None:
    puzzle, solution = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
    formula = Formula(puzzle, encoding, reduced)
    model = {formula.variable(cell, value) for cell, value in enumerate(solution)}

    def holds(clause: list[int]) -> bool:
        return any((literal in model) if literal > 0 else (-literal not in model) for literal in clause)

    assert all(holds(clause) for clause in formula.clauses())
    assert not holds(formula.blocking(solution))
    assert formula.grid(sorted(model)) == solution


def test_a_clash_of_givens_is_the_empty_clause() -> None:
    assert [] in Formula(Puzzle.from_text(CLASH)).clauses()


@pytest.mark.parametrize("reduced", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", ["1.....2..3.....4", "1.......2.....3.", "11..............", "12..34.........."])
def test_models_are_exactly_the_solutions_of_a_4x4(
    text: str, encoding: str, reduced: bool, count_models: Callable[[list[list[int]], int], int]
) -> None:
    puzzle = Puzzle.from_text(text)
    formula = Formula(puzzle, encoding, reduced)
    variables_used = {formula.variable(s, v) for s, values in enumerate(formula.candidates) for v in values}
    clauses = list(formula.clauses())
    models = 0 if [] in clauses else count_models(clauses, max(variables_used, default=1))
    free = 2 ** (max(variables_used, default=1) - len(variables_used))
    assert models == count_4x4(puzzle.givens) * free


@pytest.fixture
def count_models() -> Callable[[list[list[int]], int], int]:
    """Counts models by splitting on one variable after another."""

    def assign(clauses: list[list[int]], literal: int) -> list[list[int]] | None:
        left = []
        for clause in clauses:
            if literal in clause:
                continue
            shorter = [other for other in clause if other != -literal]
            if not shorter:
                return None
            left.append(shorter)
        return left

    def count(clauses: list[list[int]], variables: int) -> int:
        if not clauses:
            return int(2**variables)
        literal = min(clauses, key=len)[0]
        total = 0
        for choice in (literal, -literal):
            rest = assign(clauses, choice)
            if rest is not None:
                total += count(rest, variables - 1)
        return total

    return count
