"""JSON is read whatever the board looks like in it, and wrong JSON is refused with its place."""

import json

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, EASY_SOLUTION, ESCARGOT, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry, Expected
from sudoku_compare.core.errors import AmbiguousError
from sudoku_compare.core.shape import shape_of_box, shape_of_side

FOUR = "1.....2..3.....4"
ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
EASY_ROWS = [EASY[at : at + 9] for at in range(0, 81, 9)]
SIXTEEN = puzzle_with_holes(shape_of_side(16), 0.5, 1)
SIXTEEN_ROWS = [list(SIXTEEN.givens[at : at + 16]) for at in range(0, 256, 16)]


def sparse(empty: object) -> list[list[object]]:
    return [[value or empty for value in row] for row in ROWS]


ONE = {
    "rows": ROWS,
    "null": sparse(None),
    "empty text": sparse(""),
    "dots": sparse("."),
    "dashes": sparse("-"),
    "texts": [[str(value) for value in row] for row in ROWS],
    "floats": [[float(value) for value in row] for row in ROWS],
    "all cells": [value for row in ROWS for value in row],
    "text": FOUR,
    "rows of text": [FOUR[at : at + 4] for at in range(0, 16, 4)],
    "cells of text": list(FOUR),
    "an array of one board": [ROWS],
    **{f"key {key}": {key: ROWS} for key in ("puzzle", "givens", "grid", "board", "cells", "quiz", "sudoku", "clues")},
    "text under a key": {"puzzle": FOUR, "size": 4},
    "a list under a key": {"puzzles": [FOUR]},
    "a list of objects under a key": {"count": 1, "boards": [{"board": ROWS}]},
    "solve --json": {"id": "text:1", "name": "", "size": 4, "box": "2x2", "givens": FOUR, "solution": None},
}


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_board_is_read(name: str, indent: int | None) -> None:
    assert read_puzzles(json.dumps(ONE[name], indent=indent)) == [FOUR]


SEVERAL = {
    "boards": [EASY_ROWS, [ESCARGOT[at : at + 9] for at in range(0, 81, 9)]],
    "boards of cells": [[list(row) for row in EASY_ROWS], [list(ESCARGOT[at : at + 9]) for at in range(0, 81, 9)]],
    "texts": [EASY, ESCARGOT],
    "objects": [{"puzzle": EASY}, {"puzzle": ESCARGOT}],
    "flat boards": [[int(s) if s != "." else 0 for s in text] for text in (EASY, ESCARGOT)],
    "under a key": {"puzzles": [EASY, ESCARGOT]},
}


@pytest.mark.parametrize("name", SEVERAL)
def test_several_boards_are_read(name: str) -> None:
    items = read(json.dumps(SEVERAL[name]))
    assert [(i.id, i.puzzle.text) for i in items if isinstance(i, Entry)] == [("file:1", EASY), ("file:2", ESCARGOT)]


def test_json_lines_are_read_line_by_line() -> None:
    text = f'{{"puzzle": "{EASY}", "name": "a"}}\n\n[1\n"{ESCARGOT}"\n{{"id": 1}}\n'
    items = read(text)
    assert [(i.id, i.name) for i in items if isinstance(i, Entry)] == [("file:1", "a"), ("file:4", "")]
    assert [str(i) for i in items if not isinstance(i, Entry)] == [
        "file:3:3: not JSON: Expecting ',' delimiter",
        "file:5: expected a puzzle under one of the keys puzzle, givens, grid, board, cells, quiz, sudoku, clues, "
        "found 'id'",
    ]


def test_values_one_after_another_are_read() -> None:
    text = "\n".join(json.dumps({"puzzle": text}, indent=2) for text in (EASY, ESCARGOT))
    assert [(i.id, i.puzzle.text) for i in read(text) if isinstance(i, Entry)] == [
        ("file:1", EASY),
        ("file:4", ESCARGOT),
    ]


def test_an_object_may_have_a_name_a_box_and_a_solution() -> None:
    value = {"title": "T", "puzzle": EASY, "solution": EASY_SOLUTION}
    expected = Expected(solution=Puzzle.from_text(EASY_SOLUTION).givens)
    assert read(json.dumps(value)) == [Entry("file:1", Puzzle.from_text(EASY), expected, "T")]
    (item,) = read(json.dumps({"box": "3x2", "puzzle": "." * 36}))
    assert isinstance(item, Entry)
    assert item.puzzle.shape == shape_of_box(3, 2)


def test_letters_are_values_above_9() -> None:
    rows = [[Puzzle(SIXTEEN.shape, bytes([v] * 256)).text[0] for v in row] for row in SIXTEEN_ROWS]
    assert read_puzzles(json.dumps(rows)) == [SIXTEEN.text]
    assert read_puzzles(json.dumps(SIXTEEN_ROWS)) == [SIXTEEN.text]


@pytest.mark.parametrize("value", [[ROWS[0] * 4] * 16, ["1.....2..3.....4"] * 16])
def test_sixteen_times_sixteen_values_up_to_4_are_ambiguous(value: object) -> None:
    (item,) = read(json.dumps(value))
    assert isinstance(item, AmbiguousError)
    assert str(item) == "file: this can be read as one 16x16 board or as 16 boards of 4x4"
    assert (item.option, item.choices) == ("box", ("4x4", "2x2"))
    assert len(read(json.dumps(value), shape_of_side(4))) == 16
    assert len(read(json.dumps(value), shape_of_side(16))) == 1


KEYS = "puzzle, givens, grid, board, cells, quiz, sudoku, clues"
BAD_CELLS = {
    "5": "5",
    "-1": "-1",
    "0.5": "0.5",
    "NaN": "nan",
    "1e999": "inf",
    "true": "True",
    '"zz"': "zz",
    '"1 2"': "1 2",
    "9" * 30: "9" * 30,
}


@pytest.mark.parametrize("cell", BAD_CELLS)
def test_a_cell_that_is_no_value_is_refused_with_its_place(cell: str) -> None:
    text = f"[[1,0,0,0],[0,0,{cell},0],[0,3,0,0],[0,0,0,4]]"
    message = f"file:1: r2c3: expected 1 to 4, or 0 for an empty cell, found '{BAD_CELLS[cell]}'"
    assert read_error(text) == message


BAD = {
    "[[1,0,0,0],[0,0,2,0],[0,3,0,0]]": "file:1: row 1: expected 3 cells, as there are 3 rows, found 4",
    "[[1,0,0,0],[0,0,2],[0,3,0,0],[0,0,0,4]]": "file:1: row 2: expected 4 cells, as there are 4 rows, found 3",
    "[[1,0,0,0],5,[0,3,0,0],[0,0,0,4]]": "file:1: row 2: expected a list of 4 cells, found '5'",
    f"[[1,0,0,0],[0,0,{'9' * 5000},0],[0,3,0,0],[0,0,0,4]]": None,
    "[" * 100_000: None,
    '{"a":' * 100_000: None,
    "[]": "file:1: not a puzzle: expected 16 cells (4x4), found 0",
    "{}": f"file:1: expected a puzzle under one of the keys {KEYS}, found 'none'",
    '{"puzzle": 5}': "file:1: expected a board, found '5'",
    '{"puzzle": null}': "file:1: expected a board, found 'None'",
    '{"puzzle": "12"}': "file:1: not a puzzle: expected 16 cells (4x4), found 2",
    '{"puzzle": [[{"a": 1}]]}': None,
    '{"puzzle": "", "box": "99x99"}': "file:1: expected a side of 4 to 100 cells, found 9801 (boxes of 99x99)",
    f'{{"puzzle": "{FOUR}", "solution": [1]}}': "file:1: solution: not a puzzle: expected 16 cells (4x4), found 1",
    '{"puzzle": ': "file:1:12: not JSON: Expecting value",
    '{\n"puzzle" 5}': "file:2:10: not JSON: Expecting ':' delimiter",
}


@pytest.mark.parametrize("text", BAD)
def test_wrong_json_is_refused_in_one_line(text: str) -> None:
    message = read_error(text)
    assert message.startswith("file")
    assert "\n" not in message
    assert len(message) < 200
    assert BAD[text] in (None, message)


def test_json_that_is_not_utf_8_is_refused() -> None:
    assert read_error(b'{"puzzle": "\xff"}') == "file: not UTF-8 text; save the file as UTF-8"


def test_an_object_with_a_key_twice_is_refused() -> None:
    text = '{"puzzle": "1.....2..3.....4", "puzzle": "................"}'
    assert read_error(text) == "file: not a puzzle: the key 'puzzle' occurs twice in one object"
