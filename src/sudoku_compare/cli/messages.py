"""Messages on standard error."""

from collections.abc import Callable
from contextlib import suppress

import click

from ..core.errors import AmbiguousError
from ..core.text import make_printable

Write = Callable[[str], None]

_writers: list[Write] = []  # of the bars and status lines that are shown now


def add_writer(write: Write) -> None:
    """Have messages printed by this function from now on, because a bar or a status line is shown."""
    _writers.append(write)


def remove_writer(write: Write) -> None:
    """Undo `add_writer`."""
    _writers.remove(write)


def print_message(text: str) -> None:
    """Print a line to standard error."""
    with suppress(OSError):  # if standard error is closed, the exit code still reports the problem
        click.echo(text, err=True)


def format_complaint(message: object) -> str:
    """Format a message as one line that starts with the program's name and cannot control the terminal."""
    text = " ".join(str(message).split())
    if isinstance(message, AmbiguousError):
        option = "--" + message.option.replace("_", "-")
        text += "; choose with " + " or ".join(f"{option} {choice}" for choice in message.choices)
    return make_printable(f"sudoku-compare: {text}")


def complain(message: object, *hints: str) -> None:
    """Print a message, and each hint on a line of its own, to standard error, above a bar if one is shown."""
    write = _writers[-1] if _writers else print_message
    write("\n".join([format_complaint(message), *map(make_printable, hints)]))


def complain_of_source(error: object) -> None:
    """Complain about a file in a command that has no --read-as, and say how to make a file that it can read."""
    if isinstance(error, AmbiguousError) and error.option == "read_as":
        choices = " or ".join(error.choices)
        complain(f"{error}; write it as lines first: sudoku-compare export FILE --format line --read-as {choices}")
    else:
        complain(error)
