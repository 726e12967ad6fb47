"""Scan a collection: compose the stages, from the source to the summary.

Every stage is a generator that turns immutable values into immutable values; nothing flows back. Slow work on
a single batch is a pure function, which threads apply to the batches.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..core.shape import Shape
from ..formats.batch_reader import Batch, read_batches
from ..formats.format import ReadOptions
from ..formats.source import Source
from ..running.jobs import count_cores
from ..running.threads import map_in_order
from .results import CrossCheckResult, Duplicates, ScannedBatch, SettledBatch
from .settle import settle_batch
from .summary import BatchRecorder, CrossCheckSummary, DuplicateSummary, ScanSummary, summarize

if TYPE_CHECKING:  # the optional stages are imported only when needed, because they would slow down every start
    from .cross_check import CrossCheck
    from .line_formats import LineFormat

ScanResult = ScannedBatch | CrossCheckResult | ScanSummary
FormatsByName = Callable[[str], "LineFormat | None"]  # from the name of a source to the format of its lines

FORMATS_KEPT = 64  # more than there are sources under way at once


class ScanOptions(NamedTuple):
    """What a scan does with each puzzle, and how much time and how many threads it may use."""

    shape: Shape | None = None  # of all puzzles; None to infer it from their size
    seconds: float = 60.0  # for a puzzle that needs a long search
    threads: int | None = None  # None for one per core
    line_format: Literal["csv", "jsonl"] | None = None  # None to format no lines
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
    find_format = _make_line_formats(options)
    if options.find_duplicates:
        scanned = _settle_and_find_duplicates(batches, find_format, options)
    else:
        scanned = _settle(batches, find_format, options)
    if line_format := find_format(name):
        scanned = _prepend_heading(line_format.heading, scanned)
    results = _cross_check(scanned, options.cross_check) if options.cross_check else scanned
    return summarize(results, start or make_empty_summary(name, options), recorder)


def _settle(batches: Iterable[Batch], find_format: FormatsByName, options: ScanOptions) -> Iterator[ScannedBatch]:
    """Settle and format each batch in one of the threads."""

    def work(batch: Batch) -> ScannedBatch:
        return _format(find_format(batch.name), settle_batch(batch, options.seconds), None)

    return map_in_order(work, batches, options.threads or count_cores())


def _settle_and_find_duplicates(
    batches: Iterable[Batch], find_format: FormatsByName, options: ScanOptions
) -> Iterator[ScannedBatch]:
    """Settle each batch and compute canonical forms in the threads; then find duplicates, and format, in order."""
    from .duplicates import CanonicalBatch, add_canonical_forms, find_duplicates

    def work(batch: Batch) -> CanonicalBatch:
        return add_canonical_forms(settle_batch(batch, options.seconds))

    for settled, duplicates in find_duplicates(map_in_order(work, batches, options.threads or count_cores())):
        yield _format(find_format(settled.batch.name), settled, duplicates)


def _format(line_format: "LineFormat | None", settled: SettledBatch, duplicates: Duplicates | None) -> ScannedBatch:
    lines = line_format.format_batch(settled, duplicates) if line_format else b""
    return ScannedBatch(settled, duplicates, lines)


def _prepend_heading(heading: bytes, batches: Iterator[ScannedBatch]) -> Iterator[ScannedBatch]:
    """Put the heading above the lines of the first batch."""
    first = (batch._replace(lines=heading + bytes(batch.lines)) for batch in islice(batches, 1))
    return chain(first, batches)


def _cross_check(scanned: Iterable[ScannedBatch], check: "CrossCheck") -> Iterator[ScannedBatch | CrossCheckResult]:
    from .cross_check import cross_check

    return cross_check(scanned, check)


def _make_line_formats(options: ScanOptions) -> FormatsByName:
    """Return a function that makes the format of each source once, as long as its batches follow each other."""
    if options.line_format is None:
        return lambda name: None
    from .line_formats import LINE_FORMATS

    make_format = LINE_FORMATS[options.line_format]
    return lru_cache(FORMATS_KEPT)(lambda name: make_format(name, with_isomorphs=options.find_duplicates))


def make_empty_summary(name: str, options: ScanOptions) -> ScanSummary:
    """Return the summary at the start of a scan."""
    return ScanSummary(
        name,
        duplicates=DuplicateSummary() if options.find_duplicates else None,
        cross_check=CrossCheckSummary() if options.cross_check else None,
    )
