"""When is a run worse than its baseline, when may it be, and when not?"""

from typing import Any

import pytest

from sudoku_compare.benchmark.baseline import MORE_COUNTED, SLACK, SLOWER, hold_to

MANY = 1000


def baseline(**changed: Any) -> dict[str, Any]:
    """Two engines on two puzzles."""
    facts = {"packages": {"python-sat": "1"}, "first": "reductio", "ratios": {"sat": [2.0, 1.9, 2.1]}}
    return facts | said() | changed


def said(verdict: str = "unique", **counts: int) -> dict[str, Any]:
    """What reductio says of both puzzles."""
    of_both = {
        "reductio": [verdict, counts or {"assumptions": MANY, "deepest": 5}],
        "sat": ["unique", {"conflicts": 3}],
    }
    return {"puzzles": {"a": of_both, "b": of_both}}


JUST_ENOUGH = round(MORE_COUNTED * MANY)
WORSE = {
    "another verdict": (said("multiple"), "reductio: a was unique and is multiple"),
    "none any more": (said("unknown"), "reductio: b was unique and is unknown"),
    "a puzzle is missing": ({"puzzles": {"a": said()["puzzles"]["a"]}}, "reductio: b was unique and is missing"),
    "more of a count": (
        said(assumptions=JUST_ENOUGH + 1),
        f"reductio: {2 * JUST_ENOUGH + 2:,} assumptions where there were {2 * MANY:,}, most on a (+101), b (+101)",
    ),
    "slower": ({"ratios": {"sat": [7.0, 2 * SLOWER + 0.01, 8.0]}}, "sat: takes 7 times the processor time"),
}
NO_WORSE: dict[str, dict[str, Any]] = {
    "the same": {},
    "as much of a count as may be": said(assumptions=JUST_ENOUGH, deepest=5),
    "less of it": said(assumptions=1, deepest=5),
    "deeper, which does not add up": said(assumptions=MANY, deepest=5000),
    "as slow as may be": {"ratios": {"sat": [5.0, 4.0, 2 * SLOWER]}},
    "faster": {"ratios": {"sat": [0.1, 0.1, 0.1]}},
    "no time was taken": {"ratios": {"sat": [None, None, None]}},
    "an engine more": {"ratios": {"sat": [2.0, 1.9, 2.1], "cpsat": [90.0, 80.0, 99.0]}},
}
PERHAPS = {
    "slower, perhaps": ({"ratios": {"sat": [6.0, 5.0, 2 * SLOWER + 0.01]}}, "was 2: inconclusive"),
    "an engine is missing": (
        {"puzzles": {id: {"reductio": both["reductio"]} for id, both in said()["puzzles"].items()}, "ratios": {}},
        "not in this run: sat",
    ),
    "another one is the first": ({"first": "sat", "ratios": {}}, "times are not compared"),
}


@pytest.mark.parametrize("case", WORSE)
def test_a_regression_names_what_is_worse(case: str) -> None:
    now, message = WORSE[case]
    assert any(message in told for told in hold_to(baseline(), baseline(**now)).regressions)


@pytest.mark.parametrize("case", NO_WORSE)
def test_what_is_no_worse_is_not_told(case: str) -> None:
    held = hold_to(baseline(), baseline(**NO_WORSE[case]))
    assert (held.regressions, held.warnings) == ([], [])


@pytest.mark.parametrize("case", PERHAPS)
def test_what_may_be_worse_is_a_warning(case: str) -> None:
    now, message = PERHAPS[case]
    held = hold_to(baseline(), baseline(**now))
    assert held.regressions == []
    assert any(message in told for told in held.warnings)


def test_ten_percent_of_next_to_nothing_is_nothing() -> None:
    few = baseline(**said(assumptions=1, deepest=1))
    slack = SLACK // 2  # there are two puzzles
    assert not hold_to(few, baseline(**said(assumptions=1 + slack, deepest=1))).regressions
    assert hold_to(few, baseline(**said(assumptions=2 + slack, deepest=1))).regressions


def test_other_packages_are_told_where_something_is_worse() -> None:
    other = {"packages": {"python-sat": "2"}}
    assert not hold_to(baseline(), baseline(**other)).warnings
    [warning] = hold_to(baseline(), baseline(**other, **said("multiple"))).warnings
    assert warning == "packages were {'python-sat': '1'} and are {'python-sat': '2'}"
