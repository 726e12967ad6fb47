"""Read the batches of a source from a position on, and number them so that reading can be resumed after each."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from .batch_reader import Batch, read_batches
from .folders import join_errors_of_foreign_batches
from .format import ReadOptions
from .position import Position
from .source import Source


def read_from(source: Source, options: ReadOptions, start: Position, *, may_be_foreign: bool) -> Iterator[Batch]:
    """Yield the batches after a position in this source, each with the position after it.

    They are the same as without interruption. `may_be_foreign` says that the file need not hold puzzles.
    """
    batches = read_batches(source, options, start.start)
    if may_be_foreign and start.start is None:
        batches = join_errors_of_foreign_batches(batches)
    return number_batches(islice(batches, start.skip, None), start)


def number_batches(batches: Iterable[Batch], start: Position) -> Iterator[Batch]:
    """Yield consecutive batches of a source with the position after each of them."""
    position = start
    for batch in batches:
        if batch.next_start:
            position = Position(start.source, batch.next_start)
        else:
            position = replace(position, skip=position.skip + 1)
        yield replace(batch, position=position)
