"""The tables and charts of the study of hardness."""

from collections.abc import Iterator, Mapping, Sequence

from ..benchmark.statistics.inference import Estimate
from .hardness_statistics import Comparison, Peak, Point
from .intervals import Interval
from .outcome import Chart, Column, Kind, Mark, Table, Value

NOTE = "A stroke is a 95% interval. An unsettled puzzle counts as twice the time limit."
BACKBONE = "A stroke is a 95% interval. The backbone is the share of empty cells that are equal in all solutions."
BY_PUZZLES = (Column("board", Kind.TEXT), Column("puzzles from", Kind.TEXT))
GIVEN, ENGINE = Column("given", Kind.PERCENT), Column("engine", Kind.TEXT)


def make_tables(points: Sequence[Point], peaks: Sequence[Peak], comparisons: Sequence[Comparison]) -> tuple[Table, ...]:
    """Return all tables; those without rows are not shown."""
    return (
        _make_peak_table(peaks),
        _make_comparison_table(comparisons),
        _make_settled_table(points),
        _make_time_table(points),
        _make_solution_table(points),
    )


def _make_interval_columns(name: str, kind: Kind) -> tuple[Column, ...]:
    return Column(name, kind), Column(f"{name} low", kind), Column(f"{name} high", kind)


def _spread(estimate: Interval | Estimate | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)


def _make_peak_table(peaks: Sequence[Peak]) -> Table:
    columns = (*BY_PUZZLES, ENGINE, *_make_interval_columns("peak", Kind.PERCENT), Column("PAR-2", Kind.SECONDS))
    rows = tuple(
        (peak.kind.board, peak.kind.source, peak.engine, *map(_to_whole, _spread(peak.percent)), peak.par2)
        for peak in peaks
    )
    return Table("The hardest share of givens, with 95% intervals", columns, rows)


def _to_whole(percent: float | None) -> int | None:
    return None if percent is None else round(percent)


def _make_comparison_table(comparisons: Sequence[Comparison]) -> Table:
    columns = (Column("board", Kind.TEXT), ENGINE, *_make_interval_columns("balanced to random", Kind.RATIO))
    rows = tuple((one.board, one.engine, *_spread(one.ratio)) for one in comparisons)
    return Table("PAR-2 at the peak: balanced divided by random removal, with 95% intervals", columns, rows)


def _make_settled_table(points: Sequence[Point]) -> Table:
    share = _make_interval_columns("share", Kind.SHARE)
    columns = (*BY_PUZZLES, GIVEN, ENGINE, Column("puzzles"), Column("settled"), *share)
    rows = tuple(
        (*_identify(point), speed.engine, point.puzzles, speed.settled, *_spread(speed.share))
        for point in points
        for speed in point.speeds
    )
    return Table("Puzzles settled within the time limit, with 95% intervals", columns, rows)


def _make_time_table(points: Sequence[Point]) -> Table:
    times = (*_make_interval_columns("median", Kind.SECONDS), *_make_interval_columns("PAR-2", Kind.SECONDS))
    rows = tuple(
        (*_identify(point), speed.engine, *_spread(speed.median), *_spread(speed.par2))
        for point in points
        for speed in point.speeds
    )
    title = "Processor time of the search: median of the settled puzzles, and PAR-2, with 95% intervals"
    return Table(title, (*BY_PUZZLES, GIVEN, ENGINE, *times), rows)


def _make_solution_table(points: Sequence[Point]) -> Table:
    unique, backbone = _make_interval_columns("unique", Kind.SHARE), _make_interval_columns("backbone", Kind.SHARE)
    columns = (*BY_PUZZLES, GIVEN, *unique, Column("backbones"), *backbone)
    rows = tuple(
        (*_identify(point), *_spread(point.unique), point.with_backbone, *_spread(point.backbone)) for point in points
    )
    title = "Share of puzzles with one solution, and of empty cells that are equal in all solutions (backbone)"
    return Table(title, columns, rows)


def _identify(point: Point) -> tuple[str, str, int]:
    return point.kind.board, point.kind.source, point.percent


def make_charts(points: Sequence[Point]) -> Iterator[Chart]:
    """Yield, for each kind of board, the times of the engines and what its solutions are like."""
    for number, kind in enumerate(dict.fromkeys(point.kind for point in points), 1):
        of_kind = [point for point in points if point.kind == kind]
        values = tuple(_list_times(of_kind))
        title = f"Hardness by cells given: {kind}"
        yield Chart(
            f"hardness-{number}", title, "% given", "PAR-2", values, "engine", Kind.SECONDS, Mark.LINE, note=NOTE
        )
        shares = tuple(_list_shares(of_kind))
        yield Chart(
            f"solutions-{number}",
            f"Unique puzzles and backbone: {kind}",
            "% given",
            "share",
            shares,
            "share of",
            Kind.SHARE,
            Mark.LINE,
            note=BACKBONE,
        )


def _list_times(points: Sequence[Point]) -> Iterator[Mapping[str, Value]]:
    for point in points:
        for speed in point.speeds:
            if speed.par2:
                yield {"% given": point.percent, "engine": speed.engine, **_describe(speed.par2, "PAR-2")}


def _list_shares(points: Sequence[Point]) -> Iterator[Mapping[str, Value]]:
    for point in points:
        for name, share in (("unique puzzles", point.unique), ("backbone", point.backbone)):
            if share:
                yield {"% given": point.percent, "share of": name, **_describe(share, "share")}


def _describe(estimate: Interval, name: str) -> dict[str, Value]:
    return {name: estimate.value, "low": estimate.low, "high": estimate.high}
