"""Compares the fast search for failing assumptions with a simple one that keeps a set of candidates per cell."""

from functools import cache

import pytest

from making import ESCARGOT
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Cell, shape_of_box
from sudoku_compare.techniques import Position, follow, position_of, techniques_up_to
from sudoku_compare.techniques.failing_assumptions import find_quickest, rounds_to_contradiction

WIDE = Puzzle.from_text("...3.6...25...36...2.5...16.........")
PUZZLES = {
    "escargot": Puzzle.from_text(ESCARGOT),
    "9x9": Puzzle.from_text("..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2."),
    "unsolvable": Puzzle.from_text(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."),
    "6x6": WIDE,
    "8x8": Puzzle.from_text("...1.62...4....736....1..7..5.4.........8.......68...7...5.78..3"),
    "tall boxes": Puzzle(shape_of_box(3, 2), bytes(WIDE.givens[cell % 6 * 6 + cell // 6] for cell in range(36))),
}


@cache
def stuck_position(name: str) -> Position:
    """Return the position in which no singles are left."""
    position = position_of(PUZZLES[name])
    list(follow(position, techniques_up_to("naked-single")))
    assert position.open
    return position


def fail_by_sets(position: Position, cell: Cell, value: int) -> tuple[int, str] | None:
    """Return the round in which the assumption fails, and the kind of contradiction."""
    shape = position.geometry.shape
    left = [{v for v in shape.values if mask >> v & 1} for mask in position.candidates]
    undecided = {cell for cell in shape.cells if position.open >> cell & 1}
    fresh = {(cell, value)}
    number = 0
    while fresh:
        number += 1
        for cell, value in fresh:
            if value not in left[cell]:
                return number, "clash"
            left[cell] = {value}
            for peer in shape.peers_of(cell):
                left[peer].discard(value)
        undecided -= {cell for cell, _ in fresh}
        places = [(v, [cell for cell in unit if v in left[cell]]) for unit in shape.units for v in shape.values]
        if not all(where for _, where in places):
            return number, "no place" if all(left) else "both"
        if not all(left):
            return number, "no candidate"
        fresh = {(cell, min(left[cell])) for cell in undecided if len(left[cell]) == 1}
        fresh |= {(where[0], v) for v, where in places if len(where) == 1 and where[0] in undecided}
    return None


def fail_each_by_sets(position: Position) -> dict[tuple[Cell, int], tuple[int, str] | None]:
    cells = [cell for cell in position.geometry.shape.cells if position.open >> cell & 1]
    values = position.geometry.shape.values
    return {(c, v): fail_by_sets(position, c, v) for c in cells for v in values if position.candidates[c] >> v & 1}


@pytest.mark.parametrize("name", PUZZLES)
def test_each_assumption_fails_in_the_same_round_as_in_a_simple_search(name: str) -> None:
    position = stuck_position(name)
    for (cell, value), failed in fail_each_by_sets(position).items():
        rounds = failed and failed[0]
        assert rounds_to_contradiction(position, cell, value) == rounds, (cell, value, failed)
        if rounds:
            assert rounds_to_contradiction(position, cell, value, rounds) == rounds
            assert rounds_to_contradiction(position, cell, value, rounds - 1) is None


def test_every_kind_of_contradiction_occurs_alone() -> None:
    kinds = {failed[1] for name in PUZZLES for failed in fail_each_by_sets(stuck_position(name)).values() if failed}
    assert kinds >= {"clash", "no place", "no candidate"}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_quickest_is_an_assumption_that_fails_in_the_fewest_rounds(name: str) -> None:
    position = stuck_position(name)
    failed = {assumed: found[0] for assumed, found in fail_each_by_sets(position).items() if found}
    quickest = find_quickest(position)
    assert (quickest is None) == (not failed)
    assert quickest is None or failed[quickest] == min(failed.values())
