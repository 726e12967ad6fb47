"""The level of a puzzle."""

import pytest

from making import EASY
from studying import SOME, make_subject
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.studies.techniques import USED, find_level, study
from sudoku_compare.studies.workload import Workload, read_cases
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


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("8..37..1..5.491..21.......4.9..6.58.7358...6.6.87..4..4.........815..2..56.9..7.8", 1),
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 0),  # singles solve it
        ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 0),  # they are not enough
    ],
)
def test_naked_pairs_are_reported_where_they_solve_what_singles_do_not(text: str, pairs: int) -> None:
    assert len(find_level(make_subject(Puzzle.from_text(text))).pairs) == pairs


def test_naked_pairs_are_not_needed_where_singles_solve_everything() -> None:
    outcome = study(Workload(tuple(read_cases([EASY], None, print))))
    assert outcome.answers[-1] == "Naked pairs are not needed: singles get stuck on none of the puzzles."
