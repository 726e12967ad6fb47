"""Boards and tables in a notebook."""

import re

import pytest

from making import EASY, EASY_SOLUTION, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.display.notebook import draw_board, draw_entries, make_list, make_table

PUZZLE = Puzzle.from_text(EASY)
SOLUTION = Puzzle.from_text(EASY_SOLUTION).givens


def groups_of(html: str) -> dict[str, str]:
    """Return the values of each style of text, in reading order."""
    groups = re.findall(r'<g font-size="[\d.]+" (.*?)>(.*?)</g>', html)
    return {style: "".join(re.findall(r">(\w+)</text>", texts)) for style, texts in groups}


def test_givens_are_bold_and_other_values_are_lighter() -> None:
    groups = groups_of(draw_board(PUZZLE.shape, SOLUTION, PUZZLE.givens))
    assert groups == {
        'font-weight="bold"': EASY.replace(".", ""),
        'fill-opacity="0.7"': "".join(s for s, given in zip(EASY_SOLUTION, EASY, strict=True) if given == "."),
    }


def test_a_value_is_in_the_middle_of_its_cell_and_a_mark_behind_it() -> None:
    grid = bytes(40) + bytes([5]) + bytes(40)
    html = draw_board(PUZZLE.shape, grid, grid, marked={40})
    assert re.findall(r'<text x="(\d+)" y="([\d.]+)">5</text>', html) == [("126", "131.6")]
    assert re.findall(r'<rect x="(\d+)" y="(\d+)" width="28"', html) == [("112", "112")]
    assert html.index("<rect") < html.index("<text")


@pytest.mark.parametrize(("side", "thick"), [(4, 6), (6, 7), (9, 8), (12, 9)])
def test_the_lines_around_boxes_are_thick(side: int, thick: int) -> None:
    shape = shape_of_side(side)
    [path] = re.findall(r'<path d="([^"]*)"[^>]*stroke-width="2"', draw_board(shape, bytes(side**2), bytes(side**2)))
    assert path.count("M") == thick


def test_a_large_board_has_smaller_cells_and_a_huge_one_is_only_named() -> None:
    large, huge = (puzzle_with_holes(shape_of_side(side), 0.5, seed=1) for side in (16, 36))
    assert 'width="322"' in draw_board(large.shape, large.givens, large.givens)
    assert draw_board(huge.shape, huge.givens, huge.givens) == "<figure>36x36: too large to draw here</figure>"


def test_text_is_escaped_and_control_characters_are_replaced() -> None:
    wrong = "<b>\x1b[1m\"'&"
    for html in (
        make_list([wrong]),
        make_table([wrong], [[wrong, wrong]]),
        draw_entries([], wrong),
        draw_board(PUZZLE.shape, SOLUTION, SOLUTION, title=wrong),
    ):
        assert "<b>" not in html
        assert "\x1b" not in html
        assert "&lt;b&gt;?[1m&quot;&#x27;&amp;" in html
