"""The parts of which all charts are made, as Vega-Lite specifications."""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .engine_style import Style
from .vega import make_schema_url

Spec = dict[str, Any]

WIDTH, HEIGHT = 600, 340  # of a picture; on a page, a chart is as wide as its container
LINE = 84  # characters of a title that fit in a picture
MOST_TICKS = 6
SHORTEST = 1e-6  # seconds: a logarithmic axis has no zero
PICTURE_LEGEND = {"orient": "bottom", "labelLimit": 0, "columns": 3, "symbolSize": 90, "symbolStrokeWidth": 2}
LEGEND = "series"  # the field that has the name of an engine or series
# A tick with its unit; `~g` drops the zeros after the point.
DURATION = (
    "datum.value >= 0.9999 ? format(datum.value, '~g') + ' s' : "
    "datum.value >= 0.0009999 ? format(datum.value * 1e3, '~g') + ' ms' : "
    "datum.value == 0 ? '0' : format(datum.value * 1e6, '~g') + ' us'"
)


@dataclass(frozen=True, slots=True)
class VegaChart:
    """A chart and the texts around it. A picture has them inside; a page shows them as text that wraps."""

    title: str
    spec: Spec
    note: str = ""  # how to read it
    legend: Mapping[str, Style] = field(default_factory=dict)
    mark: str = "both"  # what the legend shows of a style: its line, its point, both or a bar
    details: Mapping[str, Any] = field(default_factory=dict)  # what a point opens on a page, by its field `details`


def make_chart(
    title: str, values: Iterable[Any], *, note: str = "", legend: Mapping[str, Style] | None = None, **rest: Any
) -> VegaChart:
    """Return a chart with this title and data; `rest` has its marks and encoding."""
    heading = {
        "text": textwrap.wrap(title, LINE),
        "subtitle": _wrap_note(note),
        "anchor": "start",
        "subtitlePadding": 6,
    }
    spec = {
        "$schema": make_schema_url(),
        "description": title,
        "title": heading,
        "data": {"values": list(values)},
        "width": WIDTH,
        "height": HEIGHT,
        "config": {"legend": PICTURE_LEGEND},
        **rest,
    }
    return VegaChart(title, spec, note, legend or {})


def add_note(chart: VegaChart, sentence: str) -> VegaChart:
    """Return the chart with another sentence at the end of its note."""
    note = f"{chart.note} {sentence}".strip()
    heading = chart.spec["title"] | {"subtitle": _wrap_note(note)}
    return replace(chart, note=note, spec=chart.spec | {"title": heading})


def _wrap_note(note: str) -> list[str]:
    return textwrap.wrap(note, LINE + 12)


def encode_styles(styles: Mapping[str, Style], *channels: str) -> Spec:
    """Return the encoding of the field `series` by colour and by these channels: `strokeDash` or `shape`."""
    names = list(styles)
    ranges = {
        "color": [style.colour for style in styles.values()],
        "strokeDash": [list(style.dash) for style in styles.values()],
        "shape": [style.shape for style in styles.values()],
    }
    return {
        channel: {
            "field": LEGEND,
            "type": "nominal",
            "sort": names,
            "scale": {"domain": names, "range": ranges[channel]},
            "title": None,
        }
        for channel in ("color", *channels)
    }


def encode_log_seconds(field: str, title: str, values: Iterable[float]) -> Spec:
    """Return the encoding of times on a logarithmic axis that fits the values, with a few ticks that have units."""
    return encode_log(field, title, values, label=DURATION)


def encode_log(field: str, title: str, values: Iterable[float], *, label: str = "format(datum.value, ',')") -> Spec:
    """Return the encoding of positive numbers on a logarithmic axis that fits the values; `label` writes a tick."""
    domain, ticks = choose_log_ticks(values)
    axis = {"title": title, "values": ticks, "labelExpr": label, "labelSeparation": 8, "labelOverlap": "greedy"}
    scale = {"type": "log", "domain": domain, "nice": False}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": axis}


def make_tooltip(titles: Mapping[str, str]) -> list[Spec]:
    """Return the encoding of a tooltip that shows these fields under these titles."""
    return [{"field": field, "title": title} for field, title in titles.items() if title]


def round_seconds(seconds: float) -> float:
    """Return a time for a logarithmic axis, with as many digits as can be seen."""
    return float(f"{max(SHORTEST, seconds):.4g}")


def choose_log_ticks(values: Iterable[float]) -> tuple[list[float], list[float]]:
    """Return the ends of a logarithmic axis and its ticks: at most `MOST_TICKS` and at least two."""
    positive = [value for value in values if value > 0] or [1.0]
    low, high = min(positive), max(positive)
    exponents = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    fine = _list_ticks(exponents, (1, 2, 5))
    start = max((tick for tick in fine if tick <= low * 1.0001), default=fine[0])
    end = min((tick for tick in fine if tick >= high / 1.0001), default=fine[-1])
    if start == end:  # a single value
        start, end = fine[fine.index(start) - 1], fine[fine.index(end) + 1]
    within = [
        [tick for tick in ticks if start <= tick <= end]
        for ticks in (fine, _list_ticks(exponents, (1, 3)), _list_ticks(exponents, (1,)))
    ]
    sparse = [within[-1][:: math.ceil(len(within[-1]) / MOST_TICKS) or 1]]
    return [start, end], next(ticks for ticks in [*within, *sparse] if len(ticks) <= MOST_TICKS)


def _list_ticks(exponents: Sequence[int], digits: Sequence[int]) -> list[float]:
    return [float(f"{digit}e{exponent}") for exponent in exponents for digit in digits]
