"""The number of solutions and the fixed cells: compared with brute force on 4x4, and with engines that lie."""

from collections.abc import Callable, Iterator

import pytest

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.core.answer import OutOfTime
from sudoku_compare.engines.reductio.engine import Search
from sudoku_compare.evidence import solution_count
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.solution_count import SolutionCount, count_solutions, find_fixed_cells
from witnesses import FOUR, Ticks, draw_4x4_with, list_solutions, make_sat_lie, watch

EMPTY = Puzzle(FOUR, bytes(16))
SEVERAL = [puzzle for givens in (3, 4, 5, 6) for puzzle in draw_4x4_with(range(2, 289), givens, 5)]
THREE = Puzzle.from_text("1... ...2 .3.. ....")
SOLUTIONS = list_solutions(THREE)

each_puzzle = pytest.mark.parametrize("puzzle", SEVERAL, ids=lambda puzzle: puzzle.text)


@each_puzzle
def test_every_solution_is_counted_once(puzzle: Puzzle) -> None:
    counted = count_solutions(puzzle, 1000, watch())
    assert counted.is_exact
    assert sorted(counted.solutions) == sorted(list_solutions(puzzle))


@pytest.mark.parametrize("batch", [1, 2, 64, 287, 288, 289])
@pytest.mark.parametrize("most", [2, 63, 64, 65, 128, 287, 288, 289, 500])
def test_solutions_are_counted_up_to_the_limit(batch: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_count, "BATCH", batch)
    counted = count_solutions(EMPTY, most, watch())
    assert len(set(counted.solutions)) == len(counted.solutions) == min(most, 288)
    assert counted.is_exact is (most > 288)


def test_a_puzzle_without_solutions_has_none_to_count() -> None:
    assert count_solutions(Puzzle.from_text("11.. .... .... ...."), 10, watch()) == SolutionCount((), True)


@pytest.mark.parametrize("ticks", [0, 1, 2, 5, 20, 100, 150, 200, 300, 400, 500])
def test_a_count_that_time_cuts_short_is_not_exact(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_count, "BATCH", 16)
    clock = Ticks(ticks)
    counted = count_solutions(EMPTY, 1000, clock)
    assert set(counted.solutions) <= set(list_solutions(EMPTY))
    assert counted.is_exact is (clock.ticks >= 0)
    assert len(counted.solutions) == 288 or not counted.is_exact


Grids = Callable[[], Iterator[bytes]]


def make_reductio_find(monkeypatch: pytest.MonkeyPatch, find: Grids) -> None:
    class Lying(Search):
        def solutions(self) -> Iterator[bytes]:
            return find()

    monkeypatch.setattr(solution_count, "Search", Lying)


def run_out_after(grids: list[bytes]) -> Iterator[bytes]:
    yield from grids
    raise OutOfTime


@pytest.mark.parametrize(
    ("find", "objection"),
    [
        (lambda: iter([*SOLUTIONS, SOLUTIONS[0]]), "reductio: counted a solution twice"),
        (lambda: iter([SOLUTIONS[0], *SOLUTIONS]), "reductio: counted a solution twice"),
        (lambda: run_out_after([SOLUTIONS[0], SOLUTIONS[0]]), "reductio: counted a solution twice"),
        (lambda: iter([*SOLUTIONS, bytes(16)]), "reductio: counted a grid that is not a solution"),
        (lambda: iter([bytes(16), *SOLUTIONS]), "reductio: counted a grid that is not a solution"),
        (lambda: iter([list_solutions(EMPTY)[-1]]), "reductio: counted a grid that is not a solution"),
        (lambda: iter(SOLUTIONS[:2]), "reductio: counted 2 solutions, but sat found another one"),
        (lambda: iter(()), "reductio: counted 0 solutions, but sat found another one"),
    ],
)
def test_a_wrong_count_of_reductio_is_an_objection(
    find: Grids, objection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_reductio_find(monkeypatch, find)
    monkeypatch.setattr(solution_count, "BATCH", 2)
    with pytest.raises(Objection) as raised:
        count_solutions(THREE, 10, watch())
    assert str(raised.value) == objection


def test_a_solution_twice_is_an_objection_even_if_the_limit_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    make_reductio_find(monkeypatch, lambda: iter(SOLUTIONS[:1] * 2))
    with pytest.raises(Objection, match="counted a solution twice"):
        count_solutions(THREE, 2, watch())


def test_what_was_counted_before_time_ran_out_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_count, "BATCH", 1)
    make_reductio_find(monkeypatch, lambda: run_out_after(SOLUTIONS))
    assert count_solutions(THREE, 10, watch()) == SolutionCount(tuple(SOLUTIONS), False)


def test_a_further_solution_of_sat_must_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    make_sat_lie(monkeypatch, solution_count, "oracle", lambda truth: truth or bytes(16))
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c1: expected 1 to 4, found 0$"):
        count_solutions(THREE, 10, watch())


@each_puzzle
def test_the_fixed_cells_match_brute_force(puzzle: Puzzle) -> None:
    solutions = list_solutions(puzzle)
    values = [{solution[cell] for solution in solutions} for cell in range(16)]
    fixed = tuple(cell for cell in range(16) if not puzzle.givens[cell] and len(values[cell]) == 1)
    assert find_fixed_cells(puzzle, SolutionCount(tuple(solutions), True), watch()) == fixed
    for known in (solutions[:1], solutions[:2], solutions[-2:], solutions):
        assert find_fixed_cells(puzzle, SolutionCount(tuple(known), False), watch()) == fixed


def test_if_all_solutions_are_known_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(solution_count, "oracle")
    assert find_fixed_cells(THREE, SolutionCount(tuple(SOLUTIONS), True), watch()) == (1, 4, 5, 6, 11, 13)


def test_the_cells_of_the_only_solution_are_fixed() -> None:
    puzzle, solution = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
    empty = tuple(cell for cell, given in enumerate(puzzle.givens) if not given)
    assert find_fixed_cells(puzzle, SolutionCount((solution,), False), watch()) == empty


def test_a_cell_is_not_fixed_only_if_the_other_solution_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    make_sat_lie(monkeypatch, solution_count, "oracle", lambda truth: truth and bytes(16))
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c1: expected 1 to 4, found 0$"):
        find_fixed_cells(THREE, SolutionCount(tuple(SOLUTIONS[:1]), False), watch())


def test_fixed_cells_need_time() -> None:
    late = watch()
    late.stop()
    with pytest.raises(OutOfTime):
        find_fixed_cells(THREE, SolutionCount(tuple(SOLUTIONS[:2]), False), late)
