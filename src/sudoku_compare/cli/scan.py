"""`sudoku-compare scan FILE...`."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

import click

from ..core.errors import OptionError, output_to
from ..running.jobs import MOST_JOBS
from .choices import exit_codes, files_argument, reading_options, timeout_option
from .cluster_option import add_cluster_options, choose_cluster
from .exit_codes import ExitCode, code_of_verdicts

if TYPE_CHECKING:
    from ..scanning.cross_check import CrossCheck
    from ..scanning.parquet.row_group import SolutionFormat
    from ..scanning.scan import ScanOptions
    from ..scanning.summary import ScanSummary
    from .inputs import Inputs, Reading

LineFormat = Literal["csv", "jsonl"]
Format = LineFormat | Literal["parquet"]

EXTENSIONS: dict[str, LineFormat] = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}
PART_ROWS = 2_000_000  # by default; about 70 MB
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
        raise OptionError(f"--cross-check {text}: expected a share above 0, up to 1, such as 0.01 or 1%")
    return share


@click.command(epilog=CODES)
@files_argument
@click.option(
    "--out",
    metavar="FILE",
    help="Write one line per puzzle with its id, verdict, solution and number of assumptions, as CSV or JSON Lines, "
    "depending on the extension of FILE. - is standard output. With --format parquet, FILE is a new folder.",
)
@click.option(
    "--format",
    "out_format",
    type=click.Choice(["csv", "jsonl", "parquet"]),
    help="Output format; overrides the extension of --out. parquet writes a folder of Parquet files, the parts, and a "
    "manifest, for collections of many millions; it needs sudoku-compare[parquet].",
)
@click.option(
    "--part-rows",
    type=click.IntRange(1),
    default=PART_ROWS,
    show_default=True,
    help="With --format parquet: rows in a part, or up to a few thousand more.",
)
@click.option(
    "--solutions",
    type=click.Choice(["text", "packed"]),
    default="text",
    show_default=True,
    help="With --format parquet: store solutions as text, or packed: two values per byte, which is faster to write but "
    "takes more space. In SQL, hex() turns packed solutions into digits.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="With --format parquet: continue an interrupted scan after the last whole part. Files and options must "
    "be the same. With --isomorphs, the earlier puzzles are read again.",
)
@click.option(
    "--cross-check",
    "share",
    metavar="SHARE",
    callback=_read_share,
    help="Ask sat and cpsat about this share of the puzzles as well, such as 0.001 or 0.1%.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Random seed for --cross-check; the same seed draws the same puzzles.",
)
@click.option(
    "--isomorphs",
    is_flag=True,
    help="Report duplicates, including isomorphic puzzles. Needs 48 to 96 bytes of memory per puzzle, and 144 at "
    "times; if the files may hold more puzzles than memory does, the scan does not start.",
)
@click.option(
    "--ignore-memory",
    is_flag=True,
    help="With --isomorphs: start even if memory may not suffice.",
)
@timeout_option(
    60, "Time limit for a puzzle that needs a long search, and for each engine and puzzle in the cross-check."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Number of threads that search; default: one per core. With 1, each puzzle of a pipe is answered before the "
    "next one is read.",
)
@add_cluster_options
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def scan(
    files: tuple[str, ...],
    out: str | None,
    out_format: Format | None,
    part_rows: int,
    solutions: "SolutionFormat",
    resume: bool,
    share: float | None,
    seed: int,
    isomorphs: bool,
    ignore_memory: bool,
    timeout: float,
    jobs: int | None,
    cluster: str | None,
    cluster_timeout: float,
    reading: "Reading",
    as_json: bool,
) -> ExitCode:
    """Settle every puzzle of large collections with the kernel engine on all cores, and report errors in them.

    FILE is the same as for solve. The scan counts the verdicts, and reports unreadable lines and expected solutions
    that are wrong; one summary covers all files. Memory does not grow with the files.

    Every solution is checked; for a puzzle with several solutions, two of them are. The claim that a puzzle has no
    (other) solution rests on the kernel alone. To have it confirmed, ask sat and cpsat about a share of the puzzles
    with --cross-check, or about all of them with solve.
    """
    from ..running.memory import keep_freed_memory
    from ..running.place import ThisMachine, open_place
    from ..scanning.scan import ScanOptions
    from .inputs import Inputs

    _check_options(out, out_format, part_rows, solutions, resume=resume)
    keep_freed_memory()
    inputs = Inputs(files, reading, outputs=[out])
    if isomorphs and not ignore_memory:
        _check_memory(inputs)
    options = ScanOptions(
        shape=reading.options.shape,
        seconds=timeout,
        line_format=_choose_line_format(out, out_format) if out and out_format != "parquet" else None,
        find_duplicates=isomorphs,
        cross_check=_plan_cross_check(share, seed, timeout) if share else None,
    )
    with open_place(choose_cluster(cluster, cluster_timeout, jobs), ThisMachine(jobs)) as place:
        options = options._replace(place=place)
        if out and out_format == "parquet":
            from .scan_parts import PartsRequest, scan_to_parts

            request = PartsRequest(out, part_rows, solutions, resume)
            summary = scan_to_parts(inputs, reading.options, options, request, as_json=as_json)
        else:
            summary = _scan_to_lines(inputs, options, out, as_json=as_json)
    return code_of_verdicts(summary.verdicts, objections=summary.objections > 0, errors=summary.unreadable > 0)


def _scan_to_lines(inputs: "Inputs", options: "ScanOptions", out: str | None, *, as_json: bool) -> "ScanSummary":
    from ..scanning.scan import scan_batches
    from .scan_printer import ScanPrinter

    with (
        _open_output(out, inputs) if out else nullcontext() as target,
        ScanPrinter(inputs, target, as_json=as_json) as printer,
    ):
        return printer.print_all(scan_batches(inputs.batches(), inputs.name, options))


def _check_options(
    out: str | None, out_format: Format | None, part_rows: int, solutions: "SolutionFormat", *, resume: bool
) -> None:
    if part_rows != PART_ROWS and out_format != "parquet":
        raise OptionError("--part-rows: only a scan with --format parquet writes parts")
    if solutions == "packed" and out_format != "parquet":
        raise OptionError("--solutions packed: only a scan with --format parquet can pack solutions")
    if resume and out_format != "parquet":
        raise OptionError("--resume: only a scan with --format parquet can be resumed")
    if out_format == "parquet" and out in (None, "-"):
        raise OptionError("--format parquet: expected a folder, such as --out results/scan")


def _check_memory(inputs: "Inputs") -> None:
    from ..scanning.duplicate_memory import estimate_need, read_available_memory

    need, available = estimate_need(inputs.arguments), read_available_memory()
    if available is not None and need.bytes > available:
        raise OptionError(
            f"--isomorphs: up to {need.puzzles:,} puzzles need {need.bytes / 1e9:,.1f} GB of memory, and "
            f"{available / 1e9:,.1f} GB are available; scan fewer files, or start anyway with --ignore-memory"
        )


def _plan_cross_check(share: float, seed: int, timeout: float) -> "CrossCheck":
    from ..scanning.cross_check import CrossCheck

    return CrossCheck(share, seed, timeout)


def _choose_line_format(out: str, chosen: LineFormat | None) -> LineFormat:
    line_format = chosen or ("csv" if out == "-" else EXTENSIONS.get(Path(out).suffix.lower()))
    if line_format is None:
        raise OptionError(f"--out {out}: expected a name that ends in .csv or .jsonl; otherwise choose with --format")
    return line_format


def _open_output(out: str, inputs: "Inputs") -> BinaryIO:
    if out == "-":
        return open(sys.stdout.fileno(), "wb", buffering=0, closefd=False)
    path = Path(out)
    if inputs.is_at(path):
        raise OptionError(f"--out {out}: this is the input file; choose another file")
    with output_to("--out", out):
        return path.open("wb", buffering=0)
