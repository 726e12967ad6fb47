"""`scan --format parquet`: scan into a folder of parts, or resume such a scan."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import OptionError, OutputError
from .inputs import Inputs
from .messages import complain
from .scan_printer import ScanPrinter

if TYPE_CHECKING:
    from ..formats.format import ReadOptions
    from ..scanning.parquet.manifest import Manifest, Setting
    from ..scanning.parquet.part_folder import PartFolder
    from ..scanning.parquet.part_writer import PartWriter
    from ..scanning.parquet.row_group import SolutionFormat
    from ..scanning.scan import ScanOptions
    from ..scanning.summary import ScanSummary


class PartsRequest(NamedTuple):
    """Where the parts go, and how large they are."""

    out: str
    part_rows: int
    solutions: "SolutionFormat"
    resume: bool


def scan_to_parts(
    inputs: Inputs, reading: "ReadOptions", options: "ScanOptions", request: PartsRequest, *, as_json: bool
) -> "ScanSummary":
    """Scan into a folder of parts, print what is found, and return the summary."""
    _import_pyarrow()
    if options.cross_check:
        raise OptionError("--cross-check cannot be combined with --format parquet; cross-check in a second scan")
    planned = _describe_scan(inputs, reading, options, request)
    try:
        folder, manifest = _open_folder(planned, request)
        try:
            with ScanPrinter(inputs, None, as_json=as_json) as printer:
                if manifest.complete:
                    return printer.print_all([manifest.summary])
                return _scan(inputs, options, _make_writer(folder, manifest, request), printer)
        finally:
            folder.close()
    except OutputError as error:
        raise OutputError(f"--out {error}") from error


def _scan(inputs: Inputs, options: "ScanOptions", writer: "PartWriter", printer: ScanPrinter) -> "ScanSummary":
    from ..scanning.scan import scan_batches

    batches = inputs.batches(writer.start_position)
    results = scan_batches(batches, inputs.name, options, recorder=writer, start=writer.start_summary)
    try:
        with writer:
            return printer.print_all(results)
    except OutputError as error:
        raise OutputError(f"{error}; the whole parts are kept, continue with --resume") from error


def _make_writer(folder: "PartFolder", manifest: "Manifest", request: PartsRequest) -> "PartWriter":
    from ..scanning.parquet.part_writer import PartWriter

    return PartWriter(folder, manifest, request.part_rows, request.solutions)


def _open_folder(manifest: "Manifest", request: PartsRequest) -> "tuple[PartFolder, Manifest]":
    from ..scanning.parquet.part_folder import resume_folder, start_folder

    path = Path(request.out)
    if not request.resume:
        return start_folder(path, manifest), manifest
    folder, manifest = resume_folder(path, manifest)
    parts = "1 part" if len(manifest.parts) == 1 else f"{len(manifest.parts):,} parts"
    state = "nothing left to do" if manifest.complete else "resuming"
    complain(f"{request.out}: {state} after {manifest.rows:,} rows in {parts}")
    return folder, manifest


def _describe_scan(inputs: Inputs, reading: "ReadOptions", options: "ScanOptions", request: PartsRequest) -> "Manifest":
    from .. import __version__
    from ..scanning.parquet.manifest import Manifest
    from ..scanning.parquet.source_records import record_source
    from ..scanning.scan import make_empty_summary

    shape = options.shape
    settings: dict[str, Setting] = {
        "part_rows": request.part_rows,
        "solutions": request.solutions,
        "isomorphs": options.find_duplicates,
        "timeout": options.seconds,
        "box": f"{shape.box_height}x{shape.box_width}" if shape else None,
        "read_as": reading.read_as,
    }
    sources = tuple(map(record_source, inputs.arguments))
    return Manifest(__version__, settings, sources, make_empty_summary(inputs.name, options))


def _import_pyarrow() -> None:
    # pyarrow imports NumPy, whose idle threads would keep the processors busy and slow the searches down.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        import sudoku_compare.scanning.parquet.arrow_tables  # noqa: F401
    except ImportError as error:
        if error.name and error.name.partition(".")[0] == "pyarrow":
            raise OptionError("--format parquet needs the package pyarrow; install sudoku-compare[parquet]") from error
        raise
