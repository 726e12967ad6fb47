"""A study as a page."""

from collections.abc import Mapping
from typing import Any

from ..display.board import draw
from ..display.charts import chart_script
from ..display.html import format_facts, render_page
from .outcome import Example, Kind, Outcome, Table
from .text import format_rows


def study_page(outcome: Outcome, facts: Mapping[str, Any], charts: Mapping[str, Any]) -> str:
    """Return a page with the question, the answers, the tables, boards and charts of a study."""
    return render_page(
        "study.html",
        title=f"study {facts['study']}: {facts['collection']}",
        heading=outcome.question,
        answers=outcome.answers,
        tables=[_make_table(table) for table in outcome.tables if table.rows],
        boards=[_make_board(shown) for shown in outcome.boards],
        left_out=[_describe_left_out(reason, number) for reason, number in outcome.left_out.items()],
        charts=charts,
        chart_script=chart_script(),
        facts=format_facts(facts),
    )


def _make_table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [column.name for column in table.columns],
        "rows": format_rows(table),
        "text_columns": [number for number, column in enumerate(table.columns) if column.kind is Kind.TEXT],
    }


def _make_board(shown: Example) -> dict[str, str]:
    drawing = "\n".join(line.plain for line in draw(shown.puzzle.shape, shown.puzzle.givens))
    return {"title": shown.title, "drawing": drawing, "text": shown.puzzle.text}


def _describe_left_out(reason: str, number: int) -> str:
    return f"left out: {number:,} puzzle{'s' * (number != 1)} ({reason})"
