"""The time of each engine on each puzzle, from a record.

If a puzzle has several rounds, its time and each part of it is the median over the rounds. Times of different machines
are never combined: a puzzle whose rounds were measured on two machines has a time on each.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from ...core.verdict import Verdict
from ..recording.record import Measurement, PuzzleRow, Record

PEAKS = ("deepest",)  # counts of which the largest is reported, not the sum


@dataclass(slots=True)  # not frozen: a record may have a million, and frozen ones are slower to make
class Time:
    """The time of one engine on one puzzle, over its rounds."""

    build: float
    first: float
    settle: float
    total: float  # the median of the sums, which differs from the sum of the medians
    cpu: float | None
    verdict: str
    counts: Mapping[str, int]
    has_outer: bool  # the total was measured outside the engine
    unsettled: str = ""  # why the puzzle was not settled, in words

    @property
    def reported(self) -> float:
        """The time that the engine reports."""
        return self.build + self.first + self.settle

    @property
    def is_settled(self) -> bool:
        return self.verdict != Verdict.UNKNOWN

    def part(self, name: str) -> float:
        """Return the part with this name: `build`, `first` or `settle`."""
        value: float = getattr(self, name)
        return value


MachineTimes = dict[int, dict[str, Time]]  # by the number of the machine, and by engine


def iterate_times(record: Record) -> Iterator[tuple[PuzzleRow, MachineTimes]]:
    """Yield each puzzle with its times. They are read one by one: a record may have a million puzzles."""
    for puzzle, rows in record.measurements_by_puzzle():
        yield puzzle, _combine_by_machine(rows)


def _combine_by_machine(rows: list[Measurement]) -> MachineTimes:
    if len({one.machine for one in rows}) == 1 and len({one.engine for one in rows}) == len(rows):  # the usual case
        return {rows[0].machine: {one.engine: combine_rounds([one]) for one in rows}}
    by_place: dict[tuple[int, str], list[Measurement]] = {}
    for one in rows:
        by_place.setdefault((one.machine, one.engine), []).append(one)
    times: MachineTimes = {}
    for (machine, engine), several in by_place.items():
        times.setdefault(machine, {})[engine] = combine_rounds(several)
    return times


def combine_rounds(several: list[Measurement]) -> Time:
    """Return the time of one engine on one puzzle from its measurements on one machine, one per round."""
    if len(several) == 1:
        [one] = several
        first, has_outer, unsettled = one.first or 0.0, one.outer is not None, _explain_unsettled(one)
        return Time(one.build, first, one.settle, one.total, one.cpu, one.verdict, one.counts, has_outer, unsettled)
    cpus = [one.cpu for one in several if one.cpu is not None]
    return Time(
        build=median(one.build for one in several),
        first=median(one.first or 0.0 for one in several),
        settle=median(one.settle for one in several),
        total=median(one.total for one in several),
        cpu=median(cpus) if cpus else None,
        verdict=min((one.verdict for one in several), key=lambda verdict: verdict != Verdict.UNKNOWN),
        counts=several[0].counts,
        has_outer=several[0].outer is not None,
        unsettled=next(filter(None, map(_explain_unsettled, several)), ""),
    )


def _explain_unsettled(one: Measurement) -> str:
    """Return how a search ended that did not settle its puzzle, with the reason that the engine gives."""
    if one.verdict != Verdict.UNKNOWN:
        return ""
    ending = one.ending.replace("_", " ")
    return f"{ending}: {one.detail}" if one.detail else ending


def compute_par2(seconds: float, settled: int, puzzles: int, limit: float | None) -> float | None:
    """Return the mean time, with twice the limit for each unsettled puzzle; None if there is one, but no limit.

    `seconds` is the sum of the times of the settled puzzles.
    """
    unsettled = puzzles - settled
    if not puzzles or (unsettled and limit is None):
        return None
    return (seconds + 2 * (limit or 0.0) * unsettled) / puzzles
