"""When is a run worse than its baseline, when may it be, and when is it not?"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from measuring import FACTS, make_baseline_of, make_facts
from sudoku_compare.benchmark.gate.baseline import Baseline, Claim
from sudoku_compare.benchmark.gate.regressions import (
    MORE_COUNTED,
    MOST_NAMED,
    SLACK,
    SLOWER,
    BaselineComparison,
    compare_to_baseline,
    refuse_unrelated,
)
from sudoku_compare.benchmark.statistics.inference import FEWEST
from sudoku_compare.core.errors import OptionError

MANY = 1000
JUST_ENOUGH = 1100
Claims = dict[str, dict[str, Claim]]
Times = dict[str, dict[str, float]]

STEADY = {"reductio": 0.5, "sat": 4.0}


def make_times(**times: float | list[float]) -> dict[str, Any]:
    """Return the times of engines on a dozen puzzles, or these times."""
    lists = {engine: time if isinstance(time, list) else [time] * 12 for engine, time in times.items()}
    return {"times": {engine: {f"p{n}": time for n, time in enumerate(one)} for engine, one in lists.items()}}


def make_claims(verdict: str = "unique", **counts: int) -> Claims:
    """Return what the engines claim about two puzzles, with these claims of reductio."""
    claims = {
        "reductio": Claim(verdict, counts or {"assumptions": MANY, "deepest": 5}),
        "sat": Claim("unique", {"conflicts": 3}),
    }
    return {"a": claims, "b": claims}


def make_claims_of_one(**puzzles: dict[str, int] | str) -> dict[str, Any]:
    """Return what reductio claims about some puzzles: counts, or a verdict."""
    claims = {id: Claim("unique", one) if isinstance(one, dict) else Claim(one, {}) for id, one in puzzles.items()}
    return {"puzzles": {id: {"reductio": claim} for id, claim in claims.items()}}


def make(**changes: Any) -> Baseline:
    """Return a baseline of two engines on two puzzles, with these changes."""
    return make_baseline_of(**{"puzzles": make_claims(), **make_times(**STEADY), **changes})


def compare(now: dict[str, Any], before: dict[str, Any] | None = None) -> BaselineComparison:
    return compare_to_baseline(make(**before or {}), make(**now))


def test_the_limits_are_those_that_the_cases_below_are_made_for() -> None:
    assert (MORE_COUNTED * MANY, SLACK, SLOWER, MOST_NAMED, FEWEST) == (JUST_ENOUGH, 20, 2.0, 5, 10)


def describe(growth: str, interval: str, work: str) -> str:
    """Return the message about an engine that takes longer."""
    return (
        f"takes {growth} times the processor time that the baseline predicts from the calibration work "
        f"(95% interval {interval}, allowed 2): in the median {work}"
    )


WORSE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "another verdict": (
        {"puzzles": make_claims("multiple")},
        ["reductio: a was unique and is now multiple", "reductio: b was unique and is now multiple"],
    ),
    "no verdict now": (
        {"puzzles": make_claims("unknown")},
        ["reductio: a was unique and is now unknown", "reductio: b was unique and is now unknown"],
    ),
    "a puzzle is missing": (
        {"puzzles": {"a": make_claims()["a"]}},
        ["reductio: b was unique and is now missing", "sat: b was unique and is now missing"],
    ),
    "one engine misses a puzzle": (
        {"puzzles": make_claims() | {"a": {"sat": Claim("unique", {"conflicts": 3})}}},
        ["reductio: a was unique and is now missing"],
    ),
    "more of a count": (
        {"puzzles": make_claims(assumptions=JUST_ENOUGH + 1)},
        ["reductio: assumptions were 2,000 and are now 2,202; largest increases: a (+101), b (+101)"],
    ),
    "more of a count on one puzzle only": (
        {"puzzles": make_claims() | {"b": {"reductio": Claim("unique", {"assumptions": 1201})}}},
        [
            "reductio: assumptions were 2,000 and are now 2,201; largest increases: b (+201)",
            "sat: b was unique and is now missing",
        ],
    ),
    "the first engine is slower": (
        make_times(reductio=2.5, sat=4.0),
        ["reductio: " + describe("5", "5 to 5", "2.5 times that work, was 0.5")],
    ),
    "the second engine is slower": (
        make_times(reductio=0.5, sat=20.0),
        ["sat: " + describe("5", "5 to 5", "20 times that work, was 4")],
    ),
    "all engines are slower": (
        make_times(reductio=2.5, sat=49381.6),
        [
            "reductio: " + describe("5", "5 to 5", "2.5 times that work, was 0.5"),
            "sat: " + describe("1.23e+04", "1.23e+04 to 1.23e+04", "4.94e+04 times that work, was 4"),
        ],
    ),
    "slower, more or less": (
        make_times(reductio=0.5, sat=[8.5] * 5 + [12.0] * 2 + [40.0] * 5),
        ["sat: " + describe("3", "2.12 to 10", "12 times that work, was 4")],
    ),
    "slower, with the fewest puzzles that suffice": (
        make_times(reductio=0.5, sat=[20.0] * 10),
        ["sat: " + describe("5", "5 to 5", "20 times that work, was 4")],
    ),
}
NO_WORSE: dict[str, dict[str, Any]] = {
    "the same": {},
    "as much of a count as is allowed": {"puzzles": make_claims(assumptions=JUST_ENOUGH, deepest=5)},
    "less of it": {"puzzles": make_claims(assumptions=1, deepest=5)},
    "deeper, which is not a sum": {"puzzles": make_claims(assumptions=MANY, deepest=5000)},
    "a count that was not known": {"puzzles": make_claims(assumptions=MANY, nodes=10**6)},
    "as slow as is allowed": make_times(reductio=1.0, sat=8.0),
    "faster": make_times(reductio=0.01, sat=0.01),
    "slower on a few puzzles": make_times(reductio=0.5, sat=[4.0] * 10 + [400.0] * 2),
    "one more puzzle": {"puzzles": make_claims() | {"c": make_claims()["a"]}},
    "another machine": {"cpu": "another CPU", "python": "3.99", "packages": {"python-sat": "2"}},
    "another name of the collection": {"collection": "the same puzzles"},
}
INCONCLUSIVE = {
    "perhaps slower": ([6.0] * 6 + [10.0] * 6, describe("2", "1.5 to 2.5", "8 times that work, was 4")),
    "just at the limit": ([8.0] * 6 + [12.0] * 6, describe("2.5", "2 to 3", "10 times that work, was 4")),
}


@pytest.mark.parametrize("case", WORSE)
def test_a_regression_says_what_is_worse(case: str) -> None:
    now, messages = WORSE[case]
    compared = compare(now)
    assert compared.regressions == tuple(messages)
    assert compared.warnings == ()


@pytest.mark.parametrize("case", NO_WORSE)
def test_nothing_is_reported_if_nothing_is_worse(case: str) -> None:
    compared = compare(NO_WORSE[case])
    assert (compared.regressions, compared.warnings) == ((), ())
    assert (compared.engines, compared.not_slower) == (("reductio", "sat"), ("reductio", "sat"))
    assert compared.scope == "verdicts, counts and times"


@pytest.mark.parametrize("case", INCONCLUSIVE)
def test_an_engine_that_may_be_slower_is_a_warning_and_not_said_to_be_no_slower(case: str) -> None:
    times, message = INCONCLUSIVE[case]
    compared = compare(make_times(reductio=0.5, sat=times))
    assert (compared.regressions, compared.warnings) == ((), (f"sat: {message}: inconclusive",))
    assert compared.scope == "verdicts, counts and the times of reductio"


@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(0.01, 100), min_size=10, max_size=30), st.floats(2.05, 50))
def test_an_engine_that_became_slower_is_named_whatever_its_times_and_those_of_the_others(
    times: list[float], factor: float
) -> None:
    before = make_times(reductio=times, sat=4.0)
    for other in (0.1, 1.0, 10.0):
        now = make_times(reductio=[time * factor for time in times], sat=4.0 * other)
        slower = [message.partition(":")[0] for message in compare(now, before).regressions]
        assert slower == (["reductio", "sat"] if other > SLOWER else ["reductio"])


UNKNOWN_TIMES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "too few": (make_times(**STEADY), make_times(reductio=0.5, sat=[400.0] * 9), "9 puzzles"),
    "one": (make_times(reductio=0.5, sat=[1.0]), make_times(**STEADY), "1 puzzle"),
    "none now": (make_times(**STEADY), make_times(reductio=0.5), "0 puzzles"),
    "none before": (make_times(reductio=0.5), make_times(reductio=0.5, sat=9.0), "0 puzzles"),
    "none at all": (make_times(reductio=0.5, sat=[]), make_times(reductio=0.5, sat=[]), "0 puzzles"),
    "other puzzles": (
        {"times": {"reductio": {f"p{n}": 0.5 for n in range(12)}, "sat": {f"q{n}": 0.5 for n in range(12)}}},
        make_times(reductio=0.5, sat=9.0),
        "0 puzzles",
    ),
}


@pytest.mark.parametrize("case", UNKNOWN_TIMES)
def test_times_that_are_not_compared_are_named_and_not_said_to_be_no_worse(case: str) -> None:
    before, now, known = UNKNOWN_TIMES[case]
    compared = compare(now, before)
    assert compared.regressions == ()
    assert compared.warnings == (
        f"sat: times are not compared: {known} with a time in both runs, expected at least 10",
    )
    assert compared.scope == "verdicts, counts and the times of reductio"


def test_without_any_time_only_verdicts_and_counts_are_no_worse() -> None:
    compared = compare({"times": {}})
    assert [warning.partition(": 0")[0] for warning in compared.warnings] == [
        "reductio: times are not compared",
        "sat: times are not compared",
    ]
    assert (compared.not_slower, compared.scope) == ((), "verdicts and counts")


def test_engines_that_only_one_of_the_runs_has_are_named_in_order() -> None:
    before = {"puzzles": {"a": {engine: Claim("unique", {}) for engine in ("sat", "reductio", "cpsat", "kernel")}}}
    now = {"puzzles": {"a": {engine: Claim("unknown", {}) for engine in ("logic", "backtrack")}}}
    now["puzzles"]["a"]["reductio"] = Claim("unique", {})
    compared = compare(now | make_times(reductio=0.5, logic=900.0), before)
    assert compared.regressions == ()
    assert compared.warnings == (
        "engines not compared, missing in this run: cpsat, kernel, sat",
        "engines not compared, missing in the baseline: backtrack, logic",
    )
    assert (compared.engines, compared.scope) == (("reductio",), "verdicts, counts and times")


def test_an_engine_is_watched_when_it_is_measured_alone() -> None:
    alone = {"puzzles": {id: {"reductio": claims["reductio"]} for id, claims in make_claims().items()}}
    compared = compare(alone | make_times(reductio=2.5))
    assert [message.partition(" times")[0] for message in compared.regressions] == ["reductio: takes 5"]
    assert compared.warnings == ("engines not compared, missing in this run: sat",)


@pytest.mark.parametrize("few", [1, 100, 199])
def test_a_count_may_always_grow_by_a_little(few: int) -> None:
    before = make(**make_claims_of_one(a={"nodes": few}))
    allowed, worse = (make(**make_claims_of_one(a={"nodes": few + more})) for more in (SLACK, SLACK + 1))
    assert compare_to_baseline(before, allowed).regressions == ()
    assert compare_to_baseline(before, worse).regressions == (
        f"reductio: nodes were {few} and are now {few + 21}; largest increases: a (+21)",
    )


def test_the_puzzles_with_the_largest_increases_are_named() -> None:
    before = {id: {"nodes": 10} for id in "abcdefgh"}
    growth = {"a": 5, "b": 1000, "c": -3, "d": 7, "e": 0, "f": 30, "g": 2, "h": 6}
    now = {id: {"nodes": 10 + more} for id, more in growth.items()}
    compared = compare_to_baseline(make(**make_claims_of_one(**before)), make(**make_claims_of_one(**now)))
    assert compared.regressions == (
        "reductio: nodes were 80 and are now 1,127; largest increases: b (+1,000), f (+30), d (+7), h (+6), a (+5)",
    )


def test_an_increase_is_counted_over_the_puzzles_of_both_runs_and_named_only_where_there_is_one() -> None:
    before = make_claims_of_one(a={"nodes": 100}, b={"nodes": 100}, c={"nodes": 900}, d={}, e={"nodes": 100})
    now = make_claims_of_one(a={"nodes": 100}, b={"nodes": 170}, d={"nodes": 30}, e={}, f={"nodes": 10**6})
    compared = compare_to_baseline(make(**before), make(**now))
    assert compared.regressions == ("reductio: c was unique and is now missing",)
    now["puzzles"]["b"]["reductio"] = Claim("unique", {"nodes": 1170})
    compared = compare_to_baseline(make(**before), make(**now))
    assert compared.regressions == (
        "reductio: c was unique and is now missing",
        "reductio: nodes were 300 and are now 1,300; largest increases: b (+1,070), d (+30)",
    )


def test_an_increase_by_one_is_named() -> None:
    before = make_claims_of_one(a={"nodes": 100}, b={"nodes": 100}, c={"nodes": 100})
    now = make_claims_of_one(a={"nodes": 101}, b={"nodes": 100}, c={"nodes": 200})
    assert compare_to_baseline(make(**before), make(**now)).regressions == (
        "reductio: nodes were 300 and are now 401; largest increases: c (+100), a (+1)",
    )


def test_every_count_is_compared() -> None:
    before = make_claims_of_one(a={"nodes": 10, "deepest": 1}, b={"conflicts": 10, "nodes": 0})
    now = make_claims_of_one(a={"nodes": 50, "deepest": 99}, b={"conflicts": 60, "nodes": 0})
    assert compare_to_baseline(make(**before), make(**now)).regressions == (
        "reductio: nodes were 10 and are now 50; largest increases: a (+40)",
        "reductio: conflicts were 10 and are now 60; largest increases: b (+50)",
    )


def test_a_puzzle_that_only_some_engines_were_asked_is_compared_for_these() -> None:
    before = make(puzzles={"a": {"sat": Claim("multiple", {})}, "b": {"reductio": Claim("unique", {})}})
    compared = compare_to_baseline(before, make())
    assert compared.regressions == ("sat: a was multiple and is now unique",)


def test_settling_more_is_no_regression_and_unfinished_searches_have_no_counts() -> None:
    """How far a search came before the time limit depends on the machine."""
    unfinished = make(puzzles={"a": {"sat": Claim("unknown", {"assumptions": 10})}})
    further = make(puzzles={"a": {"sat": Claim("unknown", {"assumptions": 5000})}})
    settled = make(puzzles={"a": {"sat": Claim("unique", {"assumptions": 5000})}})
    assert compare_to_baseline(unfinished, further).regressions == ()
    assert compare_to_baseline(unfinished, settled).regressions == ()
    assert compare_to_baseline(settled, further).regressions == ("sat: a was unique and is now unknown",)


def test_verdicts_come_before_counts_and_counts_before_times() -> None:
    compared = compare({"puzzles": make_claims("multiple", assumptions=2000), **make_times(reductio=0.5, sat=20.0)})
    assert compared.regressions == (
        "reductio: a was unique and is now multiple",
        "reductio: b was unique and is now multiple",
        "reductio: assumptions were 2,000 and are now 4,000; largest increases: a (+1,000), b (+1,000)",
        "sat: " + describe("5", "5 to 5", "20 times that work, was 4"),
    )


def test_what_differs_between_the_machines_is_named_if_something_is_worse() -> None:
    other = {"cpu": "another CPU", "python": "3.99", "packages": {"python-sat": "2"}}
    worse: dict[str, Any] = {"puzzles": make_claims("multiple")}
    messages = {
        "cpu": "the processor was a CPU and is now another CPU",
        "python": "Python was 3.11 and is now 3.99",
        "packages": "python-sat was 1 and is now 2",
    }
    for name, message in messages.items():
        assert compare(worse | {name: other[name]}).warnings == (message,)
    assert compare(worse | other).warnings == tuple(messages.values())


PATH = Path("b.json")


def test_a_baseline_of_the_same_puzzles_and_engines_is_accepted() -> None:
    refuse_unrelated(PATH, make(collection="another name"), make_facts(engines=("cpsat", "sat")))


def test_other_puzzles_are_refused_even_if_their_collection_has_the_same_name() -> None:
    baseline = make(collection=FACTS.collection, fingerprint=FACTS.fingerprint + "4")
    with pytest.raises(OptionError) as raised:
        refuse_unrelated(PATH, baseline, make_facts(engines=("reductio", "sat")))
    assert str(raised.value) == (
        "b.json: the baseline has other puzzles (some puzzles): measure the same number of puzzles, "
        "with the same seed, from the same files"
    )


@pytest.mark.parametrize(("puzzles", "engines"), [(make_claims(), "reductio, sat"), ({}, "none")])
def test_other_engines_are_refused(puzzles: dict[str, Any], engines: str) -> None:
    with pytest.raises(OptionError) as raised:
        refuse_unrelated(PATH, make(puzzles=puzzles), make_facts(engines=("cpsat", "kernel")))
    assert str(raised.value) == (f"b.json: the baseline has other engines ({engines}): measure at least one of them")
