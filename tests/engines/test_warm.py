"""Engines that keep what they have loaded for the next puzzle."""

import pytest

from making import puzzle_with_holes
from sudoku_compare import Limits
from sudoku_compare.check import refute
from sudoku_compare.engines import engine_from_text
from sudoku_compare.errors import OptionError
from sudoku_compare.shape import shape_of_side


@pytest.mark.parametrize("text", ["sat:warm=true", "cpsat:warm=true"])
def test_a_warm_engine_answers_a_thousand_puzzles_as_a_fresh_one_would(text: str) -> None:
    """Across the point at which the solver is loaded anew, and with all kinds mixed."""
    engine, reductio = engine_from_text(text), engine_from_text("reductio")
    for seed in range(600 if text.startswith("sat") else 100):
        puzzle = puzzle_with_holes(shape_of_side(9 if seed % 3 else 4), 0.2 + seed % 7 / 10, seed)
        if seed % 5 == 0:
            puzzle = puzzle.with_value(3, 1 + seed % 4)
        answer, expected = engine.search(puzzle, Limits(2)), reductio.search(puzzle, Limits(2))
        assert (len(answer.solutions), answer.ending) == (len(expected.solutions), expected.ending)
        assert not any(refute(puzzle, solution) for solution in answer.solutions)
        if len(answer.solutions) == 1:
            assert answer.solutions == expected.solutions


@pytest.mark.parametrize("text", ["sat:warm=true,solver=cadical153", "cpsat:warm=true,workers=2"])
def test_what_cannot_be_kept_warm_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="warm=true"):
        engine_from_text(text)
