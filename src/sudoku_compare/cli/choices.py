"""What commands have in common: the options that choose engines and limits, and the exit codes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ..core.errors import OptionError
from ..running.jobs import MOST_JOBS
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..core.shape import Shape

Command = Callable[..., ExitCode]


def exit_codes(
    zero: str = "unique and agreed",
    one: str = "answers that cannot both be true, or that the check refutes",
    more: str = "",
) -> str:
    """The codes of a command that tells verdicts: what its 0 and 1 stand for, and further lines of its own."""
    return f"""\b
Exit codes:
  0    {zero}
  1    an objection: {one}
  2    a mistake in the call or in the file; the message says what would do
  3    unsolvable
  4    multiple
  5    unknown
{more}  130  interrupted
For many puzzles the first that applies of 1, 2, 5, 3, 4, 0."""


UNIQUE_OR_SOLVED = "unique and agreed (or solved, with --first)"


def _read_box(ctx: click.Context, option: click.Parameter, text: str | None) -> "Shape | None":
    from ..core.shape import shape_of_box

    if text is None:
        return None
    height, x, width = text.lower().partition("x")
    if not (x and height.isdecimal() and width.isdecimal() and len(text) <= 7):
        raise OptionError(f"--box {text}: height x width would do, as in 2x3")
    return shape_of_box(int(height), int(width))


def _read_timeout(ctx: click.Context, option: click.Parameter, seconds: float) -> float:
    if not seconds > 0:
        raise OptionError(f"--timeout {seconds:g}: seconds above 0 would do, or inf for no limit")
    return seconds


def timeout_option(default: float, help: str) -> Callable[[Command], Command]:
    return click.option(
        "--timeout",
        type=float,
        default=default,
        show_default=True,
        callback=_read_timeout,
        metavar="SECONDS",
        help=help,
    )


engine_option = click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="CHOICE",
    help="An engine, with options or without: sat:solver=glucose4. Repeatable; reductio, sat, cpsat where not given.",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Processes that search in a file of many puzzles; one a core where not given. For clean times: bench.",
)

boards_option = click.option(
    "--boards/--lines", default=None, help="Draw each board, or print a line a puzzle; boards up to 20 by default."
)

box_option = click.option(
    "--box",
    "shape",
    metavar="HxW",
    callback=_read_box,
    help="Height and width of the boxes; where not given, as nearly square as can be, and wide.",
)


def search_options(command: Command) -> Command:
    """The options of every command that puts puzzles to engines."""
    options = (
        engine_option,
        timeout_option(60, "Per engine and puzzle; inf for no limit."),
        box_option,
        click.option("--json", "as_json", is_flag=True, help="One JSON object a line and puzzle."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def trace_options(command: Command) -> Command:
    """The options of a command that can tell how reductio came to its answer."""
    options = (
        click.option(
            "--trace", is_flag=True, help="Tell each inference of reductio with its reason; they are replayed."
        ),
        click.option(
            "--trace-html",
            metavar="FILE",
            help="The same as a page, the assumptions in it a tree that folds.",
        ),
        click.option(
            "--trace-depth",
            type=click.IntRange(min=0),
            metavar="N",
            help="Leave out of the trace what is assumed within N assumptions, and say how much that is.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def line_name(id: str) -> str:
    """For a file or folder: after the line on which the puzzle stands."""
    return "line-" + id.rpartition(":")[2]
