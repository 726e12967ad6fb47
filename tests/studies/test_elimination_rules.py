"""The propagation rules compared with each other and with the solution."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from making import puzzle_with_holes
from studying import follow_rule
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.engines.reductio.propagation import fields_of
from sudoku_compare.formats.shipped import load_shipped
from sudoku_compare.studies.elimination_rules import (
    see_agreeing_singles,
    see_all_singles,
    see_naked_singles,
    see_naked_singles_first,
    see_nothing,
)

RULES = (see_nothing, see_naked_singles, see_agreeing_singles, see_all_singles, see_naked_singles_first)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([(2, 2), (2, 3), (3, 3)]), st.integers(0, 10**6), st.floats(0.35, 0.9))
def test_a_rule_never_removes_the_solution_and_a_stronger_one_leaves_no_more(
    box: tuple[int, int], seed: int, kept: float
) -> None:
    shape = shape_of_box(*box)
    puzzle = puzzle_with_holes(shape, kept, seed)
    solution = puzzle_with_holes(shape, 1.0, seed).givens
    boards = {rule: follow_rule(puzzle, rule) for rule in RULES}
    fields = fields_of(shape)
    for board in boards.values():
        for cell in shape.cells:
            is_open = board >> cell * fields.width + fields.side & 1
            assert not is_open or board >> fields.positions(cell, solution[cell])[0] & 1
    weakest_first = [boards[rule] for rule in (see_nothing, see_naked_singles, see_agreeing_singles, see_all_singles)]
    assert all(stronger & weaker == stronger for weaker, stronger in pairwise(weakest_first))
    assert boards[see_naked_singles_first] == boards[see_all_singles]


def test_singles_that_must_agree_in_all_units_are_weaker_than_all_singles() -> None:
    [puzzle] = [entry.puzzle for entry in load_shipped("hard")[:1]]
    assert follow_rule(puzzle, see_all_singles).bit_count() < follow_rule(puzzle, see_agreeing_singles).bit_count()
