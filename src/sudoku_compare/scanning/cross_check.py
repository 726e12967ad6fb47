"""Ask unrelated engines about a share of the puzzles of a scan, drawn at random."""

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from ..comparison.compare import Comparison, compare_all, engines_by_text
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Grid
from ..core.verdict import Verdict
from ..running.place import Place
from .results import SOLUTIONS_KEPT, VERDICTS, WITNESSES, CrossCheckResult, Objection, ScannedBatch, SettledBatch

LONGEST_GAP = 1 << 62  # puzzles; more than any file has


class CrossCheck(NamedTuple):
    """How to cross-check: which share of the puzzles, and how long each engine may take for each of them."""

    share: float  # above 0, up to 1
    seed: int = 0
    seconds: float = 60.0


class _DrawnPuzzle(NamedTuple):
    """A puzzle drawn for the cross-check, with the scan's answer for it."""

    entry: Entry
    verdict: Verdict
    solution: Grid | None


def cross_check(
    batches: Iterable[ScannedBatch], check: CrossCheck, place: Place
) -> Iterator[ScannedBatch | CrossCheckResult]:
    """Yield every batch at once and, in between, each result as soon as the other engines have answered.

    The other engines search at `place`.
    """
    passing: deque[ScannedBatch] = deque()
    asked: deque[_DrawnPuzzle] = deque()

    def draw_entries() -> Iterator[Entry | None]:
        numbers = draw_numbers(check.share, check.seed)
        number, start = next(numbers), 0
        for batch in batches:
            passing.append(batch)
            yield None  # makes `compare_all` yield at once, so that the batch does not have to wait for answers
            while number < start + len(batch.settled.batch):
                asked.append(_draw(batch.settled, number - start))
                yield asked[-1].entry
                number = next(numbers)
            start += len(batch.settled.batch)

    engines, limits = engines_by_text(WITNESSES), Limits(SOLUTIONS_KEPT, check.seconds)
    for comparisons in compare_all(draw_entries(), engines, limits, place=place):
        while passing:
            yield passing.popleft()
        for comparison in comparisons:
            yield _compare_answers(asked.popleft(), comparison)


def draw_numbers(share: float, seed: int) -> Iterator[int]:
    """Yield the numbers of the puzzles in a random sample, counted from 0, ascending, without end.

    Draws the gap to the next number, because drawing for every puzzle would take longer than settling it.
    """
    rng = Random(seed)
    number = -1
    while True:
        gap = 0.0 if share >= 1 else math.log(1 - rng.random()) / math.log1p(-share)
        number += 1 + int(min(LONGEST_GAP, gap))
        yield number


def _draw(settled: SettledBatch, number: int) -> _DrawnPuzzle:
    nines = len(settled.found)
    if number < nines:
        entry = settled.batch.entry(number, with_expected=False)
        return _DrawnPuzzle(entry, VERDICTS[settled.found[number]], settled.solution(number))
    _, comparison = settled.others[number - nines]
    return _DrawnPuzzle(replace(comparison.entry, expected=None), comparison.verdict, comparison.solution)


def _compare_answers(drawn: _DrawnPuzzle, comparison: Comparison | UserError) -> CrossCheckResult:
    """Compare the scan's answer with what the other engines agree on."""
    if isinstance(comparison, UserError):
        raise comparison
    texts = list(comparison.judgement.objections)
    is_comparable = Verdict.UNKNOWN not in (comparison.verdict, drawn.verdict)
    if is_comparable and comparison.verdict is not drawn.verdict:
        texts.append(f"cross-check: the scan found {drawn.verdict}, {' and '.join(WITNESSES)} {comparison.verdict}")
    elif is_comparable and drawn.verdict is Verdict.UNIQUE and comparison.solution != drawn.solution:
        texts.append("cross-check: the scan found a different solution")
    failures = frozenset(f"{r.engine}: {r.answer.detail}" for r in comparison.results if r.answer.detail)
    return CrossCheckResult(is_comparable, tuple(Objection(comparison.entry.id, text) for text in texts), failures)
