"""How does the hardness of boards depend on the share of cells given, and for which engine?

With few givens nearly any values fit, and with many the values follow from each other; between them lie the instances
on which a search fails often and late. Each engine is given each instance with a time limit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from ..benchmark.statistics.inference import FEWEST as FEWEST_OF_MEDIAN
from ..display.numbers import format_count, format_duration, format_ratio
from .hardness_instances import Removal
from .hardness_measurement import Observation, observe_all
from .hardness_statistics import (
    BoardKind,
    Comparison,
    Curve,
    Peak,
    Point,
    Speed,
    compare_removals,
    find_peak,
    group_by_kind,
    has_choice,
    make_curve,
    make_point,
)
from .hardness_tables import make_charts, make_tables
from .intervals import FEWEST, Interval
from .outcome import Outcome
from .workload import Workload

QUESTION = "How does the hardness of boards depend on the share of cells given, and for which engine?"

Groups = Mapping[BoardKind, Mapping[int, Sequence[Observation]]]


def study(work: Workload) -> Outcome:
    """Measure each engine on each instance, and find where the instances are hardest."""
    observations, left_out = observe_all(work)
    groups = group_by_kind(observations)
    limit = work.seconds
    points = [make_point(kind, percent, group, limit) for kind, by in groups.items() for percent, group in by.items()]
    peaks = list(_find_peaks(groups, limit))
    comparisons = list(_compare(groups, limit))
    return Outcome(
        QUESTION,
        tuple(_make_answers(points, peaks, comparisons, limit)),
        make_tables(points, peaks, comparisons),
        tuple(make_charts(points)),
        left_out=left_out,
    )


def _find_peaks(groups: Groups, limit: float) -> Iterator[Peak]:
    for kind, by_percent in groups.items():
        if len(by_percent) > 1:
            for engine in _list_engines(by_percent):
                if peak := find_peak(kind, engine, make_curve(by_percent, engine, limit)):
                    yield peak


def _compare(groups: Groups, limit: float) -> Iterator[Comparison]:
    """Compare removals at each size, by the shares of cells given for which both were measured and may differ."""
    for kind, random in groups.items():
        balanced = groups.get(BoardKind(kind.board, Removal.BALANCED), {})
        shares = [percent for percent in random if percent in balanced and has_choice(random[percent])]
        if kind.source is Removal.RANDOM and shares:
            for engine in _list_engines(random):
                curves = [
                    make_curve({share: by[share] for share in shares}, engine, limit) for by in (random, balanced)
                ]
                if _is_settled(curves, limit) and (found := compare_removals(kind.board, engine, *curves)):
                    yield found


def _is_settled(curves: Iterable[Curve], limit: float) -> bool:
    """Return whether the engine settled an instance at the peak of one of the curves."""
    return any(min(max(curve.values(), key=fmean)) < 2 * limit for curve in curves)


def _list_engines(by_percent: Mapping[int, Sequence[Observation]]) -> list[str]:
    return list(next(iter(by_percent.values()))[0].timings)


def _make_answers(
    points: Sequence[Point], peaks: Sequence[Peak], comparisons: Sequence[Comparison], limit: float
) -> Iterable[str]:
    for kind in dict.fromkeys(point.kind for point in points):
        of_kind = [point for point in points if point.kind == kind]
        yield f"{kind}: {_describe_settled(of_kind, limit)}."
        found = [_describe_peak(peak) for peak in peaks if peak.kind == kind]
        if found:
            yield f"{kind}: the hardest share of givens is {'; '.join(found)}."
        if (half := _find_half(of_kind)) is not None:
            yield f"{kind}: from {half}% of the cells given, at least half of the puzzles have one solution."
    for comparison in comparisons:
        yield f"{comparison.board}, {comparison.engine}: {_describe_comparison(comparison.ratio)}."
    if any(_misses_interval(speed) for point in points for speed in point.speeds):
        yield (
            f"Some intervals are missing: those of PAR-2 and of peaks need {FEWEST} puzzles for each share of givens, "
            f"those of medians {FEWEST_OF_MEDIAN} settled puzzles."
        )


def _misses_interval(speed: Speed) -> bool:
    return any(estimate is not None and estimate.low is None for estimate in (speed.median, speed.par2))


def _describe_settled(points: Sequence[Point], limit: float) -> str:
    puzzles = sum(point.puzzles for point in points)
    parts = []
    for number, first in enumerate(points[0].speeds):
        settled = sum(point.speeds[number].settled for point in points)
        parts.append(f"{first.engine} {'all' if settled == puzzles else format(settled, ',')}")
    return f"of {format_count(puzzles, 'puzzle')}, settled within {format_duration(limit)}: {', '.join(parts)}"


def _describe_peak(peak: Peak) -> str:
    edge = ", the edge of what was measured" if peak.is_at_edge else ""
    low, high = peak.percent.low, peak.percent.high
    interval = "" if low is None or high is None else f", 95% interval {low:g}% to {high:g}%"
    return f"{peak.percent.value:g}% for {peak.engine} (PAR-2 {format_duration(peak.par2)}{interval}{edge})"


def _find_half(points: Sequence[Point]) -> int | None:
    """Return the lowest percentage from which on at least half of the instances have one solution.

    One percentage alone says nothing about larger ones: return None.
    """
    found = None
    if len(points) < 2:
        return None
    for point in reversed(points):
        if point.unique is None or point.unique.value < 0.5:
            break
        found = point.percent
    return found


def _describe_comparison(ratio: Interval) -> str:
    times = f"at the peak, balanced removal takes {format_ratio(ratio.value)} times as long as random removal"
    if ratio.low is None or ratio.high is None:
        return times
    interval = f"95% interval {format_ratio(ratio.low)} to {format_ratio(ratio.high)}"
    if ratio.low > 1:
        return f"balanced removal is harder: {times} ({interval})"
    if ratio.high < 1:
        return f"random removal is harder: {times} ({interval})"
    return f"neither removal is clearly harder: {times} ({interval})"
