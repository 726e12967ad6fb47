"""A report of one record as lines and tables, for Markdown and LaTeX; they say what the text says."""

from collections.abc import Iterator

from .statistics import Summary
from .table_formats import Block, Line, Table
from .tables import BenchTable, list_footnotes, make_preparation_table, make_tables
from .text import format_facts


def make_blocks(summary: Summary) -> Iterator[Block]:
    """Yield the report as lines and tables, in order."""
    for objection in summary.objections:
        yield Line(f"objection: {objection.puzzle}, round {objection.round}: {objection.text}", is_warning=True)
    for table in make_tables(summary):
        yield _convert_table(table)
    if preparation := make_preparation_table(summary):
        yield _convert_table(preparation)
    for note in list_footnotes(summary):
        yield Line(note)
    yield Line(format_facts(summary.facts))
    for sentence in summary.sentences:
        yield Line(sentence)


def _convert_table(table: BenchTable) -> Table:
    row_notes = [f"{row[0]}: {note}" for row, note in zip(table.rows, table.row_notes, strict=True) if note]
    return Table(table.title, table.columns, table.rows, (*row_notes, *table.notes))
