"""The numbers of each engine on each tier, from what was tallied on one machine."""

import math
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from ..recording.facts import RunFacts
from .inference import find_percentile
from .pairs import PairStats, compare_engines
from .tallies import EngineTally, Tier, VerdictTally, combine_tiers
from .times import compute_par2

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


Tables = tuple[tuple[EngineStats, ...], tuple[PairStats, ...]]


def make_tables(tiers: Mapping[str, Tier], facts: RunFacts) -> Tables:
    """Return the rows and pairs of one machine, tier by tier; if there are several tiers, those of all follow."""
    if len(tiers) > 1:
        tiers = {**tiers, name_total(tiers): combine_tiers(tiers, facts.engines)}
    rows: list[EngineStats] = []
    pairs: list[PairStats] = []
    for name, tier in tiers.items():
        families = tier.families(facts.isomorphs)
        of_tier = compare_engines(name, tier.times(), families if facts.isomorphs else ())
        par2 = {engine: _compute_par2(tally, facts.seconds) for engine, tally in tier.tallies.items()}
        reference = par2[facts.engines[0]]
        pairs += of_tier
        for engine in tier.times():
            row = _add_times(make_row(name, engine, tier.tallies[engine]), tier.tallies[engine], par2[engine])
            luck = _compute_luck(tier.tallies[engine].totals, families, facts.isomorphs + 1)
            pair = find_pair(of_tier, engine, facts.engines[0])
            rows.append(add_ratios(replace(row, luck=luck), pair, reference))
    return tuple(rows), tuple(pairs)


def name_total(tiers: Container[str]) -> str:
    """Return a name for the tier of all puzzles that no other tier has."""
    return ALL if ALL not in tiers else f"{ALL} of these"


def make_row(tier: str, engine: str, tally: VerdictTally) -> EngineStats:
    """Return what does not depend on a machine; everything else is None."""
    return EngineStats(
        tier=tier,
        engine=engine,
        of=tally.of,
        settled=tally.settled,
        median=None,
        p90=None,
        p99=None,
        slowest=None,
        slowest_id="",
        par2=None,
        build_share=None,
        cpu=None,
        counts=dict(tally.counts),
        unsettled=dict(tally.unsettled.most_common()),
    )


def _add_times(row: EngineStats, tally: EngineTally, par2: float | None) -> EngineStats:
    totals = sorted(total for total in tally.totals if not math.isnan(total))
    return replace(
        row,
        median=median(totals) if totals else None,
        p90=find_percentile(totals, 90),
        p99=find_percentile(totals, 99),
        slowest=tally.slowest[0] if tally.slowest else None,
        slowest_id=tally.slowest[1] if tally.slowest else "",
        par2=par2,
        build_share=tally.build / sum(totals) if tally.build and sum(totals) else None,
        cpu=tally.cpu or None,
        reported=tally.reported if tally.measured else None,
        measured=tally.measured or None,
    )


def find_pair(pairs: Sequence[PairStats], engine: str, other: str) -> PairStats | None:
    """Return how an engine compares with the other one; None if that is not among the pairs."""
    return next((pair for pair in pairs if (pair.engine, pair.other) == (engine, other)), None)


def add_ratios(row: EngineStats, pair: PairStats | None, reference_par2: float | None = None) -> EngineStats:
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


def _compute_par2(tally: EngineTally, limit: float | None) -> float | None:
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
