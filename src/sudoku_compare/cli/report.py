"""`sudoku-compare report`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .bench_printer import print_summary
from .exit_codes import ExitCode
from .messages import complain

if TYPE_CHECKING:
    from ..benchmark.record import Record
    from ..benchmark.statistics import Summary

CODES = """\b
Exit codes:
  0    reported, no objection in the record
  1    the record has objections
  2    an error in the command, or not a record"""


@click.command(epilog=CODES)
@click.argument("name", required=False)
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write tables and charts as an HTML page."
)
@click.option(
    "--plots", metavar="DIR", type=click.Path(path_type=Path), help="Write the charts as SVG and PNG to this folder."
)
@click.option("--csv", "table", metavar="FILE", type=click.Path(path_type=Path), help="Write the tables as a CSV file.")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as one JSON object instead of tables.")
def report(name: str | None, page: Path | None, plots: Path | None, table: Path | None, as_json: bool) -> ExitCode:
    """Show the results of a recorded benchmark.

    NAME is a file, or the name of a record in results/. [default: the latest record in results/]
    """
    from ..benchmark.record import Record
    from ..benchmark.statistics import summarize
    from ..benchmark.text import format_csv
    from ..core.errors import output_to

    record = Record.open(_find_record(name))
    summary = summarize(record)
    if page or plots:
        _draw(record, summary, page, plots)
    if table:
        with output_to("--csv", table):
            table.write_text(format_csv(summary))
    if page is None or str(page) != "-":
        print_summary(summary, as_json=as_json)
    return ExitCode.OBJECTION if summary.objections else ExitCode.OK


def _find_record(name: str | None) -> Path:
    from ..benchmark.results_folder import find_latest_record, record_path

    if name is not None:
        return record_path(name)
    path = find_latest_record()
    complain(f"Reporting {path}, the latest record.")
    return path


def _draw(record: "Record", summary: "Summary", page: Path | None, plots: Path | None) -> None:
    from ..benchmark.charts import make_charts
    from ..benchmark.page import bench_page
    from ..display.charts import write_plots
    from ..display.page import write_page

    charts = make_charts(record, summary)
    if page:
        write_page(page, bench_page(summary, charts))
    if plots:
        write_plots(plots, charts)
