"""How much longer B took than A: the times of one engine in two runs, compared puzzle by puzzle."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from ..statistics.inference import Estimate, estimate_median
from ..statistics.times import compute_par2
from .pairing import Outcome


@dataclass(frozen=True, slots=True)
class EngineComparison:
    """One engine on the puzzles of one tier that both runs have; times in seconds, ratios of B to A."""

    tier: str
    engine: str
    puzzles: int  # measured in both runs
    settled_a: int
    settled_b: int
    paired: int  # puzzles that both settled, from which the ratio is computed
    ratio: Estimate | None  # of times: the median over these puzzles; a puzzle and its isomorphs count once
    cost_ratio: Estimate | None  # the median over all puzzles that A or B settled; the unsettled one costs as in PAR-2
    par2_a: float | None  # None if there was no limit and a puzzle was not settled, or if there are several machines
    par2_b: float | None

    @property
    def par2_ratio(self) -> float | None:
        return self.par2_b / self.par2_a if self.par2_a and self.par2_b is not None else None

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as one flat JSON object."""
        values = asdict(self) | {"par2_ratio": self.par2_ratio}
        for name, estimate in (("ratio", self.ratio), ("cost_ratio", self.cost_ratio)):
            values[name], values[f"{name}_low"], values[f"{name}_high"] = estimate or (None, None, None)
        return values


def choose_limit(a: float | None, b: float | None) -> float | None:
    """Return the time limit from which the cost of an unsettled puzzle follows, the same for both runs.

    With limits of their own, a run with a smaller limit would seem faster on the puzzles that it does not settle.
    """
    return max((limit for limit in (a, b) if limit is not None), default=None)


class _Ratios:
    """Ratios of puzzles. Those of a puzzle and its isomorphs are not independent and count as one, their median."""

    def __init__(self) -> None:
        self._single = array("d")
        self._families: dict[int, list[float]] = {}

    def add(self, ratio: float, family: int | None) -> None:
        if family is None:
            self._single.append(ratio)
        else:
            self._families.setdefault(family, []).append(ratio)

    def include(self, other: "_Ratios") -> None:
        self._single += other._single
        for family, ratios in other._families.items():
            self._families[family] = self._families.get(family, []) + ratios

    def count(self) -> int:
        return len(self._single) + sum(map(len, self._families.values()))

    def estimate(self) -> Estimate | None:
        return estimate_median(self._single + array("d", map(median, self._families.values())))


class TimeTally:
    """The times of one engine on one tier in two runs so far, in little memory."""

    def __init__(self, limit: float | None, *, is_split: bool = False) -> None:
        """`is_split` says that times of several machines are added, which have no sum."""
        self._limit = limit
        self._is_split = is_split
        self._puzzles = self._settled_a = self._settled_b = 0
        self._seconds_a = self._seconds_b = 0.0  # of the settled puzzles
        self._ratios = _Ratios()
        self._cost_ratios = _Ratios()  # of the puzzles that only A or only B settled

    def add(self, a: Outcome, b: Outcome, family: int | None = None) -> None:
        """Add a puzzle that both runs have; `family` is a number that it shares with its isomorphs, if it has any."""
        self._puzzles += 1
        self._settled_a += a.is_settled
        self._settled_b += b.is_settled
        if not self._is_split:
            self._seconds_a += sum(filter(None, a.times.values()))
            self._seconds_b += sum(filter(None, b.times.values()))
        pairs = [(time, b.times[place]) for place, time in a.times.items() if place in b.times]
        settled = [(before, after) for before, after in pairs if before is not None and after is not None]
        if settled:
            self._add_ratio(self._ratios, settled, family)
        else:  # with a cost, unless neither settled it
            self._add_ratio(self._cost_ratios, [pair for pair in pairs if pair != (None, None)], family)

    def _add_ratio(
        self, ratios: _Ratios, pairs: Sequence[tuple[float | None, float | None]], family: int | None
    ) -> None:
        """Add the ratio of a puzzle: if it was measured on several machines, the median of its ratios on each."""
        costs = [(_find_cost(before, self._limit), _find_cost(after, self._limit)) for before, after in pairs]
        found = [after / before for before, after in costs if before and after is not None]
        if found:
            ratios.add(median(found), family)

    def include(self, other: "TimeTally") -> None:
        """Add everything that the other tally holds."""
        self._is_split |= other._is_split
        self._puzzles += other._puzzles
        self._settled_a += other._settled_a
        self._settled_b += other._settled_b
        self._seconds_a += other._seconds_a
        self._seconds_b += other._seconds_b
        self._ratios.include(other._ratios)
        self._cost_ratios.include(other._cost_ratios)

    def summarize(self, tier: str, engine: str) -> EngineComparison:
        """Return the numbers of the tally."""
        with_costs = _Ratios()
        with_costs.include(self._ratios)
        with_costs.include(self._cost_ratios)
        return EngineComparison(
            tier=tier,
            engine=engine,
            puzzles=self._puzzles,
            settled_a=self._settled_a,
            settled_b=self._settled_b,
            paired=self._ratios.count(),
            ratio=self._ratios.estimate(),
            cost_ratio=with_costs.estimate(),
            par2_a=self._compute_par2(self._seconds_a, self._settled_a),
            par2_b=self._compute_par2(self._seconds_b, self._settled_b),
        )

    def _compute_par2(self, seconds: float, settled: int) -> float | None:
        return None if self._is_split else compute_par2(seconds, settled, self._puzzles, self._limit)


def _find_cost(seconds: float | None, limit: float | None) -> float | None:
    """Return the time of a search as PAR-2 counts it: twice the limit if it settled nothing, None without a limit."""
    if seconds is not None:
        return seconds
    return None if limit is None else 2 * limit


def summarize_tiers(
    tiers: Mapping[str, Mapping[str, TimeTally]], engines: Sequence[str], limit: float | None, name_of_all: str
) -> Iterator[EngineComparison]:
    """Yield the numbers by tier and engine; if there are several tiers, those of all puzzles follow."""
    for tier, tallies in tiers.items():
        for engine in engines:
            if engine in tallies:
                yield tallies[engine].summarize(tier, engine)
    if len(tiers) > 1:
        for engine in engines:
            parts = [tallies[engine] for tallies in tiers.values() if engine in tallies]
            if parts:
                yield _add_up(parts, limit).summarize(name_of_all, engine)


def _add_up(parts: Sequence[TimeTally], limit: float | None) -> TimeTally:
    total = TimeTally(limit)
    for part in parts:
        total.include(part)
    return total
