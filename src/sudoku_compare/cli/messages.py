"""Messages on standard error."""

from contextlib import suppress

import click


def complain(message: object) -> None:
    """One line that says what is wrong, whatever stands in it."""
    with suppress(OSError):  # where nobody can be told, the exit code still tells
        click.echo(f"sudoku-compare: {' '.join(str(message).split())}", err=True)
