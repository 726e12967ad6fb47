"""A benchmark as a page."""

from collections.abc import Mapping
from html import escape
from typing import Any

from ..display.page import document, facts_list, html_table
from .statistics import Summary
from .text import COLUMNS, format_notes, format_row, format_title


def bench_page(summary: Summary, charts: Mapping[str, Any]) -> str:
    """Text that came from a file is escaped: a puzzle named `<script>` is shown as its name."""
    objections = "".join(
        f'<p class="objection">objection: {escape(id)}, round {number}: {escape(text)}</p>'
        for id, number, text in summary.objections
    )
    heading = f"{summary.puzzles:,} puzzles, {len(summary.facts.engines)} engines"
    title, tables = summary.facts.collection, _tables(summary)
    return document(title, heading, f"{objections}\n{tables}", charts, facts_list(summary.facts.as_json()))


def _tables(summary: Summary) -> str:
    tiers = list(dict.fromkeys(row.tier for row in summary.rows))
    return "".join(_table(summary, tier) for tier in tiers)


def _table(summary: Summary, tier: str) -> str:
    rows = [row for row in summary.rows if row.tier == tier]
    notes = "<br>".join(escape(format_notes(row)) for row in rows)
    table = html_table(format_title(rows[0]), COLUMNS, [format_row(row) for row in rows])
    return f'{table}<p class="below">{notes}</p>'
