"""`sudoku-compare solve FILE`."""

import sys
from typing import TYPE_CHECKING

import click

from .choices import EXIT_CODES, boards_option, search_options

if TYPE_CHECKING:
    from ..shape import Shape


@click.command(epilog=EXIT_CODES)
@click.argument("file")
@search_options
@click.option("--first", is_flag=True, help="Stop at the first solution; says nothing about others.")
@boards_option
def solve(
    file: str,
    engines: tuple[str, ...],
    shape: "Shape | None",
    timeout: float,
    as_json: bool,
    first: bool,
    boards: bool | None,
) -> None:
    """Solve each puzzle of FILE with every engine; check and compare the answers.

    FILE is a path (packed with gzip or not), - for standard input, or the puzzle itself as text.
    """
    from ..collection import read_collection
    from ..compare import compare_all, engines_by_text
    from ..engine import Limits
    from ..engines import DEFAULT
    from ..source import open_source
    from .printer import Printer

    chosen = engines_by_text(engines or DEFAULT)
    limits = Limits(solutions=1 if first else 2, seconds=timeout)
    source = open_source(file)
    with Printer(source, as_json=as_json, boards=boards) as printer:
        entries = printer.peeked(read_collection(source, shape))
        for batch in compare_all(entries, chosen, limits, live=source.size is None):
            printer.show(batch)
    sys.exit(printer.tally.exit_code())
