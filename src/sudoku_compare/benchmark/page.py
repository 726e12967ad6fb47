"""A benchmark as a page."""

from collections.abc import Mapping
from typing import Any

from ..display.charts import chart_script
from ..display.html import format_facts, render_page
from .statistics import Summary
from .text import COLUMNS, below, row


def bench_page(summary: Summary, charts: Mapping[str, Any]) -> str:
    """Return a page with the tables and charts of a benchmark."""
    return render_page(
        "benchmark.html",
        title=str(summary.facts["collection"]),
        heading=f"{summary.puzzles:,} puzzles, {len(summary.facts['engines'])} engines",
        objections=[f"objection: {id}, round {number}: {text}" for id, number, text in summary.objections],
        columns=COLUMNS,
        tiers=_make_tables(summary),
        charts=charts,
        chart_script=chart_script(),
        facts=format_facts(summary.facts),
    )


def _make_tables(summary: Summary) -> list[dict[str, Any]]:
    tables = []
    for tier in dict.fromkeys(cell.tier for cell in summary.cells):
        cells = [cell for cell in summary.cells if cell.tier == tier]
        title = f"{tier}: {cells[0].of:,} puzzles"
        tables.append({"title": title, "rows": [row(cell) for cell in cells], "notes": [below(cell) for cell in cells]})
    return tables
