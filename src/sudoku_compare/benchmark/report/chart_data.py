"""What the charts of a benchmark show, collected from its record in one pass: a record may have a million puzzles."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ...core.text import hide_folder
from ...display.numbers import format_count
from ..recording.record import PuzzleRow, Record
from ..statistics.machine_stats import MachineSummary
from ..statistics.summary import Summary
from ..statistics.times import Time, iterate_times
from .short_names import shorten_paths

PARTS = ("build", "first", "settle")
MOST_PUZZLES = 2000  # in charts that have a point for each puzzle; if there are more, a sample is drawn
MOST_POINTS = 6000  # in such a chart, over all engines
NONE_LEFT_OUT = ""  # the key for all engines together


class PuzzleTimes(NamedTuple):
    """A puzzle with its times by engine."""

    puzzle: PuzzleRow
    times: Mapping[str, Time]


@dataclass(frozen=True, slots=True)
class ChartData:
    """The numbers behind the charts; times in seconds."""

    engines: tuple[str, ...]  # those that were measured, in the order of the run
    puzzles: int
    scope: str  # whose times these are, if the run had several machines
    limit: float | None  # per engine and puzzle
    settled: Mapping[str, Mapping[str, Sequence[float]]]  # times of the settled searches, by tier and engine
    parts: Mapping[str, Mapping[str, float]]  # total time by engine and part
    best: Mapping[str, float]  # mean cost of the best engine for each puzzle, by the engine that is left out
    sample: tuple[PuzzleTimes, ...]


def collect_chart_data(record: Record, summary: Summary) -> ChartData:
    """Read the record and return what the charts show: the times of one machine, that with the most puzzles."""
    machine = max(summary.measuring, key=lambda one: one.puzzles, default=None)
    puzzles = machine.puzzles if machine else 0
    engines, limit = summary.facts.engines, summary.facts.seconds
    settled: dict[str, dict[str, array[float]]] = defaultdict(lambda: defaultdict(lambda: array("d")))
    parts: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(PARTS, 0.0))
    best = _BestEngine(engines, limit)
    chosen, sample = _choose_places(puzzles, len(engines)), []
    for place, (puzzle, times) in enumerate(_iterate_machine(record, machine.number if machine else 0)):
        best.add(times)
        of_tier = settled[puzzle.tier]
        if place in chosen:
            sample.append(PuzzleTimes(puzzle, times))
        for engine, time in times.items():
            if time.is_settled:
                of_tier[engine].append(time.total)
            for part in PARTS:
                parts[engine][part] += time.part(part)
    measured = tuple(engine for engine in engines if engine in parts)
    tiers = shorten_paths(settled)
    return ChartData(
        engines=measured,
        puzzles=puzzles,
        scope=_describe_scope(summary, machine) if machine and summary.has_several_machines else "",
        limit=limit,
        settled={tiers[tier]: by_engine for tier, by_engine in settled.items()},
        parts=parts,
        best=best.compute_means(),
        sample=tuple(_shorten_names(one, tiers) for one in sample),
    )


def _iterate_machine(record: Record, machine: int) -> Iterator[tuple[PuzzleRow, Mapping[str, Time]]]:
    """Yield the puzzles that were measured on this machine, each with its times by engine."""
    for puzzle, times in iterate_times(record):
        if machine in times:
            yield puzzle, times[machine]


def _describe_scope(summary: Summary, machine: MachineSummary) -> str:
    others = format_count(len(summary.measuring) - 1, "other machine")
    measured = f"{machine.puzzles:,} of {format_count(summary.puzzles, 'puzzle')}"
    return f"Only the times of {machine.name}, which measured {measured}; those of {others} are not shown."


def _shorten_names(one: PuzzleTimes, tiers: Mapping[str, str]) -> PuzzleTimes:
    return one._replace(puzzle=one.puzzle._replace(id=hide_folder(one.puzzle.id), tier=tiers[one.puzzle.tier]))


def _choose_places(puzzles: int, engines: int) -> set[int]:
    most = min(MOST_PUZZLES, MOST_POINTS // max(1, engines - 1))
    return set(Random(0).sample(range(puzzles), most) if puzzles > most else range(puzzles))


class _BestEngine:
    """Adds up the cost of the best engine for each puzzle; a search that did not settle costs twice its limit."""

    def __init__(self, engines: Sequence[str], limit: float | None) -> None:
        self._engines = engines
        self._unsettled = None if limit is None else 2 * limit
        self._without = (NONE_LEFT_OUT, *engines) if len(engines) > 1 else (NONE_LEFT_OUT,)
        self._sums = dict.fromkeys(self._without, 0.0)
        self._puzzles = 0

    def add(self, times: Mapping[str, Time]) -> None:
        settled = {engine: time.total for engine, time in times.items() if time.is_settled}
        if self._unsettled is None and len(settled) < len(self._engines):
            return  # without a limit, a puzzle that was not settled has no cost
        self._puzzles += 1
        for left_out in self._without:
            rest = [total for engine, total in settled.items() if engine != left_out]
            self._sums[left_out] += min(rest, default=self._unsettled or 0.0)

    def compute_means(self) -> dict[str, float]:
        """Return the mean costs; none if no puzzle has a cost."""
        return {left_out: total / self._puzzles for left_out, total in self._sums.items()} if self._puzzles else {}
