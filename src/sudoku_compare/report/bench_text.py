"""A benchmark for people: disagreements first, then a table a tier."""

import csv
import io
from collections.abc import Iterator
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .facts import duration
from .summary import Cell, Summary

MOST_OBJECTIONS = 20  # told; all are in the record
COLUMNS = ("engine", "settled", "median", "p90", "p99", "slowest", "PAR-2", "build", "ratio, 95% interval")


def render_bench(summary: Summary) -> Iterator[RenderableType]:
    for id, number, text in summary.objections[:MOST_OBJECTIONS]:
        yield Text(f"objection: {id}, round {number}: {text}", "bold red")
    if len(summary.objections) > MOST_OBJECTIONS:
        yield Text(f"and {len(summary.objections) - MOST_OBJECTIONS} more objections", "bold red")
    for _, group in groupby(summary.cells, key=lambda cell: cell.tier):
        cells = list(group)
        yield _table(cells)
        yield Text("\n".join(below(cell) for cell in cells) + "\n")
    facts = summary.facts
    packages = [f"{name} {version}" for name, version in facts["packages"].items()]
    rounds = "1 round" if facts["rounds"] == 1 else f"{facts['rounds']} rounds"
    yield Text("; ".join([facts["cpu"], f"Python {facts['python']}", *packages, f"seed {facts['seed']}", rounds]))


def _table(cells: list[Cell]) -> Table:
    title = f"{cells[0].tier}: {cells[0].of:,} puzzles"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "engine" else "right", no_wrap=column != "engine")
    for cell in cells:
        table.add_row(*map(Text, row(cell)))
    return table


def row(cell: Cell) -> list[str]:
    """What stands under `COLUMNS`."""
    times = (cell.median, cell.p90, cell.p99, cell.slowest, cell.par2)
    ratio = "1" if cell.ratio is None else f"{cell.ratio:.3g} ({cell.ratio_low:.3g} - {cell.ratio_high:.3g})"
    build = "-" if cell.build_share is None else f"{cell.build_share:.0%}"
    settled = f"all {cell.of:,}" if cell.settled == cell.of else f"{cell.settled:,}/{cell.of:,}"
    return [cell.engine, settled, *map(duration, times), build, ratio]


def below(cell: Cell) -> str:
    """What is too wide for the table."""
    counts = [f"{count:,} {name}" for name, count in cell.counts.items()]
    slowest = [f"slowest on {cell.slowest_id}"] if cell.slowest_id else []
    return f"{cell.engine}: {', '.join([*slowest, *counts])}"


def bench_csv(summary: Summary) -> str:
    """The table, a row an engine and tier."""
    rows = summary.as_json()["table"]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["tier"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | {"counts": " ".join(f"{name}={count}" for name, count in row["counts"].items())})
    return text.getvalue()
