"""The command line: declare options, call a feature, print. Only this package imports click, and only it prints.

One module per command. Each imports what it needs when it runs, so that `--help` appears at once.
"""

import gc
import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from ..core.errors import UserError
from .exit_codes import MEANINGS, ExitCode, describe_codes
from .help import HelpContext
from .messages import complain
from .summaries import SUMMARIES

PROGRAM = "sudoku-compare"
STDERR = 2  # file descriptor
COMPLETION_VARIABLE = "_SUDOKU_COMPARE_COMPLETE"  # set by the shells' completion scripts
COMMANDS = {  # the module of each command
    "solve": "solve",
    "enter": "enter",
    "classic": "classic",
    "test": "selftest",
    "uniqueness": "uniqueness",
    "verify": "verify",
    "explain": "explain",
    "scan": "scan",
    "bench": "bench",
    "report": "report",
    "generate": "generate",
    "export": "export",
    "study": "study",
    "engines": "engines",
    "serve": "serve",
}
CODES = describe_codes(MEANINGS, {ExitCode.OK: "success; for verdicts: unique, and the engines agree"})


class Commands(click.Group):
    """A group that imports a command when it is called."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command with this name, or return None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{COMMANDS[cmd_name]}", __name__), cmd_name)
        command.context_class = HelpContext
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command to run; for a name that does not exist, suggest the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"no such command: {args[0]}{_suggest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its whole summary."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, SUMMARIES[name]) for name in COMMANDS])


def _print_version(ctx: click.Context, option: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from .. import __version__

        click.echo(f"{PROGRAM} {__version__}")
        ctx.exit()


@click.group(cls=Commands, epilog=CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Solve Sudokus with independent engines, check every answer, and report a verdict only when they agree."""


def main() -> NoReturn:
    """Run the program: every error becomes a message on standard error and an exit code."""
    if sys.stdout is None:
        sys.exit(ExitCode.ERROR)  # standard output is closed
    if sys.stderr is None:
        _replace_closed_stderr()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for names that the terminal cannot show
    try:
        code = _run()
        sys.stdout.flush()
    except SystemExit as error:  # commands return their code: this comes from a library, before a result was printed
        code = _fail(f"an engine or a library called sys.exit({error.code!r})")
    except KeyboardInterrupt:
        complain("interrupted")
        code = ExitCode.INTERRUPTED
    except click.UsageError as error:
        code = _fail(_format_usage_error(error), f"Try '{_find_command_path(error)} --help'.")
    except UserError as error:
        code = _fail(str(error))
    except BrokenPipeError:
        code = ExitCode.BROKEN_PIPE
    except OSError as error:
        code = _fail(f"cannot write the output: {error.strerror}")
    _leave(code)


def _replace_closed_stderr() -> None:
    """Discard messages if standard error is closed; otherwise, they would go to the next file that is opened."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDERR)
    sys.stderr = open(STDERR, "w", closefd=False)  # noqa: SIM115 - it is open until the end


def _run() -> int:
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        from .completion import complete

        if complete(cli, PROGRAM, COMPLETION_VARIABLE, instruction) == 0:
            return ExitCode.OK
        return _fail(f"{COMPLETION_VARIABLE}: expected bash_source, zsh_source or fish_source, found {instruction}")
    try:
        # Not `cli.main`, which turns a broken pipe into exit code 1 and prints an empty line on Ctrl-C.
        with cli.make_context(PROGRAM, sys.argv[1:]) as context:
            code: int = cli.invoke(context)
        return code
    except click.exceptions.Exit as end:  # after --help or --version
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.ERROR


def _format_usage_error(error: click.UsageError) -> str:
    """Return click's message in the style of git: lower-case first letter, no full stop, suggestion in parentheses."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        options = [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts]
        return f"no such option: {error.option_name}{_suggest(error.option_name, options)}"
    message = error.format_message().rstrip(".")
    return message[:1].lower() + message[1:]


def _find_command_path(error: click.UsageError) -> str:
    """Return the command whose help explains the error; click does not always say which it is."""
    return error.ctx.command_path if error.ctx else " ".join([PROGRAM, *filter(COMMANDS.get, sys.argv[1:2])])


def _suggest(word: str, words: Any) -> str:
    import difflib  # imported late: it slows down every start, and mistakes are rare

    close = difflib.get_close_matches(word, words, n=3)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def _fail(message: str, *hints: str) -> ExitCode:
    complain(message, *hints)
    return ExitCode.ERROR


def _leave(code: int) -> NoReturn:
    try:
        sys.stdout.flush()
    except OSError:
        # Discard what cannot be written: Python would try again at exit and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    gc.freeze()  # Python would look for garbage among all objects, just before the system frees everything
    sys.exit(code)
