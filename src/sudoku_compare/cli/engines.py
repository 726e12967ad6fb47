"""`sudoku-compare engines`."""

import click

from .exit_codes import ExitCode


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def engines(as_json: bool) -> ExitCode:
    """List the engines, their options and their counts.

    Also says whether the package that an engine needs is installed.
    """
    from ..engines.catalog import describe_engines

    if as_json:
        import json

        click.echo(json.dumps({"engines": [entry.as_json() for entry in describe_engines()]}))
        return ExitCode.OK
    for entry in describe_engines():
        click.echo(entry.as_text())
    return ExitCode.OK
