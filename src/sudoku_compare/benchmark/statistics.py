"""The numbers of a benchmark, from its record alone. Text, CSV and JSON are made of these.

Of several rounds, each part of a puzzle's time is their median. A search that settled nothing counts twice its limit in
PAR-2, and in no median: settled/of tells how many there were.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from random import Random
from statistics import median
from typing import Any

from ..core.verdict import Verdict
from .record import Listed, Measurement, Record

ALL = "all"  # the tier that holds every puzzle
PEAKS = ("deepest",)  # counts that do not add up
RESAMPLES = 400
LARGEST_SAMPLE = 2000  # pairs of times from which an interval is drawn


@dataclass(frozen=True, slots=True)
class Cell:
    """One engine on one tier; times in seconds."""

    tier: str
    engine: str
    of: int
    settled: int
    median: float | None
    p90: float | None
    p99: float | None
    slowest: float | None
    slowest_id: str
    par2: float | None  # unless there was no limit and something was not settled
    build_share: float | None  # of the time of the settled ones
    cpu: float | None  # processor time in all, where it is known
    counts: dict[str, int]  # summed over the tier, each puzzle once; of PEAKS the largest
    ratio: float | None  # of its times to those of the first engine: the median over puzzles that both settled
    ratio_low: float | None  # 95% interval by the bootstrap
    ratio_high: float | None
    luck: float | None  # of a puzzle and its isomorphs, the longest time to the shortest: the median


@dataclass(frozen=True, slots=True)
class Summary:
    facts: dict[str, Any]
    puzzles: int
    objections: list[tuple[str, int, str]]  # the puzzle's id, round, text
    cells: list[Cell]

    def as_json(self) -> dict[str, Any]:
        return {
            "facts": self.facts,
            "puzzles": self.puzzles,
            "objections": [{"puzzle": id, "round": number, "text": text} for id, number, text in self.objections],
            "table": [asdict(cell) for cell in self.cells],
        }


@dataclass(slots=True)
class Time:
    """One engine on one puzzle, over its rounds."""

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
        """`build`, `first` or `settle`."""
        value: float = getattr(self, name)
        return value


def puzzles_with_times(record: Record) -> Iterator[tuple[Listed, dict[str, Time]]]:
    """Each puzzle with the times of the engines on it, as they are read: a record may have a million."""
    for listed, rows in record.measured():
        if len({one.engine for one in rows}) == len(rows):  # one round
            yield listed, {one.engine: _time([one]) for one in rows}
        else:
            by_engine = groupby(rows, key=lambda one: one.engine)
            yield listed, {engine: _time(list(several)) for engine, several in by_engine}


def _time(several: list[Measurement]) -> Time:
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
        self.totals = array("d")  # of the settled ones
        self.ratios = array("d")
        self.luck = array("d")  # longest to shortest time of each puzzle and its isomorphs
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
        """As if all that the other one has been told had been told to this one."""
        self.of += other.of
        self.cpu += other.cpu
        self.build += other.build
        self.totals += other.totals
        self.ratios += other.ratios
        self.luck += other.luck
        self._count(other.counts)
        if other.slowest and (self.slowest is None or other.slowest[0] > self.slowest[0]):
            self.slowest = other.slowest


class _Family:
    """A puzzle and its isomorphs, which stand together in a record."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._times: dict[str, list[float]] = defaultdict(list)

    def add(self, number: int, times: Mapping[str, Time]) -> Iterator[tuple[str, float]]:
        """After the last of a family: the longest time to the shortest, of each engine that has settled them all."""
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
    facts = record.facts()
    engines: list[str] = facts["engines"]
    tallies: dict[str, dict[str, _Tally]] = defaultdict(lambda: defaultdict(_Tally))
    objections = record.objections()
    ids = dict.fromkeys((number for number, _, _ in objections), "")
    puzzles = 0
    family = _Family(facts.get("isomorphs", 0) + 1)
    for listed, times in puzzles_with_times(record):
        puzzles += 1
        if listed.number in ids:
            ids[listed.number] = listed.id
        of_tier, first = tallies[listed.tier], times.get(engines[0])
        for engine, time in times.items():
            of_tier[engine].add(listed.id, time, first if engine != engines[0] else None)
        for engine, luck in family.add(listed.number, times):
            of_tier[engine].luck.append(luck)
    if len(tallies) > 1:
        everything: dict[str, _Tally] = defaultdict(_Tally)
        for of_tier in tallies.values():
            for engine, tally in of_tier.items():
                everything[engine].include(tally)
        tallies[ALL if ALL not in tallies else f"{ALL} of these"] = everything
    cells = [
        _cell(tier, engine, of_tier[engine], facts["seconds"])
        for tier, of_tier in tallies.items()
        for engine in engines
        if engine in of_tier
    ]
    return Summary(facts, puzzles, [(ids[number], round, text) for number, round, text in objections], cells)


def _cell(tier: str, engine: str, tally: _Tally, limit: float | None) -> Cell:
    totals = sorted(tally.totals)
    ratio, low, high = interval(tally.ratios)
    return Cell(
        tier=tier,
        engine=engine,
        of=tally.of,
        settled=len(totals),
        median=_percentile(totals, 50),
        p90=_percentile(totals, 90),
        p99=_percentile(totals, 99),
        slowest=tally.slowest[0] if tally.slowest else None,
        slowest_id=tally.slowest[1] if tally.slowest else "",
        par2=_par2(totals, tally.of - len(totals), limit),
        build_share=tally.build / sum(totals) if sum(totals) else None,
        cpu=tally.cpu or None,
        counts=dict(tally.counts),
        ratio=ratio,
        ratio_low=low,
        ratio_high=high,
        luck=median(tally.luck) if tally.luck else None,
    )


def _par2(settled: Sequence[float], unsettled: int, limit: float | None) -> float | None:
    """The mean, with twice the limit for what was not settled."""
    if unsettled and limit is None:
        return None
    return (sum(settled) + (2 * limit * unsettled if limit else 0.0)) / max(1, len(settled) + unsettled)


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """The nearest rank."""
    if not ordered:
        return None
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def interval(values: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The median, and where it lies in 95 of 100 samples drawn from these."""
    if not values:
        return None, None, None
    rng = Random(0)
    drawn = list(values) if len(values) <= LARGEST_SAMPLE else rng.sample(list(values), LARGEST_SAMPLE)
    medians = sorted(median(rng.choices(drawn, k=len(drawn))) for _ in range(RESAMPLES))
    return median(values), _percentile(medians, 3), _percentile(medians, 97)
