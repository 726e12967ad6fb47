"""`sudoku-compare report`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exit_codes import ExitCode
from .records import record_path, show_summary

if TYPE_CHECKING:
    from ..benchmark.record import Record
    from ..benchmark.statistics import Summary

CODES = """\b
Exit codes:
  0    shown, and no objection in it
  1    there are objections in it
  2    a mistake in the call, or no record"""


@click.command(epilog=CODES)
@click.argument("name")
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write tables and charts as a page."
)
@click.option("--plots", metavar="DIR", type=click.Path(path_type=Path), help="Write the charts as SVG and PNG.")
@click.option("--csv", "table", metavar="FILE", type=click.Path(path_type=Path), help="Write the table to a CSV too.")
@click.option("--json", "as_json", is_flag=True, help="The numbers as one JSON object instead of the table.")
def report(name: str, page: Path | None, plots: Path | None, table: Path | None, as_json: bool) -> ExitCode:
    """Show a benchmark again, from its record alone: NAME is a file, or the name of one in results/."""
    from ..benchmark.record import Record
    from ..benchmark.statistics import summarize
    from ..benchmark.text import bench_csv
    from ..core.errors import output_to

    record = Record.open(record_path(name))
    summary = summarize(record)
    if page or plots:
        _draw(record, summary, page, plots)
    if table:
        with output_to("--csv", table):
            table.write_text(bench_csv(summary))
    if page is None or str(page) != "-":
        show_summary(summary, as_json=as_json)
    return ExitCode.OBJECTION if summary.objections else ExitCode.OK


def _draw(record: "Record", summary: "Summary", page: Path | None, plots: Path | None) -> None:
    from ..benchmark.charts import charts
    from ..benchmark.page import bench_page
    from ..display.charts import write_plots
    from ..display.page import write_page

    drawn = charts(record, summary)
    if page:
        write_page(page, bench_page(summary, drawn))
    if plots:
        write_plots(plots, drawn)
