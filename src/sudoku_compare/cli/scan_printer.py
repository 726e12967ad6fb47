"""Print the results of a scan as they arrive: findings, lines for --out, the summary, and a bar on a terminal."""

import os
import sys
from collections.abc import Iterable
from typing import BinaryIO, Self

import click

from ..core.errors import UserError, output_to
from ..core.interrupts import hold_signals
from ..scanning.results import CrossCheckResult, Duplicate, Objection, ScannedBatch
from ..scanning.scan import ScanResult
from ..scanning.summary import ScanSummary
from .bar import FileBar
from .inputs import Input
from .messages import complain


class ScanPrinter:
    """Prints findings and the summary on standard output, or on standard error if the lines go to standard output.

    With `as_json` the findings are part of the summary only.
    """

    def __init__(self, source: Input, out: BinaryIO | None, *, as_json: bool) -> None:
        self._out = out
        self._as_json = as_json
        self._bar = FileBar(source)
        self._puzzles = 0  # so far

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def print_all(self, results: Iterable[ScanResult]) -> ScanSummary:
        """Print every result, and return the summary, which is the last."""
        for result in results:
            if isinstance(result, ScanSummary):
                self._print_summary(result)
                return result
            if isinstance(result, CrossCheckResult):
                self._print_objections(result.objections)
            else:
                self._print_batch(result)
        raise ValueError("expected a summary at the end of the results")

    def _print_batch(self, batch: ScannedBatch) -> None:
        if not self._bar.is_shown and sys.stderr.isatty():
            self._bar.start()
        settled = batch.settled
        self._puzzles += len(settled.batch)
        if batch.duplicates:
            self._print_duplicates(batch.duplicates.found)
        self._print_unreadable(settled.batch.errors)
        self._write(batch.lines)
        self._print_objections(settled.objections)
        self._bar.update(self._puzzles)

    def _print_summary(self, summary: ScanSummary) -> None:
        self._bar.stop()
        if self._as_json:
            import json

            click.echo(json.dumps(summary.as_json()), err=self._is_stdout_taken)
        elif summary.puzzles:
            click.echo(summary.as_text(), err=self._is_stdout_taken)

    def _print_unreadable(self, errors: Iterable[UserError]) -> None:
        for error in errors:
            complain(error)

    def _print_duplicates(self, duplicates: Iterable[Duplicate]) -> None:
        kinds = ("isomorphic", "identical")
        self._print_findings(
            [f"{one.id}  duplicate: {kinds[one.identical]} to {one.isomorph_of}" for one in duplicates]
        )

    def _print_objections(self, objections: Iterable[Objection]) -> None:
        self._print_findings([f"{one.id}  objection: {one.text}" for one in objections])

    def _print_findings(self, lines: list[str]) -> None:
        if not lines or self._as_json:
            return
        if self._bar.is_shown and sys.stdout.isatty():
            self._bar.print_above("\n".join(lines))
        else:
            click.echo("\n".join(lines), err=self._is_stdout_taken)

    @property
    def _is_stdout_taken(self) -> bool:
        return self._out is not None and self._out.fileno() == 1

    def _write(self, lines: bytes | memoryview) -> None:
        """Write the lines completely: Ctrl-C has to wait until the last one is written."""
        if self._out is None or not len(lines):
            return
        rest = memoryview(lines)
        name = "-" if self._is_stdout_taken else self._out.name
        with hold_signals(), output_to("--out", name):
            while rest:
                rest = rest[os.write(self._out.fileno(), rest) :]
