"""Which boards go on which sheet."""

import pytest

from making import EASY, EASY_SOLUTION, TWO
from sudoku_compare import Puzzle
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.display.printing import PrintedPuzzle, PrintStyle, Solved, count_pages, draw_pages, draw_puzzle
from svg_reading import SVG, find_boards, find_groups, parse_svg, read_grid, read_values

PUZZLE, OTHER = Puzzle.from_text(EASY), Puzzle.from_text(TWO)
SOLVED = Solved(Puzzle.from_text(EASY_SOLUTION).givens)
SHAPE = PUZZLE.shape


def read_words(svg: str) -> list[str]:
    return [text.text or "" for text in parse_svg(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("puzzles", "solved", "per_page", "boards"),
    [
        (1, False, 1, [1]),
        (3, False, 1, [1, 1, 1]),
        (3, False, 2, [2, 1]),
        (4, False, 4, [4]),
        (13, False, 6, [6, 6, 1]),
        (3, True, 2, [2, 1, 2, 1]),
        (5, True, 6, [5, 5]),
    ],
)
def test_pages_hold_as_many_boards_as_asked_for(puzzles: int, solved: bool, per_page: int, boards: list[int]) -> None:
    printed = [PrintedPuzzle(PUZZLE, solved=SOLVED if solved else None)] * puzzles
    pages = list(draw_pages(printed, PrintStyle(), per_page))
    assert [len(find_boards(parse_svg(page))) for page in pages] == boards
    assert count_pages(printed, per_page) == len(pages)


def test_solutions_come_after_all_puzzles_under_the_same_number() -> None:
    printed = [PrintedPuzzle(PUZZLE, "first", SOLVED), PrintedPuzzle(OTHER, "", Solved(None, "Several solutions"))]
    page, solutions = draw_pages(printed, PrintStyle(title="Sunday"), 4)
    assert [word for word in read_words(page) if not word.isdecimal()] == ["Sunday", "1. first"]
    assert "2" in read_words(page)
    assert {"Sunday: solutions", "1. first", "Several solutions: 2"} <= set(read_words(solutions))
    assert not any(find_groups(board, "filled") for board in find_boards(parse_svg(page)))
    first, second = find_boards(parse_svg(solutions))
    assert read_grid(first, "filled", SHAPE) != bytes(len(SHAPE.cells))
    assert read_grid(second, "filled", SHAPE) == bytes(len(SHAPE.cells))


def test_a_picture_has_the_solution_beside_the_puzzle() -> None:
    assert len(find_boards(parse_svg(draw_puzzle(PrintedPuzzle(PUZZLE), PrintStyle())))) == 1
    puzzle, solution = find_boards(parse_svg(draw_puzzle(PrintedPuzzle(PUZZLE, "", SOLVED), PrintStyle())))
    assert not find_groups(puzzle, "filled")
    filled, givens = read_grid(solution, "filled", SHAPE), read_grid(solution, "givens", SHAPE)
    assert bytes(map(max, filled, givens)) == SOLVED.solution


def test_a_picture_says_why_there_is_no_solution() -> None:
    svg = draw_puzzle(PrintedPuzzle(OTHER, "", Solved(None, "Several solutions")), PrintStyle())
    assert {"Puzzle", "Several solutions"} <= set(read_words(svg))
    assert "Solution" not in read_words(svg)


@pytest.mark.parametrize(
    ("title", "name", "expected"), [("A", "b", ["A"]), ("", "b", ["b"]), ("A", "", ["A"]), ("", "", [])]
)
def test_the_heading_of_a_picture_is_the_title_or_else_the_name(title: str, name: str, expected: list[str]) -> None:
    words = read_words(draw_puzzle(PrintedPuzzle(PUZZLE, name), PrintStyle(title=title)))
    assert [word for word in words if not word.isdecimal()] == expected


def test_candidates_and_labels_are_drawn_on_request() -> None:
    [plain] = find_boards(parse_svg(draw_puzzle(PrintedPuzzle(PUZZLE), PrintStyle())))
    [full] = find_boards(parse_svg(draw_puzzle(PrintedPuzzle(PUZZLE), PrintStyle(candidates=True, labels=True))))
    assert [len(find_groups(plain, name)) for name in ("candidates", "labels")] == [0, 0]
    assert [len(find_groups(full, name)) for name in ("candidates", "labels")] == [1, 1]


def test_candidates_that_the_source_gives_are_drawn_as_they_are() -> None:
    puzzle = Puzzle.from_text("1.....2..3.....4")
    given = tuple((value,) if value else (1, 3) for value in puzzle.givens)
    svg = draw_puzzle(PrintedPuzzle(puzzle, candidates=given), PrintStyle(candidates=True))
    [board] = find_boards(parse_svg(svg))
    empty = [cell for cell, value in enumerate(puzzle.givens) if not value]
    assert read_values(board, "candidates", puzzle.shape) == {cell: ["1", "3"] for cell in empty}


def test_candidates_that_nobody_could_read_are_refused() -> None:
    large = Puzzle(shape_of_side(49), bytes(49 * 49))
    with pytest.raises(OptionError, match="candidates of a 49x49 cannot be read in print; 36x36 is the largest size"):
        draw_puzzle(PrintedPuzzle(large), PrintStyle(candidates=True))
