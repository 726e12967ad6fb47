"""What the engines have done on the puzzles of a tier so far, in little memory: a record may have a million puzzles."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ..recording.record import PuzzleRow
from .pairs import PooledTimes
from .times import PEAKS, Time

MOST_REASONS = 20  # kept for each engine and tier; an engine may give another one for each puzzle
OTHER_REASONS = "for other reasons"


class VerdictTally:
    """What one engine has found on one tier so far: nothing that depends on a machine."""

    def __init__(self) -> None:
        self.of = 0
        self.settled = 0
        self.counts: dict[str, int] = defaultdict(int)
        self.unsettled: Counter[str] = Counter()

    def add_verdict(self, times: Sequence[Time]) -> None:
        """Add what an engine found about a puzzle, on one machine or on several."""
        unsettled = [time for time in times if not time.is_settled]
        self._add_one(unsettled[0] if unsettled else times[0], times[0].counts)

    def _add_one(self, time: Time, counts: Mapping[str, int]) -> None:
        self.of += 1
        self._count(counts)
        if time.is_settled:
            self.settled += 1
            return
        reason = time.unsettled
        is_known = reason in self.unsettled or len(self.unsettled) < MOST_REASONS
        self.unsettled[reason if is_known else OTHER_REASONS] += 1

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            self.counts[name] = max(self.counts[name], count) if name in PEAKS else self.counts[name] + count

    def include_verdicts(self, other: "VerdictTally") -> None:
        """Add everything that the other tally holds."""
        self.of += other.of
        self.settled += other.settled
        self.unsettled += other.unsettled
        self._count(other.counts)


class EngineTally(VerdictTally):
    """What one engine has done on one tier on one machine so far."""

    def __init__(self) -> None:
        super().__init__()
        self.totals = array("d")  # for each puzzle of the tier; NaN if it was not settled
        self.build = self.cpu = 0.0  # build: of the settled puzzles
        self.reported = self.measured = 0.0  # of the searches that were measured outside the engine
        self.slowest: tuple[float, str] | None = None

    def add(self, id: str, time: Time | None) -> None:
        """Add the time for a puzzle; None if the engine was not asked about it."""
        if time is None:
            self.totals.append(math.nan)
            return
        self._add_one(time, time.counts)
        self.cpu += time.cpu or 0.0
        if not time.is_settled:
            self.totals.append(math.nan)
            return
        if time.has_outer:
            self.reported += time.reported
            self.measured += time.total
        total = time.total
        self.totals.append(total)
        self.build += time.build
        if self.slowest is None or total > self.slowest[0]:
            self.slowest = total, id

    def include(self, other: "EngineTally") -> None:
        """Add everything that the other tally, of the same machine, holds."""
        self.include_verdicts(other)
        self.cpu += other.cpu
        self.build += other.build
        self.reported += other.reported
        self.measured += other.measured
        self.totals += other.totals
        if other.slowest and (self.slowest is None or other.slowest[0] > self.slowest[0]):
            self.slowest = other.slowest


class Tier:
    """The puzzles of one tier on one machine so far."""

    def __init__(self, engines: Sequence[str]) -> None:
        self.puzzles = array("q")  # their numbers
        self.tallies = {engine: EngineTally() for engine in engines}

    def add(self, puzzle: PuzzleRow, times: Mapping[str, Time]) -> None:
        """Add the times for a puzzle."""
        self.puzzles.append(puzzle.number)
        for engine, tally in self.tallies.items():
            tally.add(puzzle.id, times.get(engine))

    def include(self, other: "Tier") -> None:
        """Add everything that the other tier, of the same machine, holds."""
        self.puzzles += other.puzzles
        for engine, tally in other.tallies.items():
            self.tallies[engine].include(tally)

    def times(self) -> "dict[str, array[float]]":
        """Return the times of the engines that were asked about any puzzle of the tier."""
        return {engine: tally.totals for engine, tally in self.tallies.items() if tally.of}

    def families(self, isomorphs: int) -> "array[int]":
        """Return for each puzzle a number that it shares with its isomorphs."""
        return find_families(self.puzzles, isomorphs)


def find_families(puzzles: Iterable[int], isomorphs: int) -> "array[int]":
    """Return for each puzzle a number that it shares with its isomorphs."""
    return array("q", (number // (isomorphs + 1) for number in puzzles))


def combine_tiers(tiers: Mapping[str, Tier], engines: Sequence[str]) -> Tier:
    """Return one tier with the puzzles of all, which have the same machine."""
    if len(tiers) == 1:
        return next(iter(tiers.values()))
    total = Tier(engines)
    for tier in tiers.values():
        total.include(tier)
    return total


def pool_machines(tiers: Sequence[Tier], isomorphs: int) -> PooledTimes:
    """Return the times of tiers of several machines side by side, so that each ratio is of one machine."""
    puzzles = array("q")
    times: dict[str, array[float]] = {engine: array("d") for engine in tiers[0].tallies}
    asked: set[str] = set()
    for tier in tiers:
        puzzles += tier.puzzles
        asked.update(tier.times())
        for engine, tally in tier.tallies.items():
            times[engine] += tally.totals
    known = {engine: several for engine, several in times.items() if engine in asked}
    return PooledTimes(known, find_families(puzzles, isomorphs), puzzles)
