"""The command line: reads, calls, prints. The only importer of click and the only printer.

One module a command; each imports what it needs when it runs, so that `--help` is there at once.
"""

import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from ..core.errors import UserError
from ..core.text import suggest
from .choices import UNIQUE_OR_SOLVED, exit_codes
from .exit_codes import ExitCode
from .messages import complain

CODES = exit_codes(UNIQUE_OR_SOLVED, more="  6    a regression (bench)\n")
COMMANDS = {  # by the module that has it
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
}


class Commands(click.Group):
    """A group that imports a command when it is asked for, and names the nearest to one that does not exist."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{COMMANDS[cmd_name]}", __name__), cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}; {suggest(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, epilog=CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sudoku-compare", prog_name="sudoku-compare")
def cli() -> None:
    """Put the same Sudoku to unrelated reasoners; believe an answer only when they agree and it was checked."""


def main() -> NoReturn:
    """Keep the promises of every command: one line an error, and the exit codes."""
    if sys.stdout is None:
        sys.exit(ExitCode.ERROR)  # started with standard output closed
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for names that the terminal cannot show
    try:
        code = _run()
        sys.stdout.flush()
    except SystemExit as error:  # commands return their code: this comes from a library, and nothing may be printed yet
        code = _complain(f"unexpected exit with {error.code!r}, from an engine or a library", ExitCode.ERROR)
    except KeyboardInterrupt:
        code = _complain("interrupted", ExitCode.INTERRUPTED)
    except UserError as error:
        code = _complain(str(error), ExitCode.ERROR)
    except BrokenPipeError:
        code = ExitCode.BROKEN_PIPE
    except OSError as error:
        code = _complain(f"the output cannot be written ({error.strerror})", ExitCode.ERROR)
    _leave(code)


def _run() -> int:
    try:
        # Not by `cli.main`, which makes exit code 1 of a broken pipe and prints an empty line for Ctrl-C.
        with cli.make_context("sudoku-compare", sys.argv[1:]) as context:
            code: int = cli.invoke(context)
        return code
    except click.exceptions.Exit as end:  # after --help or --version
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.ERROR
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "sudoku-compare"
        raise UserError(f"{error.format_message().rstrip('.')}; {command} --help tells more") from error


def _complain(message: str, code: ExitCode) -> int:
    complain(message)
    return code


def _leave(code: int) -> NoReturn:
    try:
        sys.stdout.flush()
    except OSError:
        # What cannot be written now could not be written at exit either, and would end in a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
