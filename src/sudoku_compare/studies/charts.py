"""The charts of a study, as Vega-Lite."""

from ..benchmark.charts import Spec, make_chart
from .outcome import Chart, Kind, Outcome

FORMATS = {Kind.SHARE: "%", Kind.MEAN: ".1f", Kind.LARGE: ".2e"}
LONG = 8  # letters of a label from which labels are turned


def study_charts(outcome: Outcome) -> dict[str, Spec]:
    return {
        chart.name: _band(chart) if chart.mark == "band" else _series(chart) for chart in outcome.charts if chart.values
    }


def _series(chart: Chart) -> Spec:
    """Bars side by side, or lines, in the order in which the values come."""
    names = list(dict.fromkeys(value[chart.x] for value in chart.values))
    angle = -40 if max(len(str(name)) for name in names) > LONG else 0
    encoding: Spec = {
        "x": {"field": chart.x, "type": "ordinal", "sort": names, "title": chart.x, "axis": {"labelAngle": angle}},
        "y": _vertical(chart, chart.y),
        "tooltip": [{"field": name} for name in chart.values[0]],
    }
    if chart.is_log:
        encoding["y"]["scale"] = {"type": "log", "domainMin": 1}
        encoding["y2"] = {"datum": 1}  # logarithms have no zero for bars to stand on
    if chart.series:
        order = list(dict.fromkeys(value[chart.series] for value in chart.values))
        encoding["color"] = {
            "field": chart.series,
            "type": "nominal",
            "sort": order,
            "scale": {"domain": order},
            "legend": {"labelLimit": 400},
        }
        if chart.mark == "bar":
            encoding["xOffset"] = {"field": chart.series, "sort": order}
    mark = {"type": chart.mark, "point": True} if chart.mark == "line" else {"type": chart.mark}
    return make_chart(chart.title, chart.values, mark=mark, encoding=encoding)


def _band(chart: Chart) -> Spec:
    """A line within its interval, and a level that it should come to."""
    x = {"field": chart.x, "type": "quantitative"}
    band = {
        "mark": {"type": "area", "opacity": 0.25},
        "encoding": {"x": x, "y": _vertical(chart, "low"), "y2": {"field": "high"}},
    }
    line = {"mark": {"type": "line"}, "encoding": {"x": x, "y": _vertical(chart, chart.y)}}
    layers = [band, line]
    if chart.truth is not None:
        rule = {"mark": {"type": "rule", "strokeDash": [4, 4]}, "encoding": {"y": {"datum": float(chart.truth)}}}
        layers.append(rule)
    return make_chart(chart.title, chart.values, layer=layers)


def _vertical(chart: Chart, field: str) -> Spec:
    axis = {"format": FORMATS[chart.kind]} if chart.kind in FORMATS else {}
    scale = {"zero": False} if chart.mark == "band" else {}
    return {"field": field, "type": "quantitative", "title": chart.y, "axis": axis, "scale": scale}
