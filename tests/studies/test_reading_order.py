"""Searches in reading order, compared with backtracking as everybody writes it."""

import math

import pytest

from making import unique_with_holes
from studying import SOME, follow_rule, make_subject
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.propagation import fields_of
from sudoku_compare.formats.shipped import load_shipped
from sudoku_compare.studies.elimination_rules import (
    see_all_singles,
    see_nothing,
)
from sudoku_compare.studies.reading_order import count_tries, count_tries_following


def backtrack(puzzle: Puzzle) -> int:
    """Return how many values recursive backtracking tries."""
    shape, grid, tries = puzzle.shape, list(puzzle.givens), 0

    def fill() -> bool:
        nonlocal tries
        if 0 not in grid:
            return True
        cell = grid.index(0)
        for value in shape.values:
            if all(grid[peer] != value for peer in shape.peers_of(cell)):
                tries += 1
                grid[cell] = value
                if fill():
                    return True
        grid[cell] = 0
        return False

    assert fill()
    return tries


@pytest.mark.parametrize("puzzle", [Puzzle.from_text("1... ..2. .3.. ...4"), *(entry.puzzle for entry in SOME[:6])])
def test_a_search_without_a_rule_tries_what_plain_backtracking_tries(puzzle: Puzzle) -> None:
    subject = make_subject(puzzle)
    assert count_tries(fields_of(puzzle.shape), follow_rule(puzzle, see_nothing), subject) == backtrack(puzzle)


def test_following_a_rule_saves_tries_and_a_solved_puzzle_needs_none() -> None:
    for entry in SOME:
        subject, fields = make_subject(entry.puzzle), fields_of(entry.puzzle.shape)
        board = follow_rule(entry.puzzle, see_all_singles)
        assert count_tries_following(fields, board, see_all_singles, subject) <= count_tries(fields, board, subject)
        assert (count_tries_following(fields, board, see_all_singles, subject) == 0) == (board == 0)


def test_a_search_that_would_take_too_long_is_cut_off() -> None:
    puzzle = next(entry.puzzle for entry in load_shipped("classics") if entry.name.startswith("against brute force"))
    assert count_tries(fields_of(puzzle.shape), follow_rule(puzzle, see_nothing), make_subject(puzzle)) == math.inf


def test_other_shapes_are_searched_the_same_way() -> None:
    shape = shape_of_box(2, 3)
    subject = make_subject(unique_with_holes(shape, 0.4))
    assert count_tries(fields_of(shape), follow_rule(subject.puzzle, see_nothing), subject) == backtrack(subject.puzzle)
