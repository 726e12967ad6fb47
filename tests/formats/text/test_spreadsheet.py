"""Boards are read from the tables that spreadsheets and data frames write."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import EASY, EASY_SOLUTION, puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import Item
from sudoku_compare.formats.source import Source


def read(text: str) -> list[Item]:
    return list(read_collection(Source("file", io.BufferedReader(io.BytesIO(text.encode())))))


def write(puzzle: Puzzle, separator: str, value: str = "{}") -> list[str]:
    side = puzzle.shape.side
    rows = [puzzle.givens[start : start + side] for start in range(0, side * side, side)]
    return [separator.join(value.format(cell) if cell else "" for cell in row) for row in rows]


@given(
    st.sampled_from([4, 6, 9, 16, 25, 36]),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["{}", "{}.0", '"{}"', " {} "]),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(0, 10**6),
)
@settings(max_examples=100)
def test_empty_fields_are_empty_cells(side: int, separator: str, value: str, end: str, seed: int) -> None:
    puzzle = puzzle_with_holes(shape_of_side(side), 0.4, seed)
    text = end.join(write(puzzle, separator, value)) + end
    [entry] = read(text)
    assert isinstance(entry, Entry), str(entry)
    assert entry.puzzle == puzzle
    assert [item.puzzle for item in read(text + end + text) if isinstance(item, Entry)] == [puzzle] * 2


def test_an_empty_row_is_a_row() -> None:
    puzzle = Puzzle.from_text("." * 27 + EASY[27:])
    for separator in (",", ";", "\t"):
        [entry] = read("\n".join(write(puzzle, separator)))
        assert isinstance(entry, Entry)
        assert entry.puzzle == puzzle


ROWS = write(Puzzle.from_text(EASY), ",")
SHIFTED = "expected a row of 9 cells, as in the rows around it, found 8"


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([*ROWS[:3], ROWS[3][:-2], *ROWS[4:]], f"file:4: {SHIFTED}"),
        (ROWS[:8], "file:1: expected 9 rows of 9 cells, found 8"),
        ([*ROWS[:2], "12" + ROWS[2], *ROWS[3:]], "file:3:1: r3c1: expected 1 to 9, or . for an empty cell, found '12'"),
        ([*ROWS[:2], "two" + ROWS[2], *ROWS[3:]], "file:3:1: expected a value or an empty field, found 'two'"),
        (
            [",0,1,2,3,4,5,6,7,8", *(f"{row},{text}" for row, text in enumerate(ROWS))],
            "file: expected cells, found labels",
        ),
        ([",1,2,3,4,5,6,7,8,9", *(f"{row},{text}" for row, text in enumerate(ROWS, 1))], "file: expected cells, found"),
        (["A,B,C,D,E,F,G,H,I", *ROWS], "file:1: expected a multiple of 9 rows of 9 cells, found 10"),
    ],
)
def test_a_wrong_table_is_one_error(rows: list[str], error: str) -> None:
    items = read("\n".join(rows))
    assert len(items) == 1
    assert str(items[0]).startswith(error)


def test_a_table_of_puzzles_is_not_a_board() -> None:
    for header in ("quizzes,solutions", "id,puzzle,solution,clues"):
        row = f"{EASY},{EASY_SOLUTION}" if header.startswith("q") else f"1,{EASY},{EASY_SOLUTION},30"
        [entry] = read(f"{header}\n{row}\n")
        assert isinstance(entry, Entry)
        assert entry.puzzle.text == EASY
