"""`sudoku-compare export FILE`."""

import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.names import COLLECTION_FORMATS, MODEL_FORMATS
from .choices import box_option, file_argument, line_name
from .exit_codes import ExitCode, describe_codes
from .messages import complain

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..core.shape import Shape

FORMATS = (*MODEL_FORMATS, *COLLECTION_FORMATS)
CODES = describe_codes(
    [ExitCode.OK, ExitCode.ERROR, ExitCode.INTERRUPTED],
    {
        ExitCode.OK: "every puzzle was written",
        ExitCode.ERROR: "error in the command or in the input; puzzles that could be read are still written",
    },
    parts="",
)


@click.command(epilog=CODES)
@file_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    metavar="FORMAT",
    required=True,
    help=f"Output format: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
)
@click.option(
    "--out",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Write to this file instead of standard output; to this folder if there are several puzzles and the format "
    "holds only one.",
)
@box_option
def export(file: str, form: str, out: Path | None, shape: "Shape | None") -> ExitCode:
    """Write puzzles in a format that other programs read.

    \b
    dimacs    CNF clauses for SAT solvers
    opb       pseudo-Boolean constraints
    minizinc  a MiniZinc model
    line      one puzzle per line
    grid      rows and boxes
    csv       a table

    \b
    Files of other programs:
    sdk, sdm        SudoCue and Sadman: one puzzle, or a line for each
    ss              Simple Sudoku
    hodoku          HoDoKu, with borders
    opensudoku      OpenSudoku, XML
    fpuzzles-json   f-puzzles, JSON

    \b
    Links to the puzzle on these sites:
    fpuzzles, sudokupad, sudokuwiki, sudokuexchange, lisudoku

    \b
    For programming:
    json            an array of objects
    python, numpy   lists, and arrays as NumPy prints them
    givens          row, column and value of each given

    FILE is a path (a gzip file is unpacked), - for standard input, or the puzzle itself as text. Without FILE, puzzles
    come from a pipe.
    """
    if out and out.exists() and Path(file).exists() and out.samefile(file):
        raise click.UsageError(f"--out {out} is the input file; choose another file")
    entries = _Entries(file, shape)
    if form in MODEL_FORMATS or not _holds_several(form):
        _write_models(iter(entries), form, out)
    else:
        _write_collection(iter(entries), form, out)
    return ExitCode.ERROR if entries.errors else ExitCode.OK


class _Entries:
    """The puzzles of a file. Complains about whatever cannot be read, and counts it."""

    def __init__(self, file: str, shape: "Shape | None") -> None:
        self._file = file
        self._shape = shape
        self.errors = 0

    def __iter__(self) -> "Iterator[Entry]":
        from ..core.errors import UserError
        from ..formats.collection import read_collection
        from ..formats.format import ReadOptions
        from ..formats.source import open_source

        for item in read_collection(open_source(self._file), ReadOptions(self._shape)):
            if isinstance(item, UserError):
                complain(item)
                self.errors += 1
            else:
                yield item


def _write_models(entries: "Iterator[Entry]", form: str, out: Path | None) -> None:
    """Write each puzzle as a document of its own."""
    format_lines, extension = _find_document(form)
    start = list(islice(entries, 2))
    if len(start) > 1 and out is None:
        raise click.UsageError(f"the format {form} holds one puzzle per file; name a folder with --out")
    for entry in chain(start, entries):
        name = line_name(entry.id) + extension
        _write(format_lines(entry), out / name if out and len(start) > 1 else out)


def _write_collection(entries: "Iterator[Entry]", form: str, out: Path | None) -> None:
    """Write all puzzles to one document."""
    from ..formats.writers import WRITERS

    _write(WRITERS[form].write(entries), out)


def _holds_several(form: str) -> bool:
    from ..formats.writers import WRITERS

    return WRITERS[form].holds_several


def _find_document(form: str) -> "tuple[Callable[[Entry], Iterator[str]], str]":
    """Return the function that writes a puzzle as a document of its own, and the extension of its file."""
    if form in MODEL_FORMATS:
        from ..engines.models import MODEL_FORMATS as MODELS

        format_puzzle, extension = MODELS[form]
        return lambda entry: format_puzzle(entry.puzzle), extension
    from ..formats.writers import WRITERS

    writer = WRITERS[form]
    return lambda entry: writer.write([entry]), writer.extension


def _write(lines: Iterator[str], out: Path | None) -> None:
    from ..core.errors import output_to

    if out is None:
        sys.stdout.writelines(lines)
        return
    with output_to("--out", out):
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("w") as file:
            file.writelines(lines)
