"""A board as SVG: every value is in its cell, for every shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import EASY, EASY_SOLUTION, puzzle_with_holes, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.display.svg import NAMESPACE, element
from sudoku_compare.display.svg_board import Board, describe_rows, draw_board, list_candidates
from sudoku_compare.display.svg_marks import CELL, Mark
from svg_reading import (
    Element,
    find_boards,
    find_groups,
    parse_svg,
    read_grid,
    read_lines,
    read_marked_cells,
    read_texts,
    read_values,
)

BOXES = [(2, 2), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3), (3, 4), (5, 5), (6, 6), (7, 5)]
PUZZLE = Puzzle.from_text(EASY)
SOLUTION = Puzzle.from_text(EASY_SOLUTION).givens


def read_board(board: Board) -> Element:
    [found] = find_boards(parse_svg(element("svg", draw_board(board), xmlns=NAMESPACE)))
    return found


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    shape = shape_of_box(*draw(st.sampled_from(BOXES)))
    return puzzle_with_holes(shape, draw(st.sampled_from([0.0, 0.3, 1.0])), draw(st.integers(0, 1000)))


@given(puzzles(), st.booleans())
def test_every_given_is_in_the_middle_of_its_cell(puzzle: Puzzle, labels: bool) -> None:
    board = read_board(Board(puzzle, labels=labels))
    assert read_grid(board, "givens", puzzle.shape) == puzzle.givens
    assert len(find_groups(board, "labels")) == labels


@given(puzzles(), st.integers(0, 1000))
def test_lighter_values_fill_only_the_cells_without_a_given(puzzle: Puzzle, seed: int) -> None:
    solution = scrambled_solution(puzzle.shape, seed)
    board = read_board(Board(puzzle, filled=solution))
    expected = bytes(0 if given else value for given, value in zip(puzzle.givens, solution, strict=True))
    assert read_grid(board, "filled", puzzle.shape) == expected
    assert read_grid(board, "givens", puzzle.shape) == puzzle.givens


@given(puzzles())
def test_thick_lines_are_between_boxes_and_thin_ones_between_other_cells(puzzle: Puzzle) -> None:
    shape = puzzle.shape
    lines = read_lines(read_board(Board(puzzle)))
    vertical, horizontal = lines.pop(max(lines))
    assert vertical == list(range(0, shape.side + 1, shape.box_width))
    assert horizontal == list(range(0, shape.side + 1, shape.box_height))
    for thin in lines.values():
        assert [sorted(vertical + thin[0]), sorted(horizontal + thin[1])] == [list(range(shape.side + 1))] * 2


@pytest.mark.parametrize("side", [4, 9, 35, 36, 49, 100])
def test_boards_of_every_size_fit_in_their_square(side: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(side), 1.0, 1)
    board = Board(puzzle, labels=True)
    assert read_grid(read_board(board), "givens", puzzle.shape) == puzzle.givens
    assert side * CELL < board.size < (side + 1.5) * CELL


@given(puzzles())
def test_candidates_are_those_that_no_given_in_a_unit_excludes(puzzle: Puzzle) -> None:
    shape = puzzle.shape
    for cell, values in list_candidates(puzzle).items():
        seen = {puzzle.givens[peer] for peer in shape.peers_of(cell)}
        assert values == [value for value in shape.values if value not in seen]
        assert puzzle.givens[cell] == 0


def test_each_candidate_is_in_its_cell_and_at_its_own_place() -> None:
    candidates = list_candidates(PUZZLE)
    board = read_board(Board(PUZZLE, candidates=candidates))
    shown = read_values(board, "candidates", PUZZLE.shape)
    assert shown == {cell: [str(value) for value in values] for cell, values in candidates.items() if values}
    [group] = find_groups(board, "candidates")
    places = [(round(x % 1, 2), round(y % 1, 2), text) for x, y, text in read_texts(group)]
    assert len({(x, y) for x, y, _ in places}) == len({text for *_, text in places}) == PUZZLE.shape.side


def test_a_cell_with_two_values_shows_both_and_nothing_else() -> None:
    board = read_board(Board(PUZZLE, filled=SOLUTION, alternatives={2: (1, 4)}, candidates={2: [1, 2, 4]}))
    assert read_values(board, "alternatives", PUZZLE.shape) == {2: ["1", "4"]}
    assert read_grid(board, "filled", PUZZLE.shape)[2] == 0
    assert not find_groups(board, "candidates")


def test_marks_are_in_their_cells() -> None:
    board = read_board(Board(PUZZLE, marks={0: [Mark.RING], 80: [Mark.HATCHED, Mark.RING]}))
    assert read_marked_cells(board, PUZZLE.shape) == {0, 80}


def test_no_two_marks_have_the_same_shape() -> None:
    drawn = {mark: draw_board(Board(PUZZLE, marks={0: [mark]})) for mark in Mark}
    without_colours = {mark: "".join(part for part in svg.split('"') if "#" not in part) for mark, svg in drawn.items()}
    assert len(set(without_colours.values())) == len(Mark)


def test_the_rows_are_described_in_words() -> None:
    assert describe_rows(Puzzle.from_text("1.....2..3.....4")).startswith("Row 1: 1 empty empty empty. Row 2: ")
