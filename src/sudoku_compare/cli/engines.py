"""`sudoku-compare engines`."""

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def engines(as_json: bool) -> None:
    """List the engines: their options, what they count, and whether their package is there."""
    from ..report.roster import roster

    if as_json:
        import json

        click.echo(json.dumps({"engines": [entry.as_json() for entry in roster()]}))
        return
    for entry in roster():
        click.echo(entry.as_text())
