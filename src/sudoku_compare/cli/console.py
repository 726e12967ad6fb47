"""Standard output for people: coloured on a terminal, plain where there is none or NO_COLOR is set; and the bar."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

PIPE_WIDTH = 100  # columns where there is no terminal to ask, or it does not know
NARROWEST = 40  # columns below which nothing can be laid out


def open_console() -> "Console":
    from rich.console import Console

    terminal = sys.stdout.isatty()
    plain = not terminal or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    told = os.environ.get("COLUMNS", "")
    width = int(told) if told.isdecimal() else 0
    width = width or (os.get_terminal_size(sys.stdout.fileno()).columns if terminal else 0) or PIPE_WIDTH

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the exit code is the command line's to choose

    return Output(
        color_system=None if plain else "auto",
        width=max(NARROWEST, width),
        highlight=False,
        markup=False,
        _environ={name: value for name, value in os.environ.items() if name != "COLUMNS"},
    )


def open_bar(said: str) -> "Progress":
    """On standard error, with this beside it; it goes when it is done. What is printed above it, its console prints."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        BarColumn(),
        TextColumn(said),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        redirect_stdout=False,
        redirect_stderr=False,
        transient=True,
    )
