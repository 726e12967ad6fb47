"""`sudoku-compare export FILE`."""

import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choices import box_option, line_name
from .exit_codes import ExitCode
from .messages import complain

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..core.shape import Shape

FORMATS = ("dimacs", "opb", "minizinc", "line", "grid", "csv")


@click.command()
@click.argument("file")
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="The form that is wanted.")
@click.option(
    "--out",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="A file to write to instead of standard output; for several puzzles in a form that takes one, a folder.",
)
@box_option
def export(file: str, form: str, out: Path | None, shape: "Shape | None") -> ExitCode:
    """Write the puzzles of FILE in a form that other programs read.

    \b
    dimacs    clauses, for SAT solvers           line  a puzzle a line
    opb       pseudo-boolean constraints         grid  rows and boxes
    minizinc  a model                            csv   a table

    FILE is a path (packed with gzip or not), - for standard input, or the puzzle itself as text. What cannot be read is
    reported, the rest still written, and the exit code is 2.
    """
    from ..core.entry import Entry
    from ..core.errors import OptionError
    from ..engines.models import MODEL_FORMATS
    from ..formats.collection import read_collection
    from ..formats.source import open_source

    mistakes = 0

    def entries() -> "Iterator[Entry]":
        nonlocal mistakes
        for item in read_collection(open_source(file), shape):
            if isinstance(item, Entry):
                yield item
            else:
                complain(item)
                mistakes += 1

    if out and out.exists() and Path(file).exists() and out.samefile(file):
        raise OptionError(f"--out {out}: the file that is read; another one would do")
    if form in MODEL_FORMATS:
        _write_alone(entries(), form, out)
    else:
        _write_together(entries(), form, out)
    return ExitCode.ERROR if mistakes else ExitCode.OK


def _write_alone(entries: "Iterator[Entry]", form: str, out: Path | None) -> None:
    from ..core.errors import OptionError
    from ..engines.models import MODEL_FORMATS

    lines_of, ending = MODEL_FORMATS[form]
    start = list(islice(entries, 2))
    if len(start) > 1 and out is None:
        raise OptionError(f"--format {form}: one puzzle a document, and here are several; --out FOLDER would do")
    for entry in chain(start, entries):
        name = line_name(entry.id) + ending
        _write(lines_of(entry.puzzle), out / name if out and len(start) > 1 else out)


def _write_together(entries: "Iterator[Entry]", form: str, out: Path | None) -> None:
    from ..formats.writers import COLLECTION_FORMATS

    lines_of, heading = COLLECTION_FORMATS[form]
    _write(chain([heading], chain.from_iterable(map(lines_of, entries))), out)


def _write(lines: Iterator[str], out: Path | None) -> None:
    from ..core.errors import output_to

    if out is None:
        sys.stdout.writelines(lines)
        return
    with output_to("--out", out):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("w") as file:
            file.writelines(lines)
