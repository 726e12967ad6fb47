"""A benchmark as a page."""

from collections.abc import Mapping
from html import escape
from typing import Any

from ..display.page import document, facts_list, html_table
from .statistics import Summary
from .text import COLUMNS, below, row


def bench_page(summary: Summary, charts: Mapping[str, Any]) -> str:
    """Text that came from a file is escaped: a puzzle named `<script>` is shown as its name."""
    objections = "".join(
        f'<p class="objection">objection: {escape(id)}, round {number}: {escape(text)}</p>'
        for id, number, text in summary.objections
    )
    heading = f"{summary.puzzles:,} puzzles, {len(summary.facts['engines'])} engines"
    title, tables = str(summary.facts["collection"]), _tables(summary)
    return document(title, heading, f"{objections}\n{tables}", charts, facts_list(summary.facts))


def _tables(summary: Summary) -> str:
    tiers = list(dict.fromkeys(cell.tier for cell in summary.cells))
    return "".join(_table(summary, tier) for tier in tiers)


def _table(summary: Summary, tier: str) -> str:
    cells = [cell for cell in summary.cells if cell.tier == tier]
    notes = "<br>".join(escape(below(cell)) for cell in cells)
    table = html_table(f"{tier}: {cells[0].of:,} puzzles", COLUMNS, [row(cell) for cell in cells])
    return f'{table}<p class="below">{notes}</p>'
