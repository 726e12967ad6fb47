"""When a comparison of two records fails, warns or passes."""

from random import Random
from typing import Any

import pytest

from measuring import make_facts, make_measurement, make_record
from sudoku_compare.benchmark.recording.facts import Environment
from sudoku_compare.benchmark.recording.record import Record
from sudoku_compare.benchmark.two_runs.comparison import compare_records
from sudoku_compare.benchmark.two_runs.fail_rules import (
    MOST_NAMED,
    FailRule,
    Finding,
    RuleKind,
    apply_rules,
    parse_rule,
)
from sudoku_compare.core.errors import OptionError, RecordError

UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}
SLOWER = FailRule(RuleKind.SLOWER, 0.1)
VERDICTS = FailRule(RuleKind.VERDICTS)
COUNTS = FailRule(RuleKind.COUNTS, 0.1)


def make_run(times: list[float], tiers: str = "", **facts: Any) -> Record:
    """Return a record of the engine a; a time of 0 stands for a puzzle that was not settled."""
    puzzles = [[make_measurement("a", seconds, **({} if seconds else UNSETTLED))] for seconds in times]
    return make_record(make_facts(**{"engines": ("a",)} | facts), *puzzles, tiers=tiers)


def apply(rule: FailRule, a: Record, b: Record) -> list[Finding]:
    return apply_rules(compare_records(a, b), [rule])


def describe(findings: list[Finding]) -> str:
    """Return `fails`, `warns` or `passes`."""
    if any(finding.is_failure for finding in findings):
        return "fails"
    return "warns" if findings else "passes"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("slower:10%", FailRule(RuleKind.SLOWER, 0.1)),
        ("slower:0%", FailRule(RuleKind.SLOWER, 0.0)),
        ("slower:2.5%", FailRule(RuleKind.SLOWER, 0.025)),
        ("counts:200%", FailRule(RuleKind.COUNTS, 2.0)),
        ("verdicts", FailRule(RuleKind.VERDICTS)),
    ],
)
def test_a_rule_is_text_both_ways(text: str, rule: FailRule) -> None:
    assert parse_rule(text) == rule
    assert str(rule) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "slower", "slower:", "slower:10", "slower:x%", "slower:-1%", "slower:nan%", "slower:inf%", "slower:1e3%"),
        *("faster:10%", "verdicts:10%", "counts", " slower:10%", "slower:10%\n", "SLOWER:10%", "slower:1٠%"),
    ],
)
def test_text_that_is_not_a_rule_is_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(OptionError) as raised:
        parse_rule(text)
    assert str(raised.value).startswith(
        "expected slower:PERCENT%, counts:PERCENT% or verdicts, as in slower:10%; found"
    )


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ([1.0] * 20, "passes"),
        ([1.09] * 20, "passes"),
        ([1.11] * 20, "fails"),
        ([5.0] * 20, "fails"),
        ([0.2] * 20, "passes"),
        ([1.0] * 10 + [1.3] * 10, "warns"),  # the interval contains the limit
        ([1.0] * 18 + [9.0] * 2, "passes"),  # the median does not move
        ([5.0] * 9, "warns"),  # too few for an interval
        ([5.0] * 10, "fails"),
    ],
)
def test_an_engine_is_slower_only_if_the_whole_interval_lies_above_the_limit(
    ratios: list[float], expected: str
) -> None:
    assert describe(apply(SLOWER, make_run([1.0] * len(ratios)), make_run(ratios))) == expected


def test_noise_does_not_fail_and_a_slow_engine_does() -> None:
    rng = Random(1)
    times = [rng.lognormvariate(-5, 2) for _ in range(100)]
    for _ in range(20):
        noisy = [seconds * rng.lognormvariate(0, 0.3) for seconds in times]
        assert describe(apply(SLOWER, make_run(times), make_run(noisy))) != "fails"
        slow = [2 * seconds for seconds in noisy]
        assert describe(apply(SLOWER, make_run(times), make_run(slow))) == "fails"


def test_an_engine_that_no_longer_settles_anything_is_slower() -> None:
    [finding] = apply(SLOWER, make_run([1.0] * 12), make_run([0.0] * 12))
    assert finding.is_failure
    assert "takes 10 times as long in B as in A" in finding.text
    assert "on 12 puzzles, 12 of which it no longer settles" in finding.text
    assert describe(apply(SLOWER, make_run([0.0] * 12), make_run([1.0] * 12))) == "passes"


def test_puzzles_that_no_run_settles_do_not_count() -> None:
    before, after = make_run([1.0] * 10 + [0.0] * 30), make_run([2.0] * 10 + [0.0] * 30)
    assert describe(apply(SLOWER, before, after)) == "fails"


def test_only_all_puzzles_together_are_judged() -> None:
    before = make_run([1.0] * 60, tiers="x" * 10 + "y" * 50)
    after = make_run([2.0] * 10 + [1.0] * 50, tiers="x" * 10 + "y" * 50)
    assert describe(apply(SLOWER, before, after)) == "passes"


def test_what_is_not_compared_is_a_warning() -> None:
    before = make_record(make_facts(engines=("a", "x")), *[[make_measurement("a"), make_measurement("x")]] * 12)
    for rule in (SLOWER, VERDICTS):
        assert apply(rule, before, make_run([1.0] * 12)) == [Finding("x: not compared: only in A", False)]
    few = make_run([1.0] * 3)
    assert apply(SLOWER, few, few) == [Finding("a: time not compared: too few puzzles for an interval", False)]


def test_different_machines_are_a_warning() -> None:
    environment = Environment(cpu="another CPU", python="3.11", packages={})
    findings = apply(SLOWER, make_run([1.0] * 12), make_run([1.0] * 12, environment=environment))
    assert [finding.is_failure for finding in findings] == [False]
    assert "not comparable" in findings[0].text


def test_records_with_nothing_in_common_are_an_error() -> None:
    with pytest.raises(RecordError, match="nothing in common"):
        apply(VERDICTS, make_run([1.0]), make_record(make_facts(engines=("b",)), [make_measurement("b")]))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("unique", "unique", "passes"),
        ("unique", "multiple", "fails"),
        ("unique", "unknown", "fails"),
        ("unknown", "unique", "passes"),
    ],
)
def test_a_verdict_that_is_lost_or_contradicted_fails(before: str, after: str, expected: str) -> None:
    facts = make_facts(engines=("a",))
    a, b = (make_record(facts, [make_measurement("a", verdict=verdict)]) for verdict in (before, after))
    assert describe(apply(VERDICTS, a, b)) == expected


def test_many_lost_verdicts_are_summed_up() -> None:
    number = MOST_NAMED + 3
    findings = apply(VERDICTS, make_run([1.0] * number), make_run([0.0] * number))
    assert len(findings) == MOST_NAMED + 1
    assert findings[0] == Finding("a: p0 is unique in A and unknown in B", True)
    assert findings[-1] == Finding("and 3 more changed verdicts", True)


def test_puzzles_that_are_missing_in_b_are_a_warning() -> None:
    [finding] = apply(VERDICTS, make_run([1.0] * 3), make_run([1.0]))
    assert finding == Finding("not compared: 2 puzzles of A not in B", False)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([{"nodes": 100}], [{"nodes": 110}], "passes"),
        ([{"nodes": 100}], [{"nodes": 111}], "fails"),
        ([{"nodes": 100}, {"nodes": 100}], [{"nodes": 50}, {"nodes": 160}], "passes"),  # the sum counts
        ([{"nodes": 0}], [{"nodes": 1}], "fails"),
        ([{"nodes": 5}], [{"nodes": 1}], "passes"),
        ([{"nodes": 5}], [{"other": 5}], "warns"),
        ([{"deepest": 5}], [{"deepest": 50}], "passes"),  # not an amount of work
    ],
)
def test_a_count_that_grows_beyond_the_limit_fails(
    before: list[dict[str, int]], after: list[dict[str, int]], expected: str
) -> None:
    facts = make_facts(engines=("a",))
    a, b = (make_record(facts, *([make_measurement("a", counts=one)] for one in side)) for side in (before, after))
    assert describe(apply(COUNTS, a, b)) == expected


def test_the_puzzles_where_a_count_grew_most_are_named() -> None:
    facts = make_facts(engines=("a",))
    a = make_record(facts, *([make_measurement("a", counts={"nodes": n})] for n in (10, 2000, 30)))
    b = make_record(facts, *([make_measurement("a", counts={"nodes": n})] for n in (20, 1990, 3000)))
    [finding] = apply(COUNTS, a, b)
    assert finding.text == "a: 2,040 nodes in A, 5,010 in B; largest increases: p2 (30 to 3,000), p0 (10 to 20)"


def test_each_rule_is_applied_by_itself() -> None:
    comparison = compare_records(make_run([1.0] * 12), make_run([5.0] * 12))
    assert apply_rules(comparison, []) == []
    assert describe(apply_rules(comparison, [VERDICTS, COUNTS])) == "passes"
    assert describe(apply_rules(comparison, [VERDICTS, SLOWER])) == "fails"
