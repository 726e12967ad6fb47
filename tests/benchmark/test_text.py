"""The tables of a benchmark on terminals of all widths: nothing is cut, least of all an engine's name."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sudoku_compare.benchmark.statistics import Cell, Summary
from sudoku_compare.benchmark.text import COLUMNS, LESS_NEEDED, render_bench, row

FACTS = {"cpu": "a CPU", "python": "3.11", "packages": {}, "seed": 0, "rounds": 1}
LONG = "sat:solver=cadical153,encoding=efficient,reduced=false"
BIG = Cell(
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
    ratio=None,
    ratio_low=None,
    ratio_high=None,
    luck=None,
)
OTHERS = [
    replace(BIG, engine=LONG, ratio=12345.6, ratio_low=11111.1, ratio_high=13333.3),
    replace(BIG, engine=LONG.replace("false", "true"), ratio=0.0123, ratio_low=0.0111, ratio_high=0.0133),
]


def shown(cells: list[Cell], width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_bench(Summary(FACTS, 1_000_000, [], cells)):
        console.print(part)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("cells", [[BIG], [BIG, *OTHERS]], ids=["one engine", "three"])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_at_a_million_puzzles_no_figure_and_no_name_is_cut_at_any_width(cells: list[Cell], width: int) -> None:
    lines = shown(cells, width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    unfolded = "".join("".join(lines).split())
    for cell in cells:
        for text in (cell.engine, *row(cell)[:-1], *([row(cell)[-1]] if len(cells) > 1 else [])):
            assert "".join(text.split()) in unfolded


@pytest.mark.parametrize(
    ("width", "missing"),
    [(200, []), (120, []), (100, ["build", "p99"]), (80, ["build", "p99", "slowest", "p90"])],
)
def test_the_less_needed_columns_go_first_and_their_figures_stand_below(width: int, missing: list[str]) -> None:
    second = replace(OTHERS[0], engine="sat:warm=true", ratio=12.3, ratio_low=11.1, ratio_high=13.3)
    lines = shown([BIG, second], width)
    head = lines[1]
    assert [name for name in COLUMNS if name not in head] == [name for name in COLUMNS if name in missing]
    below = next(line for line in lines if line.startswith("sat:warm=true: "))
    assert all(name in below for name in missing)


def test_a_long_name_is_folded_before_all_figures_leave_the_table() -> None:
    for width in (80, 100):
        lines = shown([BIG, *OTHERS], width)
        assert "median" in lines[1]
        assert "ratio" in lines[1]
        table = lines[3 : next(n for n, line in enumerate(lines) if line.startswith("reductio: "))]
        names = "".join(line.split()[0] for line in table)
        assert names == "".join(cell.engine for cell in (BIG, *OTHERS))


@given(
    width=st.integers(40, 160),
    of=st.integers(1, 10**9),
    seconds=st.floats(1e-6, 1e5),
    ratio=st.floats(1e-6, 1e9),
    engine=st.text("abc:=,", min_size=1, max_size=70),
)
def test_no_line_is_wider_than_the_terminal(width: int, of: int, seconds: float, ratio: float, engine: str) -> None:
    cell = replace(BIG, of=of, settled=of - 1, median=seconds, p99=seconds, engine=engine)
    other = replace(cell, engine=engine + "x", ratio=ratio, ratio_low=ratio / 2, ratio_high=ratio * 2)
    lines = shown([cell, other], width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)


def test_every_less_needed_column_is_one() -> None:
    assert set(LESS_NEEDED) < set(COLUMNS)
