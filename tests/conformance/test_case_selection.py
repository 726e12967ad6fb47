"""The cases: enough of them, of all verdicts and several sizes, and what is known about them is true."""

import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest

from sudoku_compare import Ending, Limits, Verdict
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.conformance.case import Case
from sudoku_compare.conformance.case_selection import CASES, SHARES, USUAL_SIDES, choose_cases
from sudoku_compare.conformance.derived_cases import (
    derive_multiple,
    derive_unique,
    derive_unsolvable,
    fill_naked_singles,
)
from sudoku_compare.conformance.limit_promises import make_hopeless
from sudoku_compare.conformance.special_cases import list_small_boards, make_special_cases
from sudoku_compare.conformance.trial import plan_questions
from sudoku_compare.conformance.written_puzzles import MINIMAL_SIDES, PUZZLES
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import has_usual_shape, shape_of_box, shape_of_side
from sudoku_compare.engines.protocol import Engine
from sudoku_compare.engines.registry import load_engine

WITNESSES = ("reductio", "sat", "kernel")  # independent of each other; none of them made the cases


def check_case(case: Case, engine: Engine) -> None:
    """Assert that what is known about a case is true: its number of solutions, and the solution."""
    limit = case.solutions + 1 if case.is_exact else case.solutions
    answer = engine.search(case.puzzle, Limits(limit))
    expected = Ending.EXHAUSTED if case.is_exact else Ending.ENOUGH
    assert (len(answer.solutions), answer.ending) == (case.solutions, expected), case
    if case.solution:
        assert find_fault(case.puzzle, case.solution) is None, case
        assert case.solution in answer.solutions or not case.is_exact, case


@pytest.mark.parametrize("name", WITNESSES)
def test_what_is_known_about_the_cases_is_true(name: str) -> None:
    engine = load_engine(name)
    for case in choose_cases():
        check_case(case, engine)


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(4,), (6,), (9,), (16,), (25,), (5,), (8, 10, 12, 20)], ids=str)
def test_what_is_known_about_the_cases_of_some_sizes_is_true(sides: tuple[int, ...]) -> None:
    for name in WITNESSES[:2]:
        engine = load_engine(name)
        for case in choose_cases(sides):
            check_case(case, engine)


def test_there_are_two_hundred_different_cases_of_all_verdicts_and_shapes() -> None:
    cases = choose_cases()
    assert len({case.puzzle for case in cases}) == len(cases) == CASES == sum(SHARES.values())
    assert len({(case.puzzle.shape, case.name) for case in cases}) == CASES
    verdicts = Counter(case.verdict for case in cases)
    assert min(verdicts[verdict] for verdict in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNSOLVABLE)) >= 40
    shapes = Counter((case.puzzle.shape.box_height, case.puzzle.shape.box_width) for case in cases)
    assert shapes == SHARES
    assert {0, 1, 2, 3, 4, 8, 10, 125, 288} <= {case.solutions for case in cases if case.is_exact}


def test_every_size_from_6x6_on_has_cases_of_several_verdicts() -> None:
    for box in SHARES:
        verdicts = {case.verdict for case in choose_cases() if case.puzzle.shape == shape_of_box(*box)}
        assert len(verdicts) == (3 if SHARES[box] >= 3 else 2), box


def test_the_usual_sides_are_those_of_the_shapes_that_the_number_of_cells_implies() -> None:
    assert tuple(side for side in range(40) if has_usual_shape(side) and _get_box(side) in SHARES) == USUAL_SIDES


def _get_box(side: int) -> tuple[int, int]:
    shape = shape_of_side(side)
    return shape.box_height, shape.box_width


def test_clashing_givens_full_boards_and_empty_boards_are_among_the_cases() -> None:
    cases = choose_cases()
    assert sum(case.puzzle.find_clash() is not None for case in cases) >= 10
    assert any(0 not in case.puzzle.givens and case.solutions for case in cases)
    assert sum(not any(case.puzzle.givens) for case in cases) >= 3


@pytest.mark.parametrize("sides", [(9,), (4,), (5,), (6,), (16,), (9, 16), (16, 9, 9)], ids=str)
def test_an_engine_of_some_sizes_gets_as_many_cases_of_these_sizes(sides: tuple[int, ...]) -> None:
    cases = choose_cases(sides)
    assert len({case.puzzle for case in cases}) == len(cases) == CASES
    assert {case.puzzle.shape.side for case in cases} == set(sides)
    assert len({case.verdict for case in cases}) == 3


def test_the_cases_are_the_same_in_every_process() -> None:
    code = "from sudoku_compare.conformance.case_selection import choose_cases; print(choose_cases())"
    run = [subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, stdout=-1) for seed in "12"]
    assert run[0].stdout == run[1].stdout != b""


def test_each_case_is_asked_and_some_with_other_limits() -> None:
    questions = plan_questions(choose_cases())
    assert {question.case.puzzle for question in questions if question.limit == 2} == {
        case.puzzle for case in choose_cases()
    }
    limits = Counter(question.limit for question in questions)
    assert limits[2] == CASES
    assert limits[1] == CASES // 8
    assert max(limits) == 289
    assert all(question.case.has_expectation(question.limit) for question in questions)
    assert len(questions) < 1.5 * CASES


def test_the_first_questions_are_unique_cases_of_several_sizes() -> None:
    first = plan_questions(choose_cases())[:4]
    assert all(question.case.solutions == 1 for question in first)
    assert len({question.case.puzzle.shape for question in first}) >= 3
    assert 9 in {question.case.puzzle.shape.side for question in first}


@pytest.mark.parametrize("box", [(2, 2), (3, 2), (1, 6), (3, 3), (4, 3), (4, 4)])
def test_derived_cases_are_what_their_construction_says(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    engine = load_engine("sat")
    for derive in (derive_unique, derive_multiple, derive_unsolvable):
        for case in islice(derive(shape), 15):
            assert case.puzzle.find_clash() is None
            check_case(case, engine)
    for case in make_special_cases(shape):
        check_case(case, engine)


def test_naked_singles_fill_what_they_can() -> None:
    shape = shape_of_side(4)
    full = Puzzle.from_text("1243 3421 4312 2134").givens
    assert fill_naked_singles(shape, Puzzle.from_text("1.4. 3421 .31. 2134").givens) == full
    assert fill_naked_singles(shape, bytes(16)) == bytes(16)


def test_there_are_288_small_boards() -> None:
    assert len(set(list_small_boards())) == 288


@pytest.mark.parametrize("side", PUZZLES)
def test_written_puzzles_are_unique_and_those_that_should_be_are_minimal(side: int) -> None:
    for name in WITNESSES[1:]:
        engine = load_engine(name)
        for text in PUZZLES[side][::2]:
            puzzle = Puzzle.from_text(text)
            assert len(engine.search(puzzle, Limits(2)).solutions) == 1
            if side in MINIMAL_SIDES:
                givens = [cell for cell, value in enumerate(puzzle.givens) if value]
                smaller = [puzzle.with_value(cell, 0) for cell in givens]
                assert all(len(engine.search(one, Limits(2)).solutions) == 2 for one in smaller)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reductio", "sat", "cpsat", "kernel", "backtrack", "bifurcation"])
def test_no_engine_settles_the_hopeless_puzzle(name: str) -> None:
    answer = load_engine(name).search(make_hopeless(shape_of_side(36)), Limits(2, seconds=5))
    assert answer.ending is Ending.TIMED_OUT
