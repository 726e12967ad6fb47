"""The tables of a benchmark on terminals of all widths: no number and no name is cut."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from measuring import FACTS
from sudoku_compare.benchmark.report.summary_blocks import MOST_OBJECTIONS, make_blocks
from sudoku_compare.benchmark.report.tables import format_row, make_tables, name_columns
from sudoku_compare.benchmark.report.terminal import render_blocks
from sudoku_compare.benchmark.statistics.summary import EngineStats, Objection, Summary

LONG = "sat:solver=cadical153,encoding=efficient,reduced=false"
BIG = EngineStats(
    tier="million.txt",
    engine="reductio",
    of=1_000_000,
    settled=999_998,
    median=123e-6,
    p90=456e-6,
    p99=789e-6,
    slowest=9.87,
    slowest_id="million.txt:999999",
    par2=12.3e-3,
    build_share=0.43,
    cpu=123.4,
    counts={"assumptions": 123_456_789, "contradictions": 98_765_432, "deepest": 1_234_567},
)
OTHER = replace(BIG, engine=LONG, paired=999_990, ratio=12345.6, ratio_low=11111.1, ratio_high=13333.3, par2_ratio=2.5)
OTHERS = [
    OTHER,
    replace(OTHER, engine=LONG.replace("false", "true"), ratio=0.0123, ratio_low=0.0111, ratio_high=0.0133),
]
COLUMNS = name_columns("reductio", has_ratios=True)


def render(rows: list[EngineStats], width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_blocks(make_blocks(Summary(FACTS, 1_000_000, (), tuple(rows)))):
        console.print(part)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("rows", [[BIG], [BIG, *OTHERS]], ids=["one engine", "three"])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_at_a_million_puzzles_no_number_and_no_name_is_cut_at_any_width(rows: list[EngineStats], width: int) -> None:
    lines = render(rows, width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    unfolded = "".join("".join(lines).split())
    for row in rows:
        for text in format_row(row, "reductio")[: len(COLUMNS) if len(rows) > 1 else -3]:
            assert text == "reference" or "".join(text.split()) in unfolded


@pytest.mark.parametrize(
    ("width", "missing"),
    [
        (200, []),
        (120, ["build", "pairs", "PAR-2 to reductio"]),
        (100, ["build", "pairs", "PAR-2 to reductio", "p99"]),
        (80, ["build", "pairs", "PAR-2 to reductio", "p99", "slowest", "p90"]),
    ],
)
def test_the_less_needed_columns_go_first_and_their_numbers_are_shown_below(width: int, missing: list[str]) -> None:
    second = replace(OTHER, engine="sat:warm=true", ratio=12.3, ratio_low=11.1, ratio_high=13.3)
    lines = render([BIG, second], width)
    head = lines[1]
    assert [name for name in COLUMNS if f" {name} " not in f" {head} "] == [name for name in COLUMNS if name in missing]
    first = next(number for number, line in enumerate(lines) if line.startswith("sat:warm=true: "))
    below = " ".join(lines[first:])
    assert all(f"{name} " in below for name in missing)


def test_a_long_name_is_folded_before_all_numbers_leave_the_table() -> None:
    for width in (80, 100):
        lines = render([BIG, *OTHERS], width)
        assert "median" in lines[1]
        assert "time to reductio (95%)" in lines[1]
        table = lines[3 : next(n for n, line in enumerate(lines) if line.startswith("reductio: "))]
        names = "".join(line.split()[0] for line in table)
        assert names == "".join(row.engine for row in (BIG, *OTHERS))


@given(
    width=st.integers(40, 160),
    of=st.integers(1, 10**9),
    seconds=st.floats(1e-6, 1e5),
    ratio=st.floats(1e-6, 1e9),
    engine=st.text("abc:=,", min_size=1, max_size=70),
)
def test_no_line_is_wider_than_the_terminal(width: int, of: int, seconds: float, ratio: float, engine: str) -> None:
    row = replace(BIG, of=of, settled=of - 1, median=seconds, p99=seconds, engine=engine)
    other = replace(row, engine=engine + "x", paired=of - 1, ratio=ratio, ratio_low=ratio / 2, ratio_high=ratio * 2)
    lines = render([row, other], width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)


def test_every_less_needed_column_exists() -> None:
    [table] = make_tables(Summary(FACTS, 30, (), (BIG, OTHER)))
    assert {name for group in table.less_needed for name in group} < set(COLUMNS) == set(table.columns)
    [table] = make_tables(Summary(FACTS, 30, (), (BIG,)))
    assert {name for group in table.less_needed for name in group} < set(table.columns) < set(COLUMNS)


def test_one_puzzle_is_singular() -> None:
    assert render([replace(BIG, of=1, settled=1)], 100)[0].rstrip() == "million.txt: 1 puzzle"


def test_objections_come_first_and_the_rest_is_counted() -> None:
    objections = tuple(Objection(f"p:{n}", 0, "a lie") for n in range(MOST_OBJECTIONS + 1))
    console = Console(width=100, file=io.StringIO(), color_system=None)
    for part in render_blocks(make_blocks(Summary(FACTS, 30, objections, (BIG,)))):
        console.print(part)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "objection: p:0, round 0: a lie"
    assert lines[MOST_OBJECTIONS] == "and 1 more objection"
