"""Prints comparisons as they come: boards, lines or JSON, with a progress bar where somebody watches."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

import click

from ..collection import Entry
from ..compare import Comparison
from ..errors import UserError
from ..report.facts import as_json, as_line
from ..report.tally import Tally
from ..source import Source

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

FEW = 20  # puzzles up to which each board is drawn
PIPE_WIDTH = 100  # columns where there is no terminal to ask
REST = 0.1  # seconds between two flushes


class Printer:
    """Standard output for what was found; standard error for what could not be read and for the bar."""

    def __init__(self, source: Source, *, as_json: bool, boards: bool | None) -> None:
        self.source = source
        self.as_json = as_json
        self.boards = boards
        self.tally = Tally()
        self._console: Console | None = None
        self._progress: Any = None
        self._pending: list[str] = []
        self._flushed = 0.0

    def __enter__(self) -> Self:
        return self

    def peeked(self, items: Iterable[Entry | UserError]) -> Iterator[Entry | UserError]:
        """The items as they are, after a look at how many there are."""
        items = iter(items)
        start = list(islice(items, FEW + 1))
        if self.boards is None:
            self.boards = len(start) <= FEW
        if len(start) > FEW and sys.stderr.isatty():
            self._start_progress()
        return chain(start, items)

    def show(self, comparison: Comparison) -> None:
        self.tally.add(comparison)
        if self.as_json:
            self._write(json.dumps(as_json(comparison)))
        elif self.boards:
            from ..report.text import render

            self._write(self._rendered(render(comparison, self.console)))
        else:
            self._write(as_line(comparison))

    def complain(self, error: UserError) -> None:
        self.tally.mistakes += 1
        self._flush()
        click.echo(f"sudoku-compare: {error}", err=True)

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        self._flush()
        if self._progress:
            self._progress.stop()
            self._progress = None
        if not (kind or self.as_json or self.boards) and self.tally.puzzles:
            self._write("\n" + self.tally.as_text())
            self._flush()

    @property
    def console(self) -> "Console":
        """Coloured on a terminal, plain where there is none or NO_COLOR is set."""
        if self._console is None:
            from rich.console import Console

            terminal = sys.stdout.isatty()
            plain = not terminal or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
            width = None if terminal or os.environ.get("COLUMNS") else PIPE_WIDTH
            self._console = Console(color_system=None if plain else "auto", width=width, highlight=False, markup=False)
        return self._console

    def _rendered(self, renderable: "RenderableType") -> str:
        """As text without the blanks that fill up its lines."""
        with self.console.capture() as capture:
            self.console.print(renderable, crop=False)
        return "\n".join(line.rstrip() for line in capture.get().splitlines())

    def _write(self, text: str) -> None:
        """Lines go out together: one by one they would cost as much as an easy search."""
        self._pending.append(text)
        if monotonic() - self._flushed > REST:
            self._flush()

    def _flush(self) -> None:
        text = "".join([line + "\n" for line in self._pending])
        self._pending.clear()
        if self._progress:
            self._progress.update(self._task, completed=self.source.position(), puzzles=self.tally.puzzles)
        if self._progress and sys.stdout.isatty():
            self._progress.console.out(text, end="", highlight=False)  # above the bar
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
        self._flushed = monotonic()

    def _start_progress(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            BarColumn(),
            TextColumn("{task.percentage:.0f}%  {task.fields[puzzles]:,} puzzles"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            redirect_stdout=False,
            redirect_stderr=False,
            transient=True,
        )
        self._task = self._progress.add_task("", total=self.source.size, puzzles=0)
        self._progress.start()
