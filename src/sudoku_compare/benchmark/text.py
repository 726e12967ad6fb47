"""A benchmark as text: objections first, then one table per tier."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ..display.numbers import format_count, format_counts, format_duration
from .facts import RunFacts
from .statistics import EngineStats, Summary

MOST_OBJECTIONS = 20  # shown in the report; the record has all of them
RATIO = "ratio, 95% interval"
COLUMNS = ("engine", "settled", "median", "p90", "p99", "slowest", "PAR-2", "build", RATIO)
LESS_NEEDED = ("build", "p99", "slowest", "p90", "PAR-2", RATIO)  # shown below the table if there is no room
LUCK = "slowest to fastest among a puzzle and its isomorphs, if all were settled"
GAP = 3  # spaces between two columns
WIDEST_NAME = 24  # characters; a longer name is wrapped before a column is dropped from the table


def render_bench(summary: Summary) -> Iterator[RenderableType]:
    """Yield the parts of the report in order."""
    for objection in summary.objections[:MOST_OBJECTIONS]:
        yield Text(f"objection: {objection.puzzle}, round {objection.round}: {objection.text}", "bold red")
    if len(summary.objections) > MOST_OBJECTIONS:
        yield Text(f"and {format_count(len(summary.objections) - MOST_OBJECTIONS, 'more objection')}", "bold red")
    for _, rows in groupby(summary.rows, key=lambda row: row.tier):
        yield _TierTable(list(rows))
    yield Text(_format_facts(summary.facts))


def _format_facts(facts: RunFacts) -> str:
    packages = [f"{name} {version}" for name, version in facts.environment.packages.items()]
    rounds = format_count(facts.rounds, "round")
    python = f"Python {facts.environment.python}"
    return "; ".join([facts.environment.cpu, python, *packages, f"seed {facts.seed}", rounds])


@dataclass(frozen=True)
class _TierTable:
    """The table of a tier with the columns that fit, and below it what does not fit."""

    rows: list[EngineStats]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        columns = _fit_columns([format_row(row) for row in self.rows], options.max_width)
        yield self._make_table(columns)
        left_out = [name for name in COLUMNS if name not in columns]
        yield Text("\n".join(format_notes(row, left_out) for row in self.rows) + "\n")

    def _make_table(self, columns: Sequence[str]) -> Table:
        table = Table(
            title=format_title(self.rows[0]), title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False
        )
        for column in columns:
            if column == "engine":  # wrapped, not cut off: two engines may differ in their last option
                table.add_column(column, overflow="fold")
            else:
                table.add_column(column, justify="right", no_wrap=True)
        for row in self.rows:
            texts = dict(zip(COLUMNS, format_row(row), strict=True))
            table.add_row(*(Text(texts[column]) for column in columns))
        return table


def format_title(row: EngineStats) -> str:
    """Return the title of the table that has this row."""
    return f"{row.tier}: {format_count(row.of, 'puzzle')}"


def _fit_columns(rows: list[list[str]], room: int) -> list[str]:
    """Return the columns of a table with these rows, without the less needed ones for which there is no room."""
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


def format_row(row: EngineStats) -> list[str]:
    """Return the texts for `COLUMNS`."""
    times = (row.median, row.p90, row.p99, row.slowest, row.par2)
    low, high = _format_ratio(row.ratio_low), _format_ratio(row.ratio_high)
    ratio = "1" if row.ratio is None else f"{_format_ratio(row.ratio)} ({low} - {high})"
    build = "-" if row.build_share is None else f"{row.build_share:.0%}"
    settled = f"all {row.of:,}" if row.settled == row.of else f"{row.settled:,}/{row.of:,}"
    return [row.engine, settled, *map(format_duration, times), build, ratio]


def _format_ratio(ratio: float | None) -> str:
    """Return three significant digits, or all digits before the point."""
    if ratio is None:
        return "-"
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def format_notes(row: EngineStats, left_out: Sequence[str] = ()) -> str:
    """Return what is too wide for the table, and the columns that were left out of it."""
    texts = dict(zip(COLUMNS, format_row(row), strict=True))
    columns = [f"{name} {texts[name]}" for name in left_out if texts[name] not in ("1", "-")]
    counts = [format_counts(row.counts)] if row.counts else []
    slowest = [f"slowest on {row.slowest_id}"] if row.slowest_id else []
    luck = [f"luck {_format_ratio(row.luck)} ({LUCK})"] if row.luck else []
    return f"{row.engine}: {', '.join([*columns, *slowest, *luck, *counts])}"


def format_csv(summary: Summary) -> str:
    """Return the table as CSV, with one row per tier and engine."""
    rows = summary.as_json()["table"]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["tier"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | {"counts": " ".join(f"{name}={count}" for name, count in row["counts"].items())})
    return text.getvalue()
