"""How does the hardness of boards depend on the share of cells given, and for which engine?

With few givens nearly any values fit, and with many the values follow from each other; between them lie the instances
on which a search fails often and late. Each engine is given each instance with a time limit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..display.numbers import format_count, format_duration, format_ratio
from .hardness_instances import Removal
from .hardness_measurement import Observation, observe_all
from .hardness_statistics import (
    BoardKind,
    Comparison,
    Peak,
    Point,
    compare_removals,
    find_peak,
    group_by_kind,
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
                yield find_peak(kind, engine, make_curve(by_percent, engine, limit))


def _compare(groups: Groups, limit: float) -> Iterator[Comparison]:
    """Compare removals at each size for which both were measured, with the same shares of cells given."""
    for kind, random in groups.items():
        balanced = groups.get(BoardKind(kind.board, Removal.BALANCED))
        if kind.source == Removal.RANDOM and balanced and random.keys() == balanced.keys():
            for engine in _list_engines(random):
                curves = [make_curve(by_percent, engine, limit) for by_percent in (random, balanced)]
                yield compare_removals(kind.board, engine, *curves)


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
            yield f"{kind}: the hardest are {'; '.join(found)}."
        if (half := _find_half(of_kind)) is not None:
            yield f"{kind}: at least half have one solution if {half}% or more of the cells are given."
    for comparison in comparisons:
        yield f"{comparison.board}, {comparison.engine}: {_describe_comparison(comparison.ratio)}."
    if any(point.puzzles < FEWEST for point in points):
        yield f"Some intervals are missing: those of times and peaks need {FEWEST} puzzles for each share given."


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
    return f"for {peak.engine} at {peak.percent.value:g}% given (PAR-2 {format_duration(peak.par2)}{interval}{edge})"


def _find_half(points: Sequence[Point]) -> int | None:
    """Return the lowest percentage from which on at least half of the instances have one solution."""
    found = None
    for point in reversed(points):
        if point.unique is None or point.unique.value < 0.5:
            break
        found = point.percent
    return found


def _describe_comparison(ratio: Interval) -> str:
    if ratio.low is None or ratio.high is None:
        return f"at the peak, balanced removal takes {format_ratio(ratio.value)} times as long as random removal"
    interval = (
        f"{format_ratio(ratio.value)} times, 95% interval {format_ratio(ratio.low)} to {format_ratio(ratio.high)}"
    )
    if ratio.low > 1:
        return f"balanced removal is harder: at the peak it takes longer than random removal ({interval})"
    if ratio.high < 1:
        return f"random removal is harder: at the peak, balanced removal takes less time ({interval})"
    return f"neither removal is clearly harder: balanced against random at the peak {interval}"
