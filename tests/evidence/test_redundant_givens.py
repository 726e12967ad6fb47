"""Redundant givens: compared with brute force on 4x4, and with engines that lie."""

import pytest

from making import EASY, ESCARGOT
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.answer import OutOfTime
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.evidence import redundant_givens
from sudoku_compare.evidence.confirmation import Objection
from sudoku_compare.evidence.redundant_givens import find_redundant_givens
from sudoku_compare.evidence.result import Placement
from sudoku_compare.evidence.variants import SettledVariant
from witnesses import draw_4x4_with, list_solutions, watch

UNIQUE = [puzzle for givens in (4, 5, 6, 9) for puzzle in draw_4x4_with(range(1, 2), givens, 4)]
PUZZLE = Puzzle.from_text("12.. ..2. ...3 4...")
[SOLUTION] = list_solutions(PUZZLE)
OTHERS = list_solutions(PUZZLE.with_value(11, 0))


@pytest.mark.parametrize("puzzle", UNIQUE, ids=lambda puzzle: puzzle.text)
def test_the_redundant_givens_of_a_4x4_match_brute_force(puzzle: Puzzle) -> None:
    [solution] = list_solutions(puzzle)
    assert find_redundant_givens(puzzle, solution, watch()) == tuple(
        Placement(cell, value)
        for cell, value in enumerate(puzzle.givens)
        if value and len(list_solutions(puzzle.with_value(cell, 0))) == 1
    )


@pytest.mark.parametrize("text", [EASY, ESCARGOT])
def test_the_redundant_givens_of_a_9x9_match_reductio(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    [solution] = Reductio().search(puzzle, Limits(2)).solutions
    assert find_redundant_givens(puzzle, solution, watch()) == tuple(
        Placement(cell, value)
        for cell, value in enumerate(puzzle.givens)
        if value and len(Reductio().search(puzzle.with_value(cell, 0), Limits(2)).solutions) == 1
    )


@pytest.mark.parametrize(
    ("solutions", "objection"),
    [
        ((), "kernel: without r1c1, it missed the known solution"),
        ((OTHERS[-1],), "kernel: without r1c1, it missed the known solution"),
        ((SOLUTION,), "kernel claimed that r2c3 is redundant, but reductio found otherwise"),
    ],
)
def test_a_wrong_claim_about_a_given_is_an_objection(
    solutions: tuple[bytes, ...], objection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OTHERS[-1] != SOLUTION
    settled = SettledVariant(solutions, "kernel")
    monkeypatch.setattr(redundant_givens, "settle_variants", lambda puzzles, watch, known: [settled] * len(puzzles))
    with pytest.raises(Objection) as raised:
        find_redundant_givens(PUZZLE, SOLUTION, watch())
    assert str(raised.value) == objection


def test_every_given_of_a_full_board_is_redundant() -> None:
    """Each cell follows from the rest of its row."""
    full = Puzzle(PUZZLE.shape, SOLUTION)
    assert find_redundant_givens(full, SOLUTION, watch()) == tuple(map(Placement, range(16), SOLUTION))


def test_redundant_givens_need_time() -> None:
    late = watch()
    late.stop()
    with pytest.raises(OutOfTime):
        find_redundant_givens(PUZZLE, SOLUTION, late)
