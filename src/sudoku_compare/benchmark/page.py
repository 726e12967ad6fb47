"""A benchmark as a page."""

from collections.abc import Mapping
from typing import Any

from ..display.charts import chart_script
from ..display.html import format_facts, render_page
from .statistics import Summary
from .tables import make_tables


def bench_page(summary: Summary, charts: Mapping[str, Any]) -> str:
    """Return a page with the tables and charts of a benchmark."""
    return render_page(
        "benchmark.html",
        title=str(summary.facts.collection),
        heading=f"{summary.puzzles:,} puzzles, {len(summary.facts.engines)} engines",
        objections=[f"objection: {id}, round {number}: {text}" for id, number, text in summary.objections],
        tables=make_tables(summary),
        charts=charts,
        chart_script=chart_script(),
        facts=format_facts(summary.facts.as_json()),
    )
