"""The files of the page: its own, and those that it shares with pages that work without a server."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..display.scripts import FOLDER as SCRIPTS

STYLE = SCRIPTS.with_name("templates") / "style.css"
HERE = Path(__file__).with_name("page")
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
START = "index.html"


class PageFile(NamedTuple):
    """The content of a file and its media type."""

    content: bytes
    kind: str


def find_page_file(path: str) -> PageFile | None:
    """Return the file under this path of the page; None if there is none."""
    return load_page_files().get(path or START)


@cache
def load_page_files() -> Mapping[str, PageFile]:
    """Return all files of the page by their paths; they are read once."""
    return dict(_read_files())


def _read_files() -> Iterator[tuple[str, PageFile]]:
    for path in (*sorted(HERE.iterdir()), *sorted(SCRIPTS.glob("*.js")), STYLE):
        if path.suffix in KINDS:
            yield path.name, PageFile(path.read_bytes(), KINDS[path.suffix])
