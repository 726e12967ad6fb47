"""Puzzles of f-puzzles are read if they are plain Sudokus, and refused with the names of their rules otherwise."""

import json
from typing import Any

import pytest

from file_reading import read, read_error, read_puzzles
from making import EASY, EASY_SOLUTION, puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry, Expected
from sudoku_compare.core.shape import shape_of_box
from sudoku_compare.formats.links.fpuzzles import make_object
from sudoku_compare.formats.links.lz_string import compress

# From the site: an empty 9x9 board, and a board with two diagonals, extra regions, thermometers and more.
EMPTY = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA="


def puzzle(**more: Any) -> dict[str, Any]:
    return make_object(Puzzle.from_text(EASY), "") | more


def link(value: object, host: str = "https://www.f-puzzles.com/?load=") -> str:
    return host + compress(json.dumps(value))


def test_a_link_of_the_site_is_read() -> None:
    assert read_puzzles("https://www.f-puzzles.com/?load=" + EMPTY) == ["." * 81]


@pytest.mark.parametrize(
    "host", ["https://www.f-puzzles.com/?load=", "http://f-puzzles.com/?load=", "f-puzzles.com/?load="]
)
def test_a_link_is_read_with_and_without_its_scheme_and_www(host: str) -> None:
    assert read_puzzles(link(puzzle(), host)) == [EASY]


def test_escaped_and_unescaped_base64_are_the_same() -> None:
    escaped = link(puzzle()).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D").replace("load%3D", "load=")
    assert read_puzzles(escaped.replace("https:%2F%2Fwww.f-puzzles.com%2F", "https://f-puzzles.com/")) == [EASY]


def test_json_is_read_with_its_title_and_solution() -> None:
    (item,) = read(json.dumps(puzzle(title="A title", author="me", solution=[int(value) for value in EASY_SOLUTION])))
    assert item == Entry(
        "file:1", Puzzle.from_text(EASY), Expected(solution=Puzzle.from_text(EASY_SOLUTION).givens), "A title"
    )


def test_an_incomplete_solution_is_ignored() -> None:
    assert read_puzzles(json.dumps(puzzle(solution=["."] * 81))) == [EASY]


def test_a_value_that_a_player_entered_is_not_a_given() -> None:
    value = puzzle()
    value["grid"][0][2] = {"value": 4}
    value["grid"][0][3] = {
        "value": 6,
        "given": False,
        "centerPencilMarks": [6],
        "cornerPencilMarks": [1, 2],
        "c": "red",
    }
    assert read_puzzles(json.dumps(value)) == [EASY]


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (1, 6), (6, 1), (2, 2), (3, 4), (4, 3), (1, 5)])
def test_regions_that_are_boxes_give_the_shape(box: tuple[int, int]) -> None:
    sample = puzzle_with_holes(shape_of_box(*box), 0.5, 1)
    (item,) = read(json.dumps(make_object(sample, "")))
    assert isinstance(item, Entry)
    assert item.puzzle == sample


RULES = {
    "killercage": ([{"cells": ["R1C1", "R1C2"], "value": "3"}], "killer cages"),
    "thermometer": ([{"lines": [["R1C1", "R1C2"]]}], "thermometers"),
    "arrow": ([{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}], "arrow"),
    "diagonal+": (True, "diagonals"),
    "antiknight": (True, "anti-knight"),
    "extraregion": ([{"cells": ["R1C1"]}], "extra regions"),
    "sandwichsum": ([{"cell": "R0C1", "value": "3"}], "sandwich sums"),
    "negative": (["ratio"], "negative"),
    "a rule of tomorrow": ([{"cells": ["R1C1"]}], "a rule of tomorrow"),
}


@pytest.mark.parametrize("key", RULES)
def test_a_puzzle_with_another_rule_is_refused_with_the_name_of_the_rule(key: str) -> None:
    content, name = RULES[key]
    expected = f"file:1: not a plain Sudoku: it has '{name}'"
    assert read_error(json.dumps(puzzle(**{key: content}))) == expected
    assert read_error(link(puzzle(**{key: content}))) == expected


@pytest.mark.parametrize("key", RULES)
def test_a_rule_that_is_switched_off_is_ignored(key: str) -> None:
    for off in (False, [], "", None):
        assert read_puzzles(json.dumps(puzzle(**{key: off}))) == [EASY]


def test_several_rules_are_named_together() -> None:
    text = json.dumps(puzzle(**{"diagonal+": True, "diagonal-": True, "antiking": True}))
    assert read_error(text) == "file:1: not a plain Sudoku: it has 'diagonals and anti-king'"


def test_a_drawing_is_ignored_unless_the_puzzle_has_rules_in_words() -> None:
    drawn = puzzle(line=[{"lines": [["R1C1", "R1C2"]]}], text=[{"cells": ["R1C1"], "value": "x"}])
    assert read_puzzles(json.dumps(drawn)) == [EASY]
    message = read_error(json.dumps(drawn | {"ruleset": "Digits on a line are consecutive."}))
    assert message == (
        "file:1: not a plain Sudoku: it has drawings (line) and rules of its own: 'Digits on a line are consecutive.'"
    )
    assert read_puzzles(json.dumps(puzzle(ruleset="Normal sudoku rules apply.", line=[]))) == [EASY]


def change(row: int, column: int, cell: object) -> dict[str, Any]:
    value = puzzle()
    value["grid"][row][column] = cell
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (change(0, 3, {"region": 0}), "irregular regions: expected boxes of one size (the rules of a plain Sudoku)"),
        (change(0, 0, {"region": None}), "irregular regions: there is a cell without a region"),
        (change(0, 0, {"givenPencilMarks": [1, 2]}), "not a plain Sudoku: it has 'given pencil marks'"),
        (change(0, 0, 5), "r1c1: expected a cell as a JSON object, found '5'"),
        (change(0, 0, {"value": 10, "given": True}), "r1c1: expected 1 to 9, or 0 for an empty cell, found '10'"),
        (change(8, 8, {"value": 1.5, "given": True}), "r9c9: expected 1 to 9, or 0 for an empty cell, found '1.5'"),
        (change(8, 8, {"value": True, "given": True}), "r9c9: expected 1 to 9, or 0 for an empty cell, found 'True'"),
        (puzzle(size=16), "expected '16' rows, as its size says, found 9"),
        (puzzle(grid=puzzle()["grid"][:8]) | {"size": 8}, "row 1: expected 8 cells, as there are 8 rows, found 9"),
        (puzzle(grid=[*puzzle()["grid"][:8], None]), "row 9: expected 9 cells, as there are 9 rows, found 'None'"),
        ({"size": 3, "grid": [[{}] * 3] * 3}, "expected a side of 4 to 100 cells, found 3"),
        ({"size": 101, "grid": [[{}] * 101] * 101}, "expected a side of 4 to 100 cells, found 101"),
        (puzzle(solution=[10] * 81), "solution: r1c1: expected 1 to 9, or 0 for an empty cell, found '10'"),
    ],
)
def test_a_wrong_puzzle_is_refused(value: dict[str, Any], message: str) -> None:
    assert read_error(json.dumps(value)) == f"file:1: {message}"
    assert read_error(link(value)) == f"file:1: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://f-puzzles.com/?load=N4Ig", "damaged link: the compressed text ends too early"),
        ("https://f-puzzles.com/?load=" + compress("{"), "damaged link: expected JSON in it"),
        ("https://f-puzzles.com/?load=" + compress("[" * 100_000), "damaged link: expected JSON in it"),
        ("https://f-puzzles.com/?load=" + compress("[1]"), "expected a puzzle of f-puzzles in the link, found '[1]'"),
        (
            "https://f-puzzles.com/?id=abc",
            "this link only names a puzzle on the server; paste a link that contains the puzzle, or the puzzle itself",
        ),
        ("https://f-puzzles.com/", "expected a link such as 'f-puzzles.com/?load=...', found no puzzle"),
    ],
)
def test_a_link_without_a_puzzle_is_refused(text: str, message: str) -> None:
    assert read_error(text) == f"file:1: {message}"


def test_the_size_of_the_boxes_can_be_required() -> None:
    sample = make_object(puzzle_with_holes(shape_of_box(2, 3), 0.5, 1), "")
    assert read_error(json.dumps(sample), shape_of_box(3, 2)) == "file:1: expected boxes of 3x2, found 2x3"
