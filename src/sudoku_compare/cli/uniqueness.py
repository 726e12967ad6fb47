"""`sudoku-compare uniqueness FILE...`."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .choices import (
    boards_option,
    exit_codes,
    files_argument,
    jobs_option,
    reading_options,
    search_options,
    unpack_limits,
)
from .exit_codes import ExitCode, code_of_verdicts
from .messages import complain

if TYPE_CHECKING:
    from ..core.answer import Limits
    from ..core.entry import Entry
    from ..core.errors import UserError
    from ..evidence.result import UniquenessResult
    from .inputs import Reading


@click.command(epilog=exit_codes())
@files_argument
@search_options
@reading_options
@click.option(
    "--certificate",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write the proof, and everything needed to check it, to this folder; for several puzzles, to folders in it.",
)
@click.option(
    "--svg",
    "picture",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the answer as a picture, in SVG; for several puzzles, a folder of pictures.",
)
@click.option(
    "--proof-from",
    metavar="ENGINE",
    default="sat",
    show_default=True,
    help="Engine that writes the proof: sat, reductio, or a SAT solver that is another program, such as cadical.",
)
@click.option(
    "--proof-format",
    type=click.Choice(["lrat", "drup"]),
    default="lrat",
    show_default=True,
    help="Format of the proof: lrat has hints, which make it quick to check; drup has none, which makes it short.",
)
@click.option(
    "--count",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    metavar="LIMIT",
    help="Count the solutions of a puzzle with several solutions up to this number.",
)
@click.option("--verdict-only", is_flag=True, help="Print the verdict without evidence.")
@boards_option
@jobs_option
@click.pass_context
def uniqueness(
    context: click.Context,
    files: tuple[str, ...],
    engines: tuple[str, ...],
    reading: "Reading",
    limits: "Limits",
    as_json: bool,
    folder: Path | None,
    picture: Path | None,
    proof_from: str,
    proof_format: str,
    count: int,
    verdict_only: bool,
    boards: bool | None,
    jobs: int | None,
) -> ExitCode:
    """Decide whether a puzzle has one, several or no solutions, with evidence.

    \b
    unique      a checked proof (--certificate writes it to a folder),
                and the redundant givens
    multiple    two solutions, the number of solutions, the cells that are
                the same in all of them, and the fewest additional givens
                that make the puzzle unique
    unsolvable  a checked proof, a minimal conflict between givens, and
                every change of one given that makes the puzzle unique

    FILE is a path (gzip or zstd is unpacked), - for standard input, or the puzzle itself as text. The time-out applies
    to each engine and to each part of the evidence; a part that is not found in time is reported as unknown.
    """
    from ..comparison.compare import compare_all, engines_by_text
    from ..core.errors import OptionError, UserError
    from ..core.names import DEFAULT_ENGINES

    if verdict_only:
        if folder:
            raise OptionError("--certificate and --verdict-only exclude each other: a certificate is evidence")
        if picture:
            raise OptionError("--svg and --verdict-only exclude each other: the picture shows the evidence")
        from .solve import solve

        settings: dict[str, Any] = {
            "engines": engines,
            **unpack_limits(limits),
            "as_json": as_json,
            "boards": boards,
            "jobs": jobs,
        }
        settings |= {"shape": reading.options.shape, "read_as": reading.options.read_as}
        code: ExitCode = context.invoke(solve, files=files, recursive=reading.recursive, **settings)
        return code

    from ..evidence.certificate import load_prover
    from ..evidence.examine import EvidenceOptions, examine
    from ..evidence.progress import ignore_progress
    from ..evidence.result import ProofFormat
    from .evidence_status import EvidenceStatus
    from .file_names import FileNames
    from .inputs import Inputs
    from .uniqueness_printer import UniquenessPrinter

    if picture:
        _check_picture(picture)
    chosen = engines_by_text(engines or DEFAULT_ENGINES)
    inputs = Inputs(files, reading, outputs=[folder, picture])
    options = EvidenceOptions(limits, count, load_prover(proof_from, limits), ProofFormat(proof_format))
    names = FileNames(with_input=inputs.has_several)
    with UniquenessPrinter(inputs, as_json=as_json, boards=boards) as printer, EvidenceStatus() as status:
        entries, has_several = _look_for_second(printer.look_ahead(inputs.entries()), folder or picture)
        batches = compare_all(entries, chosen, limits, live=inputs.size is None, jobs=jobs)
        for item in chain.from_iterable(batches):
            if isinstance(item, UserError):
                printer.show([item])
                continue
            status.begin(item.entry.id)
            result = examine(item, options, ignore_progress if printer.shows_bar else status.observe)
            status.clear()
            name = names.choose(item.entry.id) if folder or picture else ""
            if folder:
                _write_certificate(result, folder / name if has_several else folder, tell=not has_several)
            if picture:
                _write_picture(result, picture, f"{name}.svg" if has_several else None)
            printer.show([result])
    tally = printer.tally
    return code_of_verdicts(tally.verdicts, objections=tally.objections > 0, errors=tally.mistakes > 0)


def _look_for_second(
    items: "Iterator[Entry | UserError]", output: Path | None
) -> "tuple[Iterator[Entry | UserError], bool]":
    """Return the items unchanged, and whether there are several. Reads ahead only if something is written."""
    start = list(islice(items, 2)) if output else []
    return chain(start, items), len(start) > 1


def _write_certificate(result: "UniquenessResult", folder: Path, *, tell: bool) -> None:
    """Write the certificate to the folder, or remove an older one if there is nothing to certify."""
    from ..evidence.certificate_writer import remove_certificate, write_certificate
    from ..evidence.result import UniqueEvidence, UnsolvableEvidence

    comparison = result.comparison
    match result.evidence:
        case (UniqueEvidence() | UnsolvableEvidence()) as evidence if evidence.certificate:
            write_certificate(folder, comparison.puzzle, evidence.certificate)
            if tell:
                complain(f"Certificate written to {folder}. Check it with: sudoku-compare verify {folder}")
        case _:
            complain(f"{comparison.entry.id}: {comparison.verdict}; no certificate to write")
            remove_certificate(folder)


def _check_picture(path: Path) -> None:
    """Raise an error before anything is computed if the picture cannot be written."""
    from ..core.errors import OptionError
    from ..display.page import check_folder_of, is_standard_output

    if is_standard_output(path):
        raise OptionError("--svg -: expected a file; standard output has the result as text")
    check_folder_of(path)


def _write_picture(result: "UniquenessResult", path: Path, name: str | None) -> None:
    """Write the picture to the path, or under this name to the folder at the path."""
    from ..core.errors import output_to
    from ..display.page import write_page
    from ..evidence.picture import draw_result

    if name:
        with output_to("--svg", path):
            path.mkdir(exist_ok=True)
        path /= name
    write_page(path, draw_result(result) + "\n")
    complain(f"picture written to {path}")
