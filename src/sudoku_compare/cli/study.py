"""`sudoku-compare study NAME [FILE]...`."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import OptionError
from .choices import box_option, timeout_option
from .console import open_bar, open_console
from .exit_codes import ExitCode, combine_codes
from .messages import complain

if TYPE_CHECKING:
    from ..core.shape import Shape
    from ..studies.outcome import Outcome

STUDY_CODES = """\b
Exit codes:
  0    measured
  2    a mistake in the call or in a file; the message says what would do, and the rest is still measured
  5    nothing could be measured: every puzzle was left out
  130  interrupted"""


@click.command(epilog=STUDY_CODES)
@click.argument("name", required=False)
@click.argument("collections", metavar="[FILE]...", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="The studies that there are.")
@click.option(
    "--n",
    "number",
    type=click.IntRange(min=1),
    help="A sample of so many puzzles, as many of each file or tier; or walks.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the sample and of walks.")
@timeout_option(60, "Per puzzle; one that takes longer is left out, and that is told. inf for no limit.")
@box_option
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write tables and charts as a page."
)
@click.option("--plots", metavar="DIR", type=click.Path(path_type=Path), help="Write the charts as SVG and PNG.")
@click.option("--json", "as_json", is_flag=True, help="The numbers as one JSON object.")
def study(
    name: str | None,
    collections: tuple[str, ...],
    is_list: bool,
    number: int | None,
    seed: int,
    timeout: float,
    shape: "Shape | None",
    page: Path | None,
    plots: Path | None,
    as_json: bool,
) -> ExitCode:
    """Answer a question about Sudoku by measurement, on the shipped 9x9 puzzles or on any collection.

    `study --list` tells which. Only puzzles with exactly one solution count; others are left out, and that is told.
    """
    from ..studies.registry import NOTHING, WITHOUT_PUZZLES, refuse_unknown, run
    from ..studies.workload import Work

    mistakes: list[object] = []
    if is_list or name is None:
        _list(as_json=as_json)
        return ExitCode.OK
    refuse_unknown(name)
    if page or plots:
        from ..display.charts import check_outputs

        check_outputs(page, plots)
    if name in WITHOUT_PUZZLES:
        if collections:
            raise OptionError(f"study {name} looks at the rules alone; without a FILE would do")
        cases: tuple[Any, ...] = ()
    else:
        cases = _cases(collections, shape, number, seed, mistakes.append)
    outcome = run(name, Work(cases, seed, timeout, number, _watched))
    facts = {"study": name, "collection": ", ".join(collections) or "shipped", "puzzles": len(cases), "seed": seed}
    _draw(outcome, facts, page, plots)
    if page is None or str(page) != "-":
        _show(outcome, facts, as_json=as_json)
    codes = [ExitCode.ERROR] * bool(mistakes) + [ExitCode.UNKNOWN] * (outcome.answers == (NOTHING,))
    return combine_codes(codes)


def _list(*, as_json: bool) -> None:
    import json

    from ..studies.registry import STUDIES

    for name, question in STUDIES.items():
        click.echo(json.dumps({"study": name, "question": question}) if as_json else f"{name:12} {question}")


def _cases(
    collections: tuple[str, ...],
    shape: "Shape | None",
    number: int | None,
    seed: int,
    note: Callable[[object], None],
) -> tuple[Any, ...]:
    """What there is to study; what cannot be read is complained of, and noted."""
    from ..studies.workload import cases_for, chosen

    def refuse(error: object) -> None:
        complain(error)
        note(error)

    cases = chosen(cases_for(collections, shape, refuse), number, seed)
    if not cases:
        raise OptionError("no puzzle to study; a collection that solve reads would do")
    return cases


def _watched(items: Iterable[Any]) -> Iterator[Any]:
    """The items as they are, with a bar where somebody watches."""
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
    from ..studies.charts import study_charts
    from ..studies.page import study_page

    drawn = study_charts(outcome)
    if page:
        write_page(page, study_page(outcome, facts, drawn))
    if plots:
        write_plots(plots, drawn)


def _show(outcome: "Outcome", facts: dict[str, Any], *, as_json: bool) -> None:
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
