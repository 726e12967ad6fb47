"""Compute the numbers of a benchmark from its record alone. Text, CSV, JSON and charts show these numbers.

If a puzzle has several rounds, each part of its time is the median over the rounds. A search that did not
settle its puzzle counts as twice its limit in PAR-2 and is not part of any median; `settled` of `of` puzzles were
settled.
"""

import math
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from random import Random
from statistics import median
from typing import Any, NamedTuple

from ..core.verdict import Verdict
from .facts import RunFacts
from .record import Measurement, PuzzleRow, Record

ALL = "all"  # the tier of all puzzles
PEAKS = ("deepest",)  # counts of which the largest is reported, not the sum
RESAMPLES = 400
LARGEST_SAMPLE = 2000  # pairs of times from which an interval is computed


@dataclass(frozen=True, slots=True)
class EngineStats:
    """The numbers of one engine on one tier; times in seconds."""

    tier: str
    engine: str
    of: int  # puzzles measured
    settled: int
    median: float | None
    p90: float | None
    p99: float | None
    slowest: float | None
    slowest_id: str
    par2: float | None  # None if there was no limit and a puzzle was not settled
    build_share: float | None  # of the time for the settled puzzles
    cpu: float | None  # total processor time, if known
    counts: dict[str, int]  # summed over the puzzles of the tier; for PEAKS the largest
    ratio: float | None  # to the time of the first engine: the median over the puzzles that both settled
    ratio_low: float | None  # 95% interval, by bootstrap
    ratio_high: float | None
    luck: float | None  # longest time / shortest time among a puzzle and its isomorphs: the median


class Objection(NamedTuple):
    """A complaint about the answers to a puzzle, which is named by its id."""

    puzzle: str
    round: int
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report shows."""

    facts: RunFacts
    puzzles: int
    objections: tuple[Objection, ...]
    rows: tuple[EngineStats, ...]  # tier by tier

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as one JSON object."""
        return {
            "facts": self.facts.as_json(),
            "puzzles": self.puzzles,
            "objections": [objection._asdict() for objection in self.objections],
            "table": [asdict(row) for row in self.rows],
        }


@dataclass(slots=True)  # not frozen: a record may have a million, and frozen ones are slower to make
class Time:
    """The time of one engine on one puzzle, over its rounds."""

    build: float
    first: float
    settle: float
    cpu: float | None
    is_settled: bool
    counts: Mapping[str, int]

    @property
    def total(self) -> float:
        return self.build + self.first + self.settle

    def part(self, name: str) -> float:
        """Return the part with this name: `build`, `first` or `settle`."""
        value: float = getattr(self, name)
        return value


def puzzles_with_times(record: Record) -> Iterator[tuple[PuzzleRow, dict[str, Time]]]:
    """Yield each puzzle with its times by engine. They are read one by one: a record may have a million puzzles."""
    for puzzle, rows in record.measurements_by_puzzle():
        if len({one.engine for one in rows}) == len(rows):  # one round
            yield puzzle, {one.engine: _combine_rounds([one]) for one in rows}
        else:
            by_engine = groupby(rows, key=lambda one: one.engine)
            yield puzzle, {engine: _combine_rounds(list(several)) for engine, several in by_engine}


def _combine_rounds(several: list[Measurement]) -> Time:
    if len(several) == 1:
        [one] = several
        return Time(one.build, one.first or 0.0, one.settle, one.cpu, one.verdict != Verdict.UNKNOWN, one.counts)
    cpus = [one.cpu for one in several if one.cpu is not None]
    return Time(
        build=median(one.build for one in several),
        first=median(one.first or 0.0 for one in several),
        settle=median(one.settle for one in several),
        cpu=median(cpus) if cpus else None,
        is_settled=all(one.verdict != Verdict.UNKNOWN for one in several),
        counts=several[0].counts,
    )


class _Tally:
    """What one engine has done on one tier so far, in little memory."""

    def __init__(self) -> None:
        self.of = 0
        self.totals = array("d")  # of the settled puzzles
        self.ratios = array("d")
        self.luck = array("d")  # longest time / shortest time among each puzzle and its isomorphs
        self.build = self.cpu = 0.0
        self.slowest: tuple[float, str] | None = None
        self.counts: dict[str, int] = defaultdict(int)

    def add(self, id: str, time: Time, first: Time | None) -> None:
        self.of += 1
        self.cpu += time.cpu or 0.0
        self._count(time.counts)
        if not time.is_settled:
            return
        total = time.total
        self.totals.append(total)
        self.build += time.build
        if self.slowest is None or total > self.slowest[0]:
            self.slowest = total, id
        if first and first.is_settled and first.total > 0:
            self.ratios.append(total / first.total)

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            self.counts[name] = max(self.counts[name], count) if name in PEAKS else self.counts[name] + count

    def include(self, other: "_Tally") -> None:
        """Add everything that the other tally holds."""
        self.of += other.of
        self.cpu += other.cpu
        self.build += other.build
        self.totals += other.totals
        self.ratios += other.ratios
        self.luck += other.luck
        self._count(other.counts)
        if other.slowest and (self.slowest is None or other.slowest[0] > self.slowest[0]):
            self.slowest = other.slowest


_Tiers = dict[str, dict[str, _Tally]]  # by tier and engine


class _Family:
    """A puzzle and its isomorphs, which are next to each other in a record."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._times: dict[str, list[float]] = defaultdict(list)

    def add(self, number: int, times: Mapping[str, Time]) -> Iterator[tuple[str, float]]:
        """Add a puzzle. After the last of a family, yield the luck of each engine that settled all of it."""
        if self._size == 1:
            return
        place = number % self._size
        if place == 0:
            self._times.clear()
        for engine, time in times.items():
            if time.is_settled:
                self._times[engine].append(time.total)
        if place == self._size - 1:
            for engine, totals in self._times.items():
                if len(totals) == self._size and min(totals) > 0:
                    yield engine, max(totals) / min(totals)


def summarize(record: Record) -> Summary:
    """Compute the numbers of a record."""
    objections = record.objections()
    ids = dict.fromkeys((number for number, _, _ in objections), "")  # only these: there may be a million puzzles
    tiers: _Tiers = defaultdict(lambda: defaultdict(_Tally))
    puzzles = 0
    family = _Family(record.facts.isomorphs + 1)
    for puzzle, times in puzzles_with_times(record):
        puzzles += 1
        if puzzle.number in ids:
            ids[puzzle.number] = puzzle.id
        _add_puzzle(tiers[puzzle.tier], puzzle.id, times, record.facts.engines[0])
        for engine, luck in family.add(puzzle.number, times):
            tiers[puzzle.tier][engine].luck.append(luck)
    return Summary(
        record.facts,
        puzzles,
        tuple(Objection(ids[number], round, text) for number, round, text in objections),
        tuple(_make_rows(_add_total(tiers), record.facts)),
    )


def _add_puzzle(tallies: dict[str, _Tally], id: str, times: Mapping[str, Time], first_engine: str) -> None:
    first = times.get(first_engine)
    for engine, time in times.items():
        tallies[engine].add(id, time, first if engine != first_engine else None)


def _add_total(tiers: _Tiers) -> _Tiers:
    """Return the tiers, followed by the tier of all puzzles if there are several."""
    if len(tiers) < 2:
        return tiers
    total: dict[str, _Tally] = defaultdict(_Tally)
    for tallies in tiers.values():
        for engine, tally in tallies.items():
            total[engine].include(tally)
    return tiers | {ALL if ALL not in tiers else f"{ALL} of these": total}


def _make_rows(tiers: _Tiers, facts: RunFacts) -> Iterator[EngineStats]:
    for tier, tallies in tiers.items():
        for engine in facts.engines:
            if engine in tallies:
                yield _make_row(tier, engine, tallies[engine], facts.seconds)


def _make_row(tier: str, engine: str, tally: _Tally, limit: float | None) -> EngineStats:
    totals = sorted(tally.totals)
    ratio = bootstrap_median(tally.ratios)
    return EngineStats(
        tier=tier,
        engine=engine,
        of=tally.of,
        settled=len(totals),
        median=_find_percentile(totals, 50),
        p90=_find_percentile(totals, 90),
        p99=_find_percentile(totals, 99),
        slowest=tally.slowest[0] if tally.slowest else None,
        slowest_id=tally.slowest[1] if tally.slowest else "",
        par2=_compute_par2(totals, tally.of - len(totals), limit),
        build_share=tally.build / sum(totals) if sum(totals) else None,
        cpu=tally.cpu or None,
        counts=dict(tally.counts),
        ratio=ratio.median,
        ratio_low=ratio.low,
        ratio_high=ratio.high,
        luck=median(tally.luck) if tally.luck else None,
    )


def _compute_par2(settled: Sequence[float], unsettled: int, limit: float | None) -> float | None:
    """Return the mean time, with twice the limit for each puzzle that was not settled."""
    if unsettled and limit is None:
        return None
    return (sum(settled) + (2 * limit * unsettled if limit else 0.0)) / (len(settled) + unsettled)


def _find_percentile(ordered: Sequence[float], percent: float) -> float | None:
    """Return the percentile (above 0) by nearest rank, which is always one of the values."""
    if not ordered:
        return None
    return ordered[math.ceil(len(ordered) * percent / 100) - 1]


class Interval(NamedTuple):
    """A median with its 95% interval; None if there are no values."""

    median: float | None
    low: float | None
    high: float | None


def bootstrap_median(values: Sequence[float]) -> Interval:
    """Return the median of the values and, by bootstrap, its 95% interval."""
    if not values:
        return Interval(None, None, None)
    rng = Random(0)
    sample = list(values) if len(values) <= LARGEST_SAMPLE else rng.sample(list(values), LARGEST_SAMPLE)
    medians = sorted(median(rng.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    return Interval(median(values), _find_percentile(medians, 2.5), _find_percentile(medians, 97.5))
