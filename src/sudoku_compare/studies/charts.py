"""The charts of a study, as Vega-Lite specifications.

Categories are listed from top to bottom, where their names have room on a page of any width.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..display.chart_spec import (
    LEGEND,
    Spec,
    VegaChart,
    encode_log,
    encode_log_seconds,
    encode_styles,
    make_chart,
    make_tooltip,
)
from ..display.engine_style import NEUTRAL, Style, style_series
from .outcome import Chart, Column, Kind, Mark, Outcome
from .text import format_value

TICKS = {
    Kind.SHARE: "format(datum.value, '.0%')",
    Kind.MEAN: "format(datum.value, ',.1f')",
    Kind.BYTES: "format(datum.value / 1e6, ',') + ' MB'",
    Kind.LARGE: "replace(format(datum.value, '.2~e'), 'e+', 'e')",
}
COUNT_TICKS = "format(datum.value, ',')"
ROW = 16  # pixels for a bar or a dot with its label
LEVEL = 24  # pixels for a category of a line chart
ROOM = 1.22  # times the longest bar: the width of the axis, so that its label fits
LABEL = 30  # times a value on a logarithmic axis: where its label may end
ESTIMATE, INTERVAL, TRUTH = "estimate", "99% interval", "exact number"


def make_study_charts(outcome: Outcome) -> dict[str, VegaChart]:
    """Return the charts of an outcome by name."""
    makers = {Mark.BAR: _make_bars, Mark.DOT: _make_dots, Mark.LINE: _make_lines, Mark.BAND: _make_band}
    return {chart.name: makers[chart.mark](chart) for chart in outcome.charts if chart.values}


def _make_bars(chart: Chart) -> VegaChart:
    """Make bars from zero, each with its value."""
    values, styles = _prepare(chart)
    longest = max(value["value"] for value in values) or 1
    x: Spec = {
        "field": "value",
        "type": "quantitative",
        "title": chart.y,
        "scale": {"domain": [0, ROOM * longest], "nice": False},
        "axis": {"labelExpr": TICKS.get(chart.kind, COUNT_TICKS), "tickCount": 5},
    }
    if chart.kind is Kind.SHARE:
        x["axis"]["values"] = [0, 0.2, 0.4, 0.6, 0.8, 1]  # no share is above 100%, though the axis is longer
    encoding = {"x": x, **_encode_rows(values, styles)}
    bars = {"mark": "bar", "encoding": {**encoding, **encode_styles(styles)}}
    return _finish(chart, values, styles, "bar", layer=[bars, _make_labels(encoding)])


def _make_dots(chart: Chart) -> VegaChart:
    """Make a dot for each value on a logarithmic axis, where bars would have no zero to start from."""
    values, styles = _prepare(chart)
    for value in values:
        value["value"] = max(1, value["value"])
    x = encode_log("value", chart.y, (edge for value in values for edge in (value["value"], LABEL * value["value"])))
    encoding = {"x": x, **_encode_rows(values, styles)}
    dots = {
        "mark": {"type": "point", "filled": True, "opacity": 1, "size": 55},
        "encoding": {**encoding, **encode_styles(styles, "shape")},
    }
    return _finish(chart, values, styles, "point", layer=[dots, _make_labels(encoding, distance=8)])


def _make_lines(chart: Chart) -> VegaChart:
    """Make lines over numbers from left to right, or over categories from top to bottom."""
    values, styles = _prepare(chart)
    size = _encode_size(chart, values)
    names = list(dict.fromkeys(value["category"] for value in values))
    rest: Spec = {}
    place: Spec
    if all(isinstance(name, int) for name in names):
        scale = {"domain": [min(names), max(names)], "nice": False}
        axis = {"tickMinStep": 1, "tickCount": 8, "format": ",d"}
        place = {"field": "category", "type": "quantitative", "title": chart.x, "scale": scale, "axis": axis}
        encoding: Spec = {"x": place, "y": size}
    else:
        place = {"field": "category", "type": "ordinal", "sort": names, "title": None, "axis": {"labelLimit": 0}}
        encoding = {"y": place, "x": size, "order": {"field": "place", "type": "quantitative"}}
        rest["height"] = LEVEL * len(names)
    encoding["tooltip"] = make_tooltip({"category": chart.x, LEGEND: chart.series or "", "label": chart.y})
    line = {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {**encoding, **encode_styles(styles, "strokeDash")}}
    without_order = {channel: value for channel, value in encoding.items() if channel != "order"}
    points = {
        "mark": {"type": "point", "filled": True, "opacity": 1, "size": 40},
        "encoding": {**without_order, **encode_styles(styles, "shape")},
    }
    layers = [line, points]
    if any(value["low"] is not None for value in values):
        layers.append(_make_intervals(encoding, styles))
    return _finish(chart, values, styles, "both", layer=layers, **rest)


def _encode_size(chart: Chart, values: list[dict[str, Any]]) -> Spec:
    """Return the encoding of the values of lines: on a logarithmic axis if they are times."""
    if chart.kind is Kind.SECONDS:
        edges = [value[name] for value in values for name in ("value", "low", "high") if value[name] is not None]
        return encode_log_seconds("value", chart.y, edges)
    axis = {"labelExpr": TICKS.get(chart.kind, COUNT_TICKS), "tickCount": 5}
    return {"field": "value", "type": "quantitative", "title": chart.y, "axis": axis}


def _make_intervals(encoding: Spec, styles: Mapping[str, Style]) -> Spec:
    """Return a layer with a stroke from the lower to the upper end of each interval."""
    ends = {"y": {**encoding["y"], "field": "low"}, "y2": {"field": "high"}}
    mark = {"type": "rule", "strokeWidth": 1.5, "opacity": 0.6}
    return {"mark": mark, "encoding": {**encoding, **ends, **encode_styles(styles)}}


def _make_band(chart: Chart) -> VegaChart:
    """Make a line within its interval, and the exact value that it should approach."""
    names = [ESTIMATE, INTERVAL] + [TRUTH] * (chart.truth is not None)
    styles = style_series(names)
    styles[TRUTH] = replace(styles[ESTIMATE], colour=NEUTRAL, dash=(4, 4))
    x = {"field": chart.x, "type": "quantitative", "title": chart.x, "axis": {"tickCount": 6, "format": ",d"}}
    y: Spec = {"type": "quantitative", "title": chart.y, "scale": {"zero": False}}
    y["axis"] = {"labelExpr": TICKS[chart.kind], "tickCount": 6}
    colour = styles[INTERVAL].colour
    band = {
        "mark": {"type": "area", "fillOpacity": 0.25, "color": colour, "stroke": colour, "strokeWidth": 1},
        "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
    }
    estimate = {"type": "line", "strokeWidth": 2, "color": styles[ESTIMATE].colour, "strokeDash": [1, 0]}
    if len(chart.values) == 1:  # a line of one point would be invisible
        estimate = {"type": "point", "filled": True, "size": 60, "color": styles[ESTIMATE].colour}
    line = {
        "mark": estimate,
        "encoding": {"x": x, "y": {**y, "field": chart.y}},
    }
    layers: list[Spec] = [band, line]
    if chart.truth is not None:
        rule = {"type": "rule", "strokeDash": [4, 4], "color": NEUTRAL, "strokeWidth": 2}
        layers.append({"mark": rule, "encoding": {"y": {"datum": float(chart.truth)}}})
    legend = {name: replace(styles[name], dash=(1, 0)) if name != TRUTH else styles[name] for name in names}
    made = make_chart(chart.title, chart.values, note=_describe_band(chart), legend=legend, layer=layers)
    return replace(made, mark="line")


def _describe_band(chart: Chart) -> str:
    last = chart.values[-1]
    texts = {name: format_value(last[name], Column(name, chart.kind)) for name in (chart.y, "low", "high")}
    truth = f"; exact number: {format_value(chart.truth, Column('', chart.kind))}" if chart.truth is not None else ""
    interval = f"99% interval (the band): {texts['low']} to {texts['high']}"
    return f"After {last[chart.x]:,} {chart.x}: estimate {texts[chart.y]}, {interval}{truth}."


def _prepare(chart: Chart) -> tuple[list[dict[str, Any]], dict[str, Style]]:
    """Return the values of a chart with fixed names of fields, and the style of each series."""
    column = Column(chart.y, chart.kind)
    values = [
        {
            LEGEND: str(value[chart.series]) if chart.series else chart.y,
            "category": value[chart.x],
            "value": value[chart.y] or 0,
            "label": value.get("label") or format_value(value[chart.y], column),
            "place": place,
            "low": value.get("low"),
            "high": value.get("high"),
        }
        for place, value in enumerate(chart.values)
    ]
    return values, style_series(list(dict.fromkeys(str(value[LEGEND]) for value in values)))


def _encode_rows(values: list[dict[str, Any]], styles: Mapping[str, Style]) -> Spec:
    names = list(dict.fromkeys(value["category"] for value in values))
    return {
        "y": {"field": "category", "type": "ordinal", "sort": names, "title": None, "axis": {"labelLimit": 130}},
        "yOffset": {"field": LEGEND, "sort": list(styles)},
    }


def _make_labels(encoding: Spec, distance: int = 4) -> Spec:
    mark = {"type": "text", "align": "left", "baseline": "middle", "dx": distance, "fontSize": 11}
    return {"mark": mark, "encoding": {**encoding, "text": {"field": "label"}}}


def _finish(chart: Chart, values: list[Spec], styles: Mapping[str, Style], mark: str, **rest: Any) -> VegaChart:
    """Return the chart with its legend; a chart of rows is as high as it has rows."""
    if mark in ("bar", "point"):
        categories = len({value["category"] for value in values})
        rest["height"] = ROW * categories * (len(styles) + 0.8)
    legend = styles if chart.series else {}
    return replace(make_chart(chart.title, values, note=chart.note, legend=legend, **rest), mark=mark)
