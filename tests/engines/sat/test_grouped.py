"""Large boards: the formula with groups has the same solutions, is small, and starts from a solved board."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import puzzle_with_holes
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import Answer
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.registry import load_engine
from sudoku_compare.engines.sat import grouped
from sudoku_compare.engines.sat.cnf import Formula
from sudoku_compare.engines.sat.grouped import GroupedFormula, make_formula
from sudoku_compare.engines.sat.pattern import find_near_solution, make_pattern

BOXES = [(2, 2), (1, 4), (4, 1), (2, 3), (3, 2), (1, 7), (3, 3), (2, 5), (3, 4)]


def search(puzzle: Puzzle, most_pairs: int) -> Answer:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grouped, "MOST_CANDIDATES", most_pairs)
        return load_engine("sat").search(puzzle, Limits(40))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(BOXES), st.sampled_from([0.2, 0.4, 0.6, 0.9, 1.0]), st.integers(0, 50), st.booleans())
def test_groups_and_pairs_have_the_same_solutions(
    box: tuple[int, int], kept: float, seed: int, is_changed: bool
) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), kept, seed)
    if is_changed:
        puzzle = puzzle.with_value(seed % len(puzzle.givens), 1 + seed % puzzle.shape.side)
    groups, pairs = search(puzzle, -1), search(puzzle, 20_000)
    assert (len(groups.solutions), groups.ending) == (len(pairs.solutions), pairs.ending)
    assert not any(find_fault(puzzle, solution) for solution in groups.solutions)
    if groups.ending is Ending.EXHAUSTED:
        assert set(groups.solutions) == set(pairs.solutions)


@pytest.mark.parametrize(
    ("side", "kept", "encoding", "kind"),
    [
        (9, 0.0, "extended", Formula),
        (25, 0.0, "extended", Formula),
        (36, 0.0, "extended", GroupedFormula),
        (36, 0.4, "extended", Formula),
        (64, 0.0, "extended", GroupedFormula),
        (64, 0.9, "extended", Formula),
        (64, 0.0, "minimal", Formula),
    ],
)
def test_only_large_formulas_have_groups(side: int, kept: float, encoding: str, kind: type) -> None:
    puzzle = puzzle_with_holes(shape_of_side(side), kept, 1)
    assert type(make_formula(puzzle, encoding, reduced=True)) is kind
    assert type(make_formula(puzzle, encoding, reduced=False)) is Formula


def test_groups_need_few_clauses() -> None:
    puzzle = Puzzle(shape_of_side(25), bytes(25 * 25))
    clauses = list(GroupedFormula(puzzle).clauses())
    assert len(clauses) < sum(1 for _ in Formula(puzzle).clauses()) / 6
    assert len({tuple(clause) for clause in clauses}) == len(clauses)


@pytest.mark.parametrize("box", BOXES)
def test_the_pattern_is_a_solution_that_agrees_with_givens(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    empty = Puzzle(shape, bytes(len(shape.cells)))
    assert find_fault(empty, make_pattern(shape)) is None
    puzzle = empty.with_value(0, 3).with_value(len(shape.cells) - 1, 2)
    near = find_near_solution(puzzle)
    assert find_fault(empty, near) is None
    assert near[0] == 3
    assert near[-1] == 2 or make_pattern(shape)[-1] == make_pattern(shape)[0]


def test_the_first_solution_of_an_empty_board_is_the_pattern() -> None:
    """No search is needed, so not a single conflict occurs."""
    puzzle = Puzzle(shape_of_side(16), bytes(256))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grouped, "MOST_CANDIDATES", 0)
        answer = load_engine("sat").search(puzzle, Limits(1))
    assert answer.solutions == (make_pattern(puzzle.shape),)
    assert answer.counts["conflicts"] == 0


@pytest.mark.slow
def test_a_deadline_holds_on_a_large_board_while_it_is_built_and_searched() -> None:
    puzzle = puzzle_with_holes(shape_of_side(64), 0.4, 1)
    for seconds in (0.2, 4.0):
        answer = load_engine("sat").search(puzzle, Limits(2, seconds))
        assert answer.ending is Ending.TIMED_OUT or answer.solutions
        assert answer.seconds.total < seconds + 3  # the machine may be busy
