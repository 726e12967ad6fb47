"""Settle a batch with the kernel, and check every solution with code that shares nothing with it.

The claim that a puzzle has no (other) solution rests on the kernel alone, except for the share that is cross-checked.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..checking.judge import Judgement, judge
from ..comparison.compare import compare, engines_by_text
from ..core.answer import Answer, Ending, Limits
from ..core.entry import Entry
from ..engines.protocol import label_answer
from ..formats.batch_reader import CELLS, Batch
from ..native.check9 import mark_for_review
from ..native.settle import UNSETTLED, settle_many
from ..native.settle import SettledBatch as RawResults
from .results import SOLUTIONS_KEPT, VERDICTS, Objection, SettledBatch, count_assumptions

MOST_ASSUMPTIONS = 20_000  # per puzzle in the bulk search, which has no clock; the hardest known need a few hundred

_CODES = {verdict: code for code, verdict in VERDICTS.items()}
_KERNEL = engines_by_text(["kernel"])


class _Review(NamedTuple):
    """The result of a second look at one 9x9 puzzle, which replaces that of the bulk search."""

    position: int  # in the batch
    id: str
    judgement: Judgement
    assumptions: int


def settle_batch(batch: Batch, seconds: float) -> SettledBatch:
    """Return the checked answers for a batch, and the objections to them.

    `seconds` limits the search for a puzzle that is not 9x9 or needs more than MOST_ASSUMPTIONS.
    """
    raw = settle_many(batch.puzzles, SOLUTIONS_KEPT, assumptions=MOST_ASSUMPTIONS, keep=SOLUTIONS_KEPT)
    reviews = [_review(batch.entry(index), raw, index, seconds) for index in _find_suspects(batch, raw)]
    others = tuple((before, compare(entry, _KERNEL, _make_limits(seconds))) for before, entry in batch.other_entries)
    judgements = [(review.id, review.judgement) for review in reviews]
    judgements += [(comparison.entry.id, comparison.judgement) for _, comparison in others]
    _apply_reviews(raw, reviews)
    return SettledBatch(
        batch,
        bytes(raw.found),
        memoryview(raw.solutions).toreadonly(),
        memoryview(raw.assumptions).toreadonly(),
        others,
        tuple(Objection(id, text) for id, judgement in judgements for text in judgement.objections),
    )


def _find_suspects(batch: Batch, raw: RawResults) -> Iterator[int]:
    """Yield the indexes of unsettled puzzles, invalid solutions, and answers that the collection does not expect."""
    suspects = bytearray(len(raw.found))
    mark_for_review(batch.puzzles, raw.found, raw.solutions, batch.expected_codes, batch.expected_solutions, suspects)
    index = suspects.find(1)
    while index >= 0:
        yield index
        index = suspects.find(1, index + 1)


def _review(entry: Entry, raw: RawResults, index: int, seconds: float) -> _Review:
    """Search again, with a time limit, if the puzzle is unsettled; otherwise judge its solutions one by one."""
    if raw.found[index] == UNSETTLED:
        comparison = compare(entry, _KERNEL, _make_limits(seconds))
        return _Review(index, entry.id, comparison.judgement, count_assumptions(comparison) or 0)
    solutions = raw.solutions_of(index)
    answer = Answer(solutions, Ending.ENOUGH if len(solutions) == SOLUTIONS_KEPT else Ending.EXHAUSTED)
    [(name, kernel)] = _KERNEL.items()
    result = label_answer(name, kernel, answer)
    judgement = judge(entry.puzzle, [result], Limits(SOLUTIONS_KEPT), entry.expected)
    return _Review(index, entry.id, judgement, raw.assumptions[index])


def _apply_reviews(raw: RawResults, reviews: list[_Review]) -> None:
    """Replace the bulk search's verdicts and solutions with the reviewed ones, before anything else sees them."""
    for review in reviews:
        raw.found[review.position] = _CODES[review.judgement.verdict]
        raw.assumptions[review.position] = review.assumptions
        start = SOLUTIONS_KEPT * CELLS * review.position
        solutions = b"".join(review.judgement.solutions[:SOLUTIONS_KEPT])
        raw.solutions[start : start + len(solutions)] = solutions


def _make_limits(seconds: float) -> Limits:
    return Limits(SOLUTIONS_KEPT, seconds)
