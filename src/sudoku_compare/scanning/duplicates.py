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

AT_ONCE = 512 * CELLS  # bytes per call of compiled code; Ctrl-C is noticed between calls (0.05 s if all are symmetric)
DIGEST_SIZE = 16  # bytes kept of a puzzle that is not 9x9
LINE_BITS = 40  # of the number that stands for a puzzle: its line; the bits above are the number of its source

_First = tuple[str, bytes]  # the id of the first puzzle with a canonical form, and its digest


class CanonicalBatch(NamedTuple):
    """A settled batch with what identifies its puzzles up to isomorphism."""

    settled: SettledBatch
    forms: bytearray  # the canonical forms of the 9x9 puzzles
    others: tuple[tuple[bytes, bytes], ...]  # puzzles of other sizes: digests of the canonical form and of the puzzle


def add_canonical_forms(settled: SettledBatch) -> CanonicalBatch:
    """Compute the canonical form of every puzzle of the batch."""
    forms, canonicalizer = bytearray(CELLS * len(settled.found)), Canonicalizer(3, 3)
    given, found = memoryview(settled.batch.puzzles), memoryview(forms)
    for start in range(0, len(forms), AT_ONCE):
        canonicalizer.canonicalize(given[start : start + AT_ONCE], found[start : start + AT_ONCE])
    puzzles = [comparison.puzzle for _, comparison in settled.others]
    others = tuple((_digest(canonical_form(puzzle)), _digest(puzzle)) for puzzle in puzzles)
    return CanonicalBatch(settled, forms, others)


def find_duplicates(batches: Iterable[CanonicalBatch]) -> Iterator[tuple[SettledBatch, Duplicates]]:
    """Yield each batch with those of its puzzles that are isomorphic to an earlier puzzle of the scan.

    Keeps a few bytes of every puzzle.
    """
    seen, first_others = DuplicateTable(), dict[bytes, _First]()
    names: list[str] = []
    for batch in batches:
        name = batch.settled.batch.name
        if not names or names[-1] != name:
            names.append(name)
        duplicates = _look_up_nines(batch, seen, names)
        yield batch.settled, duplicates._replace(found=duplicates.found + _look_up_others(batch, first_others))


def _look_up_nines(batch: CanonicalBatch, seen: DuplicateTable, names: list[str]) -> Duplicates:
    """Return the duplicates among the 9x9 puzzles. The last of the names is that of the batch's source."""
    source = batch.settled.batch
    start = (len(names) - 1) << LINE_BITS
    numbers = source.line_numbers if not start else memoryview(array("Q", [start + n for n in source.line_numbers]))
    firsts, is_identical = array("Q", bytes(8 * len(numbers))), bytearray(len(numbers))
    seen.find_or_add(batch.forms, source.puzzles, numbers, firsts, is_identical)
    found, elsewhere = [], {}
    for index, first in enumerate(firsts) if any(firsts) else ():
        if first:
            first_id = f"{names[first >> LINE_BITS]}:{first & (1 << LINE_BITS) - 1}"
            found.append(Duplicate(f"{source.name}:{source.line_numbers[index]}", first_id, bool(is_identical[index])))
            if first < start:
                elsewhere[index] = first_id
            firsts[index] = max(0, first - start)
    return Duplicates(memoryview(firsts).toreadonly(), tuple(found), elsewhere)


def _look_up_others(batch: CanonicalBatch, firsts: dict[bytes, _First]) -> tuple[Duplicate, ...]:
    duplicates = []
    for (_, comparison), (form, digest) in zip(batch.settled.others, batch.others, strict=True):
        id = comparison.entry.id
        first_id, first_digest = firsts.setdefault(form, (id, digest))
        if first_id != id:
            duplicates.append(Duplicate(id, first_id, first_digest == digest))
    return tuple(duplicates)


def _digest(puzzle: Puzzle) -> bytes:
    shape = puzzle.shape
    return blake2b(bytes([shape.box_height, shape.box_width]) + puzzle.givens, digest_size=DIGEST_SIZE).digest()
