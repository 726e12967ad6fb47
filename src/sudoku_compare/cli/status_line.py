"""A line on standard error that says what the program is doing while it has nothing to print yet.

On a terminal, one line is rewritten. Elsewhere, such as in the log of a CI run, a new line follows now and then. Unlike
a progress bar it needs no thread, so it may be shown before worker processes are forked.
"""

import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Self

from ..core.text import make_printable
from .messages import add_writer, complain, print_message, remove_writer

REFRESH = 0.1  # seconds between two updates on a terminal
SILENCE = 30.0  # seconds between two lines elsewhere
DEFAULT_WIDTH = 80  # columns, if the terminal does not say
CLEAR = "\r\x1b[K"


class StatusLine:
    """Shows the latest text, but not more often than is useful. Use it in a `with` block, which removes it."""

    def __init__(self) -> None:
        self._is_rewritten = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = monotonic() + (0.0 if self._is_rewritten else SILENCE)
        self._is_shown = False

    def show(self, text: str) -> None:
        """Show the text, unless another one has been shown a moment ago."""
        if monotonic() < self._next:
            return
        if self._is_rewritten:
            text = make_printable(text)
            self._write(CLEAR + text[: _find_width() - 1])
            self._is_shown = True
            self._next = monotonic() + REFRESH
        else:
            complain(text)
            self._next = monotonic() + SILENCE

    def clear(self) -> None:
        """Remove the line, so that something else can be printed."""
        if self._is_shown:
            self._write(CLEAR)
            self._is_shown = False

    def _print_message(self, text: str) -> None:
        self.clear()
        print_message(text)

    def _write(self, text: str) -> None:
        with suppress(OSError):  # standard error is closed: there is nobody to show it to
            sys.stderr.write(text)
            sys.stderr.flush()

    def __enter__(self) -> Self:
        add_writer(self._print_message)
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()
        remove_writer(self._print_message)


def _find_width() -> int:
    """Return the columns of the terminal on standard error; standard output may be a file."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH
