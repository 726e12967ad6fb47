"""A benchmark as text: objections first, then one table per tier, and at the end the result in sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ..display.numbers import format_count
from .facts import RunFacts
from .statistics import Summary
from .tables import REFERENCE, BenchTable, list_footnotes, make_preparation_table, make_tables, name_columns, name_ratio

MOST_OBJECTIONS = 20  # shown in the report; the record has all of them
GAP = 3  # spaces between two columns
WIDEST_NAME = 24  # characters; a longer name is wrapped before a column is dropped from the table


def render_bench(summary: Summary) -> Iterator[RenderableType]:
    """Yield the parts of the report in order."""
    for objection in summary.objections[:MOST_OBJECTIONS]:
        yield Text(f"objection: {objection.puzzle}, round {objection.round}: {objection.text}", "bold red")
    if len(summary.objections) > MOST_OBJECTIONS:
        yield Text(f"and {format_count(len(summary.objections) - MOST_OBJECTIONS, 'more objection')}", "bold red")
    for table in make_tables(summary):
        yield _TierTable(table, list_less_needed(summary.reference))
    if preparation := make_preparation_table(summary):
        yield _TierTable(preparation, ("warm", "cold"))
    for note in list_footnotes(summary):
        yield Text(note)
    yield Text(format_facts(summary.facts))
    for sentence in summary.sentences:
        yield Text(sentence, "bold")


def list_less_needed(reference: str) -> tuple[str, ...]:
    """Return the columns that are shown below the table if there is no room, the least needed first."""
    *_, par2_ratio = name_columns(reference, has_ratios=True)
    return ("build", "pairs", par2_ratio, "p99", "slowest", "p90", "PAR-2", name_ratio(reference))


def format_facts(facts: RunFacts) -> str:
    """Return where and how the run was made, on one line."""
    packages = [f"{name} {version}" for name, version in facts.environment.packages.items()]
    rounds = format_count(facts.rounds, "round")
    python = f"Python {facts.environment.python}"
    return "; ".join([facts.environment.cpu, python, *packages, f"seed {facts.seed}", rounds])


@dataclass(frozen=True)
class _TierTable:
    """The table of a tier with the columns that fit, and below it what does not fit."""

    table: BenchTable
    less_needed: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        columns = self._fit_columns(options.max_width)
        yield self._make_table(columns)
        yield Text("\n".join([*self._format_row_notes(columns), *self.table.notes]) + "\n")

    def _fit_columns(self, room: int) -> list[str]:
        """Return the columns of the table, without the less needed ones for which there is no room."""
        widths = {
            name: max(len(name), *(len(text) for text in texts))
            for name, *texts in zip(self.table.columns, *self.table.rows, strict=True)
        }
        widths["engine"] = min(widths["engine"], WIDEST_NAME)
        for name in self.less_needed:
            if sum(widths.values()) + GAP * (len(widths) - 1) > room:
                widths.pop(name, None)
        return list(widths)

    def _make_table(self, columns: Sequence[str]) -> Table:
        title = self.table.title
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in columns:
            if column == "engine":  # wrapped, not cut off: two engines may differ in their last option
                table.add_column(column, overflow="fold")
            else:
                table.add_column(column, justify="right", no_wrap=True)
        for row in self.table.rows:
            texts = dict(zip(self.table.columns, row, strict=True))
            table.add_row(*(Text(texts[column]) for column in columns))
        return table

    def _format_row_notes(self, columns: Sequence[str]) -> Iterator[str]:
        """Yield a line for each row: the columns for which there is no room, and its note."""
        for row, note in zip(self.table.rows, self.table.row_notes, strict=True):
            texts = zip(self.table.columns, row, strict=True)
            left_out = [
                f"{name} {text}" for name, text in texts if name not in columns and text not in (REFERENCE, "-")
            ]
            if left_out or note:
                yield f"{row[0]}: {'; '.join(filter(None, [', '.join(left_out), note]))}"
