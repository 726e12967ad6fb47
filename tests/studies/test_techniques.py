"""The level of a puzzle."""

import pytest

from studying import SOME, make_subject
from sudoku_compare.core.entry import Entry
from sudoku_compare.studies.techniques import USED, find_level
from sudoku_compare.techniques import LEVELS, Reached, walk


@pytest.mark.parametrize("entry", SOME[6::2], ids=lambda entry: entry.id)
def test_the_level_of_a_puzzle_solves_it_and_the_one_below_does_not(entry: Entry) -> None:
    subject = make_subject(entry.puzzle)
    level = find_level(subject).level
    assert level
    assert walk(subject.puzzle, level).outcome is Reached.SOLVED
    below = LEVELS.index(level) - 1
    assert below < 0 or walk(subject.puzzle, LEVELS[below]).outcome is Reached.STUCK
    assert level in USED
