"""A whole collection through the kernel: batch by batch on all cores, each solution checked by other code.

That a puzzle has no (other) solution rests on the kernel alone, except for the share that is cross-checked.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..checking.judge import Judgement, judge
from ..comparison.compare import Comparison, compare, engines_by_text
from ..core.answer import Answer, Ending, Limits
from ..core.entry import Entry
from ..core.puzzle import Grid
from ..core.verdict import EngineResult, Verdict, own_verdict
from ..formats.batch_reader import CELLS, Batch
from ..native.check9 import mark_suspects
from ..native.settle import UNSETTLED, settle_many
from ..running.threads import map_in_order

MOST_ASSUMPTIONS = 20_000  # on one puzzle before it is put off; the hardest known need a few hundred

VERDICTS = {0: Verdict.UNSOLVABLE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE, UNSETTLED: Verdict.UNKNOWN}
_CODES = {verdict: code for code, verdict in VERDICTS.items()}
_KERNEL = engines_by_text(["kernel"])
[_NAME] = _KERNEL


class Objection(NamedTuple):
    id: str
    text: str


@dataclass(slots=True)
class Outcome:
    """What came out for a batch: of each 9x9 puzzle in buffers, of the others one by one."""

    batch: Batch
    found: bytearray  # the verdicts, by VERDICTS
    solutions: bytearray  # two a puzzle, of which as many count as were found
    assumptions: "array[int]"
    others: list[tuple[int, Comparison]] = field(default_factory=list)
    objections: list[Objection] = field(default_factory=list)
    forms: bytearray = field(default_factory=bytearray)  # canonical, where they were asked for
    isomorph_of: "array[int]" = field(default_factory=lambda: array("Q"))  # the line of the first; 0: this is it
    isomorph_of_others: dict[str, str] = field(default_factory=dict)  # of other sizes, by ids
    text: bytes | memoryview = b""  # as lines, where that was asked for

    def solution(self, index: int) -> Grid | None:
        if self.found[index] not in (1, 2):
            return None
        return bytes(self.solutions[2 * CELLS * index :][:CELLS])

    def verdicts(self) -> dict[Verdict, int]:
        counts = {verdict: self.found.count(code) for code, verdict in VERDICTS.items()}
        for _, comparison in self.others:
            counts[comparison.verdict] += 1
        return counts


Finish = Callable[[Outcome], None]


def scan(batches: Iterable[Batch], seconds: float, threads: int, *finish: Finish) -> Iterator[Outcome]:
    """Settle every puzzle; outcomes come in the order of the batches.

    The clock is for a puzzle that needs more than MOST_ASSUMPTIONS, or is of another size than 9x9. What else there is
    to do with an outcome by itself is done by the same threads.
    """

    def work(batch: Batch) -> Outcome:
        outcome = settle(batch, seconds)
        for step in finish:
            step(outcome)
        return outcome

    return map_in_order(work, batches, threads)


def settle(batch: Batch, seconds: float) -> Outcome:
    """The verdicts of a batch, every solution checked, and whatever speaks against them."""
    settled = settle_many(batch.puzzles, 2, assumptions=MOST_ASSUMPTIONS, keep=2)
    outcome = Outcome(batch, *settled, isomorph_of=array("Q", bytes(8 * len(settled.found))))
    suspects = bytearray(len(settled.found))
    mark_suspects(batch.puzzles, *settled[:2], batch.told, batch.expected, suspects)
    index = suspects.find(1)
    while index >= 0:
        _look_again(outcome, index, seconds)
        index = suspects.find(1, index + 1)
    for before, entry in batch.others:
        comparison = compare(entry, _KERNEL, Limits(2, seconds))
        outcome.others.append((before, comparison))
        outcome.objections += [Objection(entry.id, text) for text in comparison.judgement.objections]
    return outcome


def _look_again(outcome: Outcome, index: int, seconds: float) -> None:
    """At one puzzle: with a clock if it was not settled, else with an eye on what is wrong."""
    entry = outcome.batch.entry(index)
    if outcome.found[index] == UNSETTLED:
        comparison = compare(entry, _KERNEL, Limits(2, seconds))
        outcome.assumptions[index] = comparison.results[0].answer.counts.get("assumptions", 0)
        judgement = comparison.judgement
    else:
        judgement = _judged(entry, outcome, index)
    outcome.found[index] = _CODES[judgement.verdict]
    start = 2 * CELLS * index
    for number, solution in enumerate(judgement.solutions[:2]):
        outcome.solutions[start + CELLS * number : start + CELLS * (number + 1)] = solution
    outcome.objections += [Objection(entry.id, text) for text in judgement.objections]


def _judged(entry: Entry, outcome: Outcome, index: int) -> Judgement:
    count, start = outcome.found[index], 2 * CELLS * index
    starts = range(start, start + CELLS * count, CELLS)
    solutions = tuple(bytes(outcome.solutions[first : first + CELLS]) for first in starts)
    answer = Answer(solutions, Ending.ENOUGH if count == 2 else Ending.EXHAUSTED)
    return judge(entry.puzzle, [EngineResult(_NAME, answer, own_verdict(answer), _NAME)], Limits(2), entry.expected)
