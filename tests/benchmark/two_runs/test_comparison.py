"""The comparison of two records, checked against a plain computation and against hand-made records."""

import io
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from measuring import (
    MACHINE,
    make_cluster_record,
    make_empty_record,
    make_facts,
    make_machine,
    make_measurement,
    make_record,
)
from sudoku_compare.benchmark.recording.facts import RunFacts
from sudoku_compare.benchmark.recording.record import Measurement, PuzzleRow, Record
from sudoku_compare.benchmark.report.blocks import Line, Table
from sudoku_compare.benchmark.report.terminal import render_blocks
from sudoku_compare.benchmark.statistics.inference import FEWEST, estimate_median
from sudoku_compare.benchmark.two_runs.comparison import (
    MOST_LISTED,
    RecordComparison,
    VerdictChange,
    compare_records,
)
from sudoku_compare.benchmark.two_runs.comparison_blocks import MOST_CHANGES, make_blocks
from sudoku_compare.benchmark.two_runs.count_changes import MOST_NAMED, PuzzleCount
from sudoku_compare.benchmark.two_runs.fail_rules import apply_rules, parse_rule
from sudoku_compare.benchmark.two_runs.pairing import pair_puzzles

UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}
FACTS = make_facts(engines=("a", "b"))


def make(*puzzles: list[Measurement], tiers: str = "", **facts: Any) -> Record:
    return make_record(make_facts(**{"engines": ("a", "b")} | facts), *puzzles, tiers=tiers)


def make_record_of(rows: dict[str, float], facts: RunFacts = FACTS) -> Record:
    """Return a record in which the engine a settled the puzzles with these ids in these times."""
    record = make_empty_record(facts)
    for number, (id, seconds) in enumerate(rows.items()):
        record.add(PuzzleRow(number, id, "tier", "3x3", "." * 81), [make_measurement("a", seconds, puzzle=number)], [])
    record.commit()
    return record


def render(comparison: RecordComparison, width: int = 100) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_blocks(make_blocks(comparison)):
        console.print(part)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def test_a_record_does_not_differ_from_itself() -> None:
    times = [[make_measurement("a", 0.1 + n), make_measurement("b", 1.0, counts={"nodes": n})] for n in range(12)]
    comparison = compare_records(make(*times), make(*times))
    assert comparison.differences == ()
    assert [row.ratio for row in comparison.rows] == [(1.0, 1.0, 1.0)] * 2
    assert [row.par2_ratio for row in comparison.rows] == [1.0, 1.0]
    assert (comparison.lost_verdicts.number, comparison.gained_verdicts.number) == (0, 0)
    assert [change.changed for change in comparison.counts] == [0]
    text = render(comparison)
    assert text[0] == "A and B have the same machine, software, options and puzzles."
    assert text[-3:] == ["Verdicts changed or lost: none", "Settled only in B: none", "Changed counts: none"]


SECONDS = st.floats(1e-6, 1e3)
SEARCH = st.tuples(SECONDS, st.booleans())


@settings(deadline=None)  # the first example imports SciPy
@given(st.lists(st.tuples(SEARCH, SEARCH), min_size=1, max_size=25))
def test_the_numbers_are_those_of_a_plain_computation(searches: list[tuple[tuple[float, bool], ...]]) -> None:
    limit_a, limit_b = 2000.0, 3000.0  # the larger one counts for both

    def make_side(side: int, limit: float) -> Record:
        measurements = [
            [make_measurement("a", pair[side][0], **({} if pair[side][1] else UNSETTLED))] for pair in searches
        ]
        return make(*measurements, seconds=limit)

    [row] = compare_records(make_side(0, limit_a), make_side(1, limit_b)).rows
    costs = [(a if done_a else 2 * limit_b, b if done_b else 2 * limit_b) for (a, done_a), (b, done_b) in searches]
    both = [b / a for (a, done_a), (b, done_b) in searches if done_a and done_b]
    either = [b / a for (a, b), (one, other) in zip(costs, searches, strict=True) if one[1] or other[1]]
    assert (row.puzzles, row.paired) == (len(searches), len(both))
    assert (row.settled_a, row.settled_b) == tuple(sum(pair[side][1] for pair in searches) for side in (0, 1))
    assert row.ratio == estimate_median(both)
    assert (row.ratio.value if row.ratio else None) == (median(both) if both else None)
    assert row.cost_ratio == estimate_median(either)
    assert row.par2_a == pytest.approx(sum(a for a, _ in costs) / len(costs))
    assert row.par2_b == pytest.approx(sum(b for _, b in costs) / len(costs))
    assert row.par2_ratio == pytest.approx((row.par2_b or 0) / (row.par2_a or 1))


def test_without_a_limit_an_unsettled_puzzle_has_no_cost() -> None:
    settled, unsettled = [make_measurement("a")], [make_measurement("a", **UNSETTLED)]
    [row] = compare_records(make(settled, settled, seconds=None), make(settled, unsettled, seconds=None)).rows
    assert (row.par2_a, row.par2_b, row.par2_ratio) == (1.0, None, None)
    assert row.cost_ratio == (1.0, None, None)
    [row] = compare_records(make(settled, seconds=None), make(settled, seconds=None)).rows
    assert (row.par2_a, row.par2_b, row.par2_ratio) == (1.0, 1.0, 1.0)


def test_a_smaller_time_limit_does_not_make_a_run_faster() -> None:
    """An engine that settles nothing any more has become slower, however early it was stopped."""
    settled, unsettled = [[make_measurement("a")]] * 12, [[make_measurement("a", **UNSETTLED)]] * 12
    for limit in (0.01, None):
        [row] = compare_records(make(*settled, seconds=10.0), make(*unsettled, seconds=limit)).rows
        assert (row.cost_ratio, row.par2_ratio) == ((20.0, 20.0, 20.0), 20.0)


def test_rounds_are_combined_before_puzzles_are_compared() -> None:
    before = [make_measurement("a", seconds, round=number) for number, seconds in enumerate((1.0, 2.0, 9.0))]
    after = [make_measurement("a", 4.0)]
    [row] = compare_records(make(before, rounds=3), make(after)).rows
    assert (row.paired, row.ratio) == (1, (2.0, None, None))


def test_a_puzzle_and_its_isomorphs_count_as_one_pair() -> None:
    """Twelve puzzles with two isomorphs each: the median of each family enters, and there are 12 of them, not 36."""
    factors = [(1.0, 2.0 + n, 99.0) for n in range(12)]
    before = make(*[[make_measurement("a", 1.0)]] * 36, isomorphs=2, tiers="x" * 18 + "y" * 18)
    puzzles = [[make_measurement("a", factor)] for family in factors for factor in family]
    after = make(*puzzles, isomorphs=2, tiers="x" * 18 + "y" * 18)
    row = compare_records(before, after).rows[-1]
    assert (row.tier, row.puzzles, row.paired) == ("all", 36, 36)
    assert row.ratio == row.cost_ratio == estimate_median([2.0 + n for n in range(12)])


def test_tiers_are_compared_one_by_one_and_together() -> None:
    before = make(*[[make_measurement("a", 1.0), make_measurement("b", 1.0)]] * 4, tiers="xxyy")
    after = make(
        *[[make_measurement("a", factor), make_measurement("b", 1.0)] for factor in (2, 2, 3, 3)], tiers="xxyy"
    )
    comparison = compare_records(before, after)
    assert [(row.tier, row.engine, row.puzzles, row.ratio and row.ratio.value) for row in comparison.rows] == [
        ("x", "a", 2, 2.0),
        ("x", "b", 2, 1.0),
        ("y", "a", 2, 3.0),
        ("y", "b", 2, 1.0),
        ("all", "a", 4, 2.5),
        ("all", "b", 4, 1.0),
    ]
    assert [row.tier for row in comparison.overall] == ["all", "all"]


def test_puzzles_are_paired_by_id_and_givens_whatever_their_order() -> None:
    times = {f"p:{n}": 1.0 + n for n in range(40)}
    shuffled = list(times)
    Random(1).shuffle(shuffled)
    after = make_record_of({id: 2 * times[id] for id in shuffled})
    comparison = compare_records(make_record_of(times), after)
    assert (comparison.puzzles, comparison.a.unpaired.number, comparison.b.unpaired.number) == (40, 0, 0)
    assert comparison.rows[0].ratio == (2.0, 2.0, 2.0)


@given(st.lists(st.integers(0, 12), max_size=20), st.lists(st.integers(0, 12), max_size=20))
def test_every_puzzle_is_paired_once_or_left_over(a: list[int], b: list[int]) -> None:
    def make_numbered(numbers: list[int]) -> Record:
        record = make_empty_record(FACTS)
        for place, number in enumerate(numbers):
            row = PuzzleRow(place, f"p:{number // 2}", "tier", "2x2", f"{number % 2 or '.'}{'.' * 15}")
            record.add(row, [make_measurement("a", puzzle=place)], [])
        record.commit()
        return record

    pairs = list(pair_puzzles(make_numbered(a), make_numbered(b)))
    both = sum(min(a.count(number), b.count(number)) for number in range(13))
    assert sum(bool(pair.a and pair.b) for pair in pairs) == both
    assert sum(pair.b is None for pair in pairs) == len(a) - both
    assert sum(pair.a is None for pair in pairs) == len(b) - both


def test_what_only_one_record_has_is_counted_and_named() -> None:
    before = make_record_of({"p:1": 1.0, "p:2": 1.0, "p:3": 1.0}, make_facts(engines=("a", "x")))
    after = make_record_of({"p:3": 1.0, "p:4": 1.0}, make_facts(engines=("a", "y", "z")))
    comparison = compare_records(before, after)
    assert (comparison.a.unpaired.number, comparison.a.unpaired.listed) == (2, ("p:1", "p:2"))
    assert (comparison.b.unpaired.number, comparison.b.unpaired.listed) == (1, ("p:4",))
    assert (comparison.a.unpaired_engines, comparison.b.unpaired_engines) == (("x",), ("y", "z"))
    assert (comparison.a.puzzles, comparison.b.puzzles, comparison.puzzles) == (3, 2, 1)
    text = render(comparison)
    assert "warning: 2 puzzles only in A: p:1, p:2" in text
    assert "warning: 1 puzzle only in B: p:4" in text
    assert "warning: engines only in B: y, z" in text


def test_an_engine_of_only_one_record_is_not_compared() -> None:
    comparison = compare_records(
        make([make_measurement("a"), make_measurement("b")]), make([make_measurement("a")], engines=("a",))
    )
    assert [row.engine for row in comparison.rows] == ["a"]


def test_records_without_a_common_puzzle_say_so() -> None:
    comparison = compare_records(make_record_of({"p:1": 1.0}), make_record_of({"p:2": 1.0}))
    assert (comparison.puzzles, comparison.rows, comparison.overall) == (0, (), ())
    assert render(comparison)[-1] == "A and B have no puzzle and engine in common: nothing is compared."


@pytest.mark.parametrize(
    ("before", "after", "lost", "gained"),
    [
        (["unique"], ["unique"], None, None),
        (["unique"], ["multiple"], ("unique", "multiple"), None),
        (["unique"], ["unknown"], ("unique", "unknown"), None),
        (["unknown"], ["unsolvable"], None, ("unknown", "unsolvable")),
        (["unknown"], ["unknown"], None, None),
        (["unique", "unique"], ["unique", "unknown"], ("unique", "unknown"), None),
        (["unique", "multiple"], ["unique", "unique"], ("unique or multiple", "unique"), None),
    ],
)
def test_verdicts_of_all_rounds_are_compared(
    before: list[str], after: list[str], lost: tuple[str, str] | None, gained: tuple[str, str] | None
) -> None:
    def make_side(verdicts: list[str]) -> Record:
        return make([make_measurement("b", round=number, verdict=verdict) for number, verdict in enumerate(verdicts)])

    comparison = compare_records(make_side(before), make_side(after))
    assert comparison.lost_verdicts.listed == ((VerdictChange("p0", "b", *lost),) if lost else ())
    assert comparison.gained_verdicts.listed == ((VerdictChange("p0", "b", *gained),) if gained else ())


def test_many_changed_verdicts_are_counted_and_some_are_listed() -> None:
    number = MOST_LISTED + 5
    before = make_record_of({f"p:{n}": 1.0 for n in range(number)})
    after = make_empty_record(FACTS)
    for n in range(number):
        measurement = make_measurement("a", puzzle=n, verdict="multiple")
        after.add(PuzzleRow(n, f"p:{n}", "tier", "3x3", "." * 81), [measurement], [])
    after.commit()
    comparison = compare_records(before, after)
    assert (comparison.lost_verdicts.number, len(comparison.lost_verdicts.listed)) == (number, MOST_LISTED)
    [table] = [block for block in make_blocks(comparison) if isinstance(block, Table) and "Verdicts" in block.title]
    assert (len(table.rows), table.notes) == (MOST_CHANGES, (f"and {number - MOST_CHANGES:,} more",))


def test_counts_are_summed_and_the_largest_changes_are_named() -> None:
    counts = [(10, 10), (10, 30), (5, 4), (0, 1), (7, 7), (1, 4), (1, 3), (2, 0)]
    before = make(*[[make_measurement("a", counts={"nodes": a, "deepest": a})] for a, _ in counts])
    after = make(*[[make_measurement("a", counts={"nodes": b, "deepest": b})] for _, b in counts])
    nodes, deepest = compare_records(before, after).counts
    assert (nodes.engine, nodes.count, nodes.puzzles, nodes.changed) == ("a", "nodes", 8, 6)
    assert (nodes.a, nodes.b) == (36, 59)
    assert nodes.growth == pytest.approx(23 / 36)
    assert nodes.largest == (
        PuzzleCount("p1", 10, 30),
        PuzzleCount("p5", 1, 4),
        PuzzleCount("p6", 1, 3),
        PuzzleCount("p7", 2, 0),
        PuzzleCount("p2", 5, 4),
    )
    assert len(nodes.largest) == MOST_NAMED
    assert (deepest.count, deepest.a, deepest.b) == ("deepest", 10, 30)


def test_counts_of_searches_that_settled_nothing_are_not_compared() -> None:
    """They depend on how far the search came within its time."""
    before = make(
        [make_measurement("a", counts={"nodes": 5}, **UNSETTLED)], [make_measurement("a", counts={"nodes": 7})]
    )
    after = make([make_measurement("a", counts={"nodes": 9})], [make_measurement("a", counts={"nodes": 7})])
    [nodes] = compare_records(before, after).counts
    assert (nodes.puzzles, nodes.a, nodes.b, nodes.changed) == (1, 7, 7, 0)


def test_a_count_of_only_one_run_is_missing_in_the_other_and_not_zero() -> None:
    before = make([make_measurement("a", counts={"old": 5})])
    after = make([make_measurement("a", counts={"new": 6})])
    old, new = compare_records(before, after).counts
    assert ((old.count, old.a, old.b), (new.count, new.a, new.b)) == (("old", 5, None), ("new", None, 6))
    assert old.growth is new.growth is None
    rows = [line.split() for line in render(compare_records(before, after))]
    assert ["a", "old", "5", "-", "-", "0/0"] in rows
    assert ["a", "new", "-", "6", "-", "0/0"] in rows


def read_lines(comparison: RecordComparison) -> list[str]:
    return [block.text for block in make_blocks(comparison) if isinstance(block, Line)]


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ((1.0, 2.0), "a: B was slower: it took 2.00 times as long as A (95% interval 2.00 to 2.00) on 10 puzzles that"),
        ((2.0, 1.0), "a: B was faster: it took 0.500 times as long as A (95% interval 0.500 to 0.500) on 10 puzzles"),
        ((1.0, 1.0), "a: no significant difference: B took 1.00 times as long as A (95% interval 1.00 to 1.00)"),
    ],
)
def test_the_result_is_said_in_a_sentence(pair: tuple[float, float], sentence: str) -> None:
    before, after = (make_record_of({f"p:{n}": seconds for n in range(FEWEST)}) for seconds in pair)
    assert any(line.startswith(sentence) for line in read_lines(compare_records(before, after)))


def test_too_few_pairs_have_no_interval_and_none_have_no_ratio() -> None:
    few = make_record_of({f"p:{n}": 1.0 for n in range(FEWEST - 1)})
    comparison = compare_records(few, few)
    assert comparison.rows[0].ratio == (1.0, None, None)
    assert "a: B took 1.00 times as long as A on 9 puzzles that both settled, too few for an interval." in read_lines(
        comparison
    )
    assert "An interval is shown from 10 pairs on; isomorphs of a puzzle count as one pair with it." in render(
        comparison
    )
    unsettled = make([make_measurement("a", **UNSETTLED)])
    comparison = compare_records(unsettled, unsettled)
    assert comparison.rows[0].ratio is None
    assert "a: not compared: no puzzle was settled in both A and B." in read_lines(comparison)
    assert ["a", "0/1", "0/1", "-", "0", "10.0", "s", "10.0", "s", "1.00"] in [
        line.split() for line in render(comparison)
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_number_is_cut_off_at_any_width(width: int) -> None:
    long = "sat:solver=cadical153,encoding=efficient,reduced=false"
    facts = make_facts(engines=("a", long))

    def make_side(factor: float) -> Record:
        puzzles = [
            [
                make_measurement("a", 1.0),
                make_measurement(long, factor * (n + 1), counts={"propagations": int(factor * 10**7)}),
            ]
            for n in range(20)
        ]
        return make_record(facts, *puzzles)

    lines = render(compare_records(make_side(1), make_side(1234.5)), width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    text = " ".join(" ".join(lines).split())
    assert all(number in text for number in ("1,234 (1,234", "200,000,000", "246,900,000,000", "20/20"))


def test_a_comparison_as_json_has_the_same_numbers() -> None:
    before = make_record_of({f"p:{n}": 1.0 for n in range(12)})
    after = make_record_of({f"p:{n}": 2.0 for n in range(1, 13)})
    values = compare_records(before, after).as_json()
    [row] = values["table"]
    assert [row[name] for name in ("puzzles", "paired", "ratio", "ratio_low", "ratio_high")] == [11, 11, 2.0, 2.0, 2.0]
    assert [row[name] for name in ("par2_a", "par2_b", "par2_ratio")] == [1.0, 2.0, 2.0]
    assert values["a"]["unpaired_listed"] == ["p:0"]
    assert values["b"]["unpaired_listed"] == ["p:12"]


def test_two_runs_on_the_same_puzzles_need_hardly_any_memory(tmp_path: Path) -> None:
    number = 3000
    records = []
    for name in ("a", "b"):
        record = Record.create(tmp_path / name, FACTS)
        record.find_or_add_machine(MACHINE)
        for n in range(number):
            measurements = [make_measurement("a", puzzle=n)]
            record.add(PuzzleRow(n, f"p:{n}", "tier", "3x3", "." * 81), measurements, [])
        record.commit()
        records.append(record)
    tracemalloc.start()
    pairs = sum(1 for _ in pair_puzzles(*records))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pairs == number
    assert peak < 100 * number  # bytes; each waiting puzzle takes several times as much


@pytest.mark.parametrize(
    ("a", "b", "ratio", "warning"),
    [
        (
            [2.0, 4.0, 9.0],
            [6.0],
            1.5,
            "the machine was slower in B: a fixed piece of work took 1.50 times as long as in A",
        ),
        ([4.0], [2.0], 0.5, "the machine was faster in B: a fixed piece of work took 0.500 times as long as in A"),
        ([4.0], [4.1], 1.025, None),
        ([4.0], [], None, None),
        ([], [4.0], None, None),
    ],
)
def test_a_machine_that_was_slower_is_a_warning(
    a: list[float], b: list[float], ratio: float | None, warning: str | None
) -> None:
    records = []
    for times in (a, b):
        record = make(*[[make_measurement("a")]] * 3)
        for number, cpu in enumerate(times):
            record.add_calibration(number, 0, cpu, 1)
        record.commit()
        records.append(record)
    comparison = compare_records(*records)
    assert comparison.machine_ratio == (pytest.approx(ratio) if ratio else None)
    assert comparison.as_json()["machine_ratio"] == comparison.machine_ratio
    warnings = [line for line in read_lines(comparison) if "machine was" in line]
    assert warnings == ([f"warning: {warning}"] if warning else [])


def make_split(speeds: dict[int, float], hosts: tuple[int, ...] = (1, 2)) -> Record:
    """Return a record of 24 puzzles, half of them on each of two machines, which take these times."""
    machines = [make_machine(host) for host in hosts]
    puzzles = [[make_measurement("a", speeds[1 + n % 2] * (1 + n), machine=1 + n % 2)] for n in range(24)]
    return make_cluster_record(make_facts(engines=("a",)), machines, *puzzles)


def test_only_times_of_the_same_machine_are_compared() -> None:
    comparison = compare_records(make_split({1: 1.0, 2: 100.0}), make_split({1: 2.0, 2: 100.0}))
    [row] = comparison.rows
    assert row.paired == 24
    assert row.ratio is not None
    assert row.ratio.value == 1.5  # half of the puzzles took twice as long
    assert (row.par2_a, row.par2_b, row.settled_a) == (None, None, 24)
    assert comparison.as_json()["several_machines"] is True
    exchanged = compare_records(make_split({1: 1.0, 2: 100.0}), make_split({1: 100.0, 2: 1.0}, hosts=(2, 1)))
    assert (exchanged.rows[0].paired, exchanged.rows[0].ratio) == (0, None)  # each puzzle was on the other machine
    assert exchanged.rows[0].settled_b == 24


def test_a_run_on_several_machines_is_compared_with_one_on_one_of_them_where_they_meet() -> None:
    machine = make_machine(2)
    puzzles = [[make_measurement("a", 300.0 * (1 + n))] for n in range(24)]
    alone = make_cluster_record(make_facts(engines=("a",)), [machine], *puzzles)
    comparison = compare_records(make_split({1: 1.0, 2: 100.0}), alone)
    [row] = comparison.rows
    assert row.paired == 12
    assert row.ratio == (3.0, 3.0, 3.0)
    assert "warning: A or B was measured on several machines: times are compared only" in " ".join(render(comparison))
    other = make_cluster_record(make_facts(engines=("a",)), [replace(machine, python="3.99")], *puzzles)
    assert compare_records(make_split({1: 1.0, 2: 100.0}), other).rows[0].paired == 0


def test_times_on_an_unknown_host_are_not_those_of_another_machine() -> None:
    nameless = [replace(make_machine(number), host=None) for number in (1, 2)]
    puzzles = [[make_measurement("a", 1.0, machine=1 + n % 2)] for n in range(24)]
    nameless[1] = replace(nameless[1], cores=7)
    a, b = (make_cluster_record(make_facts(engines=("a",)), nameless, *puzzles) for _ in range(2))
    assert compare_records(a, b).rows[0].paired == 0


def test_the_speed_of_several_machines_is_not_one_number() -> None:
    a, b = make_split({1: 1.0, 2: 1.0}), make_split({1: 1.0, 2: 1.0})
    for record in (a, b):
        for number in range(24):
            record.add_calibration(number, 0, 1.0, 1 + number % 2)
        record.commit()
    comparison = compare_records(a, b)
    assert (comparison.a.calibration, comparison.machine_ratio) == (None, None)


def test_a_machine_that_measured_for_another_one_is_the_one_that_differs() -> None:
    facts = make_facts(engines=("a",))
    a, b = (make_cluster_record(facts, [make_machine(1, cpu=cpu)], [make_measurement("a")]) for cpu in ("x", "y"))
    comparison = compare_records(a, b)
    assert [str(one) for one in comparison.differences] == ["cpu: x in A; y in B"]
    assert not comparison.is_same_machine


def test_the_gate_warns_that_not_all_times_are_compared() -> None:
    comparison = compare_records(make_split({1: 1.0, 2: 9.0}), make_split({1: 5.0, 2: 50.0}))
    findings = apply_rules(comparison, [parse_rule("slower:10%")])
    assert [finding.is_failure for finding in findings] == [False, True]
    assert findings[0].text == "A or B was measured on several machines: only times of the same machine are compared"
