"""A benchmark for people: disagreements first, then a table a tier."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ..display.numbers import format_duration
from .statistics import Cell, Summary

MOST_OBJECTIONS = 20  # told; all are in the record
RATIO = "ratio, 95% interval"
COLUMNS = ("engine", "settled", "median", "p90", "p99", "slowest", "PAR-2", "build", RATIO)
LESS_NEEDED = ("build", "p99", "slowest", "p90", "PAR-2", RATIO)  # told below where there is no room
GAP = 3  # blanks between two columns
WIDEST_NAME = 24  # columns; a longer one is folded before figures leave the table


def render_bench(summary: Summary) -> Iterator[RenderableType]:
    for id, number, text in summary.objections[:MOST_OBJECTIONS]:
        yield Text(f"objection: {id}, round {number}: {text}", "bold red")
    if len(summary.objections) > MOST_OBJECTIONS:
        yield Text(f"and {len(summary.objections) - MOST_OBJECTIONS} more objections", "bold red")
    for _, group in groupby(summary.cells, key=lambda cell: cell.tier):
        cells = list(group)
        yield _Tier(cells)
    facts = summary.facts
    packages = [f"{name} {version}" for name, version in facts["packages"].items()]
    rounds = "1 round" if facts["rounds"] == 1 else f"{facts['rounds']} rounds"
    yield Text("; ".join([facts["cpu"], f"Python {facts['python']}", *packages, f"seed {facts['seed']}", rounds]))


@dataclass(frozen=True)
class _Tier:
    """The table of a tier, with the columns for which there is room, and below it what is not in the table."""

    cells: list[Cell]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        columns = _fitting([row(cell) for cell in self.cells], options.max_width)
        yield self._table(columns)
        yield Text(
            "\n".join(below(cell, [name for name in COLUMNS if name not in columns]) for cell in self.cells) + "\n"
        )

    def _table(self, columns: Sequence[str]) -> Table:
        title = f"{self.cells[0].tier}: {self.cells[0].of:,} puzzles"
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in columns:
            if column == "engine":  # folded, not cut: two engines may differ in their last option
                table.add_column(column, overflow="fold")
            else:
                table.add_column(column, justify="right", no_wrap=True)
        for cell in self.cells:
            texts = dict(zip(COLUMNS, row(cell), strict=True))
            table.add_row(*(Text(texts[column]) for column in columns))
        return table


def _fitting(rows: list[list[str]], room: int) -> list[str]:
    """The columns of a table of these rows, without those less needed ones that would make it wider than the room."""
    widths = {
        name: max(len(name), *(len(text) for text in texts))
        for name, *texts in zip(COLUMNS, *rows, strict=True)
        if len(rows) > 1 or name != RATIO  # one engine has no ratio to another
    }
    widths["engine"] = min(widths["engine"], WIDEST_NAME)
    for name in LESS_NEEDED:
        if sum(widths.values()) + GAP * (len(widths) - 1) > room:
            widths.pop(name, None)
    return list(widths)


def row(cell: Cell) -> list[str]:
    """What stands under `COLUMNS`."""
    times = (cell.median, cell.p90, cell.p99, cell.slowest, cell.par2)
    ratio = (
        "1"
        if cell.ratio is None
        else f"{_figures(cell.ratio)} ({_figures(cell.ratio_low)} - {_figures(cell.ratio_high)})"
    )
    build = "-" if cell.build_share is None else f"{cell.build_share:.0%}"
    settled = f"all {cell.of:,}" if cell.settled == cell.of else f"{cell.settled:,}/{cell.of:,}"
    return [cell.engine, settled, *map(format_duration, times), build, ratio]


def _figures(ratio: float | None) -> str:
    """Three of them, or all before the point."""
    if ratio is None:
        return "-"
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def below(cell: Cell, left_out: Sequence[str] = ()) -> str:
    """What is too wide for the table, and these of its columns."""
    texts = dict(zip(COLUMNS, row(cell), strict=True))
    columns = [f"{name} {texts[name]}" for name in left_out if texts[name] not in ("1", "-")]
    counts = [f"{count:,} {name}" for name, count in cell.counts.items()]
    slowest = [f"slowest on {cell.slowest_id}"] if cell.slowest_id else []
    luck = (
        [f"luck {_figures(cell.luck)} (longest to shortest time of isomorphs, where all were settled)"]
        if cell.luck
        else []
    )
    return f"{cell.engine}: {', '.join([*columns, *slowest, *luck, *counts])}"


def bench_csv(summary: Summary) -> str:
    """The table, a row an engine and tier."""
    rows = summary.as_json()["table"]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["tier"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | {"counts": " ".join(f"{name}={count}" for name, count in row["counts"].items())})
    return text.getvalue()
