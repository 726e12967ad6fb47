"""Standard output for people (in colour on a terminal unless NO_COLOR is set), and progress bars."""

import os
import sys
from typing import TYPE_CHECKING

from .messages import add_writer, remove_writer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

PIPE_WIDTH = 100  # columns if the output is not a terminal, or the terminal's width is unknown
NARROWEST = 40  # columns; tables need at least this many


def open_console() -> "Console":
    """Return a console on standard output; it raises BrokenPipeError if the reader has closed the pipe."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # `main` chooses the exit code

    return Output(
        color_system=None if _is_plain() else "auto",
        width=max(NARROWEST, _find_width()),
        highlight=False,
        markup=False,
        emoji=False,
        _environ={name: value for name, value in os.environ.items() if name != "COLUMNS"},
    )


def _is_plain() -> bool:
    return not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _find_width() -> int:
    """Return the number of columns: from COLUMNS, else from the terminal, else the width for pipes."""
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() else 0
    return width or (os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0) or PIPE_WIDTH


def open_bar(text: str) -> "Progress":
    """Return a progress bar on standard error with this text beside it, which disappears at the end.

    While it is shown, messages appear above it. Print everything else through its console.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    class Bar(Progress):
        def start(self) -> None:
            add_writer(self._print_message)
            super().start()

        def stop(self) -> None:
            super().stop()
            remove_writer(self._print_message)

        def _print_message(self, text: str) -> None:
            self.console.out(text, highlight=False)

    return Bar(
        BarColumn(),
        TextColumn(text),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        redirect_stdout=False,
        redirect_stderr=False,
        transient=True,
    )
