"""The fields of requests become valid values."""

import math
from typing import Any

import pytest

from sudoku_compare.core.errors import UserError
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.web.fields import Fields, RequestError

GIVENS = "1... ..2. .3.. ...4"
PUZZLE = Puzzle.from_text(GIVENS)


def test_a_text_has_a_default_and_a_limit() -> None:
    assert Fields({"name": "x"}).read_text("name") == "x"
    assert Fields({}).read_text("name", default="y") == "y"
    with pytest.raises(RequestError, match="name: expected at most 3 characters, found 4"):
        Fields({"name": "four"}).read_text("name", most=3)


@pytest.mark.parametrize("value", [None, 1, [], {}, True, "half \ud800"])
def test_what_is_not_text_is_refused(value: Any) -> None:
    with pytest.raises(RequestError, match="name: expected "):
        Fields({"name": value}).read_text("name")


def test_a_number_is_whole_and_between_its_bounds() -> None:
    assert Fields({"start": 7}).read_number("start", least=0, most=7) == 7
    assert Fields({}).read_number("start", least=0, most=7, default=2) == 2
    for value in (-1, 8, 1.0, True, "1", None):
        with pytest.raises(RequestError, match="start: expected a whole number from 0 to 7, found "):
            Fields({"start": value}).read_number("start", least=0, most=7)


@pytest.mark.parametrize(("asked", "longest", "seconds"), [(5, 60, 5), (5, 2, 2), (None, math.inf, 60), (None, 2, 2)])
def test_the_time_limit_is_at_most_that_of_the_server(asked: Any, longest: float, seconds: float) -> None:
    body = {} if asked is None else {"seconds": asked}
    assert Fields(body, longest=longest).read_seconds() == seconds


def test_the_box_decides_the_shape() -> None:
    body = {"givens": "." * 36, "box": "3x2"}
    assert Fields(body).read_puzzle().shape.box == "3x2"
    assert Fields({"givens": "." * 36}).read_puzzle().shape.box == "2x3"


def test_digits_fill_the_empty_cells_and_never_replace_a_given() -> None:
    position = Fields({"digits": "42.. .... .... ...."}).read_digits(PUZZLE)
    assert position is not None
    assert position.text == "12....2..3.....4"
    for same in ("", "1... .... .... ....", None):
        assert Fields({"digits": same}).read_digits(PUZZLE) is None


def test_candidates_are_sorted_and_only_of_empty_cells() -> None:
    kept = [[3, 1, 3], [4, 2], *[[]] * 14]
    found = Fields({"candidates": kept}).read_candidates(PUZZLE)
    assert found is not None
    assert found[:3] == ((), (2, 4), ())
    assert Fields({}).read_candidates(PUZZLE) is None


def test_engines_have_the_texts_of_the_command_line() -> None:
    texts = ["sat:solver=minisat22", "kernel", "kernel:", "backtrack:order=fewest"]
    assert list(Fields({"engines": texts}).read_engines()) == ["sat", "kernel", "backtrack:order=fewest"]
    assert list(Fields({}).read_engines()) == ["reductio", "sat", "cpsat"]


def test_every_refusal_is_for_the_user() -> None:
    assert issubclass(RequestError, UserError)
