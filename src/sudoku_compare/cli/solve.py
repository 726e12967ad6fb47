"""`sudoku-compare solve FILE...`."""

import math
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from .choices import (
    UNIQUE_OR_SOLVED,
    boards_option,
    exit_codes,
    files_argument,
    jobs_option,
    reading_options,
    search_options,
    trace_options,
)
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..core.answer import Limits
    from .inputs import Inputs, Reading

LONGEST_LIMIT = 15  # digits; a longer number after --all is a puzzle
CODES = exit_codes(UNIQUE_OR_SOLVED) + (
    "\nWith --all: 0 every solution is listed, or LIMIT of them; 3 there is none; 5 the list is not complete."
)


class SolveCommand(click.Command):
    """Reads `--all` with or without a number after it; click would take a file or a puzzle for the number."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line, in which every `--all` gets a value of its own first."""
        end = args.index("--") if "--" in args else len(args)
        joined: list[str] = []
        for number, text in enumerate(args):
            if number < end and number and args[number - 1] == "--all" and _is_limit(text):
                joined[-1] += text
            else:
                joined.append("--all=" if number < end and text == "--all" else text)
        return super().parse_args(ctx, joined)


def _is_limit(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= LONGEST_LIMIT


def _read_limit(ctx: click.Context, option: click.Parameter, text: str | None) -> float | None:
    if text is None or text == "":
        return None if text is None else math.inf
    if not _is_limit(text) or int(text) < 1:
        raise click.BadParameter(f"expected a number of solutions, at least 1, found {text!r}")
    return int(text)


@click.command(cls=SolveCommand, epilog=CODES)
@files_argument
@search_options
@reading_options
@click.option("--first", is_flag=True, help="Stop at the first solution, without asking whether there are others.")
@click.option(
    "--all",
    "most",
    metavar="[LIMIT]",
    callback=_read_limit,
    help="Print every solution, or up to LIMIT of them, one per line, as one engine finds them (kernel, unless "
    "--engine names another). There is no time limit unless --timeout is given.",
)
@boards_option
@jobs_option
@trace_options
@click.pass_context
def solve(
    context: click.Context,
    files: tuple[str, ...],
    engines: tuple[str, ...],
    reading: "Reading",
    limits: "Limits",
    as_json: bool,
    first: bool,
    most: float | None,
    boards: bool | None,
    jobs: int | None,
    trace: bool,
    trace_html: str | None,
    trace_depth: int | None,
) -> ExitCode:
    """Solve puzzles with several engines and compare the answers.

    FILE is a path (gzip or zstd is unpacked), - for standard input, or the puzzle itself as text. Without FILE, puzzles
    come from a pipe. Each engine solves each puzzle; every solution is checked.
    """
    from ..comparison.compare import compare_all, engines_by_text
    from ..core.names import DEFAULT_ENGINES
    from .inputs import Inputs
    from .printer import Printer

    if trace_depth is not None and not (trace or trace_html):
        raise click.UsageError("--trace-depth needs --trace or --trace-html")
    inputs = Inputs(files, reading, outputs=[trace_html])
    if most is not None:
        _refuse_with_all({"--first": first, "--trace": trace, "--trace-html": trace_html, "--boards": boards})
        is_limited = context.get_parameter_source("timeout") is not ParameterSource.DEFAULT
        limits = limits if is_limited else replace(limits, seconds=math.inf)
        return _list_all(inputs, engines, most, limits, as_json=as_json)
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    limits = replace(limits, solutions=1 if first else 2)
    with ExitStack() as stack:
        printer, tracer = Printer(inputs, as_json=as_json, boards=boards), None
        if trace or trace_html:
            from .tracing import Tracer, TracingPrinter

            tracer = stack.enter_context(Tracer(chosen, limits, shown=trace, page=trace_html, depth=trace_depth))
            printer = TracingPrinter(inputs, tracer, as_json=as_json, boards=boards)
        stack.enter_context(printer)
        entries = printer.look_ahead(inputs.entries())
        for batch in compare_all(entries, chosen, limits, live=inputs.size is None, jobs=jobs):
            printer.show(batch)
    tally = printer.tally
    objections = tally.objections > 0 or (tracer is not None and not tracer.holds)
    return code_of_verdicts(tally.verdicts, objections=objections, errors=tally.mistakes > 0)


def _refuse_with_all(others: "dict[str, object]") -> None:
    for option, value in others.items():
        if value:
            raise click.UsageError(f"--all prints only solutions; it cannot be combined with {option}")


def _list_all(inputs: "Inputs", engines: tuple[str, ...], most: float, limits: "Limits", *, as_json: bool) -> ExitCode:
    """List the solutions of each puzzle. Looks for a second puzzle first: if there is none, the lines need no id."""
    from .solution_lister import SolutionLister, choose_engine

    engine = choose_engine(engines)
    items = inputs.entries()
    start = list(islice(items, 2)) if inputs.size is not None else []
    with_id = inputs.size is None or len(start) > 1
    return SolutionLister(engine, most, limits, as_json=as_json, with_id=with_id).list_all(chain(start, items))
