"""The fewest assumptions, compared with what reductio needs once they are given."""

import pytest

from making import EASY, ESCARGOT, unique_with_holes
from studying import SOME, make_subject
from sudoku_compare import Limits, Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.studies.branching import count_fewest_assumptions


def count_assumptions(puzzle: Puzzle) -> int:
    return Reductio().search(puzzle, Limits(2)).counts["assumptions"]


@pytest.mark.parametrize("entry", SOME[12:], ids=lambda entry: entry.id)
def test_one_assumption_is_enough_if_some_correct_value_lets_syllogism_finish(entry: Entry) -> None:
    subject = make_subject(entry.puzzle)
    empty = [cell for cell, value in enumerate(subject.puzzle.givens) if not value]
    by_one = any(count_assumptions(subject.puzzle.with_value(cell, subject.solution[cell])) == 0 for cell in empty)
    expected = 0 if count_assumptions(subject.puzzle) == 0 else 1 if by_one else 2
    assert min(2, count_fewest_assumptions(subject)) == expected


def test_two_known_puzzles_need_no_and_two_assumptions() -> None:
    assert count_fewest_assumptions(make_subject(Puzzle.from_text(EASY))) == 0
    assert count_fewest_assumptions(make_subject(Puzzle.from_text(ESCARGOT))) == 2


def test_other_shapes_are_measured_too() -> None:
    assert count_fewest_assumptions(make_subject(unique_with_holes(shape_of_box(2, 3), 0.4))) >= 0
