"""When is a run worse than its baseline, when may it be, and when is it not?"""

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from measuring import FACTS, make_facts, make_measurement, make_record
from sudoku_compare.benchmark.baseline import (
    MORE_COUNTED,
    MOST_NAMED,
    SLACK,
    SLOWER,
    Baseline,
    Claim,
    compare_to_baseline,
    load_baseline,
    make_baseline,
    refuse_unrelated,
    save_baseline,
)
from sudoku_compare.benchmark.statistics import Interval
from sudoku_compare.core.errors import OptionError, SourceError

MANY = 1000
JUST_ENOUGH = 1100

VALUES: dict[str, Any] = {
    "schema": 1,
    "collection": "two puzzles",
    "fingerprint": "0123",
    "packages": {"python-sat": "1"},
    "first": "reductio",
    "ratios": {"sat": [2.0, 1.9, 2.1]},
}


def baseline_of(**changed: Any) -> Baseline:
    """Return a baseline of two engines on two puzzles, with these changes."""
    return Baseline.from_json(VALUES | claims_of() | changed)


def claims_of(verdict: str = "unique", **counts: int) -> dict[str, Any]:
    """Return what the engines claim about both puzzles, with these claims of reductio."""
    claims = {
        "reductio": [verdict, counts or {"assumptions": MANY, "deepest": 5}],
        "sat": ["unique", {"conflicts": 3}],
    }
    return {"puzzles": {"a": claims, "b": claims}}


def claims_of_one_engine(**puzzles: dict[str, int] | str) -> dict[str, Any]:
    """Return what reductio claims about some puzzles: counts, or a verdict."""
    claims = {id: ["unique", one] if isinstance(one, dict) else [one, {}] for id, one in puzzles.items()}
    return {"ratios": {}, "puzzles": {id: {"reductio": claim} for id, claim in claims.items()}}


def slow(ratio: float, low: float, high: float) -> dict[str, Any]:
    return {"ratios": {"sat": [ratio, low, high]}}


def test_the_limits_are_those_that_the_cases_below_are_made_for() -> None:
    assert (MORE_COUNTED * MANY, SLACK, SLOWER, MOST_NAMED) == (JUST_ENOUGH, 20, 3.0, 5)


TAKES = "times the processor time of the first engine"
WORSE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "another verdict": (
        claims_of("multiple"),
        ["reductio: a was unique and is now multiple", "reductio: b was unique and is now multiple"],
    ),
    "no verdict now": (
        claims_of("unknown"),
        ["reductio: a was unique and is now unknown", "reductio: b was unique and is now unknown"],
    ),
    "a puzzle is missing": (
        {"puzzles": {"a": claims_of()["puzzles"]["a"]}},
        ["reductio: b was unique and is now missing", "sat: b was unique and is now missing"],
    ),
    "one engine misses a puzzle": (
        {"puzzles": claims_of()["puzzles"] | {"a": {"sat": ["unique", {"conflicts": 3}]}}},
        ["reductio: a was unique and is now missing"],
    ),
    "more of a count": (
        claims_of(assumptions=JUST_ENOUGH + 1),
        ["reductio: assumptions were 2,000 and are now 2,202; largest increases: a (+101), b (+101)"],
    ),
    "more of a count on one puzzle only": (
        {"puzzles": claims_of()["puzzles"] | {"b": {"reductio": ["unique", {"assumptions": 1201}]}}},
        [
            "reductio: assumptions were 2,000 and are now 2,201; largest increases: b (+201)",
            "sat: b was unique and is now missing",
        ],
    ),
    "slower": (slow(7.5, 6.01, 8.25), [f"sat: takes 7.5 {TAKES} (6.01 to 8.25), was 2"]),
    "much slower": (slow(12345.6, 999.6, 1e6), [f"sat: takes 1.23e+04 {TAKES} (1e+03 to 1e+06), was 2"]),
}
NO_WORSE: dict[str, dict[str, Any]] = {
    "the same": {},
    "as much of a count as is allowed": claims_of(assumptions=JUST_ENOUGH, deepest=5),
    "less of it": claims_of(assumptions=1, deepest=5),
    "deeper, which is not a sum": claims_of(assumptions=MANY, deepest=5000),
    "a count that was not known": claims_of(assumptions=MANY, nodes=10**6),
    "as slow as is allowed": slow(5.0, 4.0, 6.0),
    "faster": slow(0.1, 0.1, 0.1),
    "no time is known": {"ratios": {"sat": [None, None, None]}},
    "no ratio": {"ratios": {}},
    "one more engine": {"ratios": {"sat": [2.0, 1.9, 2.1], "cpsat": [90.0, 80.0, 99.0]}},
    "another engine and puzzle": {
        "puzzles": {
            id: claims_of()["puzzles"]["a"] | {"cpsat": ["unknown", {"conflicts": 10**6}]} for id in ("c", "a", "b")
        }
    },
    "other packages": {"packages": {"python-sat": "2"}},
    "another name of the collection": {"collection": "the same puzzles"},
}
PERHAPS = {
    "perhaps slower": (slow(5.5, 5.0, 6.01), f"sat: takes 5.5 {TAKES} (5 to 6.01), was 2: inconclusive"),
    "slower in the median only": (slow(7.0, 5.9, 8.0), f"sat: takes 7 {TAKES} (5.9 to 8), was 2: inconclusive"),
    "just at the limit": (slow(7.0, 6.0, 8.0), f"sat: takes 7 {TAKES} (6 to 8), was 2: inconclusive"),
    "an engine is missing": (
        {"puzzles": {id: {"reductio": both["reductio"]} for id, both in claims_of()["puzzles"].items()}},
        "not in this run: sat",
    ),
    "another engine is the first": (
        {"first": "sat", "ratios": {"sat": [99.0, 98.0, 100.0]}},
        "times are not compared: the ratios of the baseline relate to reductio",
    ),
}


@pytest.mark.parametrize("case", WORSE)
def test_a_regression_says_what_is_worse(case: str) -> None:
    now, messages = WORSE[case]
    compared = compare_to_baseline(baseline_of(), baseline_of(**now))
    assert compared.regressions == tuple(messages)
    assert compared.warnings == ()


@pytest.mark.parametrize("case", NO_WORSE)
def test_nothing_is_reported_if_nothing_is_worse(case: str) -> None:
    compared = compare_to_baseline(baseline_of(), baseline_of(**NO_WORSE[case]))
    assert (compared.regressions, compared.warnings) == ((), ())


@pytest.mark.parametrize("case", PERHAPS)
def test_what_may_be_worse_is_a_warning(case: str) -> None:
    now, message = PERHAPS[case]
    compared = compare_to_baseline(baseline_of(), baseline_of(**now))
    assert (compared.regressions, compared.warnings) == ((), (message,))


@pytest.mark.parametrize("few", [1, 100, 199])
def test_a_count_may_always_grow_by_a_little(few: int) -> None:
    before = baseline_of(**claims_of_one_engine(a={"nodes": few}))
    allowed, worse = (baseline_of(**claims_of_one_engine(a={"nodes": few + more})) for more in (SLACK, SLACK + 1))
    assert compare_to_baseline(before, allowed).regressions == ()
    assert compare_to_baseline(before, worse).regressions == (
        f"reductio: nodes were {few} and are now {few + 21}; largest increases: a (+21)",
    )


def test_the_puzzles_with_the_largest_increases_are_named() -> None:
    before = {id: {"nodes": 10} for id in "abcdefgh"}
    growth = {"a": 5, "b": 1000, "c": -3, "d": 7, "e": 0, "f": 30, "g": 2, "h": 6}
    now = {id: {"nodes": 10 + more} for id, more in growth.items()}
    compared = compare_to_baseline(
        baseline_of(**claims_of_one_engine(**before)), baseline_of(**claims_of_one_engine(**now))
    )
    assert compared.regressions == (
        "reductio: nodes were 80 and are now 1,127; largest increases: b (+1,000), f (+30), d (+7), h (+6), a (+5)",
    )


def test_an_increase_is_counted_over_the_puzzles_of_both_runs_and_named_only_where_there_is_one() -> None:
    before = claims_of_one_engine(a={"nodes": 100}, b={"nodes": 100}, c={"nodes": 900}, d={}, e={"nodes": 100})
    now = claims_of_one_engine(a={"nodes": 100}, b={"nodes": 170}, d={"nodes": 30}, e={}, f={"nodes": 10**6})
    compared = compare_to_baseline(baseline_of(**before), baseline_of(**now))
    assert compared.regressions == ("reductio: c was unique and is now missing",)
    now["puzzles"]["b"]["reductio"][1]["nodes"] = 1170
    compared = compare_to_baseline(baseline_of(**before), baseline_of(**now))
    assert compared.regressions == (
        "reductio: c was unique and is now missing",
        "reductio: nodes were 300 and are now 1,300; largest increases: b (+1,070), d (+30)",
    )


def test_an_increase_by_one_is_named() -> None:
    before = claims_of_one_engine(a={"nodes": 100}, b={"nodes": 100}, c={"nodes": 100})
    now = claims_of_one_engine(a={"nodes": 101}, b={"nodes": 100}, c={"nodes": 200})
    assert compare_to_baseline(baseline_of(**before), baseline_of(**now)).regressions == (
        "reductio: nodes were 300 and are now 401; largest increases: c (+100), a (+1)",
    )


def test_every_count_is_compared() -> None:
    before = claims_of_one_engine(a={"nodes": 10, "deepest": 1}, b={"conflicts": 10, "nodes": 0})
    now = claims_of_one_engine(a={"nodes": 50, "deepest": 99}, b={"conflicts": 60, "nodes": 0})
    assert compare_to_baseline(baseline_of(**before), baseline_of(**now)).regressions == (
        "reductio: nodes were 10 and are now 50; largest increases: a (+40)",
        "reductio: conflicts were 10 and are now 60; largest increases: b (+50)",
    )


def test_a_puzzle_that_only_some_engines_were_asked_is_compared_for_these() -> None:
    before = baseline_of(puzzles={"a": {"sat": ["unknown", {}]}, "b": {"reductio": ["unique", {}]}})
    compared = compare_to_baseline(before, baseline_of(**claims_of()))
    assert compared.regressions == ("sat: a was unknown and is now unique",)


def test_verdicts_come_before_counts_and_counts_before_times() -> None:
    now = claims_of("multiple", assumptions=2000) | slow(7.0, 6.5, 8.0) | {"packages": {}}
    compared = compare_to_baseline(baseline_of(), baseline_of(**now))
    assert compared.regressions == (
        "reductio: a was unique and is now multiple",
        "reductio: b was unique and is now multiple",
        "reductio: assumptions were 2,000 and are now 4,000; largest increases: a (+1,000), b (+1,000)",
        f"sat: takes 7 {TAKES} (6.5 to 8), was 2",
    )
    assert compared.warnings == ("packages were {'python-sat': '1'} and are now {}",)


def test_times_are_compared_with_a_baseline_that_does_not_name_its_first_engine() -> None:
    values = {name: value for name, value in (VALUES | claims_of()).items() if name != "first"}
    compared = compare_to_baseline(Baseline.from_json(values), baseline_of(**slow(7.0, 6.5, 8.0)))
    assert compared.regressions == (f"sat: takes 7 {TAKES} (6.5 to 8), was 2",)


def test_times_are_not_compared_if_the_baseline_has_none() -> None:
    for ratios in ({}, {"sat": [None, None, None]}, {"cpsat": [1.0, 1.0, 1.0]}):
        compared = compare_to_baseline(baseline_of(ratios=ratios), baseline_of(**slow(7.0, 6.5, 8.0)))
        assert (compared.regressions, compared.warnings) == ((), ())


def test_each_engine_is_compared_with_its_own_time() -> None:
    before = {"ratios": {"sat": [2.0, 1.9, 2.1], "cpsat": [20.0, 19.0, 21.0], "kernel": [0.1, 0.1, 0.1]}}
    now = {"ratios": {"none": [None] * 3, "cpsat": [7.0, 7.0, 7.0], "sat": [7.0, 7.0, 7.0], "kernel": [1.0, 0.2, 2.0]}}
    compared = compare_to_baseline(baseline_of(**before), baseline_of(**now))
    assert compared.regressions == (f"sat: takes 7 {TAKES} (7 to 7), was 2",)
    assert compared.warnings == (f"kernel: takes 1 {TAKES} (0.2 to 2), was 0.1: inconclusive",)


def test_missing_engines_are_named_in_order() -> None:
    before = baseline_of(puzzles={"a": {engine: ["unique", {}] for engine in ("sat", "reductio", "cpsat", "kernel")}})
    now = baseline_of(puzzles={"a": {"reductio": ["unique", {}], "logic": ["unknown", {}]}})
    compared = compare_to_baseline(before, now)
    assert (compared.regressions, compared.warnings) == ((), ("not in this run: cpsat, kernel, sat",))


def test_other_packages_are_named_if_something_is_worse() -> None:
    other = {"packages": {"python-sat": "2"}}
    [warning] = compare_to_baseline(baseline_of(), baseline_of(**other, **claims_of("multiple"))).warnings
    assert warning == "packages were {'python-sat': '1'} and are now {'python-sat': '2'}"


PATH = Path("b.json")


def test_a_baseline_of_the_same_puzzles_and_engines_is_accepted() -> None:
    refuse_unrelated(PATH, baseline_of(collection="another name"), make_facts(engines=("cpsat", "sat")))


def test_other_puzzles_are_refused_even_if_their_collection_has_the_same_name() -> None:
    baseline = baseline_of(collection=FACTS.collection, fingerprint=FACTS.fingerprint + "4")
    with pytest.raises(OptionError) as raised:
        refuse_unrelated(PATH, baseline, make_facts(engines=("reductio", "sat")))
    assert str(raised.value) == (
        "b.json: the baseline has other puzzles (some puzzles): measure the same number of puzzles, "
        "with the same seed, from the same files"
    )


@pytest.mark.parametrize(("puzzles", "engines"), [(claims_of()["puzzles"], "reductio, sat"), ({}, "none")])
def test_other_engines_are_refused(puzzles: dict[str, Any], engines: str) -> None:
    with pytest.raises(OptionError) as raised:
        refuse_unrelated(PATH, baseline_of(puzzles=puzzles), make_facts(engines=("cpsat", "kernel")))
    assert str(raised.value) == (f"b.json: the baseline has other engines ({engines}): measure at least one of them")


def test_a_baseline_holds_the_claims_of_the_first_round() -> None:
    def measure(engine: str, round: int, verdict: str, nodes: int) -> Any:
        return make_measurement(engine, round=round, verdict=verdict, counts={"nodes": nodes})

    first = [measure("a", 0, "unique", 5), measure("a", 1, "unknown", 6), measure("b", 0, "multiple", 7)]
    second = [measure("b", 2, "unknown", 9), measure("b", 0, "solved", 8), measure("b", 1, "unsolvable", 10)]
    assert make_baseline(make_record(make_facts(engines=("b", "a"), rounds=3), first, second)).puzzles == {
        "p0": {"a": Claim("unique", {"nodes": 5}), "b": Claim("multiple", {"nodes": 7})},
        "p1": {"b": Claim("solved", {"nodes": 8})},
    }


def test_a_baseline_has_the_facts_of_its_run_and_the_ratios_of_processor_times() -> None:
    def measure(**cpus: float | None) -> list[Any]:
        return [make_measurement(engine, 50.0, cpu=cpu) for engine, cpu in cpus.items()]

    puzzles = [
        measure(b=2.0, a=6.0, c=1.0),  # 3 and 0.5
        measure(b=4.0, a=4.0, c=None),  # 1
        measure(b=1.0, a=8.0, c=1.0),  # 8 and 1
        measure(b=0.0, a=90.0, c=90.0),  # no processor time was measured
        measure(b=None, a=90.0, c=90.0),
        measure(a=90.0, c=90.0),
        measure(b=90.0, a=0.0, c=0.0),
    ]
    environment = replace(FACTS.environment, packages={"python-sat": "1.8", "ortools": None})
    facts = make_facts(engines=("b", "a", "c", "d"), environment=environment)
    baseline = make_baseline(make_record(facts, *puzzles))
    assert (baseline.collection, baseline.fingerprint) == (facts.collection, facts.fingerprint)
    assert (baseline.packages, baseline.first) == (environment.packages, "b")
    assert baseline.ratios == {
        "a": Interval(3.0, 1.0, 8.0),
        "c": Interval(0.75, 0.5, 1.0),
        "d": Interval(None, None, None),
    }
    assert baseline.engines == ["a", "b", "c"]


def test_a_ratio_takes_the_median_of_the_rounds() -> None:
    rounds = [make_measurement("a", cpu=cpu, round=number) for number, cpu in enumerate([1.0, 2.0, 9.0])]
    rounds += [make_measurement("b", cpu=cpu, round=number) for number, cpu in enumerate([50.0, 20.0, 10.0])]
    baseline = make_baseline(make_record(make_facts(engines=("a", "b"), rounds=3), rounds))
    assert baseline.ratios == {"b": Interval(10.0, 10.0, 10.0)}


def test_a_baseline_is_saved_with_one_line_per_puzzle_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    save_baseline(path, baseline_of())
    claims = '{"reductio": ["unique", {"assumptions": 1000, "deepest": 5}], "sat": ["unique", {"conflicts": 3}]}'
    assert path.read_text().splitlines() == [
        "{",
        '  "schema": 1,',
        '  "collection": "two puzzles",',
        '  "fingerprint": "0123",',
        '  "packages": {"python-sat": "1"},',
        '  "first": "reductio",',
        '  "ratios": {"sat": [2.0, 1.9, 2.1]},',
        '  "puzzles": {',
        f'    "a": {claims},',
        f'    "b": {claims}',
        "  }",
        "}",
    ]
    assert path.read_text().endswith("}\n")
    assert load_baseline(path) == baseline_of()


def test_a_baseline_without_times_or_packages_is_loaded_again(tmp_path: Path) -> None:
    bare = baseline_of(ratios={"sat": [None, None, None]}, packages={"ortools": None}, first=None, puzzles={})
    save_baseline(tmp_path / "b.json", bare)
    assert load_baseline(tmp_path / "b.json") == bare
    assert (bare.first, bare.ratios["sat"].median, bare.engines) == (None, None, [])


@pytest.mark.parametrize("text", ["", "{", "\xff", '{"schema": 1'])
def test_a_file_that_is_not_json_is_not_a_baseline(text: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SourceError, match=f"^{re.escape(str(path))}: not a baseline: expected JSON$"):
        load_baseline(path)


@pytest.mark.parametrize("text", ["[]", "1", "null", '"schema"', "{}", '{"schema": 99}', '{"schema": null}'])
def test_json_without_the_version_is_not_a_baseline(text: str, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(SourceError) as raised:
        load_baseline(path)
    assert str(raised.value) == f'{path}: not a baseline: expected a JSON object with "schema": 1'


def test_a_baseline_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "absent", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(SourceError) as raised:
            load_baseline(path)
        assert str(raised.value) == f"{path}: {reason}; expected a baseline"


DAMAGE: dict[str, dict[str, Any]] = {
    "the collection is a number": {"collection": 5},
    "the collection is null": {"collection": None},
    "the fingerprint is a number": {"fingerprint": 5},
    "the packages are a list": {"packages": ["python-sat"]},
    "the first engine is a list": {"first": ["reductio"]},
    "the ratios are a list": {"ratios": [[2.0, 1.9, 2.1]]},
    "a ratio is a number": {"ratios": {"sat": 2.0}},
    "a ratio is an object": {"ratios": {"sat": {"median": 2.0, "low": 1.9, "high": 2.1}}},
    "a ratio is a text": {"ratios": {"sat": "2.0"}},
    "a ratio has two figures": {"ratios": {"sat": [2.0, 1.9]}},
    "a ratio has four figures": {"ratios": {"sat": [2.0, 1.9, 2.1, 2.2]}},
    "a ratio has no figures": {"ratios": {"sat": []}},
    "a ratio has a word": {"ratios": {"sat": [2.0, "low", 2.1]}},
    "a ratio is not complete": {"ratios": {"sat": [2.0, None, 2.1]}},
    "a ratio is not complete at its end": {"ratios": {"sat": [None, None, 2.1]}},
    "a ratio is true": {"ratios": {"sat": [True, 1.9, 2.1]}},
    "a ratio is 0": {"ratios": {"sat": [0.0, 0.0, 2.1]}},
    "a ratio is negative": {"ratios": {"sat": [-2.0, -2.1, -1.9]}},
    "a ratio is not a number": {"ratios": {"sat": [math.nan, 1.9, 2.1]}},
    "a ratio is infinite": {"ratios": {"sat": [math.inf, 1.9, math.inf]}},
    "the second of two ratios": {"ratios": {"sat": [2.0, 1.9, 2.1], "cpsat": [2.0]}},
    "the puzzles are a list": {"puzzles": ["a"]},
    "a puzzle has a list": {"puzzles": {"a": ["unique"]}},
    "a puzzle has nothing": {"puzzles": claims_of()["puzzles"] | {"c": None}},
    "a claim is a verdict only": {"puzzles": {"a": {"sat": ["unique"]}}},
    "a claim is a text": {"puzzles": {"a": {"sat": "unique"}}},
    "a claim has too much": {"puzzles": {"a": {"sat": ["unique", {}, {}]}}},
    "a verdict is a number": {"puzzles": {"a": {"sat": [1, {}]}}},
    "the counts are a list": {"puzzles": {"a": {"sat": ["unique", [3]]}}},
    "a count is a text": {"puzzles": {"a": {"sat": ["unique", {"conflicts": "many"}]}}},
    "a count is a fraction": {"puzzles": {"a": {"sat": ["unique", {"nodes": 1, "conflicts": 1.5}]}}},
    "a count is true": {"puzzles": {"a": {"sat": ["unique", {"conflicts": True}]}}},
    "the second engine": {"puzzles": {"a": {"reductio": ["unique", {}], "sat": 7}}},
}


def refuse_to_load(path: Path, values: dict[str, Any]) -> None:
    path.write_text(json.dumps(values))
    with pytest.raises(SourceError) as raised:
        load_baseline(path)
    assert str(raised.value) == f"{path}: damaged baseline (incomplete or invalid); save a new one"


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_baseline_is_refused(damage: str, tmp_path: Path) -> None:
    refuse_to_load(tmp_path / "b.json", VALUES | claims_of() | DAMAGE[damage])


@pytest.mark.parametrize("name", ["collection", "fingerprint", "packages", "ratios", "puzzles"])
def test_a_baseline_that_misses_a_part_is_refused(name: str, tmp_path: Path) -> None:
    values = VALUES | claims_of()
    del values[name]
    refuse_to_load(tmp_path / "b.json", values)


def test_whole_numbers_are_ratios_too() -> None:
    assert baseline_of(ratios={"sat": [2, 1, 3]}).ratios["sat"] == Interval(2, 1, 3)
