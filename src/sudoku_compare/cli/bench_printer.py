"""Print the progress and the conclusion of a benchmark."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING

from .console import open_bar
from .messages import complain
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..benchmark.recording.record import Failures
    from ..benchmark.session import Conclusion, Progress

REFRESH = 0.1  # seconds between updates of the bar: each costs as much as an easy puzzle


def print_conclusion(conclusion: "Conclusion", puzzles: int) -> None:
    """Report on standard error where engines disagree, and what is worse than the baseline."""
    from ..display.numbers import format_count

    for path in conclusion.reproducers:
        complain(f"engines disagree; {path} has a small puzzle that shows it")
    if conclusion.comparison is None:
        return
    for text in conclusion.comparison.regressions:
        complain(f"regression: {text}")
    for text in conclusion.comparison.warnings:
        complain(f"warning: {text}")
    if not conclusion.comparison.regressions:
        scope = conclusion.comparison.scope
        complain(f"no worse than the baseline on {format_count(puzzles, 'puzzle')}: {scope}")


def print_failures(failures: "Iterable[Failures]") -> None:
    """Report on standard error how many searches of each engine failed, and why the first one did."""
    from ..display.numbers import format_counts

    for one in failures:
        of = format_counts({"searches": one.searches})
        complain(f"{one.engine}: {one.failed:,} of {of} failed, the first with: {one.reason}")


def show_progress(steps: "Iterator[Progress]", status: StatusLine) -> None:
    """Run to the end, with a progress bar if standard error is a terminal, or else with a line now and then."""
    first = next(steps, None)  # forks the workers; the bar starts a thread, so it must come later
    status.clear()
    if first is None:
        return
    if not sys.stderr.isatty():
        for step in steps:
            status.show(f"measured {step.done:,} of {step.total:,}")
        return
    with open_bar("{task.completed}/{task.total} {task.fields[rate]}") as bar:
        task = bar.add_task("", completed=first.done - 1, total=first.total, rate="")
        shown = 0.0
        for step in chain([first], steps):
            if monotonic() - shown > REFRESH:
                speed = bar.tasks[0].speed
                bar.update(task, completed=step.done, rate=f"{speed:,.0f} puzzles/s" if speed else "")
                shown = monotonic()
