"""What a benchmark is asked for, and how a record brings it back."""

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from making import EASY, NONE, TWO
from measuring import FACTS, make_facts
from sudoku_compare.benchmark.measurement.plan import SAMPLE, BenchRequest
from sudoku_compare.benchmark.measurement.sampling import Case, Census
from sudoku_compare.benchmark.recording.facts import RunFacts
from sudoku_compare.core.errors import OptionError
from sudoku_compare.core.shape import shape_of_box


def make_request(**changes: Any) -> BenchRequest:
    options: dict[str, Any] = {
        "collections": (),
        "number": None,
        "engines": ("reductio",),
        "timeout": 10.0,
        "rounds": 2,
        "seed": 3,
        "isomorphs": 0,
        "jobs": 1,
        "shape": None,
    }
    return BenchRequest(**options | changes)


def facts_of(request: BenchRequest) -> RunFacts:
    return request.facts(request.plan(), FACTS.environment, Census("0123", 7, ()))


@pytest.mark.parametrize(
    ("changes", "size", "title"),
    [
        ({}, SAMPLE, "1000 of the shipped puzzles"),
        ({"number": 5}, 5, "5 of the shipped puzzles"),
        ({"collections": ("a.txt", "b.txt")}, None, "a.txt, b.txt"),
        ({"collections": ("a\x1b.txt",), "number": 7}, 7, "7 of a?.txt"),
    ],
)
def test_the_title_says_what_is_measured(changes: dict[str, Any], size: int | None, title: str) -> None:
    request = make_request(**changes)
    assert (request.sample_size, request.title) == (size, title)


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 5},
        {"collections": (EASY,), "shape": shape_of_box(3, 3)},
        {"collections": (EASY, TWO), "timeout": math.inf, "isomorphs": 2, "jobs": 4},
    ],
)
def test_a_request_survives_its_record(changes: dict[str, Any]) -> None:
    facts = facts_of(make_request(**changes))
    again = BenchRequest.from_facts(facts)
    assert facts_of(again).as_json() | {"started": ""} == facts.as_json() | {"started": ""}


def test_what_is_asked_for_anew_replaces_what_was_recorded() -> None:
    assert BenchRequest.from_facts(FACTS, seed=9).seed == 9


def test_files_that_moved_keep_their_names(tmp_path: Path) -> None:
    request = BenchRequest.from_facts(make_facts(files=("a.txt",)), collections=("elsewhere/a.txt",))
    assert (request.collections, request.paths) == (("a.txt",), ("elsewhere/a.txt",))
    (tmp_path / "a.txt").write_text(f"{EASY}\n")
    request = BenchRequest.from_facts(make_facts(files=("a.txt",), folder=str(tmp_path)))
    assert (request.collections, request.paths) == (("a.txt",), (str(tmp_path / "a.txt"),))
    assert [case.entry.id for case in request.originals(print)] == ["a.txt:1"]


def test_another_number_of_files_is_another_request() -> None:
    request = BenchRequest.from_facts(make_facts(files=("a.txt",)), collections=("b.txt", "c.txt"))
    assert request.collections == ("b.txt", "c.txt")


def test_standard_input_is_refused() -> None:
    with pytest.raises(OptionError, match="standard input only once"):
        make_request(collections=("-",))


def test_a_sample_of_files_is_drawn_after_every_puzzle_was_seen() -> None:
    seen: list[Case] = []

    def watch(cases: Iterable[Case]) -> Iterator[Case]:
        for case in cases:
            seen.append(case)
            yield case

    request = make_request(collections=(EASY, TWO, NONE), number=2, isomorphs=1)
    assert len(list(request.originals(print, watch))) == 2
    assert len(seen) == 3
