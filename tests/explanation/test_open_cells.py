"""What remains open in puzzles with several solutions."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import TWO
from sudoku_compare import Puzzle, Verdict, explain
from sudoku_compare.checking.solution import find_fault
from sudoku_compare.core.answer import Answer, Ending, Limits, OutOfTime, Stopwatch
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.kernel import Kernel
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.explanation.broken_words import describe_broken
from sudoku_compare.explanation.explain import Explanation
from sudoku_compare.explanation.open_cells import DeadlyPattern, OpenCells, find_open_cells
from sudoku_compare.explanation.rating import Rating
from sudoku_compare.techniques import HIGHEST, position_of

SOLVED = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
FOUR = "1... ..2. .... ...."
CASES = {
    "two solutions": TWO,
    "a 4x4": FOUR,
    "an empty 4x4": "." * 16,
    "a 6x6": "1....." + "." * 30,
    "many cells open": SOLVED[:27] + "." * 54,
}


def open_cells_of(text: str) -> tuple[Puzzle, OpenCells]:
    explanation = explain(text)
    assert explanation.verdict is Verdict.MULTIPLE
    assert explanation.open_cells
    return explanation.puzzle, explanation.open_cells


def pattern_of(found: OpenCells) -> DeadlyPattern:
    assert found.pattern
    return found.pattern


@pytest.mark.parametrize("text", [TWO, FOUR])
def test_the_values_are_those_that_occur_in_solutions(text: str) -> None:
    puzzle, found = open_cells_of(text)
    solutions = Reductio().search(puzzle, Limits(10_000)).solutions
    assert found.is_settled
    for one in found.cells:
        assert set(one.values) == {solution[one.cell] for solution in solutions}
        assert set(one.values) <= set(one.candidates)


@pytest.mark.parametrize("case", CASES)
def test_a_deadly_pattern_can_be_filled_in_two_ways(case: str) -> None:
    puzzle, found = open_cells_of(CASES[case])
    pattern = pattern_of(found)
    assert len(pattern.cells) >= 4
    assert not any(puzzle.givens[cell] for cell in pattern.cells)
    one, other = pattern.ways
    assert all(left != right for left, right in zip(one, other, strict=True))
    filled = puzzle
    for cell, value in zip(pattern.cells, one, strict=True):
        filled = filled.with_value(cell, value)
    solution = bytearray(Reductio().search(filled, Limits(1)).solutions[0])
    assert find_fault(puzzle, bytes(solution)) is None
    for cell, value in zip(pattern.cells, other, strict=True):
        solution[cell] = value
    assert find_fault(puzzle, bytes(solution)) is None


@pytest.mark.parametrize("case", CASES)
def test_no_part_of_a_deadly_pattern_is_one(case: str) -> None:
    puzzle, found = open_cells_of(CASES[case])
    pattern = pattern_of(found)
    one, _ = pattern.ways
    filled = puzzle
    for cell, value in zip(pattern.cells, one, strict=True):
        filled = filled.with_value(cell, value)
    board = Puzzle(puzzle.shape, Reductio().search(filled, Limits(1)).solutions[0])
    for kept in pattern.cells:
        partly = board
        for cell in pattern.cells:
            partly = partly if cell == kept else partly.with_value(cell, 0)
        assert len(Reductio().search(partly, Limits(2)).solutions) == 1


def test_two_values_that_can_be_exchanged_are_found() -> None:
    puzzle, found = open_cells_of("..23 .... 4... ...1")
    pattern = pattern_of(found)
    assert [puzzle.shape.name_of(cell) for cell in pattern.cells] == ["r2c1", "r2c2", "r4c1", "r4c2"]
    assert pattern.values == (2, 3)
    sentence = (
        "deadly pattern: 2 and 3 can be exchanged in r2c1, r2c2, r4c1 and r4c2, while all other cells stay the same"
    )
    assert describe_broken(explain(puzzle))[1] == sentence


def test_a_pattern_of_more_than_two_values_is_found() -> None:
    """Three values rotate in two rows of one band: no two of them can be exchanged."""
    board = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    cells = [0, 1, 2, 27, 28, 29]  # r1c1 to r1c3 hold 1 2 3, r4c1 to r4c3 hold 2 3 1
    puzzle = "".join("." if place in cells else symbol for place, symbol in enumerate(board))
    _, found = open_cells_of(puzzle)
    pattern = pattern_of(found)
    assert (pattern.cells, pattern.values) == (tuple(cells), (1, 2, 3))
    assert "deadly pattern: r1c1, r1c2, r1c3, r4c1, r4c2 and r4c3 can hold" in describe_broken(explain(puzzle))[1]


def test_the_given_that_is_proposed_makes_the_solution_unique() -> None:
    puzzle, found = open_cells_of(TWO)
    assert found.given
    answer = Kernel().search(puzzle.with_value(*found.given), Limits(2))
    assert (answer.ending, len(answer.solutions)) == (Ending.EXHAUSTED, 1)
    cell, value = found.given
    name = puzzle.shape.name_of(cell)
    assert describe_broken(explain(TWO))[-1] == f"additional given: {name}={value} makes the solution unique"


def test_no_given_is_proposed_where_none_is_enough() -> None:
    _, found = open_cells_of("." * 16)
    assert found.given is None
    assert "additional givens: no single one makes the solution unique;" in describe_broken(explain("." * 16))[-1]


def test_a_given_that_the_candidates_at_the_start_exclude_is_found() -> None:
    puzzle = Puzzle.from_text(".14........1....")
    kept = ((1, 2, 3, 4), (), (), (1, 2, 3, 4), (1, 2, 3), *[(1, 2, 3, 4)] * 6, (), *[(1, 2, 3, 4)] * 4)
    found = explain(puzzle, candidates=kept).open_cells
    assert found
    assert found.given
    assert len(Reductio().search(puzzle.with_value(*found.given), Limits(2)).solutions) == 1


def test_the_steps_hold_in_all_solutions() -> None:
    explanation = explain(TWO)
    solutions = Reductio().search(explanation.puzzle, Limits(100)).solutions
    assert len(solutions) > 1
    for before, after in pairwise(explanation.positions()):
        for cell, (left, still) in enumerate(zip(before.candidates, after.candidates, strict=True)):
            removed = left & ~still
            assert not any(removed >> solution[cell] & 1 for solution in solutions)


LEVELS = ("full-house", "naked-single", HIGHEST)


def list_solutions(puzzle: Puzzle, candidates: tuple[tuple[int, ...], ...]) -> list[bytes]:
    """Return the solutions of a 4x4 puzzle that agree with these candidates of its cells; empty ones mean all."""
    return [
        solution
        for solution in Reductio().search(puzzle, Limits(300)).solutions
        if all(not kept or value in kept for kept, value in zip(candidates, solution, strict=True))
    ]


@pytest.mark.parametrize("level", LEVELS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_what_is_claimed_about_open_cells_holds_in_all_solutions_with_the_candidates(level: str, seed: int) -> None:
    rng = random.Random(seed)
    board = Reductio().search(Puzzle.from_text("." * 16), Limits(1)).solutions[0]
    shape = shape_of_box(2, 2)
    puzzle = Puzzle(shape, bytes(value if rng.random() < 0.2 else 0 for value in board))
    candidates = tuple(
        tuple(sorted({board[cell], *rng.sample(range(1, 5), 2)})) if not given and rng.random() < 0.4 else ()
        for cell, given in enumerate(puzzle.givens)
    )
    explanation = explain(puzzle, level, candidates=candidates if any(candidates) else None)
    if explanation.verdict is not Verdict.MULTIPLE:
        return
    agreeing = list_solutions(puzzle, candidates)
    *_, position = explanation.positions()
    assert bool(explanation.open_cells) == bool(position.open)
    for one in explanation.open_cells.cells if explanation.open_cells else ():
        assert set(one.values) == {solution[one.cell] for solution in agreeing}
    assert not explanation.finished


def test_candidates_that_leave_one_of_several_solutions_do_not_make_it_the_only_one() -> None:
    puzzle = Puzzle.from_text("1..." + "." * 12)
    [solution] = Reductio().search(puzzle, Limits(1)).solutions
    explanation = explain(puzzle, candidates=tuple((value,) for value in solution))
    assert (explanation.verdict, explanation.finished, explanation.open_cells) == (Verdict.MULTIPLE, False, None)
    assert explanation.end == (
        "every cell is solved, but only with the candidates at the start: there are several solutions"
    )
    assert describe_broken(explanation) == []


def test_a_board_that_is_too_large_is_not_called_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_compare.engines.sat.oracle.MOST_CLAUSES", 10)
    explanation = explain(TWO)
    assert explanation.open_cells
    assert (explanation.open_cells.is_settled, explanation.open_cells.is_too_large) == (False, True)
    assert describe_broken(explanation) == [
        "open cells: the board is too large to find out which candidates occur in solutions"
    ]


def test_without_time_nothing_is_claimed() -> None:
    puzzle = Puzzle.from_text(TWO)

    class NoTime:
        def tick(self) -> None:
            raise OutOfTime

        def left(self) -> float:
            return 0.0

    found = find_open_cells(puzzle, position_of(puzzle), None, NoTime())  # type: ignore[arg-type]
    assert (found.is_settled, found.pattern, found.given) == (False, None, None)
    assert all(not one.values for one in found.cells)


def test_no_claim_about_a_single_given_if_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(engine: Reductio, puzzle: Puzzle, limits: Limits) -> Answer:
        return Answer((), Ending.TIMED_OUT)

    monkeypatch.setattr("sudoku_compare.explanation.open_cells.Reductio.search", search)
    puzzle = Puzzle.from_text(TWO)
    found = find_open_cells(puzzle, position_of(puzzle), None, Stopwatch(Limits()))
    assert found.pattern
    assert (found.given, found.is_given_settled) == (None, False)
    explanation = Explanation(Entry("", puzzle), Verdict.MULTIPLE, (), None, "", False, Rating(), open_cells=found)
    assert (
        "time ran out before it was known whether a single one makes the solution unique"
        in (describe_broken(explanation)[-1])
    )
    explained = explanation.to_dict()["open"]
    assert (explained["given"], explained["given_settled"]) == (None, False)


def test_the_json_has_the_open_cells_and_the_pattern() -> None:
    explained = explain(TWO).to_dict()
    _, found = open_cells_of(TWO)
    assert explained["open"]["settled"] is True
    assert explained["open"]["given_settled"] is True
    assert len(explained["open"]["cells"]) == len(found.cells)
    assert explained["open"]["pattern"]["ways"] == pattern_of(found).ways
    assert explained["contradiction"] is None
    assert explained["notes"] == describe_broken(explain(TWO))
