"""When is a run worse than its baseline, when may it be, and when is it not?"""

from pathlib import Path
from typing import Any

import pytest

from sudoku_compare.benchmark.baseline import (
    MORE_COUNTED,
    SLACK,
    SLOWER,
    Baseline,
    compare_to_baseline,
    load_baseline,
    save_baseline,
)
from sudoku_compare.core.errors import SourceError

MANY = 1000


def make_baseline(**changed: Any) -> Baseline:
    """Return a baseline of two engines on two puzzles."""
    values = {
        "collection": "two puzzles",
        "fingerprint": "0123",
        "packages": {"python-sat": "1"},
        "first": "reductio",
        "ratios": {"sat": [2.0, 1.9, 2.1]},
    }
    return Baseline.from_json(values | make_claims() | changed)


def make_claims(verdict: str = "unique", **counts: int) -> dict[str, Any]:
    """Return what the engines claim about both puzzles, with these claims of reductio."""
    claims = {
        "reductio": [verdict, counts or {"assumptions": MANY, "deepest": 5}],
        "sat": ["unique", {"conflicts": 3}],
    }
    return {"puzzles": {"a": claims, "b": claims}}


JUST_ENOUGH = round(MORE_COUNTED * MANY)
WORSE = {
    "another verdict": (make_claims("multiple"), "reductio: a was unique and is now multiple"),
    "no verdict now": (make_claims("unknown"), "reductio: b was unique and is now unknown"),
    "a puzzle is missing": (
        {"puzzles": {"a": make_claims()["puzzles"]["a"]}},
        "reductio: b was unique and is now missing",
    ),
    "more of a count": (
        make_claims(assumptions=JUST_ENOUGH + 1),
        f"reductio: assumptions were {2 * MANY:,} and are now {2 * JUST_ENOUGH + 2:,}; "
        "largest increases: a (+101), b (+101)",
    ),
    "slower": ({"ratios": {"sat": [7.0, 2 * SLOWER + 0.01, 8.0]}}, "sat: takes 7 times the processor time"),
}
NO_WORSE: dict[str, dict[str, Any]] = {
    "the same": {},
    "as much of a count as is allowed": make_claims(assumptions=JUST_ENOUGH, deepest=5),
    "less of it": make_claims(assumptions=1, deepest=5),
    "deeper, which is not a sum": make_claims(assumptions=MANY, deepest=5000),
    "as slow as is allowed": {"ratios": {"sat": [5.0, 4.0, 2 * SLOWER]}},
    "faster": {"ratios": {"sat": [0.1, 0.1, 0.1]}},
    "no time is known": {"ratios": {"sat": [None, None, None]}},
    "one more engine": {"ratios": {"sat": [2.0, 1.9, 2.1], "cpsat": [90.0, 80.0, 99.0]}},
}
PERHAPS = {
    "perhaps slower": ({"ratios": {"sat": [6.0, 5.0, 2 * SLOWER + 0.01]}}, "was 2: inconclusive"),
    "an engine is missing": (
        {
            "puzzles": {id: {"reductio": both["reductio"]} for id, both in make_claims()["puzzles"].items()},
            "ratios": {},
        },
        "not in this run: sat",
    ),
    "another engine is the first": ({"first": "sat", "ratios": {}}, "times are not compared"),
}


@pytest.mark.parametrize("case", WORSE)
def test_a_regression_names_what_is_worse(case: str) -> None:
    now, message = WORSE[case]
    assert any(message in text for text in compare_to_baseline(make_baseline(), make_baseline(**now)).regressions)


@pytest.mark.parametrize("case", NO_WORSE)
def test_nothing_is_reported_if_nothing_is_worse(case: str) -> None:
    compared = compare_to_baseline(make_baseline(), make_baseline(**NO_WORSE[case]))
    assert (compared.regressions, compared.warnings) == ((), ())


@pytest.mark.parametrize("case", PERHAPS)
def test_what_may_be_worse_is_a_warning(case: str) -> None:
    now, message = PERHAPS[case]
    compared = compare_to_baseline(make_baseline(), make_baseline(**now))
    assert compared.regressions == ()
    assert any(message in text for text in compared.warnings)


def test_ten_percent_of_next_to_nothing_is_nothing() -> None:
    few = make_baseline(**make_claims(assumptions=1, deepest=1))
    slack = SLACK // 2  # there are two puzzles
    assert not compare_to_baseline(few, make_baseline(**make_claims(assumptions=1 + slack, deepest=1))).regressions
    assert compare_to_baseline(few, make_baseline(**make_claims(assumptions=2 + slack, deepest=1))).regressions


def test_other_packages_are_named_if_something_is_worse() -> None:
    other = {"packages": {"python-sat": "2"}}
    assert not compare_to_baseline(make_baseline(), make_baseline(**other)).warnings
    [warning] = compare_to_baseline(make_baseline(), make_baseline(**other, **make_claims("multiple"))).warnings
    assert warning == "packages were {'python-sat': '1'} and are now {'python-sat': '2'}"


def test_a_baseline_is_saved_with_one_line_per_puzzle_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    save_baseline(path, make_baseline())
    assert [line[:7] for line in path.read_text().splitlines()].count('    "a"') == 1
    assert len(path.read_text().splitlines()) == 12
    assert load_baseline(path) == make_baseline()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a baseline: expected JSON"),
        ("[]", "not a baseline: expected a JSON object"),
        ('{"schema": 99}', 'expected a JSON object with "schema": 1'),
        ('{"schema": 1}', "damaged baseline"),
    ],
)
def test_a_file_that_is_not_a_baseline_gets_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(SourceError, match=message) as raised:
        load_baseline(path)
    assert str(raised.value).startswith(f"{path}: ")
