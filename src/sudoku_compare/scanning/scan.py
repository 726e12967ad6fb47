"""Scan a collection: compose the stages, from the source to the summary.

Every stage is a generator that turns immutable values into immutable values; nothing flows back. Slow work on
a single batch is a pure function, which threads or the workers of a cluster apply to the batches.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, TypeVar

from ..core.errors import ClusterError
from ..core.shape import Shape
from ..formats.batch_reader import NO_PUZZLES, Batch, read_batches
from ..formats.format import ReadOptions
from ..formats.source import Source
from ..running.place import Place, ThisMachine
from .results import CrossCheckResult, Duplicates, ScannedBatch, SettledBatch
from .settle import settle_batch
from .summary import BatchRecorder, CrossCheckSummary, DuplicateSummary, ScanSummary, summarize

if TYPE_CHECKING:  # the optional stages are imported only when needed, because they would slow down every start
    from .cross_check import CrossCheck
    from .duplicates import CanonicalBatch
    from .line_formats import LineFormat

ScanResult = ScannedBatch | CrossCheckResult | ScanSummary
LineFormatName = Literal["csv", "jsonl"]

FORMATS_KEPT = 64  # more than there are sources under way at once


Settled = TypeVar("Settled")


class ScanOptions(NamedTuple):
    """What a scan does with each puzzle, where, and how much time it may use."""

    shape: Shape | None = None  # of all puzzles; None to infer it from their size
    seconds: float = 60.0  # for a puzzle that needs a long search
    place: Place | None = None  # where puzzles are settled; None for every core of this machine
    line_format: LineFormatName | None = None  # None to format no lines
    find_duplicates: bool = False
    cross_check: "CrossCheck | None" = None


def scan(source: Source, options: ScanOptions) -> Iterator[ScanResult]:
    """Settle every puzzle of the source; yield what is found, in the order of the source, and finally the summary.

    Memory does not grow with the source, except for a few bytes per puzzle if duplicates are looked for.
    """
    return scan_batches(read_batches(source, ReadOptions(options.shape)), source.name, options)


def scan_batches(
    batches: Iterable[Batch],
    name: str,
    options: ScanOptions,
    *,
    recorder: BatchRecorder | None = None,
    start: ScanSummary | None = None,
) -> Iterator[ScanResult]:
    """Do what `scan` does with batches that have been read from one source or from several, one after the other.

    `name` is the name of all of them in the summary. The sources must have different names. The recorder is given
    whatever is found. `start` summarizes what an interrupted scan found before these batches.
    """
    settle = _settle_and_find_duplicates if options.find_duplicates else _settle
    scanned = settle(batches, options)
    if line_format := _find_format(options.line_format, name, with_isomorphs=options.find_duplicates):
        scanned = _prepend_heading(line_format.heading, scanned)
    results = _cross_check(scanned, options.cross_check, options) if options.cross_check else scanned
    return summarize(results, start or make_empty_summary(name, options), recorder)


def _settle(batches: Iterable[Batch], options: ScanOptions) -> Iterator[ScannedBatch]:
    """Settle and format the batches side by side."""
    work = partial(_settle_and_format, options.seconds, options.line_format)
    for batch, scanned in _map_batches(work, batches, options):
        yield scanned._replace(settled=scanned.settled._replace(batch=batch))


def _settle_and_find_duplicates(batches: Iterable[Batch], options: ScanOptions) -> Iterator[ScannedBatch]:
    """Settle the batches and compute canonical forms side by side; then find duplicates, and format, in order."""
    from .duplicates import find_duplicates

    found = _map_batches(partial(_settle_and_canonicalize, options.seconds), batches, options)
    canonical = (one._replace(settled=one.settled._replace(batch=batch)) for batch, one in found)
    for settled, duplicates in find_duplicates(canonical):
        line_format = _find_format(options.line_format, settled.batch.name, with_isomorphs=True)
        yield _format(line_format, settled, duplicates)


def _map_batches(
    work: Callable[[Batch], Settled], batches: Iterable[Batch], options: ScanOptions
) -> Iterator[tuple[Batch, Settled]]:
    """Yield each batch with what the work makes of it.

    The work may run on another machine, so its results come without their batch; the caller puts it back.
    """
    waiting: deque[Batch] = deque()

    def read() -> Iterator[Batch]:
        for batch in batches:
            waiting.append(batch)
            yield batch

    place = options.place or ThisMachine()
    for result in place.map_in_order(work, read(), _complain_of_lost):
        yield waiting.popleft(), result


def _settle_and_format(seconds: float, line_format: LineFormatName | None, batch: Batch) -> ScannedBatch:
    settled = settle_batch(batch, seconds)
    scanned = _format(_find_format(line_format, batch.name, with_isomorphs=False), settled, None)
    return scanned._replace(settled=settled._replace(batch=NO_PUZZLES))


def _settle_and_canonicalize(seconds: float, batch: Batch) -> "CanonicalBatch":
    from .duplicates import add_canonical_forms

    canonical = add_canonical_forms(settle_batch(batch, seconds))
    return canonical._replace(settled=canonical.settled._replace(batch=NO_PUZZLES))


def _complain_of_lost(batch: Batch, reason: str) -> NoReturn:
    lines = f"lines {batch.line_numbers[0]} to {batch.line_numbers[-1]}" if len(batch.line_numbers) else "a batch"
    raise ClusterError(f"{batch.name}: {lines}: {reason}")


def _format(line_format: "LineFormat | None", settled: SettledBatch, duplicates: Duplicates | None) -> ScannedBatch:
    lines = line_format.format_batch(settled, duplicates) if line_format else b""
    return ScannedBatch(settled, duplicates, lines)


def _prepend_heading(heading: bytes, batches: Iterator[ScannedBatch]) -> Iterator[ScannedBatch]:
    """Put the heading above the lines of the first batch."""
    first = (batch._replace(lines=heading + bytes(batch.lines)) for batch in islice(batches, 1))
    return chain(first, batches)


def _cross_check(
    scanned: Iterable[ScannedBatch], check: "CrossCheck", options: ScanOptions
) -> Iterator[ScannedBatch | CrossCheckResult]:
    from .cross_check import cross_check

    return cross_check(scanned, check, options.place or ThisMachine())


@lru_cache(FORMATS_KEPT)
def _find_format(line_format: LineFormatName | None, name: str, *, with_isomorphs: bool) -> "LineFormat | None":
    """Return the format of the lines of a source; made once as long as the source's batches follow each other."""
    if line_format is None:
        return None
    from .line_formats import LINE_FORMATS

    return LINE_FORMATS[line_format](name, with_isomorphs=with_isomorphs)


def make_empty_summary(name: str, options: ScanOptions) -> ScanSummary:
    """Return the summary at the start of a scan."""
    return ScanSummary(
        name,
        duplicates=DuplicateSummary() if options.find_duplicates else None,
        cross_check=CrossCheckSummary() if options.cross_check else None,
    )
