"""What `reductio` does beyond the contract."""

from making import ESCARGOT
from sudoku_compare import Ending, Limits, Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.engines.reductio.engine import Reductio, choose_cell
from sudoku_compare.engines.reductio.propagation import assert_places, begin, fields_of, syllogize


def test_an_assumption_is_made_in_a_cell_with_the_fewest_candidates() -> None:
    fields = fields_of(shape_of_side(9))
    trail: list[tuple[int, int]] = []
    board = begin(fields, Puzzle.from_text(ESCARGOT).givens, trail, lambda: None)
    board = syllogize(fields, board, assert_places(fields, board), trail, lambda: None)
    known = {cell for cell, _ in trail}
    sizes = {
        cell: sum(board >> fields.positions(cell, value)[0] & 1 for value in range(1, 10))
        for cell in range(81)
        if cell not in known
    }
    assert sizes[choose_cell(fields, board) // fields.width] == min(sizes.values())


def test_a_deep_search_does_not_use_the_call_stack() -> None:
    empty = Puzzle(shape_of_side(36), bytes(36 * 36))
    answer = Reductio().search(empty, Limits(2))
    assert answer.ending is Ending.ENOUGH
    assert answer.counts["deepest"] > 500


def test_the_counts_are_assumptions_contradictions_and_depth() -> None:
    counts = Reductio().search(Puzzle.from_text(ESCARGOT), Limits(2)).counts
    assert counts == {"assumptions": 100, "contradictions": 50, "deepest": 9}
