"""The library that draws charts, vl-convert, which brings Vega and Vega-Lite along."""

from functools import cache
from typing import Any

from ..core.errors import OutputError

# What the scripts of a page need of the bundle.
EXPORTS = "window.vegaEmbed = vegaEmbed;"


def load_vl_convert() -> Any:
    """Import vl-convert; raise OutputError if it is missing or does not work on this system."""
    try:
        import vl_convert  # imported late: few commands draw charts
    except ImportError as error:
        raise OutputError("charts and pictures need the package vl-convert: pip install vl-convert-python") from error
    return vl_convert


def find_newest_version() -> str:
    """Return the newest version of Vega-Lite in vl-convert; pages, pictures and specifications all use it."""
    versions: list[str] = load_vl_convert().get_vegalite_versions()
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def make_schema_url() -> str:
    """Return the `$schema` of a specification; another major version would make the page's script complain."""
    major = find_newest_version().partition(".")[0]
    return f"https://vega.github.io/schema/vega-lite/v{major}.json"


@cache  # bundling takes seconds
def bundle_vega() -> str:
    """Return the script that defines `vegaEmbed`, with everything that it needs."""
    bundle: str = load_vl_convert().javascript_bundle(EXPORTS, vl_version=find_newest_version())
    return bundle
