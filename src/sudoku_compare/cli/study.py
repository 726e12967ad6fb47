"""`sudoku-compare study NAME [FILE]...`."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import OptionError
from .choices import box_option, recursive_option, timeout_option
from .console import open_bar, open_console
from .exit_codes import ExitCode, combine_codes
from .messages import complain_of_source

if TYPE_CHECKING:
    from ..core.shape import Shape
    from ..studies.outcome import Outcome

STUDY_CODES = """\b
Exit codes:
  0    measured
  2    error in the command or in a file; the rest is still measured
  5    nothing was measured: every puzzle was left out
  130  interrupted"""


@click.command(epilog=STUDY_CODES)
@click.argument("name", required=False)
@click.argument("collections", metavar="[FILE]...", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="List the studies and their questions.")
@click.option(
    "--n",
    "number",
    type=click.IntRange(min=1),
    help="Measure a random sample of this size, evenly from each tier or FILE; for grids, the number of random walks.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Random seed; the same seed gives the same sample and walks.",
)
@timeout_option(60, "Time limit per puzzle; inf for no limit. Puzzles that take longer are left out and counted.")
@box_option
@recursive_option
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write tables and charts as an HTML page."
)
@click.option(
    "--plots", metavar="DIR", type=click.Path(path_type=Path), help="Write the charts as SVG and PNG to this folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as one JSON object.")
def study(
    name: str | None,
    collections: tuple[str, ...],
    is_list: bool,
    number: int | None,
    seed: int,
    timeout: float,
    shape: "Shape | None",
    recursive: bool,
    page: Path | None,
    plots: Path | None,
    as_json: bool,
) -> ExitCode:
    """Answer a question about Sudoku by measurement, on the shipped 9x9 puzzles or on your own.

    NAME is a study; `study --list` shows them all. Only puzzles with exactly one solution are measured; others are left
    out and counted.
    """
    from ..studies.registry import NOTHING, WITHOUT_PUZZLES, find_study, run_study
    from ..studies.workload import Workload
    from .inputs import expand_folders

    errors: list[object] = []
    if is_list or name is None:
        _list_studies(as_json=as_json)
        return ExitCode.OK
    name = find_study(name)
    if page or plots:
        from ..display.charts import check_outputs

        check_outputs(page, plots)
    if name in WITHOUT_PUZZLES:
        if collections:
            raise OptionError(f"study {name} takes no FILE: it is about the rules alone")
        cases: tuple[Any, ...] = ()
    else:
        collections = expand_folders(collections, recursive=recursive, report=_report_to(errors))
        cases = _read_cases(collections, shape, number, seed, _report_to(errors))
    outcome = run_study(name, Workload(cases, seed, timeout, number, _show_progress))
    facts = {"study": name, "collection": ", ".join(collections) or "shipped", "puzzles": len(cases), "seed": seed}
    _draw(outcome, facts, page, plots)
    if page is None or str(page) != "-":
        _print_outcome(outcome, facts, as_json=as_json)
    codes = [ExitCode.ERROR] * bool(errors) + [ExitCode.UNKNOWN] * (outcome.answers == (NOTHING,))
    return combine_codes(codes)


def _list_studies(*, as_json: bool) -> None:
    import json

    from ..studies.registry import STUDIES

    for name, question in STUDIES.items():
        click.echo(json.dumps({"study": name, "question": question}) if as_json else f"{name:12} {question}")


def _report_to(errors: list[object]) -> Callable[[object], None]:
    """Return a function that prints an error and adds it to the list."""

    def report(error: object) -> None:
        complain_of_source(error)
        errors.append(error)

    return report


def _read_cases(
    collections: tuple[str, ...],
    shape: "Shape | None",
    number: int | None,
    seed: int,
    report: Callable[[object], None],
) -> tuple[Any, ...]:
    """Read the puzzles, and report each error."""
    from ..studies.workload import choose_cases, read_cases

    cases = choose_cases(read_cases(collections, shape, report), number, seed)
    if not cases:
        raise OptionError("no puzzles to study: expected a collection with at least one puzzle")
    return cases


def _show_progress(items: Iterable[Any]) -> Iterator[Any]:
    """Yield the items unchanged, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    waiting = list(items)
    with open_bar("{task.completed}/{task.total}") as progress:
        task = progress.add_task("", total=len(waiting))
        for item in waiting:
            yield item
            progress.advance(task)


def _draw(outcome: "Outcome", facts: dict[str, Any], page: Path | None, plots: Path | None) -> None:
    if not (page or plots):
        return
    from ..display.charts import write_plots
    from ..display.page import write_page
    from ..studies.charts import make_study_charts
    from ..studies.page import study_page

    charts = make_study_charts(outcome)
    if page:
        write_page(page, study_page(outcome, facts, charts))
    if plots:
        write_plots(plots, charts)


def _print_outcome(outcome: "Outcome", facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        import json

        click.echo(json.dumps(facts | outcome.as_json()))
        return
    from ..studies.text import render_study

    console = open_console()
    with console.capture() as capture:
        for part in render_study(outcome, console.width):
            console.print(part)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
