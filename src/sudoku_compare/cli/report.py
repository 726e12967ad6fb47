"""`sudoku-compare report`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exit_codes import ExitCode, combine_codes
from .messages import complain
from .report_printer import print_comparison, print_findings, print_report

if TYPE_CHECKING:
    from ..benchmark.recording.record import Record
    from ..benchmark.statistics.summary import Summary
    from ..benchmark.two_runs.fail_rules import FailRule

FORMATS = ("text", "markdown", "csv", "json", "latex")
CODES = """\b
Exit codes:
  0    reported, no objection in the record
  1    a record has objections
  2    an error in the command, or not a record
  6    B is worse than A according to --fail-if
If several apply: the first of 1, 6."""


def _read_rules(ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> "list[FailRule]":
    if not texts:
        return []
    from ..benchmark.two_runs.fail_rules import parse_rule
    from ..core.errors import OptionError

    try:
        return [parse_rule(text) for text in texts]
    except OptionError as error:
        raise click.BadParameter(str(error)) from error


@click.command(epilog=CODES)
@click.argument("names", metavar="[A [B]]", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    show_default="text",
    help="Output format. csv has one row per measurement and one column per count; markdown and latex have the same "
    "tables as text.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json: print the numbers as one JSON object.")
@click.option(
    "--csv",
    "table",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the measurements to this file, as --format csv prints them.",
)
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write tables and charts as an HTML page."
)
@click.option(
    "--plots", metavar="DIR", type=click.Path(path_type=Path), help="Write the charts as SVG and PNG to this folder."
)
@click.option(
    "--fail-if",
    "rules",
    metavar="RULE",
    multiple=True,
    callback=_read_rules,
    help="With two records: exit with 6 if B is worse than A. slower:10% fails if an engine takes more than 10% longer "
    "and the whole 95% interval says so (if only a part does, or there are too few puzzles, it warns); verdicts fails "
    "if a verdict has changed or a puzzle is no longer settled; counts:10% fails if a count has grown by more than "
    "10%. May be repeated.",
)
def report(
    names: tuple[str, ...],
    form: str | None,
    as_json: bool,
    table: Path | None,
    page: Path | None,
    plots: Path | None,
    rules: "list[FailRule]",
) -> ExitCode:
    """Show the results of a recorded benchmark, or compare two.

    A and B are files, or names of records in results/. Without a name, the latest record in results/ is shown;
    with A, that record. With A and B, what differs in machine, software, options and puzzles is listed first; then, for
    each engine, how long B took compared to A on the puzzles of both, and which verdicts and counts have changed.
    """
    _refuse_misuse(names, form=form, as_json=as_json, drawing=bool(page or plots), rules=bool(rules))
    form = form or ("json" if as_json else "text")
    with ExitStack() as stack:
        records = [(str(path), stack.enter_context(_open_record(path))) for path in _find_records(names)]
        if table or form == "csv":
            _write_measurements(records, table, to_output=form == "csv")
        if len(records) > 1:
            return _compare(*(record for _, record in records), form=form, rules=rules)
        return _show(records[0][1], form, page, plots)


def _refuse_misuse(names: tuple[str, ...], *, form: str | None, as_json: bool, drawing: bool, rules: bool) -> None:
    if len(names) > 2:
        raise click.UsageError(f"expected one or two records, found {len(names)}")
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot be used together")
    if len(names) > 1 and drawing:
        raise click.UsageError("--html and --plots show one record: expected one name, found 2")
    if len(names) < 2 and rules:
        raise click.UsageError("--fail-if compares two records: expected two names, A and B")


def _find_records(names: tuple[str, ...]) -> list[Path]:
    from ..benchmark.recording.results_folder import find_latest_record, record_path

    if names:
        return [record_path(name) for name in names]
    path = find_latest_record()
    complain(f"Reporting {path}, the latest record.")
    return [path]


def _open_record(path: Path) -> "Record":
    from ..benchmark.recording.record import Record

    return Record.open(path)


def _write_measurements(records: "list[tuple[str, Record]]", table: Path | None, *, to_output: bool) -> None:
    """Write the measurements to a file, to standard output, or both."""
    from ..benchmark.report.tidy_table import find_count_names, write_csv
    from ..core.errors import output_to

    counts = find_count_names(*(record for _, record in records))
    if table:
        with output_to("--csv", table), open(table, "w", encoding="utf-8", newline="") as file:
            write_csv(file, records, counts)
    if to_output:
        write_csv(sys.stdout, records, counts)


def _show(record: "Record", form: str, page: Path | None, plots: Path | None) -> ExitCode:
    from ..benchmark.statistics.summary import summarize

    if form != "csv" or page or plots:
        summary = summarize(record)
        if page or plots:
            _draw(record, summary, page, plots)
        if form != "csv" and str(page) != "-":
            print_report(summary, form)
    return ExitCode.OBJECTION if record.objections() else ExitCode.OK


def _draw(record: "Record", summary: "Summary", page: Path | None, plots: Path | None) -> None:
    from ..benchmark.report.charts import make_charts
    from ..benchmark.report.page import bench_page
    from ..display.charts import write_plots
    from ..display.page import write_page

    charts = make_charts(record, summary)
    if page:
        write_page(page, bench_page(summary, charts))
    if plots:
        write_plots(plots, charts)


def _compare(a: "Record", b: "Record", *, form: str, rules: "list[FailRule]") -> ExitCode:
    from ..benchmark.two_runs.comparison import compare_records
    from ..benchmark.two_runs.fail_rules import apply_rules

    codes = [ExitCode.OBJECTION] * bool(a.objections() or b.objections())
    if form != "csv" or rules:
        comparison = compare_records(a, b)
        findings = apply_rules(comparison, rules) if rules else []
        if form != "csv":
            print_comparison(comparison, findings, form)
        print_findings(findings, rules)
        codes += [ExitCode.REGRESSION for finding in findings if finding.is_failure]
    return combine_codes(codes)
