"""Vega-Lite charts: the script that draws them on a page, and the charts as image files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import OutputError, output_to
from .page import check_folder_of

# Draws every chart of the page in the colours of the reader's system; `vegaEmbed` is part of the bundle.
DRAW_CHARTS = """
const charts = JSON.parse(document.getElementById("charts").textContent);
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
const config = {background: null, axis: {gridColor: isDark ? "#32383f" : "#e3e6ea"}};
const options = {renderer: "svg", actions: false, theme: isDark ? "dark" : undefined, config};
for (const [name, spec] of Object.entries(charts)) {
  const figure = document.createElement("figure");
  document.getElementById("figures").append(figure);
  vegaEmbed(figure, spec, options);
}
"""


def chart_script() -> str:
    """Return the script that draws the charts of a page, with everything that it needs."""
    script: str = _load_vl_convert().javascript_bundle(DRAW_CHARTS)
    return script


def write_plots(folder: Path, charts: Mapping[str, Any]) -> None:
    """Write each chart as SVG and PNG; the folder is created, but its parent must exist."""
    vl_convert = _load_vl_convert()
    check_folder_of(folder)
    with output_to("", folder):
        folder.mkdir(exist_ok=True)
        for name, spec in charts.items():
            file = folder / name.replace(" ", "-")
            file.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(spec), encoding="utf-8")
            file.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(spec, scale=2))


def check_outputs(*paths: Path | None) -> None:
    """Raise OutputError if charts cannot be drawn or written to these paths; call it before a long computation."""
    wanted = [path for path in paths if path is not None]
    if wanted:
        _load_vl_convert()
    for path in wanted:
        check_folder_of(path)


def _load_vl_convert() -> Any:
    try:
        import vl_convert  # imported late: few commands draw charts
    except ImportError as error:  # also if it is installed for another system
        raise OutputError("charts need the package vl-convert: pip install vl-convert-python") from error
    return vl_convert
