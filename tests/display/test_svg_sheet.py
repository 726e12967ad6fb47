"""Sheets: every board is inside its page, and no two overlap."""

import re

import pytest

from making import EASY, EASY_SOLUTION
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.display.svg_board import Board
from sudoku_compare.display.svg_marks import Mark
from sudoku_compare.display.svg_sheet import (
    AREA_HEIGHT,
    AREA_LEFT,
    AREA_TOP,
    AREA_WIDTH,
    LARGEST_BOARD,
    LegendItem,
    Panel,
    Words,
    draw_page,
    draw_picture,
)
from svg_reading import SVG, find_boards, parse_svg, read_grid

PUZZLE = Puzzle.from_text(EASY)
LARGE = Puzzle(shape_of_side(100), bytes(100 * 100))
NASTY = '</text><script>alert(1)</script> & "quotes" \x1b[31m'
Rectangle = tuple[float, float, float, float]


def find_places(svg: str, panels: list[Panel]) -> list[Rectangle]:
    """Return left, top, right and bottom of each board on its sheet."""
    found = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><g class="board"', svg)
    sizes = [float(scale) * panel.board.size for (*_, scale), panel in zip(found, panels, strict=True)]
    corners = [(float(left), float(top)) for left, top, _ in found]
    return [(x, y, x + size, y + size) for (x, y), size in zip(corners, sizes, strict=True)]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("title", ["", "A title"])
@pytest.mark.parametrize("puzzle", [PUZZLE, LARGE], ids=["9x9", "100x100"])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_the_boards_of_a_page_stay_inside_what_every_paper_has(per_page: int, puzzle: Puzzle, title: str) -> None:
    panels = [Panel(Board(puzzle, labels=True), f"{number}. a name") for number in range(per_page)]
    places = find_places(draw_page(panels, per_page, title), panels)
    assert len(places) == per_page
    for number, place in enumerate(places):
        assert place[0] >= AREA_LEFT - 1
        assert place[1] >= AREA_TOP - 1
        assert place[2] <= AREA_LEFT + AREA_WIDTH + 1
        assert place[3] <= AREA_TOP + AREA_HEIGHT + 1
        assert not any(overlap(place, other) for other in places[:number])
        assert place[2] - place[0] > 600  # tenths of a millimetre


@pytest.mark.parametrize(("with_margins", "size"), [(True, ("210mm", "297mm")), (False, ("186mm", "250mm"))])
def test_a_page_has_the_size_of_its_paper(with_margins: bool, size: tuple[str, str]) -> None:
    root = parse_svg(draw_page([Panel(Board(PUZZLE))], 1, with_margins=with_margins))
    assert (root.get("width"), root.get("height")) == size


def test_a_picture_is_as_large_as_its_boards() -> None:
    one = parse_svg(draw_picture([Panel(Board(PUZZLE))], Words()))
    two = parse_svg(draw_picture([Panel(Board(PUZZLE)), Panel(Board(PUZZLE))], Words()))
    assert 2 * float(one.get("width") or 0) - 50 < float(two.get("width") or 0) < 2 * float(one.get("width") or 0) + 50
    assert one.get("height") == two.get("height")
    large = parse_svg(draw_picture([Panel(Board(LARGE))], Words()))
    assert LARGEST_BOARD < float(large.get("width") or 0) < LARGEST_BOARD * 1.1


@pytest.mark.parametrize("words", [Words(NASTY), Words(notes=[NASTY]), Words(legend=[LegendItem(NASTY, Mark.RING)])])
def test_words_are_shown_as_they_are_whatever_they_contain(words: Words) -> None:
    root = parse_svg(draw_picture([Panel(Board(PUZZLE), NASTY)], words))
    assert not list(root.iter(f"{SVG}script"))
    assert "\x1b" not in "".join(root.itertext())


def test_readers_who_cannot_see_the_picture_get_a_title_and_the_rows() -> None:
    panels = [Panel(Board(PUZZLE), "Puzzle"), Panel(Board(PUZZLE, filled=Puzzle.from_text(EASY_SOLUTION).givens))]
    root = parse_svg(draw_picture(panels, Words("A title", notes=["a note"])))
    assert (root.get("role"), root.findtext(f"{SVG}title")) == ("img", "A title: 9x9 Sudoku")
    description = root.findtext(f"{SVG}desc") or ""
    assert "Puzzle: Row 1: 5 3 empty" in description
    assert "Row 1: 5 3 4 6 7 8 9 1 2" in description
    assert "a note" in description


def test_long_words_make_a_picture_taller_and_not_wider() -> None:
    short, long = (parse_svg(draw_picture([Panel(Board(PUZZLE))], Words(notes=["word " * n]))) for n in (1, 200))
    assert short.get("width") == long.get("width")
    assert float(long.get("height") or 0) > float(short.get("height") or 0) + 200


def test_each_board_keeps_its_puzzle() -> None:
    puzzles = [PUZZLE, Puzzle.from_text("1.....2..3.....4")]
    boards = find_boards(parse_svg(draw_page([Panel(Board(puzzle)) for puzzle in puzzles], 2)))
    assert [read_grid(board, "givens", puzzle.shape) for board, puzzle in zip(boards, puzzles, strict=True)] == [
        puzzle.givens for puzzle in puzzles
    ]
