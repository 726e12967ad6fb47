"""The figures of the study of hardness: one point for each kind of instance, peaks, and comparisons of removals."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ..benchmark.statistics.inference import Estimate, estimate_median
from ..core.verdict import Verdict
from .hardness_measurement import Observation, Timing
from .intervals import Interval, estimate_by_drawing, estimate_mean, estimate_share

Curve = Mapping[int, Sequence[float]]  # for each percentage of cells given, the time of each instance


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A kind of board: its size as text, and how its instances were made, or the file that they are from."""

    board: str
    source: str

    def __str__(self) -> str:
        return f"{self.board}, {self.source}"


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one engine is at one point."""

    engine: str
    settled: int
    share: Interval | None
    median: Estimate | None  # of the instances that it settled
    par2: Interval | None


@dataclass(frozen=True, slots=True)
class Point:
    """All instances of one kind with the same share of cells given."""

    kind: BoardKind
    percent: int
    puzzles: int
    speeds: tuple[Speed, ...]
    unique: Interval | None  # the share of those with a verdict
    backbone: Interval | None  # the mean share of the empty cells
    with_backbone: int  # instances whose backbone was settled


@dataclass(frozen=True, slots=True)
class Peak:
    """Where instances of one kind are hardest for one engine."""

    kind: BoardKind
    engine: str
    percent: Interval
    par2: float
    is_at_edge: bool  # of the shares that were measured, so that the real peak may lie outside


@dataclass(frozen=True, slots=True)
class Comparison:
    """The PAR-2 of balanced removal at its peak, divided by that of random removal at its own peak."""

    board: str
    engine: str
    ratio: Interval


def group_by_kind(observations: Iterable[Observation]) -> dict[BoardKind, dict[int, list[Observation]]]:
    """Return the observations by kind and percentage, in the order of sizes and percentages."""
    groups: dict[BoardKind, dict[int, list[Observation]]] = {}
    for one in sorted(observations, key=lambda one: (one.puzzle.shape.side, one.percent)):
        kind = BoardKind(str(one.puzzle.shape), one.source)
        groups.setdefault(kind, {}).setdefault(one.percent, []).append(one)
    return groups


def make_point(kind: BoardKind, percent: int, group: Sequence[Observation], limit: float) -> Point:
    """Return the figures of the instances of one kind with one percentage of cells given."""
    verdicts = [one.verdict for one in group if one.verdict is not Verdict.UNKNOWN]
    backbones = [one.backbone for one in group if one.backbone is not None]
    seed = f"{kind}/{percent}"
    speeds = [_make_speed(engine, [one.timings[engine] for one in group], limit, seed) for engine in group[0].timings]
    return Point(
        kind=kind,
        percent=percent,
        puzzles=len(group),
        speeds=tuple(speeds),
        unique=estimate_share(verdicts.count(Verdict.UNIQUE), len(verdicts)),
        backbone=estimate_mean(backbones, seed),
        with_backbone=len(backbones),
    )


def _make_speed(engine: str, timings: Sequence[Timing], limit: float, seed: str) -> Speed:
    settled = [timing.seconds for timing in timings if timing.is_settled]
    par2 = estimate_mean(penalize(timings, limit), f"{seed}/{engine}")
    return Speed(engine, len(settled), estimate_share(len(settled), len(timings)), estimate_median(settled), par2)


def penalize(timings: Iterable[Timing], limit: float) -> list[float]:
    """Return the time of each instance, or twice the limit if it was not settled: their mean is the PAR-2."""
    return [timing.seconds if timing.is_settled else 2 * limit for timing in timings]


def make_curve(groups: Mapping[int, Sequence[Observation]], engine: str, limit: float) -> Curve:
    """Return the times of one engine by percentage of cells given."""
    return {percent: penalize((one.timings[engine] for one in group), limit) for percent, group in groups.items()}


def find_peak(kind: BoardKind, engine: str, curve: Curve) -> Peak | None:
    """Return the percentage with the largest PAR-2; its interval comes from drawing the instances again.

    Return None if several have the largest, as where none of their instances was settled.
    """
    percents, heights = list(curve), [fmean(times) for times in curve.values()]
    if sum(math.isclose(height, max(heights)) for height in heights) > 1:
        return None

    def find_percent(drawn: Sequence[Sequence[float]]) -> float:
        means = [fmean(times) for times in drawn]
        return percents[means.index(max(means))]

    found = estimate_by_drawing(list(curve.values()), find_percent, f"{kind}/{engine}")
    is_at_edge = found.value in (percents[0], percents[-1])
    return Peak(kind, engine, found, max(heights), is_at_edge)


def has_choice(group: Iterable[Observation]) -> bool:
    """Return whether it could matter which cells were removed: not if all were, or none."""
    return any(0 < one.puzzle.count_givens() < len(one.puzzle.givens) for one in group)


def compare_removals(board: str, engine: str, random: Curve, balanced: Curve) -> Comparison | None:
    """Compare the heights of the peaks of both curves; None if the times of random removal may be too short for that.

    They are if each percentage has a time of 0: instances may be drawn that all have it.
    """
    if not any(min(times) > 0 for times in random.values()):
        return None

    def divide(drawn: Sequence[Sequence[float]]) -> float:
        means = [fmean(times) for times in drawn]
        return max(means[len(random) :]) / max(means[: len(random)])

    samples = [*random.values(), *balanced.values()]
    return Comparison(board, engine, estimate_by_drawing(samples, divide, f"{board}/{engine}"))
