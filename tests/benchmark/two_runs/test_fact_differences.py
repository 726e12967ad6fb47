"""What differs in the circumstances of two runs."""

from dataclasses import replace
from typing import Any

import pytest

from measuring import FACTS, make_facts
from sudoku_compare.benchmark.recording.facts import RULES, RunFacts
from sudoku_compare.benchmark.two_runs.fact_differences import IGNORED, MACHINE, find_differences

OTHERS: dict[str, Any] = {
    "cpu": "another CPU",
    "system": "another system",
    "python": "3.12",
    "version": "2",
    "commit": "def",
    "engines": ["sat"],
    "started": "2025-01-01T00:00:00+00:00",
    "collection": "other puzzles",
    "files": ["q.txt"],
    "folder": "/elsewhere",
    "number": 7,
    "puzzles": 8,
    "box": "2x3",
    "seconds": 6.0,
    "rounds": 2,
    "seed": 1,
    "isomorphs": 1,
    "jobs": 2,
    "fingerprint": "4567",
    "cpu_seconds": 7.5,
    "memory": 10**9,
    "program_memory": 2 * 10**9,
    "output": 10**6,
    "isolation": "own session",
    "programs": {"cadical": {"version": "1.5", "command": ["cadical", "-q"]}},
    "cluster": "tcp://node7:8786",
}
PROGRAMS = {"cadical": {"version": "1.5", "command": ["cadical"]}, "mine": {"version": None, "command": ["./mine"]}}


def change_fact(name: str, value: object) -> RunFacts:
    return RunFacts.from_json(FACTS.as_json() | {name: value})


def test_equal_facts_have_no_differences() -> None:
    assert find_differences(FACTS, FACTS) == []


@pytest.mark.parametrize("name", [name for name in RULES if name != "packages"])
def test_every_fact_that_matters_is_compared(name: str) -> None:
    differences = find_differences(FACTS, change_fact(name, OTHERS[name]))
    if name in IGNORED:
        assert differences == []
    else:
        [difference] = differences
        assert difference == (name, FACTS.as_json()[name], OTHERS[name])
        assert difference.is_about_machine is (name in MACHINE)


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ({"seconds": 5.0}, {"seconds": None}, "time limit in seconds: 5.0 in A; no limit in B"),
        ({"number": None}, {"number": 8}, "sample size: every puzzle in A; 8 in B"),
        ({"cpu_seconds": 5.0}, {}, "processor time limit in seconds: 5.0 in A; no limit in B"),
        ({}, {"memory": 10**9}, "memory limit in bytes: no limit in A; 1000000000 in B"),
        (
            {},
            {"programs": PROGRAMS},
            "programs: none in A; cadical 1.5 (cadical), mine of unknown version (./mine) in B",
        ),
        ({"files": ()}, {"files": ("a", "b")}, "files: the shipped puzzles in A; a, b in B"),
        ({"engines": ("a", "b")}, {"engines": ("a",)}, "engines: a, b in A; a in B"),
        (
            {"fingerprint": "0" * 64},
            {"fingerprint": "1" * 64},
            "fingerprint of the puzzles: 000000000000 in A; 111111111111 in B",
        ),
    ],
)
def test_a_difference_is_one_line(a: dict[str, Any], b: dict[str, Any], text: str) -> None:
    assert [str(difference) for difference in find_differences(make_facts(**a), make_facts(**b))] == [text]


def with_packages(**packages: str | None) -> RunFacts:
    return replace(FACTS, environment=replace(FACTS.environment, packages=packages, commit=None))


def test_each_package_is_a_difference_of_its_own_if_both_runs_have_it() -> None:
    differences = find_differences(with_packages(x="1", y="1", z="1"), with_packages(x="2", y="1", w="1"))
    assert [str(difference) for difference in differences] == ["package x: 1 in A; 2 in B"]


def test_an_unknown_version_differs_from_a_known_one() -> None:
    [difference] = find_differences(with_packages(x="1"), with_packages(x=None))
    assert str(difference) == "package x: 1 in A; unknown in B"


def test_the_machine_comes_first() -> None:
    differences = find_differences(FACTS, RunFacts.from_json(OTHERS | {"packages": {}}))
    assert [difference.fact for difference in differences[:3]] == list(MACHINE)
