"""A benchmark as a page: the result first, then tier by tier, then everything behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...display.chart_spec import VegaChart
from ...display.charts import make_chart_values
from ...display.engine_style import Style, style_engines
from ...display.html import render_page
from ...display.html_table import HtmlTable, make_html_table
from ...display.numbers import format_count
from ..statistics.summary import Summary
from .blocks import Table
from .fact_words import describe_collection, describe_facts, is_led_from_elsewhere
from .machine_tables import make_common_tables, make_machine_table
from .short_names import hide_folders
from .tables import list_footnotes, make_pair_tables, make_preparation_table, make_tables

TEXT_COLUMNS = ("engine", "size", "against", "difference", "machine", "processor", "Python")
MOST_NOTES = 3  # below a table; more are left to the table of engine against engine, which says the same


@dataclass(frozen=True, slots=True)
class _Section:
    """The tables of one tier; `pairs` is None if only one engine was measured."""

    anchor: str
    table: HtmlTable
    notes: tuple[str, ...]
    row_notes: Mapping[str, str]  # by engine
    pairs: HtmlTable | None


def bench_page(summary: Summary, charts: Mapping[str, VegaChart]) -> str:
    """Return a page with the tables and charts of a benchmark."""
    summary = hide_folders(summary)
    styles = style_engines(summary.facts.engines)
    overall, tiers = _make_all_sections(summary, styles)
    machines = make_machine_table(summary)
    preparation = make_preparation_table(summary)
    collection = describe_collection(summary.facts)
    return render_page(
        "benchmark.html",
        title=collection,
        heading=f"Benchmark: {collection}, {format_count(len(styles), 'engine')}",
        objections=[str(objection) for objection in summary.objections],
        sentences=summary.sentences,
        machines=machines and {"table": _make_table(machines, styles), "notes": machines.notes},
        overall=overall,
        tiers=tiers,
        footnotes=list_footnotes(summary),
        preparation=preparation and {"table": _make_table(preparation, styles), "notes": preparation.notes},
        styles=styles,
        details={key: value for chart in charts.values() for key, value in chart.details.items()},
        facts=describe_facts(summary.facts, is_led=is_led_from_elsewhere(summary)),
        **make_chart_values(charts),
    )


def _make_all_sections(summary: Summary, styles: Mapping[str, Style]) -> tuple[_Section | None, list[_Section]]:
    """Return the section about all puzzles, and one for each tier; with several machines, for each of their tiers."""
    if not summary.has_several_machines:
        sections = _make_sections(make_tables(summary), make_pair_tables(summary), styles, "tier")
        return (sections[-1] if sections else None), sections[:-1]
    common = _make_sections(make_common_tables(summary), make_pair_tables(summary), styles, "common")
    apart = [
        section
        for one, view in ((one, summary.of_machine(one)) for one in summary.measuring)
        for section in _make_sections(
            make_tables(view, prefix=f"{one.name}, "), make_pair_tables(view), styles, f"machine-{one.number}"
        )
    ]
    return common[-1], common[:-1] + apart


def _make_sections(
    tables: Sequence[Table], pair_tables: Sequence[Table], styles: Mapping[str, Style], anchor: str
) -> list[_Section]:
    """Return a section for each tier; the last one is about all puzzles."""
    pairs = {table.tier: table for table in pair_tables}
    return [
        _Section(
            anchor=f"{anchor}-{number}",
            table=_make_table(table, styles),
            notes=table.notes if len(table.notes) <= MOST_NOTES else (),
            row_notes={row[0]: note for row, note in zip(table.rows, table.row_notes, strict=True) if note},
            pairs=_make_table(pairs[table.tier], styles) if table.tier in pairs else None,
        )
        for number, table in enumerate(tables, 1)
    ]


def _make_table(table: Table, styles: Mapping[str, Style]) -> HtmlTable:
    return make_html_table(
        table.title, table.columns, table.rows, table.values, text_columns=TEXT_COLUMNS, styles=styles
    )
