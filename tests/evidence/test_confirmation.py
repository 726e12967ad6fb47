"""What confirms the evidence: the checker, and a search by reductio."""

import pytest

from making import EASY, EASY_SOLUTION, ESCARGOT
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import OutOfTime
from sudoku_compare.engines.reductio.engine import Reductio, Search
from sudoku_compare.evidence import confirmation
from sudoku_compare.evidence.confirmation import (
    Objection,
    has_only_solution,
    keep_givens,
    require_solution,
    search_by_reductio,
)
from sudoku_compare.evidence.result import Placement
from witnesses import draw_4x4, list_solutions, stop_after_two_solutions, watch

PUZZLE, SOLUTION = Puzzle.from_text(EASY), Puzzle.from_text(EASY_SOLUTION).givens
SEVERAL = draw_4x4(1, 4)


def make_reductio_find(monkeypatch: pytest.MonkeyPatch, *grids: bytes) -> None:
    class Lying(Search):
        def solutions(self):  # type: ignore[no-untyped-def]
            yield from grids

    monkeypatch.setattr(confirmation, "Search", Lying)


def test_a_grid_that_is_not_a_solution_is_an_objection() -> None:
    require_solution(PUZZLE, SOLUTION)
    with pytest.raises(Objection) as objection:
        require_solution(PUZZLE, SOLUTION[:80] + bytes([1]))
    assert str(objection.value) == "evidence: not a solution: r9c9: expected the given 9, found 1"


@pytest.mark.parametrize("position", [0, 1, 2])
def test_every_solution_of_reductio_is_checked(position: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grids = list_solutions(SEVERAL)[:3]
    assert len(grids) == 3
    make_reductio_find(monkeypatch, *grids)
    assert search_by_reductio(SEVERAL, 3, watch()) == (tuple(grids), 0)
    grids[position] = bytes(16)
    make_reductio_find(monkeypatch, *grids)
    with pytest.raises(Objection, match=r"^evidence: not a solution: r1c1: expected 1 to 4, found 0$"):
        search_by_reductio(SEVERAL, 3, watch())


@pytest.mark.parametrize("most", [1, 2, 3])
def test_reductio_searches_up_to_the_limit_and_counts_its_assumptions(most: int) -> None:
    answer = Reductio().search(SEVERAL, Limits(most))
    assert len(answer.solutions) == most
    assert search_by_reductio(SEVERAL, most, watch()) == (answer.solutions, answer.counts["assumptions"])


def test_reductio_needs_assumptions_for_a_hard_puzzle_and_time() -> None:
    puzzle = Puzzle.from_text(ESCARGOT)
    solutions, assumptions = search_by_reductio(puzzle, 2, watch())
    assert len(solutions) == 1
    assert assumptions == Reductio().search(puzzle, Limits(2)).counts["assumptions"] > 0
    late = watch()
    late.stop()
    with pytest.raises(OutOfTime):
        search_by_reductio(puzzle, 2, late)


def test_a_solution_is_the_only_one_if_reductio_finds_it_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_only_solution(PUZZLE, SOLUTION, watch())
    assert not has_only_solution(PUZZLE, SOLUTION[::-1], watch())
    assert not any(has_only_solution(SEVERAL, solution, watch()) for solution in list_solutions(SEVERAL))
    make_reductio_find(monkeypatch)
    assert not has_only_solution(PUZZLE, SOLUTION, watch())


def test_reductio_does_not_search_for_a_third_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be millions of them."""
    stop_after_two_solutions(monkeypatch)
    assert not has_only_solution(SEVERAL, list_solutions(SEVERAL)[0], watch())


def test_only_the_given_placements_are_kept() -> None:
    assert keep_givens(PUZZLE, ()).text == "." * 81
    assert keep_givens(PUZZLE, (Placement(0, 5), Placement(80, 9))).text == "5" + "." * 79 + "9"
