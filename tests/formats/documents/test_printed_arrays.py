"""Arrays are read as Python, NumPy and Ruby print them."""

import numpy as np
import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, ESCARGOT, puzzle_with_holes
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_side

BOARD = np.array([int(s) for s in EASY.replace(".", "0")]).reshape(9, 9)
ROWS: list[list[int]] = BOARD.tolist()
NOTHING = [[value or None for value in row] for row in ROWS]
FIFTY = puzzle_with_holes(shape_of_side(50), 0.5, 1)
FIFTY_ARRAY = np.frombuffer(FIFTY.givens, np.uint8).reshape(50, 50)

PRINTED = {
    "str of a list": str(ROWS),
    "repr of None": repr(NOTHING),
    "a tuple": str(tuple(map(tuple, ROWS))),
    "characters": str([list(row) for row in (EASY[at : at + 9] for at in range(0, 81, 9))]),
    "rows of text": str([EASY[at : at + 9] for at in range(0, 81, 9)]),
    "str of an array": str(BOARD),
    "repr of an array": repr(BOARD),
    "with a type": repr(BOARD.astype(np.int8)),
    "with a shape": "array(" + str(ROWS) + ", shape=(9, 9), dtype=np.int8)",
    "floats": str(BOARD.astype(float)),
    "repr of floats": repr(BOARD.astype(np.float32)),
    "objects": repr(np.array(NOTHING)),
    "np.array": f"np.array({ROWS})",
    "numpy.array": f"puzzle = numpy.array({ROWS}, dtype='int8')",
    "a variable": f"grid = {ROWS}\n",
    "a comment": f"# my puzzle\n\n{ROWS}  # the end\n",
    "Ruby": "[" + ", ".join(str(row) for row in ROWS).replace("0", "nil") + "]",
    "Ruby in lines": "[" + ",\n ".join(str(row) for row in ROWS).replace("0", "nil") + "]\n",
    "all cells": str(BOARD.ravel()),
    "an array of one": str(BOARD[np.newaxis]),
}


@pytest.mark.parametrize("name", PRINTED)
def test_an_array_is_read(name: str) -> None:
    assert read_puzzles(PRINTED[name]) == [EASY]


def test_lines_that_numpy_breaks_are_read() -> None:
    with np.printoptions(threshold=10**6):
        for text in (str(FIFTY_ARRAY), repr(FIFTY_ARRAY)):
            assert max(map(len, text.splitlines())) < 90
            assert read_puzzles(text) == [FIFTY.text]


def test_values_that_numpy_leaves_out_are_refused_with_the_remedy() -> None:
    with np.printoptions(threshold=10):
        for text in (str(FIFTY_ARRAY), repr(FIFTY_ARRAY)):
            assert read_error(text) == (
                "file: NumPy has left out values (...); "
                "print the array after np.set_printoptions(threshold=sys.maxsize)"
            )


def test_several_arrays_are_read_with_their_names() -> None:
    text = f"# first\n{BOARD}\n\nsecond = {ROWS}\n[{EASY!r}, {ESCARGOT!r}]\n"
    found = [(item.id, item.puzzle.text, item.name) for item in read(text) if isinstance(item, Entry)]
    assert found == [
        ("file:1", EASY, "first"),
        ("file:2", EASY, "second"),
        ("file:3", EASY, ""),
        ("file:4", ESCARGOT, ""),
    ]


def four(cell: str) -> str:
    return f"[[1 0 0 0]\n [0 0 {cell} 0]\n [0 3 0 0]\n [0 0 0 4]]"


BAD = {
    four("2")[:-12] + "]": "file:1: row 1: expected 3 cells, as there are 3 rows, found 4",
    four("2")[:-1]: "file: expected a closing bracket, found the end",
    four("x"): "file:2:7: expected a printed array of boards, found ",
    four("nan"): "file:2:7: expected a printed array of boards, found ",
    four("9"): "file:1: r2c3: expected 1 to 4, or 0 for an empty cell, found '9'",
    four("-1"): "file:1: r2c3: expected 1 to 4, or 0 for an empty cell, found '-1'",
    four("9" * 5000): "file:1: r2c3: expected 1 to 4, or 0 for an empty cell, found '9999",
    four("1e999"): "file:1: r2c3: expected 1 to 4, or 0 for an empty cell, found 'inf'",
    "[[1 0 0 0]]]": "file:1: a 2x2 board cannot be divided into boxes",
    "(" * 100_000: "file:1:5: expected a printed array of boards, found '(((((",
    "array(" * 50_000: "file:1:25: expected a printed array of boards, found 'array(",
    "[[nil" * 50_000: "file:1:11: expected a printed array of boards, found '[[nil",
    "array()": "file: no puzzle found",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_not_an_array_of_boards_is_refused_in_one_line(text: str) -> None:
    found = [str(item) for item in read(text)]
    assert found[0].startswith(BAD[text])
    assert "\n" not in found[0]
    assert len(found[0]) < 200
    assert not any(isinstance(item, Entry) for item in read(text))
