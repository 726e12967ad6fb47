"""Messages on standard error."""

from contextlib import suppress

import click


def complaint(message: object) -> str:
    """One line that says what is wrong, whatever stands in it."""
    return f"sudoku-compare: {' '.join(str(message).split())}"


def complain(message: object) -> None:
    with suppress(OSError):  # where nobody can be told, the exit code still tells
        click.echo(complaint(message), err=True)
