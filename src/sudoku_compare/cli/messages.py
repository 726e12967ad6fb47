"""Messages on standard error."""

from contextlib import suppress

import click


def format_complaint(message: object) -> str:
    """Format a message as one line that starts with the program's name."""
    return f"sudoku-compare: {' '.join(str(message).split())}"


def complain(message: object, *hints: str) -> None:
    """Print a message, and each hint on a line of its own, to standard error."""
    with suppress(OSError):  # if standard error is closed, the exit code still reports the problem
        click.echo("\n".join([format_complaint(message), *hints]), err=True)
