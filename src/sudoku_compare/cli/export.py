"""`sudoku-compare export FILE...`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core.names import COLLECTION_FORMATS, MODEL_FORMATS, PAGE_FORMATS, PICTURE_FORMATS
from .choices import files_argument, reading_options
from .exit_codes import ExitCode, combine_codes, describe_codes
from .messages import complain
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..core.entry import Entry
    from .export_output import Output
    from .inputs import Inputs, Reading

FORMATS = (*COLLECTION_FORMATS, *MODEL_FORMATS, *PICTURE_FORMATS, *PAGE_FORMATS)
BINARY_FORMATS = ("png", "pdf")
PRINT_OPTIONS = ("title", "solution", "candidates", "labels", "per_page")
OPTIONS_OF_FORMAT = dict.fromkeys((*PICTURE_FORMATS, *PAGE_FORMATS), PRINT_OPTIONS) | {
    "latex": ("title", "solution"),
    "hodoku": ("candidates",),
}
PER_PAGE = ("1", "2", "4", "6")
CODES = describe_codes(
    [
        *(ExitCode.OK, ExitCode.OBJECTION, ExitCode.ERROR, ExitCode.UNSOLVABLE, ExitCode.MULTIPLE, ExitCode.UNKNOWN),
        ExitCode.INTERRUPTED,
    ],
    {
        ExitCode.OK: "every puzzle was written; with --solution, each with its only solution",
        ExitCode.ERROR: "error in the command or in the input; puzzles that could be read are still written",
        ExitCode.OBJECTION: "--solution: answers contradict each other or fail the check",
        ExitCode.UNSOLVABLE: "--solution: a puzzle has no solution",
        ExitCode.MULTIPLE: "--solution: a puzzle has several solutions",
        ExitCode.UNKNOWN: "--solution: a puzzle was not solved in time",
    },
)


@click.command(epilog=CODES)
@files_argument
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
@click.option("--title", metavar="TEXT", help="Heading of each picture or page.  [default: for a picture, its name]")
@click.option("--solution", is_flag=True, help="Add the solutions, checked: beside a picture, or on pages at the end.")
@click.option(
    "--candidates", is_flag=True, help="Draw candidates: those of the file, or else the values that no given excludes."
)
@click.option("--labels", is_flag=True, help="Number the rows and columns.")
@click.option(
    "--per-page",
    type=click.Choice(PER_PAGE),
    metavar="N",
    help=f"Puzzles per page: {', '.join(PER_PAGE[:-1])} or {PER_PAGE[-1]}.  [default for pdf and html: 1]",
)
@reading_options
def export(
    files: tuple[str, ...],
    form: str,
    out: Path | None,
    title: str | None,
    solution: bool,
    candidates: bool,
    labels: bool,
    per_page: str | None,
    reading: "Reading",
) -> ExitCode:
    """Write puzzles in a format that people print or other programs read.

    \b
    line      one puzzle per line
    grid      rows and boxes
    csv       a table
    dimacs    CNF clauses for SAT solvers
    opb       pseudo-Boolean constraints
    minizinc  a MiniZinc model
    asp       a program for answer-set solvers such as clingo
    svg       a picture of each puzzle, or of each page with --per-page
    png       the same as pixels
    pdf       pages for a printer; they fit on A4 and on Letter
    html      the same pages for a browser
    latex     a LaTeX document: the package sudoku for 9x9, TikZ for other sizes

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

    FILE is a path (gzip or zstd is unpacked), - for standard input, or the puzzle itself as text. Without FILE, puzzles
    come from a pipe. The options --title, --solution, --candidates, --labels and --per-page are for svg, png, pdf and
    html; latex has --title and --solution, and hodoku --candidates (those of the file).
    """
    from .export_output import Output
    from .file_names import FileNames
    from .inputs import Inputs

    _check_options(form, title=title, solution=solution, candidates=candidates, labels=labels, per_page=per_page)
    options = reading.options._replace(with_candidates=candidates)
    inputs = Inputs(files, reading._replace(options=options), outputs=[out])
    if out and inputs.is_at(out):
        raise click.UsageError(f"--out {out} is the input file; choose another file")
    output = Output(out, form, FileNames(with_input=inputs.has_several), is_binary=form in BINARY_FORMATS)
    codes = [ExitCode.OK]
    with StatusLine() as status:
        entries = _Entries(inputs, status)
        if form in COLLECTION_FORMATS:
            _write_collection(iter(entries), form, output)
        elif form in MODEL_FORMATS:
            from .export_models import write_models

            write_models(iter(entries), form, output, status)
        else:
            from ..display.printing import PrintStyle
            from .export_prints import PrintRequest, write_prints

            default = None if form in PICTURE_FORMATS else 1
            style = PrintStyle(candidates, labels, title or "")
            request = PrintRequest(form, style, solution, int(per_page) if per_page else default)
            codes += write_prints(iter(entries), request, output, status)
    return combine_codes([*codes, *[ExitCode.ERROR] * entries.errors])


def _check_options(form: str, **options: object) -> None:
    """Raise UsageError for an option that the format does not use."""
    used = OPTIONS_OF_FORMAT.get(form, ())
    for name, value in options.items():
        if value and name not in used:
            raise click.UsageError(f"the format {form} does not use --{name.replace('_', '-')}")


class _Entries:
    """The puzzles of the files. Complains about whatever cannot be read, and counts it."""

    def __init__(self, inputs: "Inputs", status: StatusLine) -> None:
        self._inputs = inputs
        self._status = status
        self.errors = 0

    def __iter__(self) -> "Iterator[Entry]":
        from ..core.errors import UserError

        for item in self._inputs.entries():
            if isinstance(item, UserError):
                self._status.clear()
                complain(item)
                self.errors += 1
            else:
                yield item


def _write_collection(entries: "Iterator[Entry]", form: str, output: "Output") -> None:
    """Write all puzzles to one document, or each to its own if the format holds only one."""
    from ..formats.writing.writers import WRITERS

    writer = WRITERS[form]
    if writer.holds_several:
        output.write_text(writer.write(entries))
        return
    for entry, path in output.assign_paths(entries, writer.extension):
        output.write_text(writer.write([entry]), path)
