"""Puzzles of SudokuPad are read if nothing is drawn on them, and refused with what is drawn otherwise."""

import json
from typing import Any

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.shape import shape_of_box, shape_of_side
from sudoku_compare.formats.links.lz_string import compress

NINE = shape_of_side(9)
REGIONS = [[list(divmod(cell, 9)) for cell in box] for box in NINE.units[18:]]
CELLS = [[{"value": int(s)} if s != "." else {} for s in EASY[at : at + 9]] for at in range(0, 81, 9)]

# The same in the short form: keys without quotes, empty cells left out, texts in single quotes.
SHORT_CELLS = "".join("," + ("" if s == "." else f"{{v:{s}}}") for s in EASY)[1:].split(",")
SHORT_ROWS = ",".join("[" + ",".join(SHORT_CELLS[at : at + 9]) + "]" for at in range(0, 81, 9))
SHORT = f"{{cs:50,ce:[{SHORT_ROWS}],re:{json.dumps(REGIONS, separators=(',', ':'))},metadata:{{t:'It\\'s, f: t'}}}}"


def puzzle(**more: Any) -> dict[str, Any]:
    return {"cellSize": 50, "cells": CELLS, "regions": REGIONS, "metadata": {"title": "A title"}} | more


def link(text: str, prefix: str = "https://sudokupad.app/scl") -> str:
    return prefix + compress(text)


@pytest.mark.parametrize(
    "prefix",
    [
        "https://sudokupad.app/scl",
        "https://sudokupad.app/ctc",
        "https://beta.sudokupad.app/scl",
        "https://app.crackingthecryptic.com/sudoku/scl",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=scl",
        "https://sudokupad.app/sudoku.html?puzzleid=scl",
        "sudokupad.app/scl",
    ],
)
@pytest.mark.parametrize("escaped", [False, True])
def test_links_are_read(prefix: str, *, escaped: bool) -> None:
    data = compress(json.dumps(puzzle()))
    text = prefix + (data.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D") if escaped else data)
    (item,) = read(text + ("" if "?" in prefix else "?setting-nogrid=1"))
    assert isinstance(item, Entry)
    assert (item.puzzle.text, item.name) == (EASY, "A title")


def test_the_short_form_is_read() -> None:
    (item,) = read(link(SHORT))
    assert isinstance(item, Entry)
    assert (item.puzzle.text, item.name) == (EASY, "It's, f: t")


def test_json_is_read() -> None:
    assert read_puzzles(json.dumps(puzzle())) == [EASY]


@pytest.mark.parametrize("prefix", ["fpuz", "fpuzzles"])
def test_a_link_may_hold_a_puzzle_of_f_puzzles(prefix: str) -> None:
    value = {"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {}]] + [[{}] * 4] * 3}
    assert read_puzzles(link(json.dumps(value), f"https://sudokupad.app/{prefix}")) == ["1" + "." * 15]


def test_run_lengths_are_read() -> None:
    assert read_puzzles("https://sudokupad.app/scfoooooooooooooK") == ["." * 81]
    error = read_error("https://sudokupad.app/scfoooooooooooook")
    assert error == "file:1: not a puzzle: expected 81 cells (9x9), found 83"
    assert read_error("https://sudokupad.app/scfoo(") == "file:1: damaged link: expected digits and letters, found '('"


def test_a_title_may_be_in_a_cage_without_cells() -> None:
    (item,) = read(json.dumps(puzzle(metadata=None, cages=[{"value": "title: Old"}, {"value": "rules: Normal"}])))
    assert isinstance(item, Entry)
    assert (item.puzzle.text, item.name) == (EASY, "Old")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"lines": [{"wayPoints": [[0, 0], [1, 1]]}]}, "it has 'lines'; in SudokuPad, drawings may be rules"),
        ({"cages": [{"cells": [[0, 0]], "value": "5"}]}, "it has 'cages'; in SudokuPad, drawings may be rules"),
        ({"o": [{"text": "x"}]}, "it has 'overlays'; in SudokuPad, drawings may be rules"),
        ({"foglight": [[0, 0]]}, "it has 'foglight'; in SudokuPad, drawings may be rules"),
        ({"metadata": {"antiknight": True}}, "not a plain Sudoku: it has 'anti-knight'"),
        ({"regions": REGIONS[:8]}, "irregular regions: there is a cell without a region"),
        ({"regions": None}, "irregular regions: there is a cell without a region"),
        ({"regions": [[[9, 9]]]}, "expected a cell of a region as [row, column], found '[9, 9]'"),
        ({"regions": [5]}, "irregular regions: there is a cell without a region"),
        ({"regions": [[[at, row] for at in range(9)] for row in range(9)][::-1]}, None),
        ({"cells": CELLS[:8]}, "row 1: expected 8 cells, as there are 8 rows, found 9"),
        ({"cells": [*CELLS[:8], [5] * 9]}, "expected a cell as a JSON object, found '5'"),
        ({"cells": [[{"value": "z"}, *CELLS[0][1:]], *CELLS[1:]]}, "1 to 9, or 0 for an empty cell, found 'z'"),
    ],
)  # fmt: skip
def test_what_is_not_a_plain_sudoku_is_refused(more: dict[str, Any], message: str | None) -> None:
    text = link(json.dumps(puzzle(**more)))
    if message is None:  # columns are boxes too
        (item,) = read(text)
        assert isinstance(item, Entry)
        assert item.puzzle.shape == shape_of_box(9, 1)
    else:
        assert read_error(text).endswith(message)


@pytest.mark.parametrize(
    "path", ["abc123", "?puzzleid=abc123", "sudoku/hPmtnJf3j6", "", "scl", "fpuzzlesabc", "x" * 300]
)
def test_a_link_that_names_a_puzzle_on_the_server_is_refused(path: str) -> None:
    assert read_error(f"https://sudokupad.app/{path}") == (
        "file:1: this link only names a puzzle on the server; paste a link that contains the puzzle "
        "(sudokupad.app/scl... or fpuzzles...) or the puzzle itself"
    )


@pytest.mark.parametrize(
    "text", ["{ce:[[,,", "{ce:'", "[" * 100_000, "{ce:[[,,]]}}", "]]]]]]]]]]]]]]]]", "{a:b:c}", "{{{{{{{{{{{{{"]
)
def test_a_damaged_link_is_refused(text: str) -> None:
    message = read_error(link(text))
    assert message.startswith("file:1: ")
    assert "\n" not in message
