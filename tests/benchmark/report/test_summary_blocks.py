"""A report as Markdown and LaTeX says what the text says."""

import io
import re

import pytest
from rich.console import Console

from measuring import make_facts, make_measurement, make_record
from sudoku_compare.benchmark.report.markdown_latex import format_latex, format_markdown
from sudoku_compare.benchmark.report.summary_blocks import make_blocks
from sudoku_compare.benchmark.report.terminal import render_blocks
from sudoku_compare.benchmark.statistics.summary import Objection, Summary, summarize

UNSETTLED = {"verdict": "unknown", "ending": "timed_out"}


def make_summary() -> Summary:
    puzzles = [
        [
            make_measurement("a", 1.0 + n, counts={"nodes": n}),
            make_measurement("b:x_y=1", 2.0, **(UNSETTLED if n else {})),
        ]
        for n in range(12)
    ]
    record = make_record(make_facts(engines=("a", "b:x_y=1")), *puzzles, tiers="x" * 6 + "y" * 6)
    summary = summarize(record)
    return Summary(summary.facts, 12, (Objection("p:1", 0, "a lie"),), summary.rows, summary.pairs, summary.sentences)


def list_words(text: str) -> set[str]:
    """Return the words of a report, without the marks of its format and in lower case."""
    return set(re.findall(r"[\w:=%.]*\w", text.replace("\\", "").lower()))


@pytest.mark.parametrize("form", [format_markdown, format_latex])
def test_every_word_of_the_text_is_there(form: object) -> None:
    summary = make_summary()
    console = Console(width=400, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_blocks(make_blocks(summary)):
        console.print(part)
    assert callable(form)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert list_words(text) - list_words("".join(form(make_blocks(summary)))) == set()
    assert {"reference", "objection", "p99"} <= list_words(text)
