"""`sudoku-compare study NAME [FILE]...`."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import OptionError
from .choices import box_option, engine_options, read_timeout, recursive_option
from .cluster_option import add_cluster_options, choose_cluster
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


def _read_timeout(ctx: click.Context, option: click.Parameter, seconds: float | None) -> float | None:
    return None if seconds is None else read_timeout(ctx, option, seconds)


@click.command(epilog=STUDY_CODES)
@click.argument("name", required=False)
@click.argument("collections", metavar="[FILE]...", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="List the studies and their questions.")
@click.option(
    "--n",
    "number",
    type=click.IntRange(min=1),
    help="Measure a random sample of this size, evenly from each tier or FILE; for grids, the number of random walks; "
    "for hardness without FILE, the number of puzzles for each size, removal and share of cells given (10); for growth "
    "without FILE, for each size and share of cells given (5).",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Random seed; the same seed gives the same sample and walks.",
)
@click.option(
    "--timeout",
    type=float,
    callback=_read_timeout,
    metavar="SECONDS",
    show_default="60; for hardness 1",
    help="Time limit per puzzle; inf for no limit. Puzzles that take longer are left out and counted. For hardness "
    "and growth: the limit per engine and puzzle.",
)
@engine_options
@click.option(
    "--size",
    "sizes",
    type=int,
    multiple=True,
    metavar="N",
    show_default="9, 16, 25, 36; for growth also 49, 64",
    help="For hardness and growth: cells per row of the puzzles to make. Repeat the option for several sizes.",
)
@click.option(
    "--given",
    "percents",
    type=click.IntRange(0, 100),
    multiple=True,
    metavar="PERCENT",
    show_default="20, 30, 35, 40, 45, 50, 60; for growth 70",
    help="For hardness and growth: share of the cells given in the puzzles to make. Repeat the option for several "
    "shares.",
)
@add_cluster_options
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
    timeout: float | None,
    engines: tuple[str, ...],
    sizes: tuple[int, ...],
    percents: tuple[int, ...],
    cluster: str | None,
    cluster_timeout: float,
    shape: "Shape | None",
    recursive: bool,
    page: Path | None,
    plots: Path | None,
    as_json: bool,
) -> ExitCode:
    """Answer a question about Sudoku by measurement, on the shipped 9x9 puzzles or on your own.

    NAME is a study; `study --list` shows them all. Only puzzles with exactly one solution are measured; others are left
    out and counted. `hardness` and `growth` compare engines on all puzzles of the files, or on random boards of several
    sizes from which cells were removed.
    """
    from ..running.place import ThisProcess, open_place
    from ..studies.registry import NOTHING, OF_ENGINES, SECONDS, USUAL_SECONDS, find_study, run_study
    from ..studies.workload import Workload
    from .inputs import expand_folders

    if is_list or name is None:
        _list_studies(as_json=as_json)
        return ExitCode.OK
    name = find_study(name)
    if page or plots:
        from ..display.charts import check_outputs

        check_outputs(page, plots)
    _check_options(name, collections, engines, (*sizes, *percents))
    if timeout is None:
        timeout = SECONDS.get(name, USUAL_SECONDS)
    errors: list[object] = []
    report = _report_to(errors)
    collections = expand_folders(collections, recursive=recursive, report=report)
    known: dict[str, Any] = {}
    if name in OF_ENGINES and not collections:
        cases = _make_cases(name, sizes, percents, number, seed)
    else:
        cases, known = _choose_cases(name, collections, shape, number, seed, report)
    with open_place(choose_cluster(cluster, cluster_timeout), ThisProcess()) as place:
        outcome = run_study(name, Workload(cases, seed, timeout, number, _show_progress, place, engines, known))
    source = "made" if name in OF_ENGINES else "shipped"
    facts = {"study": name, "collection": ", ".join(collections) or source, "puzzles": len(cases), "seed": seed}
    _draw(outcome, facts, page, plots)
    if page is None or str(page) != "-":
        _print_outcome(outcome, facts, as_json=as_json)
    codes = [ExitCode.ERROR] * bool(errors) + [ExitCode.UNKNOWN] * (outcome.answers == (NOTHING,))
    return combine_codes(codes)


def _check_options(
    name: str, collections: tuple[str, ...], engines: tuple[str, ...], of_made_puzzles: tuple[int, ...]
) -> None:
    """Raise OptionError for an option or FILE that the study does not use."""
    from ..studies.registry import OF_ENGINES, WITHOUT_PUZZLES

    if name not in OF_ENGINES and (engines or of_made_puzzles):
        raise OptionError(f"study {name}: --engine, --size and --given are for the studies {' and '.join(OF_ENGINES)}")
    if collections and name in WITHOUT_PUZZLES:
        raise OptionError(f"study {name} takes no FILE: it is about the rules alone")
    if collections and of_made_puzzles:
        raise OptionError("--size and --given are for puzzles that are made; FILE has its own")


def _choose_cases(
    name: str,
    collections: tuple[str, ...],
    shape: "Shape | None",
    number: int | None,
    seed: int,
    report: Callable[[object], None],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the puzzles of a study that does not make any, and the known ratings, if the study needs them."""
    from ..studies.registry import WITH_RATINGS, WITHOUT_PUZZLES

    if name in WITHOUT_PUZZLES:
        return (), {}
    if name in WITH_RATINGS:
        return _read_rated(collections, shape, number, seed, report)
    return _read_cases(collections, shape, number, seed, report), {}


def _make_cases(
    study: str, sizes: tuple[int, ...], percents: tuple[int, ...], number: int | None, seed: int
) -> tuple[Any, ...]:
    from ..studies.hardness_instances import make_cases, make_growing_cases

    make = make_growing_cases if study == "growth" else make_cases
    return tuple(make(sizes, percents, number, seed))


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


def _read_rated(
    files: tuple[str, ...],
    shape: "Shape | None",
    number: int | None,
    seed: int,
    report: Callable[[object], None],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Read puzzles with known ratings, and report each error."""
    from ..studies.rated_puzzles import read_rated
    from ..studies.workload import choose_cases

    if not files:
        raise OptionError("study rating: expected a FILE with puzzles and their known ratings, one per line")
    found, known = read_rated(files, shape, report)
    if not found:
        raise OptionError("no puzzles to study: expected lines with a puzzle and its rating")
    return choose_cases(found, number, seed), known


def _show_progress(items: Iterable[Any], number: int) -> Iterator[Any]:
    """Yield the items unchanged, of which there are this many, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    with open_bar("{task.completed}/{task.total}") as progress:
        task = progress.add_task("", total=number)
        for item in items:
            progress.advance(task)
            yield item


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
