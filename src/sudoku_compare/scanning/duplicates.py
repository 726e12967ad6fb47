"""Which puzzles of a scan are an earlier one over again, to the letter or but for names and places?"""

from array import array
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from ..core.puzzle import Puzzle
from ..formats.batch_reader import CELLS
from ..formats.isomorphism import canonical_form
from ..native.canonical import Canonicalizer
from ..native.duplicate_table import DuplicateTable
from .scan import Outcome

DIGEST = 16  # bytes that are kept of a form


class Duplicate(NamedTuple):
    id: str
    isomorph_of: str  # the first of its kind
    is_same: bool  # to the letter


def add_forms(outcome: Outcome) -> None:
    """The canonical forms of its 9x9 puzzles."""
    outcome.forms = bytearray(CELLS * len(outcome.found))
    Canonicalizer(3, 3).canonicalize(outcome.batch.puzzles, outcome.forms)


class Isomorphs:
    """Remembers every puzzle by a few bytes."""

    def __init__(self) -> None:
        self._seen = DuplicateTable()
        self._others: dict[bytes, tuple[str, bytes]] = {}

    def meet(self, outcome: Outcome) -> Iterator[Duplicate]:
        """The next puzzles; note in the outcome which of them have come before, and give these."""
        batch, count = outcome.batch, len(outcome.found)
        outcome.isomorph_of, is_same = array("Q", bytes(8 * count)), bytearray(count)
        self._seen.find_or_add(outcome.forms, batch.puzzles, batch.line_numbers, outcome.isomorph_of, is_same)
        if any(outcome.isomorph_of):
            for number, first, alike in zip(batch.line_numbers, outcome.isomorph_of, is_same, strict=True):
                if first:
                    yield Duplicate(f"{batch.name}:{number}", f"{batch.name}:{first}", bool(alike))
        for _, comparison in outcome.others:
            entry = comparison.entry
            first_id, letters = self._others.setdefault(
                _digest(canonical_form(entry.puzzle)), (entry.id, _digest(entry.puzzle))
            )
            if first_id != entry.id:
                outcome.isomorph_of_others[entry.id] = first_id
                yield Duplicate(entry.id, first_id, letters == _digest(entry.puzzle))


def _digest(puzzle: Puzzle) -> bytes:
    shape = puzzle.shape
    return blake2b(bytes([shape.box_height, shape.box_width]) + puzzle.givens, digest_size=DIGEST).digest()
