"""HTML from the Jinja2 templates of this package: all pages share base.html and one stylesheet.

Everything that is inserted is escaped, so a puzzle named `<script>` is shown as its name; only the
scripts of this package and Vega are inserted as they are.
"""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.versions import find_version
from .dates import format_moment
from .scripts import join_modules

if TYPE_CHECKING:
    from jinja2 import Environment

BODY = "\0body\0"  # marks the place at which a page is split; no text of a page contains it


class Frame(NamedTuple):
    """The parts of a page before and after a body that is written piece by piece."""

    head: str
    tail: str


@cache
def _load_environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # imported late: most commands write no page

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["version"] = find_version("sudoku-compare") or "(version not known)"
    environment.globals["join_modules"] = join_modules
    return environment


def render_page(template: str, **values: Any) -> str:
    """Return the page of a template with these values; its header says when it was written."""
    written = format_moment(datetime.now(UTC))
    return _load_environment().get_template(template).render(values, written=written)


def render_frame(template: str, **values: Any) -> Frame:
    """Return a page in two parts, around the place where its template inserts `body`."""
    head, _, tail = render_page(template, body=BODY, **values).partition(BODY)
    return Frame(head, tail)


def load_macros(template: str) -> Any:
    """Return a template's macros as the methods of one object."""
    return _load_environment().get_template(template).module
