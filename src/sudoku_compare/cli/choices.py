"""What commands have in common: the options that choose engines and limits, and the exit codes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ..errors import OptionError

if TYPE_CHECKING:
    from ..shape import Shape

Command = Callable[..., None]

EXIT_CODES = """\b
Exit codes:
  0    unique and agreed (or solved, with --first)
  1    an objection: answers that cannot both be true, or that the check refutes
  2    a mistake in the call or in the file; the message says what would do
  3    unsolvable
  4    multiple
  5    unknown
  130  interrupted
For many puzzles the first that applies of 1, 2, 5, 3, 4, 0."""
EXIT_CODES_OF_UNIQUENESS = EXIT_CODES.replace(" (or solved, with --first)", "")


def _read_box(ctx: click.Context, option: click.Parameter, text: str | None) -> "Shape | None":
    from ..shape import shape_of_box

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


def line_name(id: str) -> str:
    """For a file or folder: after the line on which the puzzle stands."""
    return "line-" + id.rpartition(":")[2]
