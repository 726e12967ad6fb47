"""The results of a check as text and as JSON."""

import json

import pytest

from sudoku_compare import Puzzle
from sudoku_compare.conformance.check import Conformance
from sudoku_compare.conformance.promise_result import LONGEST_DETAIL, PromiseResult, shorten
from sudoku_compare.conformance.text import format_result, format_rows, format_summary
from sudoku_compare.core.shape import shape_of_side

PUZZLE = Puzzle.from_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
KEPT = PromiseResult("right answers", True, "200 cases: 96 unique, 48 multiple, 56 unsolvable; 4x4 to 25x25", 274)
BROKEN = PromiseResult(
    "correct solutions", False, "9x9 easy:2, limit 2: not a solution: r1c1: expected the given 5, found 3", 274, PUZZLE
)
UNTESTED = PromiseResult("nothing printed", None, "the output of a program is its answer", 0)


def test_a_result_without_a_width_is_one_line_with_the_puzzle() -> None:
    assert format_result(KEPT) == [
        "kept      right answers      200 cases: 96 unique, 48 multiple, 56 unsolvable; 4x4 to 25x25"
    ]
    assert format_result(BROKEN) == [f"broken    correct solutions  {BROKEN.detail}; puzzle: {PUZZLE.text}"]


def test_a_result_for_a_terminal_is_wrapped_below_its_details() -> None:
    assert format_result(BROKEN, 80) == [
        "broken    correct solutions  9x9 easy:2, limit 2: not a solution: r1c1: expected",
        "                             the given 5, found 3",
        "                             53..7.... 6..195... .98....6. 8...6...3 4..8.3..1",
        "                             7...2...6 .6....28. ...419..5 ....8..79",
    ]
    assert format_result(UNTESTED, 80) == ["untested  nothing printed    the output of a program is its answer"]


@pytest.mark.parametrize("width", [40, 60, 79, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    large = Puzzle(shape_of_side(25), bytes(625))
    for result in (KEPT, BROKEN, UNTESTED, PromiseResult("time limit", False, "x " * 100, 1, large)):
        assert max(map(len, format_result(result, width))) <= width


def test_a_puzzle_in_rows_can_be_read_again() -> None:
    assert Puzzle.from_text(format_rows(PUZZLE)) == PUZZLE
    largest = Puzzle(shape_of_side(36), bytes(range(36)) * 36)
    assert Puzzle.from_text(format_rows(largest)) == largest


def test_control_characters_in_details_are_harmless() -> None:
    result = PromiseResult("no failures", False, "failed: \x1b[2J\nkept\x07", 1)
    assert format_result(result) == ["broken    no failures        failed: ?[2J?kept?"]
    assert all(line.isprintable() for line in format_result(result, 80))
    assert shorten("a\n b\x1b") == "a b?"
    assert len(shorten("x" * 10_000)) == LONGEST_DETAIL + 3


@pytest.mark.parametrize(
    ("results", "summary"),
    [
        ((KEPT,), "mine keeps 1 of 1 promise"),
        ((KEPT, UNTESTED), "mine keeps 1 of 2 promises; not tested: nothing printed"),
        ((KEPT, BROKEN), "mine breaks 1 of 2 promises: correct solutions"),
        ((BROKEN, UNTESTED), "mine breaks 1 of 2 promises: correct solutions; not tested: nothing printed"),
    ],
)
def test_the_summary_names_the_promises_that_were_not_kept(results: tuple[PromiseResult, ...], summary: str) -> None:
    assert format_summary(Conformance("mine", results), 100) == [summary]


def test_a_narrow_terminal_shows_the_details_below_the_promise() -> None:
    assert format_result(UNTESTED, 40) == [
        "untested  nothing printed",
        "    the output of a program is its",
        "    answer",
    ]
    assert format_result(PromiseResult("time limit", None, "", 0), 40) == ["untested  time limit"]
    assert format_summary(Conformance("mine", (KEPT, UNTESTED)), 40) == [
        "mine keeps 1 of 2 promises; not tested:",
        "  nothing printed",
    ]


def test_the_json_form_has_all_results_with_the_puzzle() -> None:
    conformance = Conformance("mine", (KEPT, BROKEN, UNTESTED))
    form = json.loads(json.dumps(conformance.to_dict()))
    assert (form["engine"], form["kept"]) == ("mine", False)
    assert [result["kept"] for result in form["promises"]] == [True, False, None]
    assert form["promises"][1] == {
        "promise": "correct solutions",
        "kept": False,
        "detail": BROKEN.detail,
        "cases": 274,
        "puzzle": PUZZLE.text,
        "box": "3x3",
    }
    assert form["promises"][0]["puzzle"] is None
