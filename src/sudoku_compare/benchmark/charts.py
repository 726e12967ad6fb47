"""The charts of a benchmark, as Vega-Lite specifications; `display` turns them into pages and pictures."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from .record import PuzzleRow, Record
from .statistics import Summary, Time, puzzles_with_times

Spec = dict[str, Any]

MOST_POINTS = 2000  # puzzles in the charts; if there are more, a sample is drawn
SHORTEST = 1e-6  # seconds: a logarithmic axis has no zero
WIDTH, HEIGHT = 560, 320
# One colour per engine, the same in every chart; everything else is grey.
PALETTE = ("#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#b279a2", "#9d755d", "#eeca3b", "#ff9da6", "#4f3a78")
GREY = "#8c8c8c"
PARTS = ("build", "first", "settle")
GREYS = ("#404040", "#8c8c8c", "#cfcfcf")


def make_charts(record: Record, summary: Summary) -> dict[str, Spec]:
    """Return the charts by name, in the order in which they should be read."""
    times: dict[str, dict[int, Time]] = {}
    rows = []
    for puzzle, by_engine in _sample_puzzles(record, summary.puzzles):
        for engine, time in by_engine.items():
            times.setdefault(engine, {})[puzzle.number] = time
            rows.append(_make_point(puzzle, engine, time))
    engines = [engine for engine in summary.facts.engines if engine in times]
    charts = {
        "cactus": _make_cactus(rows, engines),
        "tiers": _make_tier_boxes(rows, engines),
        "split": _make_time_split(times, engines),
        "virtual best": _make_virtual_best(times, engines, summary.facts.seconds),
    }
    if len(engines) > 1:
        charts["scatter"] = _make_scatter(rows, engines)
    return charts


def _sample_puzzles(record: Record, puzzles: int) -> Iterator[tuple[PuzzleRow, dict[str, Time]]]:
    places = range(puzzles)
    chosen = set(Random(0).sample(places, MOST_POINTS) if puzzles > MOST_POINTS else places)
    return (row for place, row in enumerate(puzzles_with_times(record)) if place in chosen)


def _make_point(puzzle: PuzzleRow, engine: str, time: Time) -> dict[str, Any]:
    return {
        "engine": engine,
        "puzzle": puzzle.id,
        "tier": puzzle.tier,
        "givens": puzzle.givens,
        "seconds": max(SHORTEST, time.total),
        "settled": time.is_settled,
    }


def make_chart(title: str, values: Sequence[Any], **rest: Any) -> Spec:
    """Return a chart with this title and data; `rest` has its marks and encoding."""
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": title, "anchor": "start"},
        "data": {"values": list(values)},
        "width": WIDTH,
        "height": HEIGHT,
        **rest,
    }


def _make_seconds_axis(field: str, title: str) -> Spec:
    axis = {"title": title, "format": "~s"}
    return {"field": field, "type": "quantitative", "scale": {"type": "log"}, "axis": axis}


def _make_colour_scale(engines: Sequence[str], first: int = 0) -> Spec:
    """Return the colours of the engines from number `first` on."""
    colours = [PALETTE[number % len(PALETTE)] for number in range(len(engines))]
    scale = {"domain": list(engines[first:]), "range": colours[first:]}
    return {"field": "engine", "type": "nominal", "sort": list(engines[first:]), "scale": scale}


def _make_cactus(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
    values = []
    for engine in engines:
        settled = sorted(row["seconds"] for row in rows if row["engine"] == engine and row["settled"])
        values += [{"engine": engine, "settled": n, "seconds": seconds} for n, seconds in enumerate(settled, 1)]
    encoding = {
        "x": {
            "field": "settled",
            "type": "quantitative",
            "title": "puzzles settled, each within the time on the left axis",
        },
        "y": _make_seconds_axis("seconds", "seconds per puzzle"),
        "color": _make_colour_scale(engines),
    }
    title = "Puzzles settled within a time limit (lower and further right is better)"
    return make_chart(title, values, mark={"type": "line"}, encoding=encoding)


def _make_scatter(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
    first = {row["puzzle"]: row for row in rows if row["engine"] == engines[0]}
    values = [
        row | {"first": first[row["puzzle"]]["seconds"]}
        for row in rows
        if row["engine"] != engines[0] and row["puzzle"] in first
    ]
    ends = [row["seconds"] for row in rows] or [1.0]
    diagonal = {
        "data": {"values": [{"first": end, "seconds": end} for end in (min(ends), max(ends))]},
        "mark": {"type": "line", "strokeDash": [4, 4], "color": "gray"},
        "encoding": {
            "x": _make_seconds_axis("first", f"seconds by {engines[0]}"),
            "y": _make_seconds_axis("seconds", "seconds by the others"),
        },
    }
    points = {
        "mark": {"type": "point", "filled": True, "opacity": 0.6},
        "encoding": {
            "x": _make_seconds_axis("first", f"seconds by {engines[0]}"),
            "y": _make_seconds_axis("seconds", "seconds by the others"),
            "color": _make_colour_scale(engines, first=1),
            "tooltip": [{"field": name} for name in ("puzzle", "tier", "engine", "seconds", "first", "givens")],
        },
    }
    title = f"Engine against {engines[0]}, puzzle by puzzle (above the line: slower)"
    return make_chart(title, values, layer=[points, diagonal])


def _make_tier_boxes(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
    tiers = list(dict.fromkeys(row["tier"] for row in rows))
    encoding = {
        "x": {"field": "tier", "type": "nominal", "sort": tiers, "title": None, "axis": {"labelAngle": -30}},
        "xOffset": {"field": "engine", "sort": list(engines)},
        "y": _make_seconds_axis("seconds", "seconds per puzzle"),
        "color": _make_colour_scale(engines),
    }
    mark = {"type": "boxplot", "extent": "min-max", "size": 10}
    return make_chart("Time by tier (box: middle half; line: full range)", rows, mark=mark, encoding=encoding)


def _make_time_split(times: dict[str, dict[int, Time]], engines: Sequence[str]) -> Spec:
    values = [
        {
            "engine": engine,
            "part": part,
            "order": number,
            "seconds": sum(time.part(part) for time in times[engine].values()),
        }
        for engine in engines
        for number, part in enumerate(PARTS)
    ]
    encoding = {
        "y": {"field": "engine", "type": "nominal", "sort": list(engines), "title": None},
        "x": {
            "field": "seconds",
            "type": "quantitative",
            "stack": "normalize",
            "title": "share of the engine's total time",
        },
        "color": {
            "field": "part",
            "type": "nominal",
            "sort": list(PARTS),
            "title": "part",
            "scale": {"domain": list(PARTS), "range": list(GREYS)},
        },
        "order": {"field": "order", "type": "quantitative"},
        "tooltip": [{"field": "engine"}, {"field": "part"}, {"field": "seconds", "format": ".4~s"}],
    }
    height = 40 * max(2, len(engines))
    return make_chart("Where the time goes", values, mark="bar", encoding=encoding) | {"height": height}


def _make_virtual_best(times: dict[str, dict[int, Time]], engines: Sequence[str], limit: float | None) -> Spec:
    """Show the mean time of the best engine per puzzle, and how much longer it takes without each engine."""
    numbers = set().union(*(times[engine] for engine in engines))
    if limit is None:  # a puzzle that was not settled has no cost then
        numbers = {n for n in numbers if all(n in times[e] and times[e][n].is_settled for e in engines)}
    unsettled = 2 * (limit or 0.0)

    def par2(without: str | None = None) -> float:
        left = [engine for engine in engines if engine != without]
        costs = [[_compute_cost(times[engine].get(number), unsettled) for engine in left] for number in numbers]
        return sum(min(cost, default=unsettled) for cost in costs) / max(1, len(numbers))

    values = [{"engines": "virtual best", "seconds": max(SHORTEST, par2())}]
    values += [
        {"engines": f"without {engine}", "seconds": max(SHORTEST, par2(engine))}
        for engine in engines
        if len(engines) > 1
    ]
    order = [value["engines"] for value in values]
    encoding = {
        "y": {"field": "engines", "type": "nominal", "sort": order, "title": None},
        "x": {"field": "seconds", "type": "quantitative", "title": "PAR-2, mean seconds per puzzle"},
        "tooltip": [{"field": "engines"}, {"field": "seconds", "format": ".4~s"}],
    }
    height = 34 * max(2, len(values))
    title = "The best engine for each puzzle, and the cost of leaving one engine out"
    return make_chart(title, values, mark={"type": "bar", "color": GREY}, encoding=encoding) | {"height": height}


def _compute_cost(time: Time | None, unsettled: float) -> float:
    return time.total if time and time.is_settled else unsettled
