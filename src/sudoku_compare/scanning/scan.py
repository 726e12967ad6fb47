"""Scan a collection: compose the stages, from the source to the summary.

Every stage is a generator that turns immutable values into immutable values; nothing flows back. What takes long and
concerns one batch alone is a pure function that threads apply to the batches.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, starmap
from typing import Literal

from ..core.shape import Shape
from ..formats.batch_reader import Batch, read_batches
from ..formats.source import Source
from ..running.jobs import count_cores
from ..running.threads import map_in_order
from .cross_check import CrossCheck, cross_check
from .duplicates import CanonicalBatch, add_canonical_forms, find_duplicates
from .line_formats import LINE_FORMATS, LineFormat
from .results import CrossCheckResult, Duplicates, ScannedBatch, SettledBatch
from .settle import settle_batch
from .summary import CrossCheckSummary, DuplicateSummary, ScanSummary, summarize

ScanResult = ScannedBatch | CrossCheckResult | ScanSummary


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """What a scan does with each puzzle, and what it may take."""

    shape: Shape | None = None  # of all puzzles; None to infer it from their size
    seconds: float = 60.0  # for a puzzle that needs a long search
    threads: int | None = None  # None for one per core
    line_format: Literal["csv", "jsonl"] | None = None  # None to format no lines
    find_duplicates: bool = False
    cross_check: CrossCheck | None = None


def scan(source: Source, options: ScanOptions) -> Iterator[ScanResult]:
    """Settle every puzzle of the source; yield what is found, in the order of the source, and at last the summary.

    Memory does not grow with the source, except for a few bytes per puzzle where duplicates are looked for.
    """
    batches = read_batches(source, options.shape)
    scanned = _scan_batches(batches, source.name, options)
    results = cross_check(scanned, options.cross_check) if options.cross_check else scanned
    start = ScanSummary(
        source.name,
        duplicates=DuplicateSummary() if options.find_duplicates else None,
        cross_check=CrossCheckSummary() if options.cross_check else None,
    )
    return summarize(results, start)


def _scan_batches(batches: Iterable[Batch], name: str, options: ScanOptions) -> Iterator[ScannedBatch]:
    """Settle, find duplicates, and format."""
    seconds, threads = options.seconds, options.threads or count_cores()
    line_format = _make_line_format(name, options)

    def format_batch(settled: SettledBatch, duplicates: Duplicates | None = None) -> ScannedBatch:
        lines = line_format.format_batch(settled, duplicates) if line_format else b""
        return ScannedBatch(settled, duplicates, lines)

    def settle_and_format(batch: Batch) -> ScannedBatch:
        return format_batch(settle_batch(batch, seconds))

    def settle_and_canonicalize(batch: Batch) -> CanonicalBatch:
        return add_canonical_forms(settle_batch(batch, seconds))

    if options.find_duplicates:  # a line may name an earlier one, so that lines cannot be formatted before
        canonical = map_in_order(settle_and_canonicalize, batches, threads)
        scanned: Iterator[ScannedBatch] = starmap(format_batch, find_duplicates(canonical))
    else:
        scanned = map_in_order(settle_and_format, batches, threads)
    return _put_above(line_format.heading, scanned) if line_format else scanned


def _make_line_format(name: str, options: ScanOptions) -> LineFormat | None:
    if options.line_format is None:
        return None
    return LINE_FORMATS[options.line_format](name, with_isomorphs=options.find_duplicates)


def _put_above(heading: bytes, batches: Iterator[ScannedBatch]) -> Iterator[ScannedBatch]:
    """Put the heading above the lines of the first batch."""
    first = (replace(batch, lines=heading + bytes(batch.lines)) for batch in islice(batches, 1))
    return chain(first, batches)
