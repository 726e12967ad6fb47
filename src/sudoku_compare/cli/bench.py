"""`sudoku-compare bench`."""

import shlex
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..benchmark.plan import BenchCall
from ..core.errors import OptionError
from ..running.jobs import MOST_JOBS
from .choices import box_option, engine_option, timeout_option
from .console import open_bar
from .exit_codes import ExitCode, combine_codes
from .messages import complain
from .records import RESULTS, record_path, show_summary

if TYPE_CHECKING:
    from ..benchmark.record import Record
    from ..benchmark.run import Census, Plan
    from ..benchmark.sampling import Case

REFRESH = 0.1  # seconds between two looks at the progress: each costs as much as an easy puzzle

BENCH_CODES = """\b
Exit codes:
  0    measured, and no objection
  1    an objection: answers that cannot both be true, or that the check refutes
  2    a mistake in the call or in a file; the message says what would do
  6    a regression against --baseline
  130  interrupted; --resume goes on
The first that applies of 1, 6, 0."""


@click.command(epilog=BENCH_CODES)
@click.argument("collections", metavar="[FILE]...", nargs=-1)
@click.option(
    "--n",
    "number",
    type=click.IntRange(min=1),
    help="How many, drawn at random, as many of each tier or FILE; where not given, 1000 of the shipped ones, and all "
    "of a FILE.",
)
@engine_option
@timeout_option(10, "Per engine and puzzle; inf for no limit.")
@click.option("--rounds", type=click.IntRange(min=1), default=1, show_default=True, help="Of each puzzle.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of sample and orders.")
@click.option(
    "--isomorphs",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="K",
    help="Beside each puzzle K that differ in names and places only: how much of a time is luck?",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    help="Workers; more than one disturb each other's times.",
)
@click.option("--out", metavar="NAME", help="The record: a file, or a name for one in results/.")
@click.option(
    "--resume", metavar="NAME", help="Go on with a run that was cut off, by its record, which knows the other options."
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Hold verdicts, counts and ratios of times to this; exit code 6 if they are worse.",
)
@click.option("--save-baseline", metavar="FILE", type=click.Path(path_type=Path), help="Write such a file.")
@box_option
@click.option("--json", "as_json", is_flag=True, help="The numbers as one JSON object instead of the table.")
@click.pass_context
def bench(
    context: click.Context,
    /,
    out: str | None,
    resume: str | None,
    baseline: Path | None,
    save_baseline: Path | None,
    as_json: bool,
    **measured: Any,
) -> ExitCode:
    """Measure engines side by side, on the shipped puzzles or on any collection, and keep a record.

    Engines are asked puzzle by puzzle in random order; every answer is checked, outside the clock. The record is
    written as measurements come: a run that is cut off, even by kill -9, goes on with --resume.
    """
    from ..benchmark.baseline import load_baseline, refuse_what_has_nothing_in_common
    from ..benchmark.run import census

    if out is not None and resume is not None:
        raise OptionError("--out and --resume: one of the two would do")
    held_to = load_baseline(baseline) if baseline else None
    call = _called(measured) if resume is None else _resumed(resume, context, measured)
    plan = call.plan()
    counted = census(call.cases(complain))
    if counted.puzzles == 0:
        raise OptionError("no puzzle to measure; a collection that solve reads would do")
    facts = _facts(plan) | call.facts() | {"fingerprint": counted.fingerprint}
    if baseline and held_to:
        refuse_what_has_nothing_in_common(baseline, held_to, facts)
    record = _opened(out, resume, facts)
    _measure(call.cases(_ignore), plan, record, counted)
    return _concluded(record, plan, held_to, save_baseline, as_json=as_json)


def _called(measured: dict[str, Any]) -> BenchCall:
    from ..engines.registry import DEFAULT

    return BenchCall(**measured | {"engines": measured["engines"] or DEFAULT})


def _resumed(name: str, context: click.Context, measured: dict[str, Any]) -> BenchCall:
    """As the record has it, but for what was said again: if that is something else, it will be refused."""
    from ..benchmark.record import Record

    record = Record.open(record_path(name))
    given = {
        option: value
        for option, value in measured.items()
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT
    }
    try:
        return BenchCall.kept_in(record.facts(), **given)
    finally:
        record.close()


def _facts(plan: "Plan") -> dict[str, Any]:
    """What a reader of the record has to know beside the call."""
    from ..benchmark.environment import environment

    return environment(plan.engines.values()) | {
        "engines": list(plan.engines),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _opened(out: str | None, resume: str | None, facts: dict[str, Any]) -> "Record":
    """A new record, or the one to go on with."""
    from ..benchmark.environment import refuse_to_mix
    from ..benchmark.record import Record

    if resume is not None:
        record = Record.open(record_path(resume))
        refuse_to_mix(record, facts)
    else:
        record = Record.create(record_path(out or _new_name()), facts)
    complain(f"the record is {record.path}; {_hint(record)} goes on if this is cut off")
    return record


def _concluded(
    record: "Record", plan: "Plan", held_to: dict[str, Any] | None, save_to: Path | None, *, as_json: bool
) -> ExitCode:
    """Show what came out, and keep what is to be kept; the exit code."""
    from ..benchmark.baseline import baseline_of, save_baseline
    from ..benchmark.shrinking import write_reproducers
    from ..benchmark.statistics import summarize

    summary = summarize(record)
    show_summary(summary, as_json=as_json)
    now = baseline_of(record, summary) if save_to or held_to else {}
    if save_to:
        save_baseline(save_to, now)
    if summary.objections:
        for path in write_reproducers(record, plan.engines, plan.limits.seconds, RESULTS):
            complain(f"engines disagree; a small puzzle that shows it is in {path}")
    is_worse = held_to is not None and _is_worse(held_to, now)
    record.close()
    return combine_codes([ExitCode.OBJECTION] * bool(summary.objections) + [ExitCode.REGRESSION] * is_worse)


def _hint(record: "Record") -> str:
    """As a shell takes it."""
    return f"bench --resume {shlex.quote(str(record.path))}"


def _ignore(error: object) -> None:
    """What could not be read was complained of when the puzzles were counted."""


def _new_name() -> str:
    return datetime.now().strftime("bench-%Y%m%d-%H%M%S")


def _measure(cases: "Iterable[Case]", plan: "Plan", record: "Record", counted: "Census") -> None:
    from ..benchmark.run import measure

    done = measure(cases, plan, record, counted.shapes)
    try:
        _watch(done, plan, record, counted)
    except KeyboardInterrupt:
        complain(f"what was measured is kept; {_hint(record)} goes on")
        raise


def _watch(done: "Iterator[Case]", plan: "Plan", record: "Record", counted: "Census") -> None:
    """Wait for the end, with a bar where somebody watches."""
    if not sys.stderr.isatty():
        for _ in done:
            pass
        return
    before = record.all_rounds_done()
    first = next(done, None)  # the workers are forked by now, and the bar is a thread
    with open_bar("{task.completed}/{task.total} {task.fields[rate]}") as progress:
        task = progress.add_task("", completed=before, total=counted.puzzles * plan.rounds, rate="")
        shown = 0.0
        for number, _ in enumerate(chain([first] if first else [], done), before + 1):
            if monotonic() - shown > REFRESH:
                speed = progress.tasks[0].speed
                progress.update(task, completed=number, rate=f"{speed:,.0f} puzzles/s" if speed else "")
                shown = monotonic()


def _is_worse(baseline: dict[str, Any], now: dict[str, Any]) -> bool:
    """Tell what is worse than the baseline, and what may be; whether anything is."""
    from ..benchmark.baseline import hold_to

    held = hold_to(baseline, now)
    for text in held.regressions:
        complain(f"regression: {text}")
    for text in held.warnings:
        complain(f"warning: {text}")
    if not held.regressions:
        complain(f"no worse than the baseline on {len(baseline['puzzles']):,} puzzles")
    return bool(held.regressions)
