"""A trace as indented text, wrapped to the width of the terminal."""

import re
from collections.abc import Callable
from textwrap import TextWrapper

from rich.color import ColorSystem
from rich.style import Style

from .trace_words import LEGEND, Line

INDENT = 2  # columns per assumption in force
HANGING = 4  # further columns for continuation lines
DEEPEST_SHARE = 3  # at most one column in this many is indentation, however deep the scope
NO_BREAK = "\xa0"  # a space at which no line is broken
UNBROKEN = re.compile(r"(?:(?<=row)|(?<=column)|(?<=box)|(?<=solution)) (?=\d)| (?==)|(?<==) |(?<=\]) (?=HP)|(?<=->) ")
STYLES = {
    "assume": Style(bold=True),
    "invalid": Style(color="red"),
    "refuted": Style(color="red"),
    "solution": Style(color="green", bold=True),
    "valid": Style(color="green"),
    "given": Style(dim=True),
    "assumed": Style(dim=True),
    "abandoned": Style(color="yellow"),
    "cut": Style(color="yellow"),
    "end": Style(bold=True),
}


class TextTrace:
    """Lays out the lines of one trace, and passes them on to `put` one by one."""

    def __init__(self, put: Callable[[str], None], width: int, *, coloured: bool) -> None:
        self._put = put
        self._width = width
        self._coloured = coloured
        self._lay_out("", f"trace of reductio ({LEGEND})", Style(bold=True))

    def __call__(self, line: Line) -> None:
        indent = min(line.depth * INDENT, self._width // DEEPEST_SHARE)
        self._lay_out(" " * indent, line.text, STYLES.get(line.kind))

    def close(self, text: str) -> None:
        """Add the result of the replay."""
        self._lay_out("", text, None)

    def _lay_out(self, indent: str, text: str, style: Style | None) -> None:
        wrapper = TextWrapper(
            self._width,
            initial_indent=indent,
            subsequent_indent=indent + " " * HANGING,
            break_on_hyphens=False,
            break_long_words=False,  # a solution stays whole, so that it can be copied
        )
        for wrapped in wrapper.wrap(UNBROKEN.sub(NO_BREAK, text)):
            line = wrapped.replace(NO_BREAK, " ")
            coloured = style.render(line, color_system=ColorSystem.STANDARD) if style and self._coloured else line
            self._put(coloured)
