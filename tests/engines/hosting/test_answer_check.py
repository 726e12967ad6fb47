"""The whole answer of an engine is checked: what passes is what the contract allows, and can be kept and printed."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from making import EASY, EASY_SOLUTION
from measuring import make_facts, make_measurement, make_record
from sudoku_compare import Answer, Ending, Limits, Puzzle
from sudoku_compare.checking.judge import judge
from sudoku_compare.comparison.compare import Comparison
from sudoku_compare.comparison.text import render
from sudoku_compare.core.answer import MOST_COUNTED, MOST_SECONDS, Seconds
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.verdict import EngineResult, claimed_verdict
from sudoku_compare.engines.hosting.answer_check import (
    LONGEST_DETAIL,
    LONGEST_NAME,
    MOST_COUNTS,
    MalformedAnswer,
    clean_answer,
    format_safely,
    is_well_formed,
)
from sudoku_compare.engines.hosting.host_process import pack_answer, unpack_answer

SOLUTION = bytes(map(int, EASY_SOLUTION))


class Unprintable:
    """Cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    __str__ = __repr__


class Leaving:
    """Ends the process of whoever shows it."""

    def __repr__(self) -> str:
        raise SystemExit(0)


class Liar:
    """Says that it is shown by something that is not text."""

    def __repr__(self) -> Any:
        return 5


class Whole(int):
    """Is a whole number, but may behave in any way."""


class Word(str):
    """Is text, but may behave in any way."""

    __slots__ = ()


class Board(bytes):
    """Is a grid, but may compare equal to anything."""


ODD = {  # by name, because some cannot be shown
    **{repr(value): value for value in (2**63 - 1, 2**63, math.nan, math.inf, -math.inf, 1e9, 1.1e9, -0.0, -1, 1j)},
    **{repr(value): value for value in (SOLUTION, EASY_SOLUTION, bytearray(SOLUTION), Ending.STUCK, "stuck", object)},
    **{"huge": 10**5000, "hugely negative": -(10**5000), "escapes": "\x1b[31m\ud800\0"},
    **{"board": Board(SOLUTION), "word": Word("word"), "whole": Whole(3)},
    **{"unprintable": Unprintable(), "leaving": Leaving(), "liar": Liar()},
}
SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.sampled_from(sorted(ODD)).map(lambda name: ODD[name])
)
ANYTHING = st.recursive(
    SIMPLE,
    lambda part: st.lists(part, max_size=3) | st.tuples(part, part) | st.dictionaries(st.text(), part),
    max_leaves=5,
)
TIMES = st.none() | st.floats(0, 1e9) | st.integers(0, 10**9) | SIMPLE
SECONDS = st.builds(Seconds, TIMES, TIMES, TIMES, TIMES, TIMES)
COUNTS = st.dictionaries(st.text() | SIMPLE.filter(lambda value: not isinstance(value, bytearray)), SIMPLE, max_size=3)
GOOD_COUNTS = st.dictionaries(st.text("abc ", max_size=9), st.integers(0, 2**63 - 1), max_size=3)
ANSWERS = st.builds(
    Answer,
    st.just(()) | st.lists(st.just(SOLUTION) | SIMPLE, max_size=3).map(tuple) | ANYTHING,
    st.sampled_from(Ending) | SIMPLE,
    st.just(Seconds()) | SECONDS | ANYTHING,
    GOOD_COUNTS | COUNTS | ANYTHING,
    st.text() | ANYTHING,
)


def is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= MOST_SECONDS  # type: ignore[operator]


def check_contract(answer: Answer) -> None:
    """Check that an answer is made of what the contract allows; written a second time, on purpose."""
    assert type(answer) is Answer
    assert type(answer.solutions) is tuple
    assert {type(solution) for solution in answer.solutions} <= {bytes}
    assert answer.ending in set(Ending)
    assert type(answer.ending) is Ending
    seconds = answer.seconds
    assert is_time(seconds.build)
    assert is_time(seconds.settle)
    assert all(value is None or is_time(value) for value in (seconds.first, seconds.cpu, seconds.outer))
    assert math.isfinite(seconds.total)
    assert len(answer.counts) <= MOST_COUNTS
    for name, count in answer.counts.items():
        assert type(name) is str
        assert name.isprintable()
        assert len(name) <= LONGEST_NAME
        assert type(count) is int
        assert 0 <= count <= MOST_COUNTED
    assert type(answer.detail) is str
    assert answer.detail.isprintable()
    assert len(answer.detail) <= LONGEST_DETAIL


@given(ANSWERS | ANYTHING)
def test_an_answer_is_what_the_contract_allows_or_it_is_refused_in_one_line(answer: Any) -> None:
    try:
        cleaned = clean_answer(answer)
    except MalformedAnswer as error:
        message = str(error)
    else:
        check_contract(cleaned)
        assert is_well_formed(cleaned)
        message = "malformed answer: "
    assert message.startswith("malformed answer: ")
    assert message.isprintable()
    assert len(message) <= LONGEST_DETAIL


ALLOWED = st.builds(
    Answer,
    st.lists(st.just(SOLUTION) | st.binary(max_size=100), max_size=3).map(tuple),
    st.sampled_from(Ending),
    st.builds(
        Seconds,
        st.floats(0, 1e9),
        st.none() | st.floats(0, 1e9),
        st.floats(0, 1e9) | st.integers(0, 10**9),
    ),
    st.dictionaries(st.text(max_size=LONGEST_NAME).filter(str.isprintable), st.integers(0, MOST_COUNTED), max_size=5),
    st.text(max_size=LONGEST_DETAIL),
)


PARTS = ("solutions", "solution", "ending", "seconds", "counts", "count", "name", "detail")
TIMES_OF_SEARCH = ("build", "first", "settle", "cpu", "outer")


def spoil(answer: Answer, part: str, value: Any) -> Answer:
    """Return the answer with this value in one place."""
    if part in TIMES_OF_SEARCH:
        return replace(answer, seconds=replace(answer.seconds, **{part: value}))
    if part == "solution":
        return replace(answer, solutions=(*answer.solutions, value))
    if part == "count":
        return replace(answer, counts={**answer.counts, "tries": value})
    if part == "name":
        return replace(answer, counts={**answer.counts, value: 1})
    return replace(answer, **{part: value})


@given(ALLOWED, st.sampled_from([*PARTS, *TIMES_OF_SEARCH]), SIMPLE.filter(lambda value: type(value) is not bytearray))
def test_no_part_of_an_answer_can_have_a_value_that_the_contract_does_not_allow(
    answer: Answer, part: str, value: Any
) -> None:
    spoiled = spoil(answer, part, value)
    if is_well_formed(spoiled):
        check_contract(spoiled)
        assert clean_answer(spoiled) is spoiled


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("solution", Board(SOLUTION)),
        ("solution", EASY_SOLUTION),
        ("ending", "stuck"),
        ("settle", math.nan),
        ("settle", math.inf),
        ("settle", -1.0),
        ("settle", 1.1e9),
        ("settle", "1.0"),
        ("settle", None),
        ("build", None),
        ("cpu", True),
        ("outer", 10**400),
        ("count", True),
        ("count", -1),
        ("count", 2**63),
        ("count", Whole(3)),
        ("count", 1.0),
        ("name", "\x1b[31m"),
        ("name", "x" * (LONGEST_NAME + 1)),
        ("name", Word("word")),
        ("name", 5),
        ("counts", {f"count {number}": 1 for number in range(MOST_COUNTS + 1)}),
        ("counts", None),
        ("detail", Word("word")),
        ("detail", 5),
    ],
    ids=lambda value: value if isinstance(value, str) and value in (*PARTS, *TIMES_OF_SEARCH) else "",
)
def test_a_part_that_is_not_allowed_is_named(part: str, value: Any) -> None:
    """The first part that is wrong, with what was expected and what was found."""
    with pytest.raises(MalformedAnswer, match=r"^malformed answer: .*expected .*, found ") as caught:
        clean_answer(spoil(Answer((), Ending.STUCK), part, value))
    named = {"solution": "solutions", "name": "counts", "count": "counts"}.get(part, part)
    assert named in str(caught.value)


@given(ALLOWED)
def test_an_answer_that_the_contract_allows_arrives_as_it_is(answer: Answer) -> None:
    """Except for the detail, in which characters are replaced."""
    cleaned = clean_answer(answer)
    assert unpack_answer(json.dumps(pack_answer(cleaned)).encode()) == cleaned
    assert (cleaned.solutions, cleaned.ending, cleaned.seconds, cleaned.counts) == (
        answer.solutions,
        answer.ending,
        answer.seconds,
        answer.counts,
    )


@given(ALLOWED)
def test_an_answer_that_passes_can_be_recorded_printed_and_written_as_json(answer: Answer) -> None:
    answer = clean_answer(answer)
    seconds = answer.seconds
    measurement = make_measurement(
        "wrong",
        seconds.settle,
        build=seconds.build,
        first=seconds.first,
        ending=answer.ending.value,
        verdict=claimed_verdict(answer).value,
        counts=answer.counts,
        detail=answer.detail,
    )
    [kept] = make_record(make_facts(), [measurement]).measurements()
    assert kept == measurement
    comparison = compare_alone(answer)
    text = json.dumps(comparison.to_dict(), allow_nan=False)
    assert json.loads(text)["engines"][0]["detail"] == answer.detail
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for part in render(comparison, console).below:
        console.print(part)
    assert all(one.isprintable() or one == "\n" for one in console.export_text())


def compare_alone(answer: Answer) -> Comparison:
    result = EngineResult("hostile", answer, claimed_verdict(answer), "hostile")
    puzzle = Puzzle.from_text(EASY)
    return Comparison(Entry("text:1", puzzle), (result,), judge(puzzle, [result], Limits()))


SHOWN = {
    "lines": ("a\nb\tc", "a b c"),
    "escapes": ("\x1b[31m", "?[31m"),
    "much": ("x" * 10_000, "x" * LONGEST_DETAIL),
    "unprintable": (Unprintable(), "(Unprintable that cannot be shown)"),
    "leaving": (Leaving(), "(Leaving that cannot be shown)"),
    "liar": (Liar(), "(Liar that cannot be shown)"),
    "large": (10**5000, "(int that cannot be shown)"),
}


@pytest.mark.parametrize(("value", "text"), SHOWN.values(), ids=SHOWN)
def test_anything_is_shown_in_one_harmless_line(value: object, text: str) -> None:
    assert format_safely(str, value) == text
