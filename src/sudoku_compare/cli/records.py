"""Where the records of benchmarks are, and how one is shown: for `bench`, which writes it, and `report`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import open_console

if TYPE_CHECKING:
    from ..benchmark.statistics import Summary

RESULTS = Path("results")
ENDING = ".sqlite"


def record_path(name: str) -> Path:
    """A file, or the name of one among the results."""
    if Path(name).name != name or Path(name).exists():
        return Path(name)
    return RESULTS / (name if name.endswith(ENDING) else name + ENDING)


def show_summary(summary: "Summary", *, as_json: bool) -> None:
    """As a table, or as one JSON object."""
    if as_json:
        click.echo(json.dumps(summary.as_json()))
        return
    from ..benchmark.text import render_bench

    console = open_console()
    for part in render_bench(summary):
        console.print(part)
