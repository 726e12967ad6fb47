"""Boards in rows are read whatever their size and layout, and never from rows of two boards."""

import io
import random
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import EASY, ESCARGOT, puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import LARGEST_COMPACT_SIDE, Puzzle, symbol_of
from sudoku_compare.core.shape import Shape, has_usual_shape, shape_of_box, shape_of_side
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import Item, ReadOptions
from sudoku_compare.formats.source import Source
from sudoku_compare.formats.writing.grid_writers import format_grid

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
BANDS = ["\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)]


def read(text: str, shape: Shape | None = None) -> list[Item]:
    source = Source("file", io.BufferedReader(io.BytesIO(text.encode())))
    return list(read_collection(source, ReadOptions(shape)))


def puzzles(items: list[Item]) -> list[Puzzle]:
    assert all(isinstance(item, Entry) for item in items), [str(item) for item in items]
    return [item.puzzle for item in items if isinstance(item, Entry)]


@dataclass(frozen=True)
class Layout:
    """How a board is written."""

    separator: str
    empty: str
    as_numbers: bool
    band_separator: str | None  # a line between two bands
    has_bars: bool

    def write(self, puzzle: Puzzle) -> str:
        shape, lines = puzzle.shape, []
        for row in range(shape.side):
            if row and row % shape.box_height == 0 and self.band_separator is not None:
                lines.append(self.band_separator)
            lines.append(self._write_row(puzzle, row))
        return "\n".join(lines) + "\n"

    def _write_row(self, puzzle: Puzzle, row: int) -> str:
        shape = puzzle.shape
        values = puzzle.givens[row * shape.side :][: shape.side]
        as_numbers = self.as_numbers or shape.side > LARGEST_COMPACT_SIDE
        cells = [(str(value) if as_numbers else symbol_of(value, shape)) if value else self.empty for value in values]
        separator = self.separator or (" " if as_numbers else "")
        boxes = [
            separator.join(cells[start : start + shape.box_width]) for start in range(0, shape.side, shape.box_width)
        ]
        return ("|" if self.has_bars else separator).join(boxes)


LAYOUTS = st.builds(
    Layout,
    separator=st.sampled_from(["", " ", "  ", ",", ", ", "\t"]),
    empty=st.sampled_from(list(".0*_-?x")),
    as_numbers=st.booleans(),
    band_separator=st.sampled_from([None, "", "---+---+---", "=====", "───┼───", ".---.---.", "'---'---'"]),
    has_bars=st.booleans(),
)
SMALL_SIDES = [side for side in range(4, 37) if has_usual_shape(side)]
LARGE_SIDES = [side for side in range(37, 101) if has_usual_shape(side)]


@given(st.sampled_from(SMALL_SIDES), LAYOUTS, st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=150)
def test_boards_are_read_in_every_layout(side: int, layout: Layout, seed: int, number: int) -> None:
    check_layout(side, layout, seed, number)


@pytest.mark.slow
@given(st.sampled_from(LARGE_SIDES), LAYOUTS, st.integers(0, 10**6))
@settings(max_examples=150)
def test_large_boards_are_read_in_every_layout(side: int, layout: Layout, seed: int) -> None:
    check_layout(side, layout, seed, 1)


def check_layout(side: int, layout: Layout, seed: int, number: int) -> None:
    shape = shape_of_side(side)
    puzzle = puzzle_with_holes(shape, 0.5, seed)
    if layout.empty == "x" and side >= 33:
        return  # x is a value there
    text = layout.write(puzzle)
    assert puzzles(read(text)) == [puzzle]
    assert puzzles(read(text, shape)) == [puzzle]
    gap = "\n" * random.Random(seed).randint(2, 3)
    assert puzzles(read(gap.join([text] * number))) == [puzzle] * number


@pytest.mark.parametrize("box", [(3, 2), (2, 3), (4, 3), (3, 4), (2, 5), (5, 2), (2, 4), (4, 2), (6, 2), (2, 6)])
def test_bars_and_borders_give_the_shape_of_the_boxes(box: tuple[int, int]) -> None:
    shape = shape_of_box(*box)
    puzzle = puzzle_with_holes(shape, 0.5, seed=1)
    lines = list(format_grid(puzzle.givens, shape))
    assert puzzles(read("\n".join(lines))) == [puzzle]
    without_borders = [line for line in lines if "+" not in line]
    assert puzzles(read("\n".join(without_borders))) == [puzzle]


def test_bands_that_contradict_the_usual_boxes_are_ambiguous_without_bars() -> None:
    puzzle = puzzle_with_holes(shape_of_box(2, 8), 0.5, seed=1)
    text = Layout("", ".", False, "", has_bars=False).write(puzzle)
    [error] = read(text)
    assert str(error) == "file:1: the boxes of this 16x16 board can be 2x8 or 4x4"
    assert puzzles(read(text, shape_of_box(2, 8))) == [puzzle]


@pytest.mark.parametrize("box", [(3, 2), (4, 3), (5, 4)])
@pytest.mark.parametrize("separator", ["", "---+---"])
def test_bands_may_show_that_the_boxes_are_higher_than_wide(box: tuple[int, int], separator: str) -> None:
    puzzle = puzzle_with_holes(shape_of_box(*box), 0.5, seed=1)
    assert puzzles(read(Layout("", ".", False, separator, has_bars=False).write(puzzle))) == [puzzle]


def test_a_board_may_have_a_blank_line_after_every_row() -> None:
    assert puzzles(read("\n\n".join(ROWS))) == [Puzzle.from_text(EASY)]


def test_bands_of_several_boards_are_read_if_their_number_is_right() -> None:
    assert puzzles(read("\n\n".join(BANDS * 2))) == [Puzzle.from_text(EASY)] * 2
    assert puzzles(read("\n\n\n".join(["\n\n".join(BANDS)] * 3))) == [Puzzle.from_text(EASY)] * 3
    assert (
        puzzles(read(f"Grid 1\n{BANDS[0]}\n\n{BANDS[1]}\n\n{BANDS[2]}\nGrid 2\n{EASY}\n"))
        == [Puzzle.from_text(EASY)] * 2
    )


DAMAGED = {
    "a row is missing": ["\n".join(ROWS[:8])],
    "a row of two contiguous boards is missing": ["\n".join([*ROWS, *ROWS[1:]])],
    "a row is there twice": ["\n".join([ROWS[0], *ROWS])],
    "a band is missing": ["\n\n".join(BANDS[:2])],
    "a band of two boards is missing": ["\n\n".join([*BANDS, *BANDS[1:]])],
    "a row of a band is missing": [f"{BANDS[0]}\n\n{BANDS[1][:19]}\n\n{BANDS[2]}"],
    "rows of two bands are missing": [
        "\n\n".join([BANDS[0][10:], *BANDS[1:], *BANDS, BANDS[0], BANDS[1][10:], BANDS[2], *BANDS])
    ],
    "a row is replaced by a puzzle": ["\n".join([*ROWS[:4], EASY, *ROWS[5:], *ROWS[:4], EASY, *ROWS[5:]])],
    "a row is replaced by words": ["\n".join([*ROWS[:4], "hello world", *ROWS[5:], *ROWS[:4], "hello", *ROWS[5:]])],
    "a border is one row too early": ["\n".join([*ROWS[:3], "---+---", *ROWS[3:5], "---+---", *ROWS[5:]])],
    "a frame is one row too late": [
        "\n".join(["*---*", *ROWS, ROWS[0], "*---*", *ROWS[1:3], "|---|", *ROWS[3:6], "|---|", *ROWS[6:], "*---*"])
    ],
    "numbers of a large board are cut": [
        "66 0 43 21 0 0 0 0 0 0 15 51 89 0 0 78 48 0 0 0 0 0 18 1 72 100 83 0 34 0 22"
    ],
    "a number has a sign": [" ".join(["0 34 0 0 85", *["0"] * 55, "-13", *["10"] * 39])],
    "a value is too large": ["\n".join([*(" ".join(row) for row in ROWS[:8]), "3 4 . . . 29 . . 7"])],
    "a symbol is not ASCII": [EASY[:5] + "数" + EASY[6:]],
    "a short band before a whole board": [BANDS[0] + "\n\n", "\n".join(ROWS)],
}


@pytest.mark.parametrize("name", DAMAGED)
def test_no_board_is_read_from_damaged_rows(name: str) -> None:
    """The last of several parts is whole, and is read."""
    parts = DAMAGED[name]
    items = read("".join(parts))
    found = [item.puzzle for item in items if isinstance(item, Entry)]
    expected = [Puzzle.from_text(EASY)] * (len(parts) - 1 + "\n".join(parts).count(EASY))
    assert found == expected
    assert len(items) > len(found)


def test_a_line_of_dashes_is_an_empty_row_if_a_dash_is_an_empty_cell() -> None:
    rows = ["---------", *(row.replace(".", "-") for row in ROWS[1:])]
    assert puzzles(read("\n".join(rows))) == [Puzzle.from_text("." * 9 + EASY[9:])]
    bordered = [*rows[1:4], "---------", *rows[4:7], "---------", *rows[7:], rows[1]]
    assert len(puzzles(read("\n".join(bordered)))) == 1
    spaced = [" ".join(row) for row in rows]
    assert puzzles(read("\n".join(spaced))) == [Puzzle.from_text("." * 9 + EASY[9:])]


def test_the_boards_of_an_endless_paragraph_are_read_before_its_end() -> None:
    number = 4000
    lines = (f"{row}\n".encode() for _ in range(number) for row in ROWS)
    items = read(b"".join(lines).decode())
    assert puzzles(items) == [Puzzle.from_text(EASY)] * number


@pytest.mark.parametrize("side", [101, 121, 144, 200])
def test_a_board_that_is_too_large_is_one_error_that_says_so(side: int) -> None:
    for value in (0, side):
        rows = [" ".join([str(value)] * side)] * side
        [error] = read("\n".join(rows))
        assert str(error) == f"file:1: 100x100 is the largest size, found {side} rows of {side} cells"


def test_lines_between_boards_are_read_as_puzzles() -> None:
    text = "\n".join([*ROWS, ESCARGOT, *ROWS, "", ESCARGOT, *ROWS])
    assert [item.puzzle.text for item in read(text) if isinstance(item, Entry)] == [
        EASY,
        ESCARGOT,
        EASY,
        ESCARGOT,
        EASY,
    ]
