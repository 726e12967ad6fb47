"""The immutable values that pass from stage to stage of a scan.

What stays inside a scan is a named tuple, because a frozen dataclass for each would add 10% to its start-up time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from ..comparison.compare import Comparison
from ..core.puzzle import Grid
from ..core.verdict import Verdict
from ..formats.batch_reader import CELLS, Batch
from ..native.settle import UNSETTLED, sum_assumptions

WITNESSES = ("sat", "cpsat")  # the engines that cross-check the kernel
SOLUTIONS_KEPT = 2  # of each 9x9 puzzle: two different solutions prove that there are several
Reduced = tuple[Callable[..., Any], tuple[Any, ...]]  # what `__reduce__` returns
VERDICTS = {0: Verdict.UNSOLVABLE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE, UNSETTLED: Verdict.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Objection:
    """A complaint about one puzzle of the collection."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A puzzle that is isomorphic to an earlier one."""

    id: str
    isomorph_of: str  # the first puzzle that it is isomorphic to
    identical: bool  # to that puzzle, value by value


class SettledBatch(NamedTuple):
    """The checked answers for one batch: those for 9x9 puzzles in buffers, the others one by one."""

    batch: Batch
    found: bytes  # the verdict of each 9x9 puzzle, a key of VERDICTS
    solutions: memoryview  # SOLUTIONS_KEPT grids for each 9x9 puzzle; `found` says how many of them are valid
    assumptions: memoryview
    others: tuple[tuple[int, Comparison], ...]  # other sizes, each with the number of 9x9 puzzles before it
    objections: tuple[Objection, ...]

    def __reduce__(self) -> Reduced:
        """Pickle the content of buffers."""
        buffers = bytes(self.solutions), self.assumptions.tobytes()
        return _restore_settled, (self.batch, self.found, *buffers, self.others, self.objections)

    def solution(self, index: int) -> Grid | None:
        """Return the first solution of a 9x9 puzzle, or None if it has none or is unsettled."""
        if VERDICTS[self.found[index]] not in (Verdict.UNIQUE, Verdict.MULTIPLE):
            return None
        start = SOLUTIONS_KEPT * CELLS * index
        return bytes(self.solutions[start : start + CELLS])

    def count_verdicts(self) -> Mapping[Verdict, int]:
        """Return how many puzzles of the batch have each verdict."""
        counts = {verdict: self.found.count(code) for code, verdict in VERDICTS.items()}
        for _, comparison in self.others:
            counts[comparison.verdict] += 1
        return counts

    def count_assumptions(self) -> int:
        """Return how many assumptions the kernel made on all puzzles of the batch."""
        others = sum(count_assumptions(comparison) or 0 for _, comparison in self.others)
        return sum_assumptions(self.assumptions) + others


class Duplicates(NamedTuple):
    """Which puzzles of a batch are duplicates of an earlier puzzle of the scan."""

    first_lines: memoryview  # for each 9x9 puzzle, the line of the first isomorph in the same source; 0 if it has none
    found: tuple[Duplicate, ...]
    # The 9x9 puzzles, by their index in the batch, whose first isomorph is in an earlier source; and its id.
    first_elsewhere: Mapping[int, str] = MappingProxyType({})


class ScannedBatch(NamedTuple):
    """A batch with everything that the scan itself finds out about it, ready to be printed."""

    settled: SettledBatch
    duplicates: Duplicates | None  # None if none were looked for
    lines: bytes | memoryview  # one line per puzzle; empty if no format was chosen

    def __reduce__(self) -> Reduced:
        """Pickle the content of buffers."""
        return ScannedBatch, (self.settled, self.duplicates, bytes(self.lines))


class CrossCheckResult(NamedTuple):
    """What the other engines' answers say about the scan's answer for one puzzle."""

    is_comparable: bool  # both sides reached a verdict
    objections: tuple[Objection, ...]
    failures: frozenset[str]  # why an engine gave no answer, if the reason was not the time limit

    @property
    def is_agreed(self) -> bool:
        return self.is_comparable and not self.objections

    @property
    def is_open(self) -> bool:
        """Whether the scan's verdict was neither confirmed nor refuted."""
        return not self.is_comparable and not self.objections


def _restore_settled(batch: Batch, found: bytes, solutions: bytes, assumptions: bytes, *rest: Any) -> SettledBatch:
    return SettledBatch(batch, found, memoryview(solutions), memoryview(assumptions).cast("I"), *rest)


def count_assumptions(comparison: Comparison) -> int | None:
    """Return how many assumptions the kernel made on a puzzle that was compared by itself, if it counted them."""
    return comparison.results[0].answer.counts.get("assumptions")
