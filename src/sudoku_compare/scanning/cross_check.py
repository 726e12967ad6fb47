"""A share of the puzzles of a scan, drawn at random, put to unrelated engines as well."""

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from ..comparison.compare import Comparison, compare_all, engines_by_text
from ..core.answer import Limits
from ..core.entry import Entry
from ..core.errors import UserError
from ..core.puzzle import Grid
from ..core.verdict import Verdict
from .scan import VERDICTS, Objection, Outcome

WITNESSES = ("sat", "cpsat")

LONGEST_GAP = 1 << 62  # no file has so many puzzles


class Sample:
    """Which of the puzzles, numbered as they come: a share, at random but the same for the same seed."""

    def __init__(self, share: float, seed: int) -> None:
        self._share = share
        self._rng = Random(seed)
        self._next = self._gap()

    def among(self, count: int) -> Iterator[int]:
        """Of the next `count` puzzles, those that were drawn."""
        while self._next < count:
            yield self._next
            self._next += 1 + self._gap()
        self._next -= count

    def _gap(self) -> int:
        """How many to leave out before the next: drawing each by itself would cost more than settling it."""
        if self._share >= 1:
            return 0
        return int(min(LONGEST_GAP, math.log(1 - self._rng.random()) / math.log1p(-self._share)))


class Said(NamedTuple):
    """What the scan said of a puzzle that others are asked about."""

    verdict: Verdict
    solution: Grid | None


@dataclass(slots=True)
class CrossCheck:
    """A share of the puzzles put to unrelated engines as well."""

    asked: int = 0
    agreed: int = 0
    open: int = 0  # neither confirmed by both nor refuted
    failures: set[str] = field(default_factory=set)  # why not, where it was not the time

    def run(
        self, outcomes: Iterable[Outcome], sample: Sample, seconds: float, jobs: int | None
    ) -> Iterator[list[Objection]]:
        """Take all outcomes; the objections come as other engines answer."""
        said: deque[Said] = deque()
        entries = (entry for outcome in outcomes for entry in _drawn(outcome, sample, said))
        engines, limits = engines_by_text(WITNESSES), Limits(2, seconds)
        for batch in compare_all(entries, engines, limits, jobs=jobs, many=True):
            for comparison in batch:
                yield self._objections(comparison, said.popleft())

    def _objections(self, comparison: Comparison | UserError, said: Said) -> list[Objection]:
        if isinstance(comparison, UserError):
            raise comparison
        texts = list(comparison.judgement.objections)
        self.failures |= {f"{t.engine}: {t.answer.detail}" for t in comparison.results if t.answer.detail}
        known = comparison.verdict is not Verdict.UNKNOWN and said.verdict is not Verdict.UNKNOWN
        if known and comparison.verdict is not said.verdict:
            texts.append(f"cross-check: {said.verdict} in the scan, but {comparison.verdict} by {', '.join(WITNESSES)}")
        elif known and said.verdict is Verdict.UNIQUE and comparison.solution != said.solution:
            texts.append("cross-check: another solution than in the scan")
        self.asked += 1
        self.open += not known and not texts
        self.agreed += known and not texts
        return [Objection(comparison.entry.id, text) for text in texts]


def _drawn(outcome: Outcome, sample: Sample, said: deque[Said]) -> Iterator[Entry]:
    nines = len(outcome.found)
    for number in sample.among(len(outcome.batch)):
        if number < nines:
            said.append(Said(VERDICTS[outcome.found[number]], outcome.solution(number)))
            yield outcome.batch.entry(number, with_expected=False)
        else:
            _, comparison = outcome.others[number - nines]
            said.append(Said(comparison.verdict, comparison.solution))
            yield comparison.entry._replace(expected=None)
