"""Messages on standard error."""

import click


def complain(message: object) -> None:
    """One line that says what is wrong, whatever stands in it."""
    click.echo(f"sudoku-compare: {' '.join(str(message).split())}", err=True)
