"""Prints a scan as it comes: findings on standard output, verdicts to a file, a bar where somebody watches."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Self

import click

from ..core.errors import output_to
from ..core.interrupts import hold_signals
from ..formats.source import Source
from ..scanning.duplicates import Isomorphs
from ..scanning.scan import Objection, Outcome
from ..scanning.tally import DuplicateTally, ScanTally
from .bar import FileBar

if TYPE_CHECKING:
    from ..scanning.line_formats import LineFormat


class ScanPrinter:
    def __init__(self, source: Source, tally: ScanTally, out: BinaryIO | None, *, as_json: bool) -> None:
        self._tally = tally
        self._out = out
        self._as_json = as_json
        self._bar = FileBar(source)

    def __enter__(self) -> Self:
        return self

    def shown(self, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
        """Print what is in each outcome, and pass it on."""
        for outcome in outcomes:
            if not self._bar.is_there and sys.stderr.isatty():
                self._bar.start()
            self._tally.add(outcome)
            for error in outcome.batch.errors:
                self._tally.mistakes += 1
                self._bar.complain(error)
            self.write(outcome.text)
            self.tell_objections(outcome.objections)
            self._bar.update(self._tally.puzzles)
            yield outcome

    def told_duplicates(self, outcomes: Iterator[Outcome], write: "LineFormat | None") -> Iterator[Outcome]:
        """The outcomes with what has come before marked in them, and told; then as text, if they are to be written."""
        isomorphs, counts = Isomorphs(), DuplicateTally()
        self._tally.duplicates = counts
        for outcome in outcomes:
            lines = []
            for duplicate in isomorphs.meet(outcome):
                counts.add(duplicate)
                what = "the same as" if duplicate.is_same else "an isomorph of"
                lines.append(f"{duplicate.id}  {what} {duplicate.isomorph_of}")
            self._say(lines)
            if write:
                write.add_text(outcome)
            yield outcome

    def tell_objections(self, objections: list[Objection]) -> None:
        self._tally.add_objections(objections)
        self._say([f"{objection.id}  objection: {objection.text}" for objection in objections])

    def _say(self, lines: list[str]) -> None:
        """Findings, for people; whoever asked for JSON gets them with the summary."""
        if not lines or self._as_json:
            return
        if self._bar.is_there and sys.stdout.isatty():
            self._bar.print_above("\n".join(lines))
        else:
            click.echo("\n".join(lines), err=self._is_stdout_taken)

    @property
    def _is_stdout_taken(self) -> bool:
        return self._out is not None and self._out.fileno() == 1

    def write(self, text: bytes | memoryview) -> None:
        """Whole lines, whoever presses Ctrl-C meanwhile."""
        if self._out is None or not len(text):
            return
        rest = memoryview(text)
        with hold_signals():
            while rest:
                rest = rest[self._put(rest) :]

    def _put(self, text: memoryview) -> int:
        assert self._out is not None
        with output_to("--out", "-" if self._is_stdout_taken else self._out.name):
            return os.write(self._out.fileno(), text)

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        self._bar.stop()
        if kind is None and self._as_json:
            import json

            click.echo(json.dumps(self._tally.as_json()), err=self._is_stdout_taken)
        elif kind is None and self._tally.puzzles:
            click.echo(self._tally.as_text(), err=self._is_stdout_taken)
