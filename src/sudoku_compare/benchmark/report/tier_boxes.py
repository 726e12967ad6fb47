"""The chart of the times by tier: for each engine the range, the middle half and the median of its settled searches."""

from collections.abc import Sequence
from statistics import median
from typing import Any

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
from ...display.engine_style import style_engines
from ...display.numbers import format_duration
from ..statistics.inference import fewest_for_percentile, find_percentile
from .chart_data import ChartData

SMALLEST_BOX = fewest_for_percentile(75)  # settled puzzles from which the middle half is drawn as a box
ROW = 15  # pixels for an engine
NOTE = (
    "Settled searches only. Point: median; line: from the shortest to the longest; "
    f"box: the middle half, from {SMALLEST_BOX} settled puzzles on."
)


def make_tier_boxes(data: ChartData) -> VegaChart:
    """Return the chart, with the tiers from top to bottom and the engines within each."""
    styles = style_engines(data.engines)
    boxes = [
        _describe_box(tier, engine, by_engine[engine])
        for tier, by_engine in data.settled.items()
        for engine in data.engines
        if by_engine.get(engine)
    ]
    ends = [box[end] for box in boxes for end in ("least", "most")]
    x = encode_log_seconds("least", "time per settled puzzle", ends)
    rows = _encode_rows(data)
    colour = encode_styles(styles)
    layers: list[Spec] = [
        {"mark": {"type": "rule", "strokeWidth": 1.5}, "encoding": {"x": x, "x2": {"field": "most"}, **rows, **colour}},
        {
            "transform": [{"filter": f"datum.puzzles >= {SMALLEST_BOX}"}],
            "mark": {"type": "bar", "height": 8},
            "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, **rows, **colour},
        },
        {
            "mark": {"type": "point", "fill": "white", "opacity": 1, "size": 55, "strokeWidth": 1.5},
            "encoding": {"x": {**x, "field": "median"}, **rows, **encode_styles(styles, "shape")},
        },
    ]
    height = ROW * len(data.settled) * (len(data.engines) + 1)
    return make_chart("Time by tier", boxes, note=NOTE, legend=styles, layer=layers, height=height)


def _encode_rows(data: ChartData) -> Spec:
    titles = {"tier": "tier", LEGEND: "engine", "puzzles": "settled", "time": "median", "range": "from, to"}
    axis = {"labelLimit": 110}
    return {
        "y": {"field": "tier", "type": "nominal", "sort": list(data.settled), "title": None, "axis": axis},
        "yOffset": {"field": LEGEND, "sort": list(data.engines), "scale": {"paddingOuter": 0.2}},
        "tooltip": make_tooltip(titles),
    }


def _describe_box(tier: str, engine: str, times: Sequence[float]) -> dict[str, Any]:
    least, middle, most = min(times), median(times), max(times)
    low, high = find_percentile(times, 25), find_percentile(times, 75)
    numbers = {"least": least, "low": low or least, "median": middle, "high": high or most, "most": most}
    return {
        "tier": tier,
        LEGEND: engine,
        "puzzles": len(times),
        "time": format_duration(middle),
        "range": f"{format_duration(least)}, {format_duration(most)}",
        **{name: round_seconds(value) for name, value in numbers.items()},
    }
