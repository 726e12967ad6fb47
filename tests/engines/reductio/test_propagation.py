"""Each rule by itself, and the masks against their definitions."""

import pytest

from making import EASY
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.engines.reductio.propagation import (
    Contradiction,
    Fields,
    assert_places,
    begin,
    fields_of,
    prune,
    syllogize,
)


def no_deadline() -> None:
    pass


def candidates(fields: Fields, board: int) -> set[tuple[int, int]]:
    """Return the candidates of a board, read from the fields of the cells."""
    return {
        (cell, value)
        for cell in fields.shape.cells
        for value in fields.shape.values
        if board >> fields.positions(cell, value)[0] & 1
    }


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (3, 6)])
def test_every_bit_belongs_to_exactly_one_candidate(box: tuple[int, int]) -> None:
    fields = Fields(shape_of_box(*box))
    seen = set()
    for cell in fields.shape.cells:
        for value in fields.shape.values:
            for position in fields.positions(cell, value):
                assert fields.candidate_at(position) == (cell, value)
                seen.add(position)
    assert sum(1 << position for position in seen) | fields.guards == fields.full


@pytest.mark.parametrize("box", [(2, 3), (3, 3), (3, 6)])
def test_asserting_a_value_removes_it_from_the_peers_and_all_others_from_the_cell(box: tuple[int, int]) -> None:
    fields = Fields(shape_of_box(*box))
    shape = fields.shape
    cell, value = 7, 3
    board = fields.full & fields.asserting(fields.positions(cell, value))
    gone = {(cell, other) for other in shape.values} | {(peer, value) for peer in shape.peers_of(cell)}
    everything = {(s, v) for s in shape.cells for v in shape.values}
    assert candidates(fields, board) == everything - gone
    closed = fields.guards & ~board
    assert closed.bit_count() == 1 + len(shape.units_of[cell])


def test_a_cell_with_one_value_left_is_asserted() -> None:
    fields = fields_of(shape_of_side(4))
    trail: list[tuple[int, int]] = []
    board = begin(fields, bytes([1, 2, 0, 0] + [0] * 6 + [3] + [0] * 5), trail, no_deadline)  # r1c3 can only be 4
    asserted = assert_places(fields, board)
    assert asserted >> fields.positions(2, 4)[0] & 1


@pytest.mark.parametrize("number", [0, 9, 18])  # the first row, the first column, the first box
def test_a_hidden_single_in_any_one_unit_is_enough(number: int) -> None:
    """A rule that requires the last place in row AND column AND box misses nearly all of them."""
    fields = fields_of(shape_of_side(9))
    shape = fields.shape
    unit = shape.units[number]
    target, others = unit[0], unit[1:]
    board = fields.full
    for other in others:  # remove the value 5 from all but one cell of this unit
        for position in fields.positions(other, 5):
            board &= ~(1 << position)
    asserted = assert_places(fields, board)
    assert {fields.candidate_at(p) for p in range(asserted.bit_length()) if asserted >> p & 1} == {(target, 5)}


def test_no_place_for_a_value_is_a_contradiction_although_every_cell_has_values() -> None:
    fields = fields_of(shape_of_side(9))
    board = fields.full
    for cell in fields.shape.units[20]:
        for position in fields.positions(cell, 7):
            board &= ~(1 << position)
    assert all(any((s, v) in candidates(fields, board) for v in range(1, 10)) for s in range(81))
    with pytest.raises(Contradiction):
        assert_places(fields, board)


def test_no_value_for_a_cell_is_a_contradiction() -> None:
    fields = fields_of(shape_of_side(9))
    board = fields.full
    for value in range(1, 10):
        for position in fields.positions(40, value):
            board &= ~(1 << position)
    with pytest.raises(Contradiction):
        assert_places(fields, board)


@pytest.mark.parametrize("side", [9, 16, 25])
def test_givens_that_clash_are_a_contradiction(side: int) -> None:
    fields = fields_of(shape_of_side(side))
    with pytest.raises(Contradiction):
        begin(fields, bytes([5, 5] + [0] * (side * side - 2)), [], no_deadline)


def test_both_ways_to_enter_the_givens_lead_to_the_same_board() -> None:
    fields = fields_of(shape_of_side(9))
    givens = Puzzle.from_text(EASY).givens
    assert begin(fields, givens, [], no_deadline) == fields.board_of(givens)


def test_syllogize_decides_an_easy_puzzle() -> None:
    fields = fields_of(shape_of_side(9))
    trail: list[tuple[int, int]] = []
    board = begin(fields, Puzzle.from_text(EASY).givens, trail, no_deadline)
    assert syllogize(fields, board, assert_places(fields, board), trail, no_deadline) == 0
    assert len(trail) == 81


def test_prune_checks_the_time() -> None:
    fields = fields_of(shape_of_side(9))
    asked = []
    prune(fields, fields.full, 1, [], lambda: asked.append(True))
    assert asked


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (4, 4)])
def test_the_disjuncts_of_a_field_are_those_found_one_by_one(box: tuple[int, int]) -> None:
    """Those of small boards are moved from value 1 to the other values."""
    fields = Fields(shape_of_box(*box))
    count = len(fields.shape.cells) + len(fields.shape.units) * fields.side
    assert [fields._disjuncts_of_one(field) for field in range(count)] == [
        fields._disjuncts_of([field]) for field in range(count)
    ]
