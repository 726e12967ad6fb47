"""Runs on several machines: their times are never combined, whatever is the same on all of them is."""

import json
import math
from random import Random
from statistics import median

import pytest

from measuring import (
    make_cluster_record,
    make_facts,
    make_local_machine,
    make_machine,
    make_measurement,
    make_record,
)
from sudoku_compare.benchmark.recording.record import Attempt, Measurement
from sudoku_compare.benchmark.statistics.machine_stats import describe_machines, describe_repeats, name_machines
from sudoku_compare.benchmark.statistics.pairs import compare_engines
from sudoku_compare.benchmark.statistics.summary import Summary, summarize
from sudoku_compare.running.machine import Machine

FACTS = make_facts(engines=("a", "b"))
UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}
MACHINES = [make_machine(number, cpu=f"CPU {number}") for number in (1, 2, 3)]
SPEEDS = {1: 1.0, 2: 10.0, 3: 100.0}  # how long a search takes on each machine
TIME_COLUMNS = ("median", "p90", "p99", "slowest", "par2", "build_share", "cpu", "luck", "par2_ratio")


def measure_on(machine: int, time: float, ratio: float = 2.0, **changes: object) -> list[Measurement]:
    """Return the measurements of a puzzle on one machine, where b takes `ratio` times as long as a."""
    seconds = time * SPEEDS[machine]
    return [
        make_measurement("a", seconds, machine=machine, cpu=seconds, **changes),
        make_measurement("b", ratio * seconds, machine=machine, **changes),
    ]


def make_cluster_summary(**facts: object) -> Summary:
    """Return the summary of 36 puzzles, of which the slow machines have the easy ones."""
    random = Random(1)
    puzzles = [measure_on(1 + n % 3, random.uniform(0.9, 1.1) * (1 + n // 18), 2 + n % 2) for n in range(36)]
    return summarize(make_cluster_record(make_facts(**{"engines": ("a", "b")} | facts), MACHINES, *puzzles))


def test_the_numbers_of_each_machine_are_those_of_a_run_on_it_alone() -> None:
    puzzles = [measure_on(1 + n % 3, 1 + n / 36, 2 + n % 2, build=n / 99) for n in range(36)]
    facts = make_facts(engines=("a", "b"), isomorphs=0)
    tiers = "xxy" * 12
    summary = summarize(make_cluster_record(facts, MACHINES, *puzzles, tiers=tiers))
    assert [one.puzzles for one in summary.machines] == [12, 12, 12]
    for place, one in enumerate(summary.machines):
        own = [[row._replace(machine=1) for row in rows] for rows in puzzles[place::3]]
        alone = summarize(make_record(facts, *own, tiers=tiers[place::3]))
        ids = {f"p{number}": f"p{place + 3 * number}" for number in range(12)}
        expected = [row.__class__(**_to_dict(row) | {"slowest_id": ids[row.slowest_id]}) for row in alone.rows]
        assert list(one.rows) == expected
        assert one.pairs == alone.pairs


def _to_dict(row: object) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}  # type: ignore[attr-defined]


def test_medians_of_machines_that_differ_tenfold_are_apart() -> None:
    summary = make_cluster_summary()
    for one in summary.machines:
        [a, b] = one.rows
        assert a.median == pytest.approx(1.5 * SPEEDS[one.number], rel=0.4)
        assert b.median == pytest.approx(3.5 * SPEEDS[one.number], rel=0.5)


def test_no_time_of_all_machines_together_is_shown() -> None:
    summary = make_cluster_summary(isomorphs=2)
    for row in summary.rows:
        assert [getattr(row, name) for name in TIME_COLUMNS] == [None] * len(TIME_COLUMNS)
        assert row.slowest_id == ""
        assert (row.of, row.settled) == (36, 36)


def test_a_ratio_is_of_two_times_on_the_same_machine() -> None:
    """On each machine b takes 3 times as long. Searches of one puzzle on two machines are no pair."""
    puzzles = [measure_on(1 + n % 3, 1 + n / 36, 3.0) for n in range(36)]
    puzzles += [[make_measurement("a", 100.0, machine=3), make_measurement("b", 0.001, machine=1)] for _ in range(50)]
    summary = summarize(make_cluster_record(FACTS, MACHINES, *puzzles))
    [pair] = summary.pairs
    assert (pair.paired, pair.effect) == (36, 1.0)
    assert [pair.ratio, pair.ratio_low, pair.ratio_high] == pytest.approx([3.0] * 3)
    assert summary.rows[1].ratio == pytest.approx(3.0)
    assert [row.of for row in summary.rows] == [86, 86]
    assert "a was 3.00 times as fast as b (95% interval 3.00 to 3.00) on 36 puzzles that both settled." in (
        summary.sentences
    )


def test_pooled_ratios_are_those_of_the_machines_together() -> None:
    random = Random(2)
    ratios = [random.uniform(0.5, 4) for _ in range(30)]
    puzzles = [measure_on(1 + n % 3, 1.0, ratio) for n, ratio in enumerate(ratios)]
    [pair] = summarize(make_cluster_record(FACTS, MACHINES, *puzzles)).pairs
    [plain] = compare_engines("tier", {"a": [1.0] * 30, "b": ratios})
    assert pair.ratio == pytest.approx(median(ratios))
    for name in ("paired", "ratio_low", "ratio_high", "p_value", "effect"):
        assert getattr(pair, name) == pytest.approx(getattr(plain, name))


def test_the_median_over_rounds_is_taken_on_each_machine() -> None:
    rounds = [(1, 1.0), (1, 3.0), (1, 8.0), (2, 2.0), (2, 4.0)]
    rows = [
        make_measurement(engine, time * factor, machine=machine, round=number)
        for engine, factor in (("a", 1.0), ("b", 5.0))
        for number, (machine, time) in enumerate(rounds)
    ]
    summary = summarize(make_cluster_record(make_facts(engines=("a", "b"), rounds=5), MACHINES[:2], rows))
    assert [[row.median for row in one.rows] for one in summary.machines] == [[3.0, 15.0], [3.0, 15.0]]
    [pair] = summary.pairs
    assert (pair.paired, pair.ratio) == (1, 5.0)  # one puzzle, not two
    assert "on 1 puzzle that both settled" in summary.sentences[-1]


def test_rounds_of_a_puzzle_on_several_machines_are_one_observation() -> None:
    puzzles = [
        [row for machine in (1, 2) for row in measure_on(machine, 1.0, 2.0 * machine, round=machine)] for _ in range(12)
    ]
    [pair] = summarize(make_cluster_record(make_facts(engines=("a", "b"), rounds=2), MACHINES, *puzzles)).pairs
    assert (pair.paired, pair.ratio) == (12, 3.0)  # the median of 2 and 4
    assert pair.p_value is not None
    assert pair.p_value > 1e-4  # as from 12 values; from 24 it would be below


def test_verdicts_do_not_depend_on_the_machine() -> None:
    rows = [
        make_measurement("a", machine=1, round=0),
        make_measurement("a", machine=2, round=1, detail="slow", **UNSETTLED),
        make_measurement("b", machine=1, round=0, counts={"nodes": 4}),
        make_measurement("b", machine=2, round=1, counts={"nodes": 4}),
    ]
    summary = summarize(make_cluster_record(make_facts(engines=("a", "b"), rounds=2), MACHINES, rows))
    [a, b] = summary.rows
    assert (a.of, a.settled, a.unsettled) == (1, 0, {"timed out: slow": 1})
    assert (b.of, b.settled, b.counts) == (1, 1, {"nodes": 4})
    assert [[row.settled for row in one.rows] for one in summary.machines] == [[1, 1], [0, 1]]
    assert summary.sentences[-1] == "Of 1 puzzle, a settled 0 and b settled all."


def test_luck_is_found_only_among_isomorphs_on_one_machine() -> None:
    here = [measure_on(1, time) for time in (1.0, 2.0)]
    split = [measure_on(1, 1.0), measure_on(2, 1.0)]
    summary = summarize(make_cluster_record(make_facts(engines=("a", "b"), isomorphs=1), MACHINES, *here, *split))
    assert [[row.luck for row in one.rows] for one in summary.machines] == [[2.0, 2.0], [None, None]]


def test_par2_of_each_machine_has_the_limit_for_what_was_not_settled_there() -> None:
    puzzles = [[make_measurement("a", 1.0, machine=1)], [make_measurement("a", 9.0, machine=2, **UNSETTLED)]]
    summary = summarize(make_cluster_record(make_facts(engines=("a",), seconds=5.0), MACHINES, *puzzles))
    assert [one.rows[0].par2 for one in summary.machines] == [1.0, 10.0]


def test_a_record_with_one_machine_has_its_numbers_in_the_summary_itself() -> None:
    puzzles = [measure_on(1, 1.0 + n) for n in range(12)]
    summary = summarize(make_record(FACTS, *puzzles))
    [machine] = summary.machines
    assert (machine.name, machine.machine, machine.puzzles) == ("here", make_local_machine(FACTS), 12)
    assert (machine.rows, machine.pairs) == ((), ())
    assert all(row.median for row in summary.rows)
    assert not any("machine" in sentence for sentence in summary.sentences)
    unused = summarize(make_cluster_record(FACTS, [make_local_machine(FACTS), *MACHINES], *puzzles))
    assert unused == summary  # a machine that measured nothing changes nothing


def test_one_machine_that_is_not_the_one_that_led_the_run_is_named() -> None:
    summary = summarize(make_cluster_record(FACTS, MACHINES, measure_on(2, 1.0)))
    assert summary.sentences[0] == ("All times are of node2 (CPU 2, Python 3.11), not of the machine that led the run.")


def test_machines_on_which_everything_was_lost_are_listed() -> None:
    record = make_cluster_record(FACTS, MACHINES, *[measure_on(1, 1.0)] * 3)
    lost = "a worker was lost"
    record.add_attempts([Attempt(0, 0, 3, lost), Attempt(0, 0, 3, lost), Attempt(1, 0, None, "time ran out")])
    record.commit()
    summary = summarize(record)
    assert [(one.number, one.puzzles, one.repeated) for one in summary.machines] == [(1, 3, 0), (3, 0, 2)]
    assert summary.repeated == {lost: 2, "time ran out": 1}
    assert not summary.has_several_machines
    assert summary.sentences[0] == ("3 attempts at a puzzle gave no result: 2: a worker was lost; 1: time ran out.")


@pytest.mark.parametrize(
    ("reasons", "sentence"),
    [
        ({"the worker was lost": 1}, "1 attempt at a puzzle gave no result: the worker was lost."),
        ({"the worker was lost": 1200}, "1,200 attempts at a puzzle gave no result: the worker was lost."),
        (
            {f"reason {n}": 1 for n in range(7)},
            "7 attempts at a puzzle gave no result: 1: reason 0; 1: reason 1; 1: reason 2; 1: reason 3; 1: reason 4; "
            "2: other reasons.",
        ),
    ],
)
def test_executions_without_a_result_are_one_sentence(reasons: dict[str, int], sentence: str) -> None:
    assert describe_repeats(reasons) == [sentence]
    assert describe_repeats({}) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Their times are shown apart and never combined."),
        ({"cpu": "CPU 9"}, "The machines differ: processor a CPU or CPU 9; their times are shown apart and never"),
        ({"cores": 4, "memory": 1 << 30}, "The machines differ: cores 2 or 4; memory 4 GB or 1 GiB; their times"),
        ({"memory": None, "python": "3.12"}, "differ: memory 4 GB or not known; Python 3.11 or 3.12; their times"),
    ],
)
def test_what_differs_between_machines_is_said(changes: dict[str, object], sentence: str) -> None:
    text = " ".join(describe_machines([make_machine(1), make_machine(2, **changes)], FACTS))
    assert text.startswith("The puzzles were measured on 2 machines.")
    assert sentence in text


def test_many_differences_are_cut_short() -> None:
    text = " ".join(describe_machines([make_machine(n, cpu=f"CPU {n}") for n in range(9)], FACTS))
    assert "processor CPU 0 or CPU 1 or CPU 2 or CPU 3 or 5 others; their" in text


def test_each_machine_has_a_name_of_its_own() -> None:
    unknown: Machine = make_machine(0)
    machines = {1: make_machine(1), 2: make_machine(2), 3: make_machine(1, python="3.12")}
    assert name_machines(machines) == {1: "node1 (machine 1)", 2: "node2", 3: "node1 (machine 3)"}
    nameless = Machine(**unknown.as_json() | {"host": None})
    assert name_machines({4: nameless, 5: make_machine(5)}) == {4: "machine 4", 5: "node5"}


def test_json_has_the_tables_of_each_machine() -> None:
    values = json.loads(json.dumps(make_cluster_summary().as_json(), allow_nan=False))
    assert [(one["host"], one["cpu"], one["cores"], one["puzzles"]) for one in values["machines"]] == [
        (f"node{number}", f"CPU {number}", 2, 12) for number in (1, 2, 3)
    ]
    assert [row["median"] for row in values["table"]] == [None, None]
    assert all(math.isfinite(row["median"]) for one in values["machines"] for row in one["table"])
    assert values["repeated"] == {}
