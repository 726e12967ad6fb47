"""Reports of a run on several machines."""

import io
import json

import pytest
from rich.console import Console

from measuring import make_cluster_record, make_facts, make_machine, make_measurement
from sudoku_compare.benchmark.recording.record import Attempt, Record
from sudoku_compare.benchmark.report.blocks import Line, Table
from sudoku_compare.benchmark.report.charts import make_charts
from sudoku_compare.benchmark.report.markdown_latex import format_latex, format_markdown
from sudoku_compare.benchmark.report.page import bench_page
from sudoku_compare.benchmark.report.summary_blocks import make_blocks
from sudoku_compare.benchmark.report.terminal import render_blocks
from sudoku_compare.benchmark.report.tidy_table import find_count_names, write_csv
from sudoku_compare.benchmark.statistics.summary import summarize


def make_run(machines: int, puzzles: int = 36) -> Record:
    """Return a record of puzzles of two tiers, each machine ten times as slow as the one before it."""
    described = [make_machine(n, cpu=f"CPU {n}") for n in range(1, machines + 1)]
    rows = []
    for number in range(puzzles):
        machine = 1 + number % machines
        time = 10.0**machine * (1 + number / puzzles)
        rows.append([make_measurement(*one, machine=machine) for one in (("a", time), ("b", 3 * time))])
    tiers = "xxxyyy" * (puzzles // 6)
    record = make_cluster_record(make_facts(engines=("a", "b")), described, *rows, tiers=tiers)
    record.add_attempts([Attempt(number, 0, 2, "a worker was lost") for number in range(3)])
    record.commit()
    return record


def list_tables(record: Record) -> list[Table]:
    return [block for block in make_blocks(summarize(record)) if isinstance(block, Table)]


def test_the_machines_come_first_and_then_the_tiers_of_each() -> None:
    first, *rest = list_tables(make_run(3))
    assert first.title == "machines: 3"
    assert first.rows[:2] == (
        ("node1", "CPU 1", "2", "4 GB", "3.11", "12", "0"),
        ("node2", "CPU 2", "2", "4 GB", "3.11", "12", "3"),
    )
    assert [table.title for table in rest] == [
        *(f"node{n}, {tier}" for n in (1, 2, 3) for tier in ("x: 6 puzzles", "y: 6 puzzles", "all: 12 puzzles")),
        "all machines, all: 36 puzzles",
    ]


def test_the_table_of_all_machines_has_no_time() -> None:
    *_, table = list_tables(make_run(3))
    assert table.columns == ("engine", "settled", "time to a (95%)", "pairs")
    assert table.rows == (("a", "all 36", "reference", "-"), ("b", "all 36", "3.00 (3.00 - 3.00)", "36"))
    assert table.notes == ("Each ratio compares two times on the same machine.",)


def test_with_one_engine_the_table_of_all_machines_says_what_was_settled() -> None:
    rows = [[make_measurement("a", machine=number)] for number in (1, 2)]
    record = make_cluster_record(make_facts(engines=("a",)), [make_machine(1), make_machine(2)], *rows)
    *_, table = list_tables(record)
    assert (table.columns, table.rows) == (("engine", "settled"), (("a", "all 2"),))


def test_many_machines_have_one_line_each_for_every_engine() -> None:
    machines, times, together = list_tables(make_run(6))
    assert len(machines.rows) == 6
    assert times.columns[:4] == ("machine", "engine", "settled", "median")
    assert times.rows[0][:4] == ("node1", "a", "all 6", "14.2 s")
    assert [row[:2] for row in times.rows] == [(f"node{n}", engine) for n in range(1, 7) for engine in ("a", "b")]
    assert together.rows[1][2] == "3.00 (3.00 - 3.00)"


@pytest.mark.parametrize("machines", [3, 6])
@pytest.mark.parametrize("width", [40, 80, 140])
def test_reports_fit_on_a_terminal(machines: int, width: int) -> None:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_blocks(make_blocks(summarize(make_run(machines)))):
        console.print(part)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(len(line) <= width for line in text.splitlines())
    words = " ".join(text.split())
    assert "3 attempts at a puzzle gave no result: a worker was lost." in words
    assert "their times are shown apart and never combined" in words
    assert "led from: a CPU" in words


def test_all_formats_show_each_machine() -> None:
    record = make_run(3)
    blocks = list(make_blocks(summarize(record)))
    for text in ("".join(format_markdown(blocks)), "".join(format_latex(blocks))):
        assert all(f"node{number}, all: 12 puzzles" in text for number in (1, 2, 3))
    assert any(isinstance(block, Line) and "The machines differ: processor CPU 1 or" in block.text for block in blocks)


def test_each_row_of_the_csv_names_its_machine() -> None:
    record = make_run(2, puzzles=6)
    output = io.StringIO()
    write_csv(output, [("r", record)], find_count_names(record))
    head, *rows = [line.split(",") for line in output.getvalue().splitlines()]
    named = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["machine"], row["host"], row["cpu_model"]) for row in named[::2]] == [
        *[("1", "node1", "CPU 1"), ("2", "node2", "CPU 2")] * 3
    ]
    assert {(row["cores"], row["memory"]) for row in named} == {("2", "4000000000")}


@pytest.mark.parametrize("machines", [3, 6])
def test_the_page_has_the_tiers_of_every_machine(machines: int) -> None:
    record = make_run(machines)
    summary = summarize(record)
    page = bench_page(summary, make_charts(record, summary))
    for number in range(1, machines + 1):
        assert f"node{number}, x: 6 puzzles" in page or f"node{number}, y: 6 puzzles" in page
        assert f'id="machine-{number}-1"' in page
    assert "3 attempts at a puzzle gave no result: a worker was lost." in page
    assert "processor of the machine that led the run" in page
    assert "machines: " in page


def test_charts_show_one_machine_and_say_so() -> None:
    rows = [[make_measurement("a", 1.0, machine=1 + (n > 3)), make_measurement("b", 2.0, machine=1 + (n > 3))]
            for n in range(10)]  # fmt: skip
    record = make_cluster_record(make_facts(engines=("a", "b")), [make_machine(1), make_machine(2)], *rows)
    charts = make_charts(record, summarize(record))
    sentence = "Only the times of node2, which measured 6 of 10 puzzles; those of 1 other machine are not shown."
    for chart in charts.values():
        assert chart.note.endswith(sentence)
        assert sentence in " ".join(chart.spec["title"]["subtitle"])
    assert max(value["settled"] for value in charts["cactus"].spec["data"]["values"]) == 6
    assert "node1" not in json.dumps([chart.spec for chart in charts.values()])
