"""The charts of a benchmark, as Vega-Lite specifications; `display` turns them into pages and pictures."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from ...display.chart_spec import (
    DURATION,
    LEGEND,
    Spec,
    VegaChart,
    add_note,
    encode_log_seconds,
    encode_styles,
    make_chart,
    make_tooltip,
    round_seconds,
)
from ...display.engine_style import NEUTRAL, style_engines
from ...display.numbers import format_duration
from ..recording.record import Record
from ..statistics.summary import Summary
from .chart_data import NONE_LEFT_OUT, PARTS, ChartData, collect_chart_data
from .scatter import make_scatter
from .tier_boxes import make_tier_boxes

MOST_ON_LINE = 300  # points of a line; more would not be seen
FEW = 30  # puzzles up to which the points of a line are marked
ROW = 15  # pixels for a bar
LINES = "split(replace(datum.label, ':', ':|'), '|')"  # writes the options of an engine on a second line


def make_charts(record: Record, summary: Summary) -> dict[str, VegaChart]:
    """Return the charts by name, in the order in which they should be read."""
    data = collect_chart_data(record, summary)
    if not data.engines:
        return {}
    has_settled = any(times for by_engine in data.settled.values() for times in by_engine.values())
    charts = {}
    if has_settled:
        charts["cactus"] = _make_cactus(data)
        charts["tiers"] = make_tier_boxes(data)
    if len(data.engines) > 1:
        charts["scatter"] = make_scatter(data, summary.reference)
    charts["split"] = _make_time_split(data)
    if len(data.best) > 1:
        charts["virtual-best"] = _make_virtual_best(data)
    return {name: add_note(chart, data.scope) for name, chart in charts.items()} if data.scope else charts


def _make_cactus(data: ChartData) -> VegaChart:
    values = list(chain.from_iterable(_make_curve(data, engine) for engine in data.engines))
    styles = style_engines(data.engines)
    encoding = {
        "x": {
            "field": "settled",
            "type": "quantitative",
            "title": "puzzles settled",
            "scale": {"domain": [0, data.puzzles], "nice": False},
            "axis": {"format": ",d", "tickMinStep": 1, "tickCount": 6, "labelFlush": True},
        },
        "y": encode_log_seconds("seconds", "time per puzzle", (value["seconds"] for value in values)),
        "tooltip": make_tooltip({LEGEND: "engine", "settled": "puzzles settled", "time": "each within"}),
    }
    line = {"mark": {"type": "line", "strokeWidth": 2}, "encoding": encoding | encode_styles(styles, "strokeDash")}
    layers = [line]
    if data.puzzles <= FEW:  # a curve of one point has no line
        point = {"type": "point", "filled": True, "opacity": 1, "size": 50}
        layers.append({"mark": point, "encoding": encoding | encode_styles(styles, "shape")})
    note = "How many puzzles an engine settles within each time: lower and further right is better."
    return make_chart("Puzzles settled within a time", values, note=note, legend=styles, layer=layers)


def _make_curve(data: ChartData, engine: str) -> Iterable[dict[str, Any]]:
    """Yield the points of an engine: the number of puzzles settled within each time."""
    times = sorted(chain.from_iterable(by_engine.get(engine, ()) for by_engine in data.settled.values()))
    steps = min(len(times), MOST_ON_LINE)
    places = {round(step * len(times) / steps) for step in range(1, steps + 1)} | {1} if times else set()
    for place in sorted(places):
        seconds = round_seconds(times[place - 1])
        yield {LEGEND: engine, "settled": place, "seconds": seconds, "time": format_duration(seconds)}


def _make_time_split(data: ChartData) -> VegaChart:
    values = []
    for engine in data.engines:
        total = sum(data.parts[engine].values()) or 1.0
        for part in PARTS:
            share = data.parts[engine][part] / total
            label = f"{part} {share:.0%}"
            values.append({LEGEND: engine, "part": part, "share": round(share, 4), "label": label})
    encoding = {
        "y": {**_make_name_axis(data.engines), "field": LEGEND},
        "yOffset": {"field": "part", "sort": list(PARTS)},
        "x": {
            "field": "share",
            "type": "quantitative",
            "title": "share of the engine's time",
            "scale": {"domain": [0, 1.25]},  # with room for the label of the longest bar
            "axis": {"values": [0, 0.25, 0.5, 0.75, 1], "format": ".0%"},
        },
    }
    colour = encode_styles(style_engines(data.engines))["color"] | {"legend": None}  # the axis names the engines
    bar = {"mark": "bar", "encoding": {**encoding, "color": colour}}
    note = (
        "build: making the model; first: to the first solution; settle: to the verdict. All searches, settled or not."
    )
    height = ROW * len(data.engines) * (len(PARTS) + 1)
    layers = [bar, _make_bar_labels(encoding)]
    return make_chart("Where the time goes", values, note=note, layer=layers, height=height)


def _make_virtual_best(data: ChartData) -> VegaChart:
    """Show the mean time of the best engine for each puzzle, and how much longer it takes without each engine."""
    names = ["all engines" if left_out == NONE_LEFT_OUT else f"without {left_out}" for left_out in data.best]
    values = [
        {"engines": name, "seconds": seconds, "label": format_duration(seconds)}
        for name, seconds in zip(names, data.best.values(), strict=True)
    ]
    encoding = {
        "y": {**_make_name_axis(names), "field": "engines"},
        "x": {
            "field": "seconds",
            "type": "quantitative",
            "title": "mean time per puzzle (PAR-2)",
            "scale": {"domainMin": 0, "domainMax": 1.35 * max(data.best.values()), "nice": False},
            "axis": {"labelExpr": DURATION, "tickCount": 4},
        },
    }
    bars = {"mark": {"type": "bar", "color": NEUTRAL, "height": {"band": 0.7}}, "encoding": encoding}
    title = "The best engine for each puzzle, and the cost of leaving one engine out"
    note = "The mean time with the fastest engine for each puzzle. The longer the bar, the more that engine is missed."
    return make_chart(title, values, note=note, layer=[bars, _make_bar_labels(encoding)], height=2 * ROW * len(values))


def _make_name_axis(names: Iterable[str]) -> Spec:
    axis = {"labelLimit": 0, "labelExpr": LINES}
    return {"type": "nominal", "sort": list(names), "title": None, "axis": axis}


def _make_bar_labels(encoding: Spec) -> Spec:
    mark = {"type": "text", "align": "left", "baseline": "middle", "dx": 4}
    return {"mark": mark, "encoding": {**encoding, "text": {"field": "label"}}}
