"""The numbers of a benchmark, from its record alone. Text, CSV and JSON are made of these.

Of several rounds, each part of a puzzle's time is their median. A search that settled nothing counts twice its limit in
PAR-2, and in no median: settled/of tells how many there were.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from typing import Any

from ..record import Listed, Measurement, Record
from ..verdict import Verdict

ALL = "all"  # the tier that holds every puzzle
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
    counts: dict[str, int]  # summed over the tier, each puzzle once
    ratio: float | None  # of its times to those of the first engine: the median over puzzles that both settled
    ratio_low: float | None  # 95% interval by the bootstrap
    ratio_high: float | None


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
    counts: dict[str, int]

    @property
    def total(self) -> float:
        return self.build + self.first + self.settle

    def part(self, name: str) -> float:
        """`build`, `first` or `settle`."""
        value: float = getattr(self, name)
        return value


def summarize(record: Record) -> Summary:
    facts = record.facts()
    puzzles = {listed.number: listed for listed in record.puzzles()}
    times = times_by_engine(record.measurements())
    engines = [engine for engine in facts["engines"] if engine in times]
    tiers = list(dict.fromkeys(listed.tier for listed in puzzles.values()))
    cells = []
    for tier in [*tiers, ALL] if len(tiers) > 1 else tiers:
        numbers = [number for number, listed in puzzles.items() if tier in (listed.tier, ALL)]
        for engine in engines:
            cells.append(_cell(tier, engine, numbers, puzzles, times, engines[0], facts["seconds"]))
    objections = [(puzzles[number].id, round, text) for number, round, text in record.objections()]
    return Summary(facts, len(puzzles), objections, cells)


def times_by_engine(measurements: Iterable[Measurement]) -> dict[str, dict[int, Time]]:
    """By engine and puzzle."""
    rounds: dict[tuple[str, int], list[Measurement]] = defaultdict(list)
    for one in measurements:
        rounds[one.engine, one.puzzle].append(one)
    times: dict[str, dict[int, Time]] = defaultdict(dict)
    for (engine, puzzle), several in rounds.items():
        cpus = [one.cpu for one in several if one.cpu is not None]
        times[engine][puzzle] = Time(
            build=median(one.build for one in several),
            first=median(one.first or 0.0 for one in several),
            settle=median(one.settle for one in several),
            cpu=median(cpus) if cpus else None,
            is_settled=all(one.verdict != Verdict.UNKNOWN for one in several),
            counts=dict(several[0].counts),
        )
    return times


def _cell(
    tier: str,
    engine: str,
    numbers: Sequence[int],
    puzzles: dict[int, Listed],
    times: dict[str, dict[int, Time]],
    first: str,
    limit: float | None,
) -> Cell:
    mine = {number: times[engine][number] for number in numbers if number in times[engine]}
    settled = {number: time for number, time in mine.items() if time.is_settled}
    totals = sorted(time.total for time in settled.values())
    slowest = max(settled, key=lambda number: settled[number].total, default=None)
    cpus = [time.cpu for time in mine.values() if time.cpu is not None]
    counts: dict[str, int] = defaultdict(int)
    for time in mine.values():
        for name, count in time.counts.items():
            counts[name] += count
    ratio = low = high = None
    if engine != first:
        others = times[first]
        pairs = [settled[n].total / others[n].total for n in settled if n in others and others[n].is_settled]
        ratio, low, high = interval([pair for pair in pairs if pair > 0])
    return Cell(
        tier=tier,
        engine=engine,
        of=len(mine),
        settled=len(settled),
        median=_percentile(totals, 50),
        p90=_percentile(totals, 90),
        p99=_percentile(totals, 99),
        slowest=None if slowest is None else settled[slowest].total,
        slowest_id="" if slowest is None else puzzles[slowest].id,
        par2=_par2(totals, len(mine) - len(settled), limit),
        build_share=sum(time.build for time in settled.values()) / sum(totals) if sum(totals) else None,
        cpu=sum(cpus) if cpus else None,
        counts=dict(counts),
        ratio=ratio,
        ratio_low=low,
        ratio_high=high,
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
