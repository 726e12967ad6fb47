"""Compute the numbers of a benchmark from its record alone. Text, JSON and pages show these numbers.

A search that did not settle its puzzle counts as twice its limit in PAR-2 and is not part of any median; `settled` of
`of` puzzles were settled.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from statistics import median
from typing import Any

from ..recording.facts import RunFacts
from ..recording.record import Preparation, PuzzleRow, Record
from .inference import find_percentile
from .pairs import PairStats, compare_engines
from .sentences import write_sentences
from .times import PEAKS, Time, compute_par2, iterate_times

MOST_REASONS = 20  # kept for each engine and tier; an engine may give another one for each puzzle
OTHER_REASONS = "for other reasons"
ALL = "all"  # the tier of all puzzles


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
    unsettled: dict[str, int] = field(default_factory=dict)  # how many puzzles were not settled for each reason
    reported: float | None = None  # sum of the times that the engine itself reports, if its times are measured outside
    measured: float | None = None  # sum of the times measured outside for the same searches
    luck: float | None = None  # longest time / shortest time among a puzzle and its isomorphs: the median
    # The rest compares the engine with the reference engine, and is None for the reference engine itself.
    paired: int | None = None  # puzzles that both settled
    ratio: float | None = None  # of their times: the median over these puzzles
    ratio_low: float | None = None  # 95% interval
    ratio_high: float | None = None
    par2_ratio: float | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """A complaint about the answers to a puzzle, which is named by its id."""

    puzzle: str
    round: int
    text: str

    def __str__(self) -> str:
        return f"objection: {self.puzzle}, round {self.round}: {self.text}"


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report shows."""

    facts: RunFacts
    puzzles: int
    objections: tuple[Objection, ...]
    rows: tuple[EngineStats, ...]  # tier by tier
    pairs: tuple[PairStats, ...] = ()  # tier by tier: each engine with every engine before it
    sentences: tuple[str, ...] = ()  # the result in words
    preparation: tuple[Preparation, ...] = ()  # what each engine does outside its clock, by shape

    @property
    def reference(self) -> str:
        """The engine to which the ratios of the rows refer."""
        return self.facts.engines[0]

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as one JSON object."""
        return {
            "facts": self.facts.as_json(),
            "puzzles": self.puzzles,
            "sentences": list(self.sentences),
            "reference": self.reference,
            "objections": [asdict(objection) for objection in self.objections],
            "table": [asdict(row) for row in self.rows],
            "pairs": [asdict(pair) for pair in self.pairs],
            "preparation": [asdict(one) | {"prepare": one.prepare} for one in self.preparation],
        }


class _Tally:
    """What one engine has done on one tier so far, in little memory."""

    def __init__(self) -> None:
        self.of = 0
        self.totals = array("d")  # for each puzzle of the tier; NaN if it was not settled
        self.build = self.cpu = 0.0  # build: of the settled puzzles
        self.reported = self.measured = 0.0  # of the searches that were measured outside the engine
        self.slowest: tuple[float, str] | None = None
        self.counts: dict[str, int] = defaultdict(int)
        self.unsettled: Counter[str] = Counter()

    def add(self, id: str, time: Time | None) -> None:
        """Add the time for a puzzle; None if the engine was not asked about it."""
        if time is None:
            self.totals.append(math.nan)
            return
        self.of += 1
        self.cpu += time.cpu or 0.0
        self._count(time.counts)
        if not time.is_settled:
            is_known = time.unsettled in self.unsettled or len(self.unsettled) < MOST_REASONS
            self.unsettled[time.unsettled if is_known else OTHER_REASONS] += 1
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

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            self.counts[name] = max(self.counts[name], count) if name in PEAKS else self.counts[name] + count

    def include(self, other: "_Tally") -> None:
        """Add everything that the other tally holds."""
        self.of += other.of
        self.cpu += other.cpu
        self.build += other.build
        self.reported += other.reported
        self.measured += other.measured
        self.totals += other.totals
        self.unsettled += other.unsettled
        self._count(other.counts)
        if other.slowest and (self.slowest is None or other.slowest[0] > self.slowest[0]):
            self.slowest = other.slowest


class _Tier:
    """The puzzles of one tier so far."""

    def __init__(self, engines: Sequence[str]) -> None:
        self.families = array("q")  # for each puzzle, a number that it shares with its isomorphs
        self.tallies = {engine: _Tally() for engine in engines}

    def add(self, puzzle: PuzzleRow, times: Mapping[str, Time], family: int) -> None:
        self.families.append(family)
        for engine, tally in self.tallies.items():
            tally.add(puzzle.id, times.get(engine))

    def include(self, other: "_Tier") -> None:
        """Add everything that the other tier holds."""
        self.families += other.families
        for engine, tally in other.tallies.items():
            self.tallies[engine].include(tally)

    def times(self) -> "dict[str, array[float]]":
        """Return the times of the engines that were asked about any puzzle of the tier."""
        return {engine: tally.totals for engine, tally in self.tallies.items() if tally.of}


def summarize(record: Record) -> Summary:
    """Compute the numbers of a record."""
    facts, objections = record.facts, record.objections()
    ids = dict.fromkeys((number for number, _, _ in objections), "")  # only these: there may be a million puzzles
    tiers: dict[str, _Tier] = defaultdict(lambda: _Tier(facts.engines))
    puzzles = 0
    for puzzle, times in iterate_times(record):
        puzzles += 1
        if puzzle.number in ids:
            ids[puzzle.number] = puzzle.id
        tiers[puzzle.tier].add(puzzle, times, puzzle.number // (facts.isomorphs + 1))
    total = _combine(tiers, facts)
    families = total.families if facts.isomorphs else ()
    rows, pairs = _make_tables(_add_total(tiers, total), facts)
    return Summary(
        facts,
        puzzles,
        tuple(Objection(ids[number], round, text) for number, round, text in objections),
        rows,
        pairs,
        (*_describe_progress(record), *write_sentences(total.times(), families)),
        record.preparations(),
    )


def _describe_progress(record: Record) -> list[str]:
    """Return a sentence if the run was interrupted and not resumed."""
    planned = (record.facts.puzzles or 0) * record.facts.rounds
    done = record.count_finished_rounds()
    if done >= planned:
        return []
    what = "puzzles" if record.facts.rounds == 1 else "rounds of puzzles"
    return [f"The run is incomplete: {done:,} of {planned:,} {what} have been measured."]


def _combine(tiers: Mapping[str, _Tier], facts: RunFacts) -> _Tier:
    """Return one tier with the puzzles of all."""
    if len(tiers) == 1:
        return next(iter(tiers.values()))
    total = _Tier(facts.engines)
    for tier in tiers.values():
        total.include(tier)
    return total


def _add_total(tiers: Mapping[str, _Tier], total: _Tier) -> dict[str, _Tier]:
    """Return the tiers, followed by the tier of all puzzles if there are several."""
    if len(tiers) < 2:
        return dict(tiers)
    return {**tiers, name_total(tiers): total}


def name_total(tiers: Container[str]) -> str:
    """Return a name for the tier of all puzzles that no other tier has."""
    return ALL if ALL not in tiers else f"{ALL} of these"


def _make_tables(tiers: Mapping[str, _Tier], facts: RunFacts) -> tuple[tuple[EngineStats, ...], tuple[PairStats, ...]]:
    rows: list[EngineStats] = []
    pairs: list[PairStats] = []
    for name, tier in tiers.items():
        of_tier = compare_engines(name, tier.times(), tier.families if facts.isomorphs else ())
        to_reference = {pair.engine: pair for pair in of_tier if pair.other == facts.engines[0]}
        par2 = {engine: _compute_par2(tally, facts.seconds) for engine, tally in tier.tallies.items()}
        pairs += of_tier
        for engine in tier.times():
            row = _make_row(name, engine, tier.tallies[engine], par2[engine])
            luck = _compute_luck(tier.tallies[engine].totals, tier.families, facts.isomorphs + 1)
            rows.append(_add_ratios(replace(row, luck=luck), to_reference.get(engine), par2[facts.engines[0]]))
    return tuple(rows), tuple(pairs)


def _make_row(tier: str, engine: str, tally: _Tally, par2: float | None) -> EngineStats:
    totals = sorted(total for total in tally.totals if not math.isnan(total))
    return EngineStats(
        tier=tier,
        engine=engine,
        of=tally.of,
        settled=len(totals),
        median=median(totals) if totals else None,
        p90=find_percentile(totals, 90),
        p99=find_percentile(totals, 99),
        slowest=tally.slowest[0] if tally.slowest else None,
        slowest_id=tally.slowest[1] if tally.slowest else "",
        par2=par2,
        build_share=tally.build / sum(totals) if tally.build and sum(totals) else None,
        cpu=tally.cpu or None,
        counts=dict(tally.counts),
        unsettled=dict(tally.unsettled.most_common()),
        reported=tally.reported if tally.measured else None,
        measured=tally.measured or None,
    )


def _add_ratios(row: EngineStats, pair: PairStats | None, reference_par2: float | None) -> EngineStats:
    """Return the row with its ratios to the reference engine."""
    if pair is None:
        return row
    return replace(
        row,
        paired=pair.paired,
        ratio=pair.ratio,
        ratio_low=pair.ratio_low,
        ratio_high=pair.ratio_high,
        par2_ratio=row.par2 / reference_par2 if row.par2 is not None and reference_par2 else None,
    )


def _compute_par2(tally: _Tally, limit: float | None) -> float | None:
    settled = [total for total in tally.totals if not math.isnan(total)]
    return compute_par2(sum(settled), len(settled), tally.of, limit)


def _compute_luck(totals: Sequence[float], families: Sequence[int], size: int) -> float | None:
    """Return the median of longest to shortest time over the families that the engine settled in full."""
    if size == 1:
        return None
    times: dict[int, list[float]] = defaultdict(list)
    for family, total in zip(families, totals, strict=True):
        if total > 0:  # neither NaN nor too short to be measured
            times[family].append(total)
    luck = [max(several) / min(several) for several in times.values() if len(several) == size]
    return median(luck) if luck else None
