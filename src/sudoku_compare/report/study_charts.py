"""The charts of a study, as Vega-Lite."""

from ..study.outcome import Chart, Kind, Outcome
from .charts import Spec, chart_of

FORMATS = {Kind.SHARE: "%", Kind.MEAN: ".1f"}


def study_charts(outcome: Outcome) -> dict[str, Spec]:
    return {chart.name: _bars(chart) for chart in outcome.charts if chart.values}


def _bars(chart: Chart) -> Spec:
    axis = {"format": FORMATS[chart.kind]} if chart.kind in FORMATS else {}
    is_number = all(isinstance(value[chart.x], int) for value in chart.values)
    names = list(dict.fromkeys(value[chart.x] for value in chart.values))
    across = sorted(names, key=str) if not is_number else None
    encoding: Spec = {
        "x": {
            "field": chart.x,
            "type": "ordinal",
            "sort": names if across is not None else "ascending",
            "title": chart.x,
            "axis": {"labelAngle": 0},
        },
        "y": {"field": chart.y, "type": "quantitative", "title": chart.y, "axis": axis},
        "tooltip": [{"field": name} for name in chart.values[0]],
    }
    if chart.is_log:
        encoding["y"] |= {"scale": {"type": "log", "domainMin": 1}}
    if chart.series:
        order = list(dict.fromkeys(value[chart.series] for value in chart.values))
        encoding["xOffset"] = {"field": chart.series, "sort": order}
        encoding["color"] = {"field": chart.series, "type": "nominal", "sort": order, "scale": {"domain": order}}
    mark = {"type": "bar"}
    return chart_of(chart.title, chart.values, mark=mark, encoding=encoding)
