"""`sudoku-compare uniqueness FILE`."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choices import boards_option, exit_codes, file_argument, jobs_option, line_name, search_options
from .exit_codes import ExitCode, code_of_verdicts
from .messages import complain

if TYPE_CHECKING:
    from ..comparison.compare import Comparison
    from ..core.entry import Entry
    from ..core.errors import UserError
    from ..core.shape import Shape
    from ..evidence.examine import Inquiry


@click.command(epilog=exit_codes())
@file_argument
@search_options
@click.option(
    "--certificate",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write the proof and all that it takes to check it to this folder; of several puzzles, to folders in it.",
)
@click.option(
    "--proof-from",
    type=click.Choice(["sat", "reductio"]),
    default="sat",
    show_default=True,
    help="Whose search is written down as the proof.",
)
@click.option(
    "--count",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    metavar="LIMIT",
    help="Count the solutions of a puzzle that has several up to so many.",
)
@click.option("--verdict-only", is_flag=True, help="No evidence beyond what the engines say.")
@boards_option
@jobs_option
def uniqueness(
    file: str,
    engines: tuple[str, ...],
    shape: "Shape | None",
    timeout: float,
    as_json: bool,
    folder: Path | None,
    proof_from: str,
    count: int,
    verdict_only: bool,
    boards: bool | None,
    jobs: int | None,
) -> ExitCode:
    """Is there one solution, are there several or none? The verdict, and the evidence for it.

    \b
    unique      a proof that is checked (--certificate writes it down); which givens could go
    multiple    two solutions; how many there are; what is the same in all; the fewest values found that make it
                unique, and whether fewer could do
    unsolvable  a proof of that; givens that cannot stand together; each change of one given that makes it unique

    FILE is a path (packed with gzip or not), - for standard input, or the puzzle itself as text. The time-out holds
    for each engine and for each part of the evidence; what it cuts off is said to be unknown.
    """
    from ..comparison.compare import compare_all, engines_by_text
    from ..core.answer import Limits
    from ..core.errors import OptionError
    from ..engines.registry import DEFAULT
    from ..evidence.examine import Inquiry
    from ..formats.collection import read_collection
    from ..formats.source import open_source
    from .printer import Printer

    if folder and verdict_only:
        raise OptionError("--certificate needs the evidence that --verdict-only leaves out; one of the two will do")
    chosen = engines_by_text(engines or DEFAULT)
    source = open_source(file)
    inquiry = None if verdict_only else Inquiry(timeout, count, proof_from)
    with Printer(source, as_json=as_json, boards=boards) as printer:
        entries, alone = _is_alone(printer.peeked(read_collection(source, shape)), folder)
        batches = compare_all(entries, chosen, Limits(2, timeout), live=source.size is None, jobs=jobs)
        for batch in batches if inquiry is None else _examined(batches, inquiry, folder, alone=alone):
            printer.show(batch)
    tally = printer.tally
    return code_of_verdicts(tally.verdicts, objections=tally.objections > 0, errors=tally.mistakes > 0)


def _is_alone(items: "Iterator[Entry | UserError]", folder: Path | None) -> "tuple[Iterator[Entry | UserError], bool]":
    """The items as they are, and whether there is but one; looked at only where that names a folder."""
    start = list(islice(items, 2)) if folder else []
    return chain(start, items), len(start) == 1


def _examined(
    batches: "Iterable[list[Comparison | UserError]]", inquiry: "Inquiry", folder: Path | None, *, alone: bool
) -> "Iterator[list[Comparison | UserError]]":
    """One by one, each with its evidence."""
    from ..comparison.compare import Comparison
    from ..evidence.examine import examine

    for item in chain.from_iterable(batches):
        if not isinstance(item, Comparison):
            yield [item]
            continue
        examined = examine(item, inquiry)
        if folder:
            _write(examined, folder if alone else folder / line_name(item.entry.id), alone=alone)
        yield [examined]


def _write(examined: "Comparison", folder: Path, *, alone: bool) -> None:
    from ..evidence.certificate_writer import remove_certificate, write_certificate
    from ..evidence.findings import OfUnique, OfUnsolvable

    match examined.evidence:
        case (OfUnique() | OfUnsolvable()) as evidence if evidence.certificate:
            write_certificate(folder, examined.puzzle, evidence.certificate)
            if alone:
                complain(f"certificate written to {folder}; sudoku-compare verify {folder} checks it")
        case _:
            complain(f"{examined.entry.id}: {examined.verdict}, and no certificate to write")
            remove_certificate(folder)
