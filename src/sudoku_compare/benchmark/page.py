"""A benchmark as a page."""

from collections.abc import Mapping
from typing import Any

from ..display.charts import chart_script
from ..display.html import format_facts, render_page
from .statistics import Summary
from .text import COLUMNS, format_notes, format_row, format_title


def bench_page(summary: Summary, charts: Mapping[str, Any]) -> str:
    """Return a page with the tables and charts of a benchmark."""
    return render_page(
        "benchmark.html",
        title=str(summary.facts.collection),
        heading=f"{summary.puzzles:,} puzzles, {len(summary.facts.engines)} engines",
        objections=[f"objection: {id}, round {number}: {text}" for id, number, text in summary.objections],
        columns=COLUMNS,
        tiers=_make_tables(summary),
        charts=charts,
        chart_script=chart_script(),
        facts=format_facts(summary.facts.as_json()),
    )


def _make_tables(summary: Summary) -> list[dict[str, Any]]:
    tables = []
    for tier in dict.fromkeys(row.tier for row in summary.rows):
        rows = [row for row in summary.rows if row.tier == tier]
        notes = [format_notes(row) for row in rows]
        tables.append({"title": format_title(rows[0]), "rows": [format_row(row) for row in rows], "notes": notes})
    return tables
