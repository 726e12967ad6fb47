"""Prints a scan as it comes: findings on standard output, verdicts to a file, a bar where somebody watches."""

import os
import sys
from typing import Any, BinaryIO, Self

import click

from ..engines.background import interrupt_after
from ..errors import OutputError
from ..report.scan_tally import ScanTally
from ..scan import Objection, Outcome
from ..source import Source
from .messages import complain


class ScanPrinter:
    def __init__(self, source: Source, tally: ScanTally, out: BinaryIO | None, *, as_json: bool) -> None:
        self._source = source
        self._tally = tally
        self._out = out
        self._as_json = as_json
        self._progress: Any = None

    def __enter__(self) -> Self:
        return self

    def show(self, outcome: Outcome | None) -> None:
        """Take an outcome, or look at what the cross-check has found meanwhile."""
        if not self._progress and sys.stderr.isatty():
            self._start_progress()
        if outcome:
            self._tally.add(outcome)
            for error in outcome.batch.mistakes:
                self._tally.mistakes += 1
                self._complain(error)
            self.write(outcome.text)
            self._object(outcome.objections)
        if check := self._tally.cross_check:
            self._object(check.objections)
            check.objections.clear()
        if self._progress:
            self._progress.update(self._task, completed=self._source.position(), puzzles=self._tally.puzzles)

    def _object(self, objections: list[Objection]) -> None:
        self._tally.object(objections)
        if not self._as_json:
            for objection in objections:
                self._say(f"{objection.id}  objection: {objection.text}")

    def _say(self, line: str) -> None:
        if self._progress and sys.stdout.isatty():
            self._progress.console.out(line, highlight=False)  # above the bar
        else:
            click.echo(line, err=self._is_stdout_taken)

    @property
    def _is_stdout_taken(self) -> bool:
        return self._out is not None and self._out.fileno() == 1

    def write(self, text: bytes | memoryview) -> None:
        """Whole lines, whoever presses Ctrl-C meanwhile."""
        if self._out is None or not len(text):
            return
        rest = memoryview(text)
        with interrupt_after():
            while rest:
                rest = rest[self._put(rest) :]

    def _put(self, text: memoryview) -> int:
        assert self._out is not None
        try:
            return os.write(self._out.fileno(), text)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"--out {self._out.name}: {error.strerror}; another path would do") from error

    def _complain(self, error: object) -> None:
        if self._progress:
            self._progress.console.out(f"sudoku-compare: {error}", highlight=False)
        else:
            complain(error)

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        if self._progress:
            self._progress.stop()
            self._progress = None
        if kind is None and self._as_json:
            import json

            click.echo(json.dumps(self._tally.as_json()), err=self._is_stdout_taken)
        elif kind is None and self._tally.puzzles:
            click.echo(self._tally.as_text(), err=self._is_stdout_taken)

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
        self._task = self._progress.add_task("", total=self._source.size, puzzles=0)
        self._progress.start()
