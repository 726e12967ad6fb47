"""Find the puzzles of a scan that are duplicates of an earlier one: identical to it, or isomorphic."""

from array import array
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..formats.batch_reader import CELLS
from ..formats.isomorphism import canonical_form
from ..native.canonical import Canonicalizer
from ..native.duplicate_table import DuplicateTable
from .results import Duplicate, Duplicates, SettledBatch

DIGEST_SIZE = 16  # bytes kept of a puzzle that is not 9x9

_First = tuple[str, bytes]  # the id of the first puzzle with a canonical form, and its digest


class CanonicalBatch(NamedTuple):
    """A settled batch with what identifies its puzzles up to isomorphism."""

    settled: SettledBatch
    forms: bytearray  # the canonical forms of the 9x9 puzzles
    others: tuple[tuple[bytes, bytes], ...]  # puzzles of other sizes: digests of the canonical form and of the puzzle


def add_canonical_forms(settled: SettledBatch) -> CanonicalBatch:
    """Compute the canonical form of every puzzle of the batch."""
    forms = bytearray(CELLS * len(settled.found))
    Canonicalizer(3, 3).canonicalize(settled.batch.puzzles, forms)
    puzzles = [comparison.puzzle for _, comparison in settled.others]
    others = tuple((_digest(canonical_form(puzzle)), _digest(puzzle)) for puzzle in puzzles)
    return CanonicalBatch(settled, forms, others)


def find_duplicates(batches: Iterable[CanonicalBatch]) -> Iterator[tuple[SettledBatch, Duplicates]]:
    """Yield each batch with those of its puzzles that are isomorphic to an earlier puzzle of the scan.

    Keeps a few bytes of every puzzle.
    """
    seen, first_others = DuplicateTable(), dict[bytes, _First]()
    for batch in batches:
        first_lines, duplicates = _look_up_nines(batch, seen)
        duplicates += _look_up_others(batch, first_others)
        yield batch.settled, Duplicates(memoryview(first_lines).toreadonly(), tuple(duplicates))


def _look_up_nines(batch: CanonicalBatch, seen: DuplicateTable) -> tuple["array[int]", list[Duplicate]]:
    """Return the line of the first isomorph for each 9x9 puzzle (0 if it is the first), and the duplicates."""
    source = batch.settled.batch
    first_lines, is_identical = array("Q", bytes(8 * len(source.line_numbers))), bytearray(len(source.line_numbers))
    seen.find_or_add(batch.forms, source.puzzles, source.line_numbers, first_lines, is_identical)
    if not any(first_lines):
        return first_lines, []
    rows = zip(source.line_numbers, first_lines, is_identical, strict=True)
    return first_lines, [
        Duplicate(f"{source.name}:{line}", f"{source.name}:{first}", bool(identical))
        for line, first, identical in rows
        if first
    ]


def _look_up_others(batch: CanonicalBatch, firsts: dict[bytes, _First]) -> list[Duplicate]:
    duplicates = []
    for (_, comparison), (form, digest) in zip(batch.settled.others, batch.others, strict=True):
        id = comparison.entry.id
        first_id, first_digest = firsts.setdefault(form, (id, digest))
        if first_id != id:
            duplicates.append(Duplicate(id, first_id, first_digest == digest))
    return duplicates


def _digest(puzzle: Puzzle) -> bytes:
    shape = puzzle.shape
    return blake2b(bytes([shape.box_height, shape.box_width]) + puzzle.givens, digest_size=DIGEST_SIZE).digest()
