"""The tables of a benchmark: no missing value looks like a number, and a footnote says why it is missing."""

from dataclasses import replace

import pytest

from measuring import make_facts
from sudoku_compare.benchmark.recording.record import Preparation
from sudoku_compare.benchmark.report.blocks import Table
from sudoku_compare.benchmark.report.tables import (
    format_note,
    list_footnotes,
    make_pair_tables,
    make_preparation_table,
    make_tables,
)
from sudoku_compare.benchmark.statistics.pairs import PairStats
from sudoku_compare.benchmark.statistics.summary import EngineStats, Summary

FACTS = make_facts(engines=("slow", "fast"))
SLOW = EngineStats(
    tier="hard", engine="slow", of=100, settled=100, median=1.0, p90=2.0, p99=3.0, slowest=4.0, slowest_id="hard:7",
    par2=1.5, build_share=0.25, cpu=1.0, counts={"assumptions": 11_213},
)  # fmt: skip
FAST = replace(SLOW, engine="fast", median=0.1, paired=100, ratio=0.1, ratio_low=0.09, ratio_high=0.12, par2_ratio=0.2)
EMPTY = replace(
    SLOW, settled=0, median=None, p90=None, p99=None, slowest=None, slowest_id="", par2=10.0, build_share=None
)
PAIR = PairStats("hard", "fast", "slow", 100, 0.1, 0.09, 0.12, 0.2, -0.5)


def make_table(*rows: EngineStats, pairs: tuple[PairStats, ...] = ()) -> Table:
    [table] = make_tables(Summary(FACTS, 100, (), rows, pairs))
    return table


def test_ratios_name_the_engine_to_which_they_refer() -> None:
    table = make_table(SLOW, FAST)
    assert table.columns[-3:] == ("time to slow (95%)", "pairs", "PAR-2 to slow")
    assert [row[-3:] for row in table.rows] == [
        ("reference", "-", "reference"),
        ("0.100 (0.0900 - 0.120)", "100", "0.200"),
    ]
    assert [row[-3:] for row in table.values] == [(None, None, None), (0.1, 100, 0.2)]


def test_one_engine_has_no_ratios() -> None:
    table = make_table(SLOW)
    assert table.columns[-1] == "build"
    assert table.rows == (("slow", "all 100", "1.00 s", "2.00 s", "3.00 s", "4.00 s", "1.50 s", "25%"),)


def test_a_missing_value_is_a_dash() -> None:
    missing = replace(FAST, paired=0, ratio=None, ratio_low=None, ratio_high=None, par2_ratio=None)
    table = make_table(EMPTY, missing)
    assert table.rows[0][1:] == ("0/100", "-", "-", "-", "-", "10.0 s", "-", "reference", "-", "reference")
    assert table.rows[1][-3:] == ("-", "0", "-")
    assert all(value is None for value in table.values[0][2:6])


def test_a_missing_interval_is_a_dash_too() -> None:
    table = make_table(SLOW, replace(FAST, ratio_low=None, ratio_high=None))
    assert table.rows[1][-3] == "0.100 (-)"


@pytest.mark.parametrize(
    ("rows", "pattern"),
    [
        ([SLOW, FAST], []),
        ([replace(SLOW, p99=None), FAST], ["p90 needs 10 settled puzzles and p99 needs 100;"]),
        ([SLOW, replace(FAST, ratio_low=None, ratio_high=None)], ["A 95% interval needs 10 pairs,"]),
        ([SLOW, replace(FAST, ratio=None, ratio_low=None, ratio_high=None)], ["Where no puzzle was settled by both"]),
        ([replace(SLOW, par2=None)], ["Without a time limit"]),
        ([EMPTY, replace(FAST, p99=None, par2=None)], ["p90 needs", "Without a time limit"]),
    ],
)
def test_a_footnote_says_why_a_value_is_missing(rows: list[EngineStats], pattern: list[str]) -> None:
    notes = list_footnotes(Summary(FACTS, 100, (), tuple(rows)))
    assert len(notes) == len(pattern)
    assert all(note.startswith(start) for note, start in zip(notes, pattern, strict=True))


def test_counts_are_those_of_all_puzzles_and_not_of_the_slowest() -> None:
    assert format_note(SLOW) == "slowest on hard:7; over all 100 puzzles: 11,213 assumptions"
    assert format_note(replace(SLOW, of=1)) == "slowest on hard:7; on this puzzle: 11,213 assumptions"
    assert format_note(replace(EMPTY, counts={})) == ""


def test_engines_without_a_significant_difference_are_named() -> None:
    assert make_table(SLOW, FAST, pairs=(PAIR,)).notes == (
        "no significant difference between slow and fast (p = 0.2, 100 pairs)",
    )
    assert make_table(SLOW, FAST, pairs=(replace(PAIR, p_value=0.049),)).notes == ()
    assert make_table(SLOW, FAST, pairs=(replace(PAIR, p_value=None),)).notes == ()
    assert make_table(SLOW, FAST, pairs=(replace(PAIR, tier="other"),)).notes == ()


@pytest.mark.parametrize(
    ("p_value", "effect", "texts"),
    [
        (0.2, -0.5, ("-0.50", "0.2", "not significant")),
        (0.0, 1.0, ("+1.00", "< 0.001", "significant")),
        (None, None, ("-", "-", "too few pairs")),
    ],
)
def test_every_pair_of_engines_has_a_row(p_value: float | None, effect: float | None, texts: tuple[str, ...]) -> None:
    pair = replace(PAIR, p_value=p_value, effect=effect)
    [table] = make_pair_tables(Summary(FACTS, 100, (), (SLOW, FAST), (pair,)))
    assert table.title == "hard: engine against engine"
    assert table.rows == (("fast", "slow", "100", "0.100 (0.0900 - 0.120)", *texts),)


def test_what_engines_do_outside_their_clocks_is_shown() -> None:
    rows = (Preparation("slow", "3x3", 0.5, 0.25, 0.125), Preparation("fast", "2x3", 0.5, None, None))
    table = make_preparation_table(Summary(FACTS, 100, (), (SLOW, FAST), preparation=rows))
    assert table is not None
    assert table.columns == ("engine", "size", "load", "prepare", "cold", "warm")
    assert table.rows == (
        ("slow", "9x9", "500 ms", "125 ms", "250 ms", "125 ms"),
        ("fast", "6x6 (2x3)", "500 ms", "-", "-", "-"),
    )
    assert table.values[1][3] is None
    assert make_preparation_table(Summary(FACTS, 100, (), (SLOW, FAST))) is None
