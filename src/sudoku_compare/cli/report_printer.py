"""Print a report of one record, or a comparison of two, in the chosen format."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from .console import open_console
from .messages import complain

if TYPE_CHECKING:
    from ..benchmark.report.blocks import Block
    from ..benchmark.statistics.summary import Summary
    from ..benchmark.two_runs.comparison import RecordComparison
    from ..benchmark.two_runs.fail_rules import FailRule, Finding


def print_report(summary: "Summary", form: str = "text") -> None:
    """Print the numbers of a record; `form` is text, json, markdown or latex."""
    if form == "json":
        click.echo(json.dumps(summary.as_json()))
        return
    from ..benchmark.report.summary_blocks import make_blocks

    _print_blocks(make_blocks(summary), form)


def print_comparison(comparison: "RecordComparison", findings: "Iterable[Finding]", form: str) -> None:
    """Print a comparison; `form` is text, json, markdown or latex."""
    if form == "json":
        click.echo(json.dumps(comparison.as_json() | {"findings": [finding.as_json() for finding in findings]}))
        return
    from ..benchmark.two_runs.comparison_blocks import make_blocks

    _print_blocks(make_blocks(comparison), form)


def _print_blocks(blocks: "Iterable[Block]", form: str) -> None:
    from ..benchmark.report.markdown_latex import format_latex, format_markdown

    if form == "text":
        from ..benchmark.report.terminal import render_blocks

        console = open_console()
        with console.capture() as capture:
            for part in render_blocks(blocks):
                console.print(part)
        click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
        return
    for text in format_markdown(blocks) if form == "markdown" else format_latex(blocks):
        click.echo(text, nl=False)


def print_findings(findings: "Sequence[Finding]", rules: "Sequence[FailRule]") -> None:
    """Report on standard error how B fares by the rules of --fail-if."""
    for finding in findings:
        complain(f"{'regression' if finding.is_failure else 'warning'}: {finding.text}")
    if rules and not any(finding.is_failure for finding in findings):
        named = ", ".join(map(str, rules))
        complain(f"no regression found by {named}" + "; see the warnings above" * bool(findings))
