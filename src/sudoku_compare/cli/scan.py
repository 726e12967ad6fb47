"""`sudoku-compare scan FILE`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from ..core.errors import OptionError, output_to
from ..running.jobs import MOST_JOBS
from .choices import box_option, exit_codes, timeout_option
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..core.shape import Shape
    from ..formats.source import Source
    from ..scanning.line_formats import LineFormat

ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}
CODES = exit_codes(
    "every puzzle is unique",
    "answers that cannot both be true, that the check refutes,\n       or an expected answer in the file that is wrong",
)


def _read_share(ctx: click.Context, option: click.Parameter, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise OptionError(f"--cross-check {text}: a share such as 0.01 or 1% would do")
    return share


@click.command(epilog=CODES)
@click.argument("file")
@click.option(
    "--out",
    metavar="FILE",
    help="Write a line a puzzle: id, verdict, solution, assumptions; CSV or JSON lines by the file's ending. - is "
    "standard output.",
)
@click.option("--format", "form", type=click.Choice(["csv", "jsonl"]), help="Of --out, whatever its ending.")
@click.option(
    "--cross-check",
    "share",
    metavar="SHARE",
    callback=_read_share,
    help="Put this share of the puzzles to sat and cpsat as well, such as 0.001 or 0.1%.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the share.")
@click.option(
    "--isomorphs",
    is_flag=True,
    help="Report puzzles that are an earlier one over again, be it but for names and places; keeps 48 to 96 bytes of "
    "memory a puzzle.",
)
@timeout_option(60, "For a puzzle that needs a long search, and per engine and puzzle in the cross-check.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Threads that search; one a core where not given.",
)
@box_option
@click.option("--json", "as_json", is_flag=True, help="The summary as one JSON object.")
def scan(
    file: str,
    out: str | None,
    form: str | None,
    share: float | None,
    seed: int,
    isomorphs: bool,
    timeout: float,
    jobs: int | None,
    shape: "Shape | None",
    as_json: bool,
) -> ExitCode:
    """Settle every puzzle of a large collection with engine kernel, on all cores; and find what is wrong with it.

    FILE is as for solve. Counts the verdicts, and reports lines that cannot be read and expected solutions that are
    wrong. Memory does not grow with the file.

    Every solution is checked, two for a puzzle with several. That a puzzle has no (other) solution rests on the kernel
    alone; --cross-check asks sat and cpsat about a share of them, solve about each.
    """
    from ..formats.batch_reader import read_batches
    from ..formats.source import open_source
    from ..running.jobs import count_cores
    from ..scanning.cross_check import CrossCheck, Sample
    from ..scanning.duplicates import add_forms
    from ..scanning.scan import scan as scanned
    from ..scanning.tally import ScanTally
    from .scan_printer import ScanPrinter

    source = open_source(file)
    tally = ScanTally(source.name)
    with ExitStack() as stack:
        write = _line_format(source.name, out, form, with_isomorphs=isomorphs) if out else None
        target = stack.enter_context(_opened(out, source)) if out else None
        printer = stack.enter_context(ScanPrinter(source, tally, target, as_json=as_json))
        finish = [add_forms] if isomorphs else [write.add_text] if write else []
        settled = scanned(read_batches(source, shape), timeout, jobs or count_cores(), *finish)
        if isomorphs:
            settled = printer.told_duplicates(settled, write)
        if write:
            printer.write(write.heading.encode())
        shown = printer.shown(settled)
        if share:
            tally.cross_check = CrossCheck()
            for objections in tally.cross_check.run(shown, Sample(share, seed), timeout, jobs):
                printer.tell_objections(objections)
        else:
            for _ in shown:
                pass
    return code_of_verdicts(
        [verdict for verdict, count in tally.verdicts.items() if count],
        objections=tally.objections > 0,
        errors=tally.mistakes > 0,
    )


def _line_format(name: str, out: str, form: str | None, *, with_isomorphs: bool) -> "LineFormat":
    from ..scanning.line_formats import csv_format, json_format

    ending = Path(out).suffix.lower()
    form = form or ("csv" if out == "-" else ENDINGS.get(ending))
    if form is None:
        raise OptionError(f"--out {out}: csv or JSON lines? a name that ends with .csv or .jsonl would do, or --format")
    return (csv_format if form == "csv" else json_format)(name, with_isomorphs=with_isomorphs)


def _opened(out: str, source: "Source") -> BinaryIO:
    if out == "-":
        return open(sys.stdout.fileno(), "wb", buffering=0, closefd=False)
    path = Path(out)
    if source.is_at(path):
        raise OptionError(f"--out {out}: the file that is read; another one would do")
    with output_to("--out", out):
        return path.open("wb", buffering=0)
