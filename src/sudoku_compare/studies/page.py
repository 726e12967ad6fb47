"""A study as a page."""

from collections.abc import Mapping
from typing import Any

from ..core.text import hide_folder
from ..display.chart_spec import VegaChart
from ..display.charts import make_chart_values
from ..display.html import render_page
from ..display.html_board import board_rows
from ..display.html_table import HtmlTable, make_html_table
from ..display.numbers import format_count
from .outcome import Example, Kind, Outcome, Table
from .text import format_rows

SOURCES = {  # what the fact `collection` means if it names no files
    "shipped": "the shipped collections",
    "made": "the random seed",
}


def study_page(outcome: Outcome, facts: Mapping[str, Any], charts: Mapping[str, VegaChart]) -> str:
    """Return a page with the question, the answers, the charts, tables and boards of a study."""
    return render_page(
        "study.html",
        title=f"study {facts['study']}",
        heading=outcome.question,
        answers=outcome.answers,
        tables=[_make_table(table) for table in outcome.tables if table.rows],
        boards=[_make_board(shown) for shown in outcome.boards],
        left_out=[_describe_left_out(reason, number) for reason, number in outcome.left_out.items()],
        facts=_describe_facts(facts),
        **make_chart_values(charts),
    )


def _describe_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return what was studied in words; the collections are named without their folders."""
    return {
        "study": str(facts["study"]),
        "puzzles": _describe_puzzles(facts),
        "random seed": str(facts["seed"]),
    }


def _describe_puzzles(facts: Mapping[str, Any]) -> str:
    if not facts["puzzles"]:
        return "none: the study is about the rules alone"
    names = ", ".join(map(hide_folder, facts["collection"].split(", ")))
    return f"{facts['puzzles']:,} from {SOURCES.get(names, names)}"


def _make_table(table: Table) -> HtmlTable:
    names = [column.name for column in table.columns]
    texts = [column.name for column in table.columns if column.kind is Kind.TEXT]
    return make_html_table(table.title, names, format_rows(table), table.rows, text_columns=texts)


def _make_board(shown: Example) -> dict[str, Any]:
    puzzle = shown.puzzle
    rows = board_rows(puzzle.shape, puzzle.givens, puzzle.givens)
    return {"title": shown.title, "rows": rows, "text": puzzle.text}


def _describe_left_out(reason: str, number: int) -> str:
    return f"left out: {format_count(number, 'puzzle')} ({reason})"
