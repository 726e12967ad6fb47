"""The numbers of a benchmark, compared with a plain computation from hand-made records."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from making import EASY, NONE, TWO
from measuring import (
    MACHINE,
    Faulty,
    make_cases,
    make_empty_record,
    make_facts,
    make_measurement,
    make_numbered_puzzle,
    make_record,
)
from sudoku_compare import Limits
from sudoku_compare.benchmark.measurement.plan import Plan
from sudoku_compare.benchmark.measurement.run import measure
from sudoku_compare.benchmark.measurement.sampling import add_isomorphs
from sudoku_compare.benchmark.recording.record import Measurement, Record
from sudoku_compare.benchmark.report.tables import format_note
from sudoku_compare.benchmark.statistics.inference import estimate_median
from sudoku_compare.benchmark.statistics.summary import EngineStats, Objection, summarize
from sudoku_compare.benchmark.statistics.times import Time, iterate_times
from sudoku_compare.comparison.compare import engines_by_text

UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}


def make_rows(*puzzles: list[Measurement], tiers: str = "", **facts: Any) -> tuple[EngineStats, ...]:
    """Return the table of a record of the engines a and b with these measurements."""
    return summarize(make_record(make_facts(**{"engines": ("a", "b")} | facts), *puzzles, tiers=tiers)).rows


def make_row(*puzzles: Measurement, **facts: Any) -> EngineStats:
    """Return the only row of a record with one measurement per puzzle."""
    [row] = make_rows(*([one] for one in puzzles), **facts)
    return row


def combine(*rounds: dict[str, Any]) -> Time:
    """Return the time of a puzzle that was measured in these rounds."""
    measurements = [make_measurement("a", **changes, round=number) for number, changes in enumerate(rounds)]
    others = [make_measurement("b", 77.0, round=number) for number in range(len(rounds))]
    record = make_record(make_facts(engines=("b", "a")), measurements + others)
    [(puzzle, by_machine)] = iterate_times(record)
    times = by_machine[1]
    assert puzzle == make_numbered_puzzle(0)
    assert times["b"] == Time(0.0, 0.0, 77.0, 77.0, None, "unique", {}, has_outer=False)
    return times["a"]


def test_each_part_of_a_time_is_the_median_of_its_own_rounds() -> None:
    rounds = [
        {"build": 1.0, "first": 30.0, "settle": 200.0, "cpu": 3.0, "counts": {"nodes": 7}},
        {"build": 3.0, "first": 10.0, "settle": 100.0, "cpu": 1.0, "counts": {"nodes": 8}},
        {"build": 2.0, "first": 20.0, "settle": 300.0, "cpu": 2.5, "counts": {"nodes": 9}},
    ]
    time = combine(*rounds)
    assert time == Time(2.0, 20.0, 200.0, 231.0, 2.5, "unique", {"nodes": 7}, has_outer=False)
    assert time.total == 231.0  # of 231, 113 and 322; the sum of the medians would be 222
    assert [time.part(name) for name in ("build", "first", "settle")] == [2.0, 20.0, 200.0]
    assert combine(*rounds[:2]) == Time(2.0, 20.0, 150.0, 172.0, 2.0, "unique", {"nodes": 7}, has_outer=False)
    assert combine(rounds[0]) == Time(1.0, 30.0, 200.0, 231.0, 3.0, "unique", {"nodes": 7}, has_outer=False)


@pytest.mark.parametrize(
    ("firsts", "cpus", "first", "cpu"),
    [
        ([None], [None], 0.0, None),
        ([None, None], [None, None], 0.0, None),
        ([None, 4.0], [None, 4.0], 2.0, 4.0),  # no solution counts as no time; processor time was not known
        ([None, None, 4.0], [6.0, None, 4.0], 0.0, 5.0),
    ],
)
def test_a_part_that_is_missing_in_a_round_does_not_spoil_the_others(
    firsts: list[float | None], cpus: list[float | None], first: float, cpu: float | None
) -> None:
    rounds = [{"first": one, "cpu": other} for one, other in zip(firsts, cpus, strict=True)]
    time = combine(*rounds)
    assert (time.first, time.cpu) == (first, cpu)


def test_the_time_measured_outside_an_engine_counts_instead_of_the_one_that_it_reports() -> None:
    rounds = [
        {"build": 1.0, "first": 2.0, "settle": 3.0, "outer": 60.0},
        {"build": 1.0, "first": 2.0, "settle": 3.0, "outer": 20.0},
        {"build": 1.0, "first": 2.0, "settle": 6.0, "outer": 30.0},
    ]
    time = combine(*rounds)
    assert (time.total, time.reported, time.has_outer) == (30.0, 6.0, True)
    assert (combine(rounds[0]).total, combine(rounds[0]).reported) == (60.0, 6.0)


@pytest.mark.parametrize(
    ("settle", "outers", "reported", "measured", "note"),
    [
        (1.0, [1.0, 2.0], 2.0, 3.0, "; it reports 2.00 s, but 3.00 s were measured outside it, which this table shows"),
        (4.0, [1.0, 1.0], 8.0, 2.0, "; it reports 8.00 s, but 2.00 s were measured outside it, which this table shows"),
        (1.0, [1.1, 1.2], 2.0, 2.3, ""),  # what little differs is the way to the engine and back
        (1.0, [None, None], None, None, ""),
        (
            1.0,
            [None, 3.0],
            1.0,
            3.0,
            "; it reports 1.00 s, but 3.00 s were measured outside it, which this table shows",
        ),
    ],
)
def test_both_times_are_shown_if_an_engine_reports_another_one_than_was_measured(
    settle: float, outers: list[float | None], reported: float | None, measured: float | None, note: str
) -> None:
    row = make_row(*(make_measurement("a", settle, outer=outer) for outer in outers))
    assert (row.reported, row.measured) == (reported, measured and pytest.approx(measured))
    assert row.slowest == max(outer or settle for outer in outers)
    assert format_note(row).removeprefix(f"slowest on {row.slowest_id}") == note


@pytest.mark.parametrize(
    ("verdicts", "is_settled"),
    [
        (["unknown"], False),
        (["multiple"], True),
        (["unique", "unknown"], False),
        (["unknown", "unique", "unique"], False),
        (["unique", "unique", "unknown"], False),
        (["unknown", "unknown"], False),
        (["unsolvable", "unsolvable"], True),
    ],
)
def test_a_puzzle_is_settled_only_if_every_round_settled_it(verdicts: list[str], is_settled: bool) -> None:
    rounds = [make_measurement("a", round=number, verdict=verdict) for number, verdict in enumerate(verdicts)]
    assert combine(*({"verdict": verdict} for verdict in verdicts)).is_settled is is_settled
    [row] = make_rows(rounds)
    assert (row.of, row.settled) == (1, int(is_settled))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 9, 10, 11, 20, 99, 100, 101, 150, 201])
def test_percentiles_are_those_of_numpy_if_enough_puzzles_were_settled(number: int) -> None:
    times = [float(1 + 37 * place % number) ** 2 for place in range(number)]
    row = make_row(*(make_measurement("a", time) for time in times), make_measurement("a", 7.0, **UNSETTLED))
    assert (row.of, row.settled) == (number + 1, number)
    assert row.median == pytest.approx(np.median(times))
    assert row.p90 == (pytest.approx(np.quantile(times, 0.9)) if number >= 10 else None)
    assert row.p99 == (pytest.approx(np.quantile(times, 0.99)) if number >= 100 else None)
    assert row.slowest == max(times)


def test_the_median_of_two_times_is_their_mean() -> None:
    assert make_row(make_measurement("a", 1.0), make_measurement("a", 4.0)).median == 2.5


def test_the_slowest_puzzle_is_the_first_of_those_that_take_longest() -> None:
    times = [1.0, 3.0, 2.0, 3.0]
    row = make_row(*(make_measurement("a", time) for time in times))
    assert (row.slowest, row.slowest_id) == (3.0, "p1")


def test_unsettled_puzzles_are_counted_but_are_in_no_time_except_par2() -> None:
    settled = [make_measurement("a", 1.0, build=1.0), make_measurement("a", 2.0, first=2.0)]
    unsettled = make_measurement("a", 90.0, build=9.0, **UNSETTLED)
    row = make_row(*settled, unsettled, unsettled, seconds=100.0)
    assert (row.tier, row.engine, row.of, row.settled) == ("tier", "a", 4, 2)
    assert (row.median, row.p90, row.p99, row.slowest, row.slowest_id) == (3.0, None, None, 4.0, "p1")
    assert row.par2 == (2.0 + 4.0 + 200.0 + 200.0) / 4
    assert row.build_share == 1.0 / 6.0


def test_an_engine_that_settles_nothing_has_no_times() -> None:
    row = make_row(*[make_measurement("a", 9.0, build=1.0, **UNSETTLED)] * 3, seconds=10.0)
    assert row == EngineStats(
        tier="tier", engine="a", of=3, settled=0, median=None, p90=None, p99=None, slowest=None, slowest_id="",
        par2=20.0, build_share=None, cpu=None, counts={}, unsettled={"timed out": 3},
    )  # fmt: skip


def test_the_reasons_why_puzzles_were_not_settled_are_counted() -> None:
    failed = {"verdict": "unknown", "ending": "failed", "detail": "no memory"}
    late = {"verdict": "unknown", "ending": "timed_out"}
    stuck = {"verdict": "unknown", "ending": "stuck"}
    kinds: list[dict[str, Any]] = [late, failed, {}, failed, stuck, failed, late]
    row = make_row(*(make_measurement("a", **kind) for kind in kinds))
    assert list(row.unsettled.items()) == [("failed: no memory", 3), ("timed out", 2), ("stuck", 1)]
    assert format_note(row) == "slowest on p2; 3 puzzles failed: no memory; 2 puzzles timed out; 1 other reason"
    assert combine({}, failed, late).unsettled == "failed: no memory"
    assert combine({}).unsettled == ""


@pytest.mark.parametrize(
    ("settled", "unsettled", "limit", "par2"),
    [
        ([3.0], 0, None, 3.0),
        ([1.0, 2.0], 0, None, 1.5),
        ([1.0, 2.0], 0, 5.0, 1.5),
        ([1.0, 2.0], 1, None, None),
        ([1.0, 2.0], 1, 6.0, 5.0),
        ([4.0], 3, 0.5, 7.0 / 4),
        ([], 1, 3.0, 6.0),
        ([], 2, 3.0, 6.0),
        ([], 1, None, None),
    ],
)
def test_par2_is_the_mean_time_with_twice_the_limit_for_what_was_not_settled(
    settled: list[float], unsettled: int, limit: float | None, par2: float | None
) -> None:
    puzzles = [make_measurement("a", time) for time in settled] + [make_measurement("a", **UNSETTLED)] * unsettled
    assert make_row(*puzzles, seconds=limit).par2 == par2


def test_without_any_time_there_is_no_share_for_building() -> None:
    assert make_row(make_measurement("a", 0.0)).build_share is None
    parts = make_measurement("a", 1.0, build=3.0, first=4.0)
    assert make_row(parts, parts).build_share == 3.0 / 8.0
    assert make_row(make_measurement("a", 0.0, build=0.25)).build_share == 1.0


def test_processor_time_is_the_sum_over_all_puzzles_settled_or_not() -> None:
    puzzles = [
        make_measurement("a", cpu=1.5),
        make_measurement("a", cpu=None),
        make_measurement("a", cpu=2.0, **UNSETTLED),
    ]
    assert make_row(*puzzles).cpu == 3.5
    assert make_row(make_measurement("a")).cpu is None


def test_counts_are_summed_except_the_deepest() -> None:
    puzzles = [
        make_measurement("a", counts={"nodes": 5, "deepest": 3}),
        make_measurement("a", counts={"nodes": 6, "deepest": 7}, **UNSETTLED),
        make_measurement("a", counts={"conflicts": 2, "deepest": 4}),
        make_measurement("a"),
    ]
    assert make_row(*puzzles).counts == {"nodes": 11, "deepest": 7, "conflicts": 2}
    tiers = make_rows(*([one] for one in puzzles), tiers="xyzx")
    assert [row.counts for row in tiers] == [
        {"nodes": 5, "deepest": 3},
        {"nodes": 6, "deepest": 7},
        {"conflicts": 2, "deepest": 4},
        {"nodes": 11, "deepest": 7, "conflicts": 2},
    ]


def test_the_ratio_is_the_median_over_the_puzzles_that_both_engines_settled() -> None:
    pairs = [
        [make_measurement("a", 2.0), make_measurement("b", 1.0)],  # 2
        [make_measurement("a", 12.0), make_measurement("b", 2.0)],  # 6
        [make_measurement("a", 1.0), make_measurement("b", 4.0)],  # 0.25
        [make_measurement("a", 90.0), make_measurement("b", 1.0, **UNSETTLED)],
        [make_measurement("a", 90.0, **UNSETTLED), make_measurement("b", 1.0)],
        [make_measurement("a", 90.0), make_measurement("b", 0.0)],  # has no ratio
    ]
    first, second = make_rows(*pairs, engines=("b", "a"))
    assert (first.engine, first.ratio, first.paired, first.par2_ratio) == ("b", None, None, None)
    assert (second.engine, second.ratio, second.paired) == ("a", 2.0, 3)
    assert (second.ratio_low, second.ratio_high) == (None, None)  # too few pairs
    _, second = make_rows(*pairs[:2], engines=("b", "a"))
    assert (second.ratio, second.paired) == (4.0, 2)


def test_a_ratio_of_ten_pairs_has_an_interval() -> None:
    pairs = [[make_measurement("a", float(number)), make_measurement("b", 1.0)] for number in range(1, 11)]
    _, second = make_rows(*pairs, engines=("b", "a"))
    assert (second.ratio, second.ratio_low, second.ratio_high) == estimate_median(range(1, 11))
    _, second = make_rows(*pairs[1:], engines=("b", "a"))
    assert (second.ratio, second.ratio_low, second.ratio_high) == (6.0, None, None)


def test_without_a_puzzle_that_both_settled_there_is_no_ratio_but_one_of_par2() -> None:
    pairs = [[make_measurement("a", 2.0), make_measurement("b", 1.0, **UNSETTLED)]] * 3
    _, second = make_rows(*pairs, engines=("b", "a"), seconds=5.0)
    assert (second.paired, second.ratio, second.par2_ratio) == (0, None, 2.0 / 10.0)
    _, second = make_rows(*pairs, engines=("b", "a"), seconds=None)
    assert (second.paired, second.ratio, second.par2_ratio) == (0, None, None)


def test_a_puzzle_without_the_first_engine_has_no_ratio() -> None:
    [alone] = make_rows([make_measurement("b")])
    assert (alone.engine, alone.ratio) == ("b", None)


def family_of(*times: float | None, engine: str = "a") -> list[list[Measurement]]:
    """Return a puzzle and its isomorphs with these times; None if the engine did not settle it."""
    return [[make_measurement(engine, 1.0, **UNSETTLED) if t is None else make_measurement(engine, t)] for t in times]


@pytest.mark.parametrize(
    ("families", "luck"),
    [
        ([(2.0, 1.0, 3.0)], 3.0),
        ([(0.2, 0.1, 0.4)], 4.0),
        ([(2.0, 2.0, 2.0)], 1.0),
        ([(2.0, 1.0, 3.0), (5.0, 5.0, 10.0)], 2.5),
        ([(2.0, 1.0, 3.0), (5.0, 5.0, 10.0), (1.0, 8.0, 1.0)], 3.0),
        ([(None, 1.0, 3.0)], None),
        ([(2.0, 1.0, None)], None),
        ([(2.0, 1.0, None), (5.0, 5.0, 10.0)], 2.0),
        ([(None, 1.0, 9.0), (4.0, None, 1.0), (1.0, 1.0, 7.0)], 7.0),
        ([(0.0, 1.0, 3.0)], None),  # too short to be measured
        ([(0.0, 1.0, 3.0), (1.0, 2.0, 1.0)], 2.0),
    ],
)
def test_luck_is_the_median_of_longest_to_shortest_over_families_settled_in_full(
    families: list[tuple[float | None, ...]], luck: float | None
) -> None:
    puzzles = [one for family in families for one in family_of(*family)]
    [row] = make_rows(*puzzles, isomorphs=2)
    assert row.luck == luck
    [row] = make_rows(*puzzles, isomorphs=0)
    assert row.luck is None


def test_luck_belongs_to_the_engine_and_the_tier_of_the_family() -> None:
    a = [*family_of(1.0, 2.0), *family_of(1.0, 9.0), *family_of(3.0, 12.0)]
    b = [*family_of(5.0, 5.0, engine="b"), *family_of(None, 9.0, engine="b"), *family_of(7.0, 1.0, engine="b")]
    both = [[*one, *other] for one, other in zip(a, b, strict=True)]
    rows = make_rows(*both, isomorphs=1, tiers="xxxxyy")
    assert [(row.tier, row.engine, row.luck) for row in rows] == [
        ("x", "a", 5.5),
        ("x", "b", 1.0),
        ("y", "a", 4.0),
        ("y", "b", 7.0),
        ("all", "a", 4.0),
        ("all", "b", 4.0),
    ]


def test_several_tiers_are_followed_by_the_numbers_of_all_puzzles() -> None:
    puzzles = [
        [make_measurement("a", 1.0, build=1.0, cpu=1.0), make_measurement("b", 6.0, cpu=3.0)],
        [make_measurement("a", 8.0, build=2.0, cpu=2.0), make_measurement("b", 4.0)],
        [make_measurement("a", 3.0, build=1.0), make_measurement("b", 80.0)],
        [make_measurement("a", 7.0, build=3.0, cpu=4.0), make_measurement("b", **UNSETTLED)],
    ]
    table = make_rows(*puzzles, tiers="yxyx", seconds=50.0)
    assert [(row.tier, row.engine) for row in table] == [
        ("y", "a"), ("y", "b"), ("x", "a"), ("x", "b"), ("all", "a"), ("all", "b"),
    ]  # fmt: skip
    assert [(row.of, row.settled) for row in table] == [(2, 2), (2, 2), (2, 2), (2, 1), (4, 4), (4, 3)]
    assert [(row.slowest, row.slowest_id) for row in table] == [
        (4.0, "p2"), (80.0, "p2"), (10.0, "p1"), (4.0, "p1"), (10.0, "p1"), (80.0, "p2"),
    ]  # fmt: skip
    assert [row.median for row in table] == [3.0, 43.0, 10.0, 4.0, 7.0, 6.0]
    assert [row.par2 for row in table] == [3.0, 43.0, 10.0, 52.0, 6.5, 47.5]
    assert [row.build_share for row in table] == [2 / 6, None, 5 / 20, None, 7 / 26, None]
    assert [row.cpu for row in table] == [1.0, 3.0, 6.0, None, 7.0, 3.0]
    assert [row.ratio for row in table] == [None, 11.5, None, 0.4, None, 3.0]


def test_the_total_of_one_table_is_the_table_of_one_tier() -> None:
    """Whatever is added tier by tier is the same as if there were no tiers."""
    times = [3.0, 1.0, 4.0, 1.5, 9.0, 2.0, 6.0, 5.0]
    puzzles = [
        [
            make_measurement("a", time, build=time / 2, cpu=time, counts={"nodes": int(time), "deepest": int(time)}),
            make_measurement("b", 10 - time, counts={"conflicts": 1}, **(UNSETTLED if time == 4.0 else {})),
        ]
        for time in times
    ]
    together = make_rows(*puzzles, isomorphs=1, tiers="x" * 8)
    *_, a, b = make_rows(*puzzles, isomorphs=1, tiers="xxxxyyzz")
    for whole, total in zip(together, (a, b), strict=True):
        same = ("engine", "of", "settled", "median", "p90", "p99", "slowest", "slowest_id", "par2", "build_share")
        same += ("cpu", "counts", "paired", "ratio", "ratio_low", "ratio_high", "par2_ratio", "luck")
        assert {name: getattr(whole, name) for name in same} == {name: getattr(total, name) for name in same}


def test_equally_slow_puzzles_of_two_tiers_are_named_by_the_first() -> None:
    *_, total = make_rows(*family_of(2.0, 5.0, 5.0, 1.0), tiers="xxyy")
    assert (total.tier, total.slowest, total.slowest_id) == ("all", 5.0, "p1")
    *_, total = make_rows(*family_of(None, 5.0, None), tiers="xyz")
    assert (total.slowest, total.slowest_id) == (5.0, "p1")


def test_one_tier_has_no_total_and_an_engine_without_measurements_no_row() -> None:
    rows = make_rows(*family_of(2.0, 5.0, engine="b"), tiers="xx")
    assert [(row.tier, row.engine) for row in rows] == [("x", "b")]


def test_the_total_does_not_take_the_name_of_a_tier() -> None:
    record = make_empty_record(make_facts(engines=("a",)))
    for number, tier in enumerate(["all", "hard"]):
        measurement = make_measurement("a", puzzle=number)
        record.add(make_numbered_puzzle(number, tier), [measurement], [])
    record.commit()
    assert [row.tier for row in summarize(record).rows] == ["all", "hard", "all of these"]


def test_a_summary_counts_the_puzzles_and_names_the_puzzle_of_each_objection() -> None:
    facts = make_facts(engines=("a",))
    record = make_empty_record(facts)
    for number, objections in enumerate([["wrong"], [], ["missing", "late"]]):
        measurement = make_measurement("a", 2.0, puzzle=number, round=number)
        record.add(make_numbered_puzzle(number), [measurement], objections)
    record.commit()
    summary = summarize(record)
    assert (summary.facts, summary.puzzles) == (facts, 3)
    assert summary.objections == (
        Objection("p0", 0, "wrong"),
        Objection("p2", 2, "missing"),
        Objection("p2", 2, "late"),
    )
    assert summary.as_json() == {
        "facts": facts.as_json(),
        "puzzles": 3,
        "sentences": ["a settled 3 puzzles; its median time was 2.00 s."],
        "reference": "a",
        "objections": [
            {"puzzle": "p0", "round": 0, "text": "wrong"},
            {"puzzle": "p2", "round": 2, "text": "missing"},
            {"puzzle": "p2", "round": 2, "text": "late"},
        ],
        "table": [
            {
                "tier": "tier", "engine": "a", "of": 3, "settled": 3, "median": 2.0, "p90": None, "p99": None,
                "slowest": 2.0, "slowest_id": "p0", "par2": 2.0, "build_share": None, "cpu": None, "counts": {},
                "unsettled": {}, "reported": None, "measured": None,
                "luck": None, "paired": None, "ratio": None, "ratio_low": None, "ratio_high": None, "par2_ratio": None,
            }
        ],
        "pairs": [],
        "preparation": [],
        "machines": [
            {"number": 1, **MACHINE.as_json(), "puzzles": 3, "repeated": 0, "table": [], "pairs": []}
        ],
        "repeated": {},
    }  # fmt: skip


def test_every_round_is_measured(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio", "sat"), rounds=3))
    list(measure(make_cases(EASY, TWO), Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5), rounds=3), record))
    rows = list(record.measurements())
    assert len(rows) == 12
    assert all(row.cpu and row.cpu > 0 and row.total > 0 for row in rows)
    assert len({(row.puzzle, row.round, row.engine) for row in rows}) == 12
    [first, second] = summarize(record).rows
    assert (first.engine, first.of, first.settled, first.ratio) == ("reductio", 2, 2, None)
    assert second.paired == 2
    assert second.ratio


def test_luck_is_the_longest_to_the_shortest_time_of_a_puzzle_and_its_isomorphs(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("reductio", "sat"), isomorphs=2))
    plan = Plan(engines_by_text(["reductio", "sat"]), Limits(2, 5))
    list(measure(list(add_isomorphs(make_cases(EASY, TWO, NONE), 2, seed=1)), plan, record))
    times = {(one.engine, one.puzzle): one.total for one in record.measurements()}
    for row in summarize(record).rows:
        families = [[times[row.engine, 3 * family + copy] for copy in range(3)] for family in range(3)]
        assert row.luck == sorted(max(family) / min(family) for family in families)[1]
        assert f"luck {row.luck:#.3g} (slowest" in format_note(row)
    [alone] = summarize(measure_one_puzzle(tmp_path / "alone")).rows
    assert alone.luck is None
    assert "luck" not in format_note(alone)


def measure_one_puzzle(path: Path) -> Record:
    record = Record.create(path, make_facts(engines=("reductio",)))
    list(measure(make_cases(EASY), Plan(engines_by_text(["reductio"]), Limits(2, 5)), record))
    return record


def test_an_unsettled_search_counts_double_in_par2_and_in_no_median(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("wrong",)))
    list(measure(make_cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2, 5.0)), record))
    [row] = summarize(record).rows
    assert (row.of, row.settled) == (2, 1)
    assert row.par2 > 5.0
    assert row.median
    assert row.median < 1.0


def test_without_a_limit_there_is_no_par2_for_unsettled_puzzles(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r", make_facts(engines=("wrong",), seconds=None))
    list(measure(make_cases(EASY, TWO), Plan({"wrong": Faulty("raise")}, Limits(2)), record))
    [row] = summarize(record).rows
    assert (row.settled, row.par2) == (1, None)


@pytest.mark.parametrize(
    ("planned", "rounds", "sentence"),
    [
        (None, 1, None),
        (2, 1, None),
        (800, 1, "The run is incomplete: 2 of 800 puzzles have been measured."),
        (1, 4, "The run is incomplete: 2 of 4 rounds of puzzles have been measured."),
    ],
)
def test_a_run_that_was_interrupted_is_called_incomplete(
    planned: int | None, rounds: int, sentence: str | None
) -> None:
    facts = make_facts(engines=("a",), puzzles=planned, rounds=rounds)
    first = summarize(make_record(facts, *family_of(1.0, 2.0))).sentences[0]
    assert first == (sentence or "a settled 2 puzzles; its median time was 1.50 s.")
