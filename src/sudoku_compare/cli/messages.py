"""Messages on standard error."""

from contextlib import suppress

import click

from ..core.errors import AmbiguousError
from ..core.text import make_printable


def format_complaint(message: object) -> str:
    """Format a message as one line that starts with the program's name and cannot control the terminal."""
    text = " ".join(str(message).split())
    if isinstance(message, AmbiguousError):
        option = "--" + message.option.replace("_", "-")
        text += "; choose with " + " or ".join(f"{option} {choice}" for choice in message.choices)
    return make_printable(f"sudoku-compare: {text}")


def complain(message: object, *hints: str) -> None:
    """Print a message, and each hint on a line of its own, to standard error."""
    with suppress(OSError):  # if standard error is closed, the exit code still reports the problem
        click.echo("\n".join([format_complaint(message), *map(make_printable, hints)]), err=True)


def complain_of_source(error: object) -> None:
    """Complain about a file in a command that has no --read-as, and say how to make a file that it can read."""
    if isinstance(error, AmbiguousError) and error.option == "read_as":
        choices = " or ".join(error.choices)
        complain(f"{error}; write it as lines first: sudoku-compare export FILE --format line --read-as {choices}")
    else:
        complain(error)
