"""The charts of a benchmark, as Vega-Lite: what is drawn, without how a page or a picture is made of it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from .record import Record
from .statistics import Summary, Time, puzzles_with_times

Spec = dict[str, Any]

MOST_POINTS = 2000  # puzzles in the charts; of more, a sample
SHORTEST = 1e-6  # seconds: logarithms have no zero
WIDTH, HEIGHT = 560, 320
# One for each engine, in every chart the same; what is no engine is grey.
PALETTE = ("#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#b279a2", "#9d755d", "#eeca3b", "#ff9da6", "#4f3a78")
GREY = "#8c8c8c"
PARTS = ("build", "first", "settle")
GREYS = ("#404040", "#8c8c8c", "#cfcfcf")


def charts(record: Record, summary: Summary) -> dict[str, Spec]:
    """By name, in the order in which they should be read."""
    chosen = range(summary.puzzles)
    shown = set(Random(0).sample(chosen, MOST_POINTS) if len(chosen) > MOST_POINTS else chosen)
    times: dict[str, dict[int, Time]] = {}
    rows = []
    for place, (listed, by_engine) in enumerate(puzzles_with_times(record)):
        for engine, time in by_engine.items() if place in shown else ():
            times.setdefault(engine, {})[listed.number] = time
            rows.append(
                {
                    "engine": engine,
                    "puzzle": listed.id,
                    "tier": listed.tier,
                    "givens": listed.givens,
                    "seconds": max(SHORTEST, time.total),
                    "settled": time.is_settled,
                }
            )
    engines = [engine for engine in summary.facts["engines"] if engine in times]
    drawn = {
        "cactus": _cactus(rows, engines),
        "tiers": _tiers(rows, engines),
        "split": _split(times, engines),
        "virtual best": _virtual_best(times, engines, summary.facts["seconds"]),
    }
    if len(engines) > 1:
        drawn["scatter"] = _scatter(rows, engines)
    return drawn


def chart_of(title: str, values: Sequence[Any], **rest: Any) -> Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": title, "anchor": "start"},
        "data": {"values": list(values)},
        "width": WIDTH,
        "height": HEIGHT,
        **rest,
    }


def _seconds(field: str, title: str) -> Spec:
    axis = {"title": title, "format": "~s"}
    return {"field": field, "type": "quantitative", "scale": {"type": "log"}, "axis": axis}


def _colour(engines: Sequence[str], first: int = 0) -> Spec:
    """Of these engines, from that one on."""
    colours = [PALETTE[number % len(PALETTE)] for number in range(len(engines))]
    scale = {"domain": list(engines[first:]), "range": colours[first:]}
    return {"field": "engine", "type": "nominal", "sort": list(engines[first:]), "scale": scale}


def _cactus(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
    values = []
    for engine in engines:
        settled = sorted(row["seconds"] for row in rows if row["engine"] == engine and row["settled"])
        values += [{"engine": engine, "settled": n, "seconds": seconds} for n, seconds in enumerate(settled, 1)]
    encoding = {
        "x": {"field": "settled", "type": "quantitative", "title": "puzzles settled, each within the time at the left"},
        "y": _seconds("seconds", "seconds for one puzzle"),
        "color": _colour(engines),
    }
    title = "How many puzzles within which time (lower and further right is better)"
    return chart_of(title, values, mark={"type": "line"}, encoding=encoding)


def _scatter(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
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
            "x": _seconds("first", f"seconds by {engines[0]}"),
            "y": _seconds("seconds", "seconds by the others"),
        },
    }
    points = {
        "mark": {"type": "point", "filled": True, "opacity": 0.6},
        "encoding": {
            "x": _seconds("first", f"seconds by {engines[0]}"),
            "y": _seconds("seconds", "seconds by the others"),
            "color": _colour(engines, first=1),
            "tooltip": [{"field": name} for name in ("puzzle", "tier", "engine", "seconds", "first", "givens")],
        },
    }
    title = f"Engine against {engines[0]}, puzzle by puzzle (above the line: slower)"
    return chart_of(title, values, layer=[points, diagonal])


def _tiers(rows: list[dict[str, Any]], engines: Sequence[str]) -> Spec:
    tiers = list(dict.fromkeys(row["tier"] for row in rows))
    encoding = {
        "x": {"field": "tier", "type": "nominal", "sort": tiers, "title": None, "axis": {"labelAngle": -30}},
        "xOffset": {"field": "engine", "sort": list(engines)},
        "y": _seconds("seconds", "seconds for one puzzle"),
        "color": _colour(engines),
    }
    mark = {"type": "boxplot", "extent": "min-max", "size": 10}
    return chart_of("Time by tier (box: middle half; line: all)", rows, mark=mark, encoding=encoding)


def _split(times: dict[str, dict[int, Time]], engines: Sequence[str]) -> Spec:
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
        "x": {"field": "seconds", "type": "quantitative", "stack": "normalize", "title": "share of all its time"},
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
    return chart_of("Where the time goes", values, mark="bar", encoding=encoding) | {"height": height}


def _virtual_best(times: dict[str, dict[int, Time]], engines: Sequence[str], limit: float | None) -> Spec:
    """The best engine for each puzzle, if one knew it beforehand; and how much slower that is without each of them."""
    numbers = set().union(*(times[engine] for engine in engines))
    if limit is None:  # what was not settled has no cost then
        numbers = {n for n in numbers if all(n in times[e] and times[e][n].is_settled for e in engines)}
    unsettled = 2 * (limit or 0.0)

    def par2(without: str | None = None) -> float:
        left = [engine for engine in engines if engine != without]
        costs = [[_cost(times[engine].get(number), unsettled) for engine in left] for number in numbers]
        return sum(min(cost, default=unsettled) for cost in costs) / max(1, len(numbers))

    values = [{"who": "virtual best", "seconds": max(SHORTEST, par2())}]
    values += [
        {"who": f"without {engine}", "seconds": max(SHORTEST, par2(engine))} for engine in engines if len(engines) > 1
    ]
    order = [value["who"] for value in values]
    encoding = {
        "y": {"field": "who", "type": "nominal", "sort": order, "title": None},
        "x": {"field": "seconds", "type": "quantitative", "title": "PAR-2, mean seconds for a puzzle"},
        "tooltip": [{"field": "who"}, {"field": "seconds", "format": ".4~s"}],
    }
    height = 34 * max(2, len(values))
    title = "The best engine for each puzzle, and what each engine adds to it"
    return chart_of(title, values, mark={"type": "bar", "color": GREY}, encoding=encoding) | {"height": height}


def _cost(time: Time | None, unsettled: float) -> float:
    return time.total if time and time.is_settled else unsettled
