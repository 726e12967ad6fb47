"""`sudoku-compare solve FILE...`."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from .choices import (
    UNIQUE_OR_SOLVED,
    boards_option,
    exit_codes,
    files_argument,
    jobs_option,
    search_options,
    trace_options,
)
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..core.shape import Shape


@click.command(epilog=exit_codes(UNIQUE_OR_SOLVED))
@files_argument
@search_options
@click.option("--first", is_flag=True, help="Stop at the first solution, without asking whether there are others.")
@boards_option
@jobs_option
@trace_options
def solve(
    files: tuple[str, ...],
    engines: tuple[str, ...],
    shape: "Shape | None",
    timeout: float,
    as_json: bool,
    first: bool,
    boards: bool | None,
    jobs: int | None,
    trace: bool,
    trace_html: str | None,
    trace_depth: int | None,
) -> ExitCode:
    """Solve puzzles with several engines and compare the answers.

    FILE is a path (a gzip file is unpacked), - for standard input, or the puzzle itself as text. Without FILE, puzzles
    come from a pipe. Each engine solves each puzzle; every solution is checked.
    """
    from ..comparison.compare import compare_all, engines_by_text
    from ..core.answer import Limits
    from ..core.names import DEFAULT_ENGINES
    from .inputs import Inputs
    from .printer import Printer

    if trace_depth is not None and not (trace or trace_html):
        raise click.UsageError("--trace-depth needs --trace or --trace-html")
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    limits = Limits(solutions=1 if first else 2, seconds=timeout)
    inputs = Inputs(files)
    with ExitStack() as stack:
        printer, tracer = Printer(inputs, as_json=as_json, boards=boards), None
        if trace or trace_html:
            from .tracing import Tracer, TracingPrinter

            tracer = stack.enter_context(Tracer(chosen, limits, shown=trace, page=trace_html, depth=trace_depth))
            printer = TracingPrinter(inputs, tracer, as_json=as_json, boards=boards)
        stack.enter_context(printer)
        entries = printer.look_ahead(inputs.entries(shape))
        for batch in compare_all(entries, chosen, limits, live=inputs.size is None, jobs=jobs):
            printer.show(batch)
    tally = printer.tally
    objections = tally.objections > 0 or (tracer is not None and not tracer.holds)
    return code_of_verdicts(tally.verdicts, objections=objections, errors=tally.mistakes > 0)
