"""The charts of a study, as Vega-Lite specifications."""

from ..benchmark.charts import Spec, make_chart
from .outcome import Chart, Kind, Outcome

FORMATS = {Kind.SHARE: "%", Kind.MEAN: ".1f", Kind.LARGE: ".2e"}
LONG = 8  # letters; longer labels are rotated


def make_study_charts(outcome: Outcome) -> dict[str, Spec]:
    """Return the charts of an outcome by name."""
    return {
        chart.name: _make_band(chart) if chart.mark == "band" else _make_series(chart)
        for chart in outcome.charts
        if chart.values
    }


def _make_series(chart: Chart) -> Spec:
    """Make grouped bars or lines, in the order of the values."""
    names = list(dict.fromkeys(value[chart.x] for value in chart.values))
    angle = -40 if max(len(str(name)) for name in names) > LONG else 0
    encoding: Spec = {
        "x": {"field": chart.x, "type": "ordinal", "sort": names, "title": chart.x, "axis": {"labelAngle": angle}},
        "y": _make_y_axis(chart, chart.y),
        "tooltip": [{"field": name} for name in chart.values[0]],
    }
    if chart.is_log:
        encoding["y"]["scale"] = {"type": "log", "domainMin": 1}
        encoding["y2"] = {"datum": 1}  # a logarithmic axis has no zero at which bars can start
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


def _make_band(chart: Chart) -> Spec:
    """Make a line within its interval, and the exact value that it should approach."""
    x = {"field": chart.x, "type": "quantitative"}
    band = {
        "mark": {"type": "area", "opacity": 0.25},
        "encoding": {"x": x, "y": _make_y_axis(chart, "low"), "y2": {"field": "high"}},
    }
    line = {"mark": {"type": "line"}, "encoding": {"x": x, "y": _make_y_axis(chart, chart.y)}}
    layers = [band, line]
    if chart.truth is not None:
        rule = {"mark": {"type": "rule", "strokeDash": [4, 4]}, "encoding": {"y": {"datum": float(chart.truth)}}}
        layers.append(rule)
    return make_chart(chart.title, chart.values, layer=layers)


def _make_y_axis(chart: Chart, field: str) -> Spec:
    axis = {"format": FORMATS[chart.kind]} if chart.kind in FORMATS else {}
    scale = {"zero": False} if chart.mark == "band" else {}
    return {"field": field, "type": "quantitative", "title": chart.y, "axis": axis, "scale": scale}
