"""Write charts: as image files, and as parts of a page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import output_to
from .chart_spec import VegaChart
from .page import check_folder_of
from .vega import bundle_vega, find_newest_version, load_vl_convert


def make_chart_values(charts: Mapping[str, VegaChart]) -> dict[str, Any]:
    """Return what the template charted.html needs to draw these charts."""
    return {
        "charts": charts,
        "chart_specs": {name: chart.spec for name, chart in charts.items()},
        "vega": bundle_vega() if charts else "",
    }


def draw_svg(chart: VegaChart) -> str:
    """Return a chart as SVG."""
    svg: str = load_vl_convert().vegalite_to_svg(chart.spec, vl_version=find_newest_version())
    return svg


def write_plots(folder: Path, charts: Mapping[str, VegaChart]) -> None:
    """Write each chart as SVG and PNG; the folder is created, but its parent must exist."""
    vl_convert = load_vl_convert()
    check_folder_of(folder)
    with output_to("", folder):
        folder.mkdir(exist_ok=True)
        for name, chart in charts.items():
            svg = draw_svg(chart)
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
            (folder / f"{name}.png").write_bytes(vl_convert.svg_to_png(svg, scale=2))


def check_outputs(*paths: Path | None) -> None:
    """Raise OutputError if charts cannot be drawn or written to these paths; call it before a long computation."""
    wanted = [path for path in paths if path is not None]
    if wanted:
        load_vl_convert()
    for path in wanted:
        check_folder_of(path)
