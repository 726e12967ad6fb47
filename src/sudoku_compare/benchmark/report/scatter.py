"""The chart of each engine against the reference engine, puzzle by puzzle; on a page, a point opens its puzzle."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...display.chart_spec import (
    LEGEND,
    Spec,
    VegaChart,
    encode_log_seconds,
    encode_styles,
    make_chart,
    make_tooltip,
    round_seconds,
)
from ...display.engine_style import NEUTRAL, Style, style_engines
from ...display.numbers import format_count
from ..recording.record import PuzzleRow
from ..statistics.times import Time
from .chart_data import ChartData
from .fact_words import format_limit
from .puzzle_details import describe_puzzle, format_time

FACTORS = {1e-2: "1/100", 1e-1: "1/10", 1.0: "same time", 1e1: "10 times", 1e2: "100 times", 1e3: "1,000 times"}
SHORTEST_LINE = 1.5  # times its start: a shorter line would lie in a corner
LABEL_SHARE = (
    0.3  # of the width, on a phone: what a label and the space beside it need to the left of the end of its line
)
MOST_DECADES = 4.5  # of a width: on a longer axis, the labels of two adjacent factors would touch
FAR = 2.0  # times the longest settled time: where unsettled searches are drawn if they were not stopped by the limit
FIRST, SECONDS = "reference", "seconds"


class _Edge(NamedTuple):
    """Where searches that did not settle are drawn, so that they do not look like settled ones."""

    seconds: float
    label: str


def make_scatter(data: ChartData, reference: str) -> VegaChart:
    """Return the chart of all engines against the reference engine."""
    styles = {engine: style for engine, style in style_engines(data.engines).items() if engine != reference}
    edge = _find_edge(data)
    values = list(_make_points(data, reference, edge))
    x = encode_log_seconds(FIRST, f"time of {reference}", (value[FIRST] for value in values))
    y = encode_log_seconds(SECONDS, "time of the other engine", (value[SECONDS] for value in values))
    layers = _make_factor_layers(x, y, edge)
    note = "Above the line \u201csame time\u201d, the other engine is slower."
    if any(not value["settled"] for value in values):
        layers += _make_edge_layers(edge, x, y)
        note += " Hollow points: not settled by at least one of the two."
    layers += _make_point_layers(x, y, styles, reference)  # above everything else, so that clicks reach them
    if len(data.sample) < data.puzzles:
        note += f" Shown: {format_count(len(data.sample), 'puzzle')} of {data.puzzles:,}, drawn at random."
    title = f"Each engine against {reference}, puzzle by puzzle"
    chart = make_chart(title, values, note=note, legend=styles, layer=layers, height=420)
    return replace(chart, details={str(one.puzzle.number): describe_puzzle(one, data.engines) for one in data.sample})


def _find_edge(data: ChartData) -> _Edge:
    """Return the time limit, or a time beyond all others if no search was stopped by the limit."""
    times = [time for one in data.sample for time in one.times.values()]
    unsettled = max((time.total for time in times if not time.is_settled), default=0.0)
    longest = max((time.total for time in times if time.is_settled), default=data.limit or 1.0)
    if data.limit and unsettled >= data.limit / FAR:
        return _Edge(max(data.limit, longest), f"not settled within {format_limit(data.limit)}")
    return _Edge(FAR * longest, "not settled")


def _make_points(data: ChartData, reference: str, edge: _Edge) -> Iterator[dict[str, Any]]:
    for puzzle, times in data.sample:
        for engine in data.engines:
            if engine != reference and engine in times and reference in times:
                yield _make_point(puzzle, engine, times[engine], times[reference], edge)


def _make_point(puzzle: PuzzleRow, engine: str, time: Time, first: Time, edge: _Edge) -> dict[str, Any]:
    return {
        LEGEND: engine,
        "details": str(puzzle.number),
        "puzzle": puzzle.id,
        "tier": puzzle.tier,
        SECONDS: round_seconds(time.total if time.is_settled else edge.seconds),
        FIRST: round_seconds(first.total if first.is_settled else edge.seconds),
        "settled": time.is_settled and first.is_settled,
        "times": f"{format_time(time)}, {format_time(first)}",
    }


def _make_point_layers(x: Spec, y: Spec, styles: Mapping[str, Style], reference: str) -> list[Spec]:
    """Return the points: filled ones where both engines settled the puzzle, hollow ones elsewhere."""
    titles = {"puzzle": "puzzle", "tier": "tier", LEGEND: "engine", "times": f"time, {reference}"}
    encoding = {
        "x": x,
        "y": y,
        **encode_styles(styles, "shape"),
        "tooltip": make_tooltip(titles),
    }
    mark = {"type": "point", "opacity": 1, "cursor": "pointer"}
    settled = {"mark": {**mark, "filled": True, "size": 30}, "transform": [{"filter": "datum.settled"}]}
    hollow = {"mark": {**mark, "size": 44, "strokeWidth": 1.5}, "transform": [{"filter": "!datum.settled"}]}
    return [{**settled, "encoding": encoding}, {**hollow, "encoding": encoding}]


def _make_factor_layers(x: Spec, y: Spec, edge: _Edge) -> list[Spec]:
    """Return lines along which one time is a multiple of the other, each with its factor, where they are visible."""
    (left, right), (bottom, top) = x["scale"]["domain"], y["scale"]["domain"]
    decades = math.log10(right / left)
    lines = []
    for factor, label in FACTORS.items():
        if decades > MOST_DECADES and round(math.log10(factor)) % 2:
            continue
        # Not beyond the edge in either direction: its label is there.
        start, end = max(left, bottom / factor), min(right, edge.seconds, min(top, edge.seconds) / factor)
        if end / start >= SHORTEST_LINE and math.log10(end / left) >= LABEL_SHARE * decades:
            ends = [{FIRST: place, SECONDS: place * factor, "label": label} for place in (start, end)]
            lines += [{**ends[0], "is_end": False}, {**ends[1], "is_end": True}]
    data = {"values": lines}
    encoding = {"x": x, "y": y, "detail": {"field": "label"}}
    text = {"type": "text", "align": "right", "baseline": "bottom", "dx": -8, "dy": 12, "fontSize": 11}
    return [
        {
            "data": data,
            "mark": {"type": "line", "strokeDash": [3, 3], "color": NEUTRAL, "strokeWidth": 1},
            "encoding": encoding,
        },
        {
            "data": data,
            "transform": [{"filter": "datum.is_end"}],
            "mark": text,
            "encoding": {"x": x, "y": y, "text": {"field": "label"}},
        },
    ]


def _make_edge_layers(edge: _Edge, x: Spec, y: Spec) -> list[Spec]:
    """Return lines at the place of unsettled searches, and what they mean."""
    data = {"values": [{FIRST: edge.seconds, SECONDS: edge.seconds, "label": edge.label}]}
    rule = {"type": "rule", "color": NEUTRAL, "strokeWidth": 1}
    along = {"y": {"type": "text", "align": "left", "baseline": "bottom", "x": 4, "dy": -4, "fontSize": 11}}
    along["x"] = {**along["y"], "angle": 90, "y": 4}
    layers: list[Spec] = []
    for channel, encoded in (("x", x), ("y", y)):
        if encoded["scale"]["domain"][1] >= edge.seconds:  # otherwise this axis has no unsettled search
            layers.append({"data": data, "mark": rule, "encoding": {channel: encoded}})
            layers.append(
                {"data": data, "mark": along[channel], "encoding": {channel: encoded, "text": {"field": "label"}}}
            )
    return layers
