"""`sudoku-compare bench`."""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..core.errors import ClusterError, OptionError, output_to
from ..running.jobs import MOST_JOBS
from .bench_printer import print_conclusion, print_failures, show_progress
from .choices import add_process_limits, box_option, engine_options, recursive_option, timeout_option
from .cluster_option import add_cluster_options, refuse_jobs
from .exit_codes import ExitCode, combine_codes
from .messages import complain, complain_of_source
from .report_printer import print_report
from .status_line import StatusLine

if TYPE_CHECKING:
    from ..benchmark.measurement.plan import BenchRequest
    from ..benchmark.measurement.sampling import Case
    from ..benchmark.recording.record import Record
    from ..benchmark.session import Conclusion, PreparedRun
    from ..benchmark.statistics.summary import Summary
    from ..running.place import Place

CHUNK = 256  # puzzles that are read between two looks at the clock
BENCH_CODES = """\b
Exit codes:
  0    measured, no objection; a time-out is a result, not an error
  1    an objection: answers that contradict each other or fail the check
  2    an error in the command or in a file; the rest is still measured
  5    an engine failed, for example because its package is missing
  6    a regression against --baseline
  130  interrupted; continue with --resume
If several apply: the first of 1, 6, 2, 5."""


@click.command(epilog=BENCH_CODES)
@click.argument("collections", metavar="[FILE]...", nargs=-1)
@click.option(
    "--n",
    "number",
    type=click.IntRange(min=1),
    help="Measure a random sample of this size, evenly from each tier or FILE. [default: 1000 of the shipped puzzles, "
    "or every puzzle of a FILE]",
)
@engine_options
@timeout_option(10, "Time limit per engine and puzzle; inf for no limit.")
@add_process_limits
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many times each puzzle is measured.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Random seed; the same seed gives the same sample and the same order of engines.",
)
@click.option(
    "--isomorphs",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="K",
    help="Also measure K random isomorphs of each puzzle, to see how much of the time is luck.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    help="Number of worker processes; several disturb each other's times.",
)
@add_cluster_options
@click.option("--out", metavar="NAME", help="Where to record: a file, or the name of a record in results/.")
@click.option(
    "--resume", metavar="NAME", help="Continue an interrupted run from its record, which stores all other options."
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Compare verdicts, counts and processor times with this baseline; exit code 6 if any is worse.",
)
@click.option(
    "--save-baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the results as a baseline for later runs.",
)
@box_option
@recursive_option
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as one JSON object instead of tables.")
@click.pass_context
def bench(
    context: click.Context,
    /,
    out: str | None,
    resume: str | None,
    baseline: Path | None,
    save_baseline: Path | None,
    cluster_timeout: float,
    recursive: bool,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """Measure engines side by side, on the shipped puzzles or on your own, and record the results.

    Each puzzle is given to the engines in random order, and every answer is checked outside the timed region. What an
    engine imports, or prepares once per shape, is outside it too, and is measured separately before the searches.
    Results are recorded during the run: if it is interrupted, even by kill -9, continue it with --resume.
    """
    from ..benchmark.gate.baseline import load_baseline
    from ..benchmark.gate.regressions import refuse_unrelated
    from ..benchmark.session import conclude
    from ..benchmark.statistics.summary import summarize

    if out is not None and resume is not None:
        raise OptionError("--out and --resume cannot be used together")
    before = load_baseline(baseline) if baseline else None
    options["collections"], unlisted = _find_files(options["collections"], recursive=recursive)
    run, errors = _prepare(_make_request(resume, context, options))
    if baseline and before:
        refuse_unrelated(baseline, before, run.facts)
    with (
        run.open_place(complain, cluster_timeout) as place,
        run.create_record(out) if resume is None else run.resume_record(resume) as record,
    ):
        _measure(run, record, place)
        summary = summarize(record)
        print_report(summary, "json" if as_json else "text")
        failures = record.failures()
        print_failures(failures)
        if save_baseline:
            _save_baseline(save_baseline, record)
        conclusion = conclude(run, record, summary, before)
    print_conclusion(conclusion, len(before.puzzles) if before else 0)
    codes = [ExitCode.ERROR] * bool(errors or unlisted) + [ExitCode.UNKNOWN] * bool(failures)
    return combine_codes([*codes, _choose_code(summary, conclusion)])


def _find_files(arguments: tuple[str, ...], *, recursive: bool) -> tuple[tuple[str, ...], int]:
    """Return the files that the arguments name, and the number of those that cannot be read, which are reported."""
    from .inputs import expand_folders

    errors: list[object] = []

    def report(error: object) -> None:
        complain_of_source(error)
        errors.append(error)

    return expand_folders(arguments, recursive=recursive, report=report), len(errors)


def _prepare(request: "BenchRequest") -> "tuple[PreparedRun, int]":
    """Read the puzzles; return the run, and the number of errors in the files, which have been reported."""
    from ..benchmark.session import prepare

    errors = 0
    with StatusLine() as status:

        def report(error: object) -> None:
            nonlocal errors
            errors += 1
            status.clear()
            complain_of_source(error)

        def watch(cases: "Iterable[Case]") -> "Iterator[Case]":
            for number, case in enumerate(cases, 1):
                yield case
                if number % CHUNK == 0:
                    status.show(f"reading the puzzles: {number:,} so far")

        return prepare(request, report, watch), errors


def _make_request(resume: str | None, context: click.Context, options: dict[str, Any]) -> "BenchRequest":
    """Return the request; with --resume, the recorded request, updated with the options given this time."""
    from ..benchmark.measurement.plan import BenchRequest
    from ..benchmark.session import load_request
    from ..core.names import DEFAULT_ENGINES

    has_jobs = context.get_parameter_source("jobs") is not ParameterSource.DEFAULT
    refuse_jobs(options["cluster"], has_jobs=has_jobs)
    if resume is None:
        return BenchRequest(**options | {"engines": options["engines"] or DEFAULT_ENGINES})
    given = {
        option: value
        for option, value in options.items()
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT
    }
    if has_jobs:
        given["cluster"] = None  # of the recorded run
    return load_request(resume, **given)


def _measure(run: "PreparedRun", record: "Record", place: "Place") -> None:
    command = f"sudoku-compare bench --resume {shlex.quote(str(record.path))}"
    complain(f"{_describe_work(run)} Recording to {record.path}. If interrupted, resume with: {command}")
    try:
        with StatusLine() as status:
            steps = run.measure(record, lambda name: status.show(f"measuring the preparation of {name}"), place)
            show_progress(steps, status)
    except KeyboardInterrupt:
        complain(f"Results so far are saved. Resume with: {command}")
        raise
    except ClusterError as error:
        raise ClusterError(f"{error}. Results so far are saved. Resume with: {command}") from error


def _describe_work(run: "PreparedRun") -> str:
    """Return a sentence that says how much there is to do.

    It takes no time to find out, even if the work would take years.
    """
    from ..display.numbers import format_count, format_counts

    rounds = run.census.puzzles * run.plan.rounds
    searches = format_counts({"searches": rounds * len(run.plan.engines)})
    return f"Measuring {format_count(run.census.puzzles, 'puzzle')}: {searches}."


def _save_baseline(path: Path, record: "Record") -> None:
    from ..benchmark.gate.baseline import make_baseline, save_baseline

    with output_to("--save-baseline", path):
        save_baseline(path, make_baseline(record))


def _choose_code(summary: "Summary", conclusion: "Conclusion") -> ExitCode:
    is_worse = conclusion.comparison is not None and bool(conclusion.comparison.regressions)
    return combine_codes([ExitCode.OBJECTION] * bool(summary.objections) + [ExitCode.REGRESSION] * is_worse)
