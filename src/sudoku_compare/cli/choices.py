"""Arguments and options that several commands share."""

import math
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..core.errors import UserError
from ..core.names import DEFAULT_ENGINES, READ_FORMATS
from ..running.jobs import MOST_JOBS
from .exit_codes import ExitCode, describe_codes

if TYPE_CHECKING:
    from ..core.answer import Limits
    from ..core.shape import Shape

Command = Callable[..., ExitCode]
UNIQUE_OR_SOLVED = "unique, and the engines agree (with --first: solved)"


def exit_codes(zero: str = "", one: str = "") -> str:
    """Return the help on the exit codes of a command that reports verdicts; `zero` and `one` replace two meanings."""
    changed = {ExitCode.OK: zero, ExitCode.OBJECTION: one and f"objection: {one}"}
    return describe_codes(meanings={code: text for code, text in changed.items() if text})


def _fall_back_to_stdin(ctx: click.Context, argument: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Without FILE, read standard input if something is piped to it."""
    if value or ctx.resilient_parsing:
        return value
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("missing FILE", ctx)
    return ("-",)


files_argument = click.argument("files", nargs=-1, metavar="FILE...", callback=_fall_back_to_stdin)


def _read_box(ctx: click.Context, option: click.Parameter, text: str | None) -> "Shape | None":
    from ..core.shape import parse_box

    if text is None:
        return None
    try:
        return parse_box(text)
    except UserError as error:
        raise click.BadParameter(str(error)) from error


def read_timeout(ctx: click.Context, option: click.Parameter, seconds: float) -> float:
    """Return the value of an option in seconds; raise BadParameter if it is not above 0."""
    if not seconds > 0:
        raise click.BadParameter(f"expected seconds greater than 0, or inf for no limit, found {seconds:g}")
    return seconds


def timeout_option(default: float, help: str) -> Callable[[Command], Command]:
    """Return the option --timeout with this default and help text."""
    return click.option(
        "--timeout",
        type=float,
        default=default,
        show_default=True,
        callback=read_timeout,
        metavar="SECONDS",
        help=help,
    )


engine_option = click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="ENGINE",
    show_default=", ".join(DEFAULT_ENGINES),
    help="Engine to ask, with its options, as in sat:solver=glucose4; also ./program, or package.module:Class. Repeat "
    "the option to ask several engines.",
)


def _use_engine_files(ctx: click.Context, option: click.Parameter, paths: tuple[str, ...]) -> None:
    if paths and not ctx.resilient_parsing:
        from ..engines.external.engine_files import use_engine_file

        for path in reversed(paths):
            use_engine_file(path)


engine_file_option = click.option(
    "--engine-file",
    multiple=True,
    metavar="FILE",
    expose_value=False,
    is_eager=True,
    callback=_use_engine_files,
    help="TOML file that describes engines that are other programs, in addition to engines.toml in the current folder.",
)


def engine_options(command: Command) -> Command:
    """Add the options that choose the engines."""
    return _add_options(command, (engine_option, engine_file_option))


def _read_size(ctx: click.Context, option: click.Parameter, text: str | None) -> int | None:
    from ..core.answer import LEAST_MEMORY
    from ..core.sizes import format_size, parse_size

    if text is None:
        return None
    try:
        size = parse_size(text)
    except UserError as error:
        raise click.BadParameter(str(error)) from error
    least = LEAST_MEMORY if option.name == "memory" else 1
    if size < least:
        raise click.BadParameter(f"expected at least {format_size(least)}, found {text}")
    return size


memory_option = click.option(
    "--memory",
    callback=_read_size,
    metavar="SIZE",
    show_default="half of the machine's for engines that are not built in",
    help="Memory limit per engine, such as 2GB.",
)

process_limit_options = (
    click.option(
        "--cpu-time",
        type=float,
        default=math.inf,
        show_default="no limit",
        callback=read_timeout,
        metavar="SECONDS",
        help="Limit of processor time per engine and puzzle. Every engine then runs in a process of its own.",
    ),
    memory_option,
    click.option(
        "--output-limit",
        callback=_read_size,
        default="100MB",
        show_default=True,
        metavar="SIZE",
        help="How much a program or plug-in may write per search.",
    ),
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    show_default="one per core",
    help="Number of worker processes for many puzzles. They slow each other down; for precise times use bench.",
)

boards_option = click.option(
    "--boards/--lines",
    default=None,
    show_default="boards, up to 20 puzzles",
    help="Draw each board, or print one line per puzzle.",
)

box_option = click.option(
    "--box",
    "shape",
    metavar="HxW",
    callback=_read_box,
    show_default="nearly square, not taller than wide",
    help="Height and width of the boxes.",
)

read_as_option = click.option(
    "--read-as",
    metavar="FORMAT",
    show_default="detected",
    help=f"Format of the files: {', '.join(READ_FORMATS[:-1])} or {READ_FORMATS[-1]}.",
)

recursive_option = click.option(
    "--recursive",
    is_flag=True,
    help="Read the files in folders, too, and in the folders in them; hidden files are left out.",
)


def reading_options(command: Command) -> Command:
    """Add the options that say how files are found and read; the command gets them as one `Reading`."""

    @wraps(command)
    def collect(*, shape: "Shape | None", read_as: str | None, recursive: bool, **others: Any) -> ExitCode:
        from ..formats.format import ReadOptions
        from .inputs import Reading

        return command(reading=Reading(ReadOptions(shape, read_as), recursive), **others)

    return _add_options(collect, (box_option, read_as_option, recursive_option))


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle (JSON Lines).")


def search_options(command: Command) -> Command:
    """Add the options shared by all commands that ask engines about puzzles."""
    return engine_options(limit_options()(json_option(command)))


def limit_options(help: str = "Time limit per engine and puzzle; inf for no limit.") -> Callable[[Command], Command]:
    """Add the limits of a search; the command gets them as one `Limits` with `solutions=2`."""

    def add(command: Command) -> Command:
        @wraps(command)
        def collect(
            *arguments: Any, timeout: float, cpu_time: float, memory: int | None, output_limit: int, **others: Any
        ) -> ExitCode:
            from ..core.answer import Limits

            return command(*arguments, limits=Limits(2, timeout, cpu_time, memory, output_limit), **others)

        return _add_options(collect, (timeout_option(60, help), *process_limit_options))

    return add


def add_process_limits(command: Command) -> Command:
    """Add the limits that only a process of its own can have."""
    return _add_options(command, process_limit_options)


def unpack_limits(limits: "Limits") -> dict[str, Any]:
    """Return limits as the parameters of a command that `limit_options` decorates."""
    return {
        "timeout": limits.seconds,
        "cpu_time": limits.cpu,
        "memory": limits.memory,
        "output_limit": limits.output,
    }


def trace_options(command: Command) -> Command:
    """Add the options of a command that can show how reductio found its answer."""
    options = (
        click.option("--trace", is_flag=True, help="Print and replay every inference of reductio, with its reason."),
        click.option(
            "--trace-html",
            metavar="FILE",
            help="Write the trace as an HTML page, with the assumptions as a collapsible tree.",
        ),
        click.option(
            "--trace-depth",
            type=click.IntRange(min=0),
            metavar="N",
            help="Omit steps under more than N nested assumptions from the trace, and say how much was omitted.",
        ),
    )
    return _add_options(command, options)


def _add_options(command: Command, options: tuple[Callable[[Command], Command], ...]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command
