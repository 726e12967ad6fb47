"""One run of a benchmark, from the request to the conclusion. It prints nothing: the caller shows what it returns."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import OptionError
from ..running.place import PATIENCE, ClusterChoice, Place, ThisMachine, open_place
from .gate.baseline import Baseline, make_baseline
from .gate.regressions import BaselineComparison, compare_to_baseline
from .measurement.environment import describe_environment
from .measurement.plan import BenchRequest, Plan, Watch
from .measurement.preparation import measure_preparations
from .measurement.run import measure
from .measurement.sampling import Case, Census, Complain, add_isomorphs, take_census
from .measurement.shrinking import write_reproducers
from .recording.facts import RunFacts, refuse_to_mix
from .recording.record import Record
from .recording.record_file import refuse_old_version
from .recording.results_folder import RESULTS, new_record_name, record_path
from .statistics.summary import Summary

MOST_PUZZLES = (1 << 63) - 1  # that a record can number


def _ignore(_: object) -> None:
    """Do nothing."""


class Progress(NamedTuple):
    """How many rounds of puzzles have been measured, and how many there are."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A run whose puzzles have been read once and whose facts are known."""

    request: BenchRequest
    plan: Plan
    census: Census
    facts: RunFacts
    sample: tuple[Case, ...] | None  # None if all puzzles of the files are measured, which may be too many to keep

    def create_record(self, name: str | None = None) -> Record:
        """Create the record under this name, or under a name made from the current time."""
        return Record.create(record_path(name or new_record_name()), self.facts)

    def resume_record(self, name: str) -> Record:
        """Open the record of this run; raise RecordError if it is the record of a different run."""
        path = record_path(name)
        with Record.open(path) as record:
            refuse_to_mix(path, record.facts, self.facts)
        record = Record.resume(path)
        if record.count_finished_rounds() < self._count_rounds():  # otherwise nothing is searched any more
            record.note_place(self.request.cluster, self.plan.jobs)
        return record

    @contextmanager
    def open_place(self, report: Callable[[str], None] = _ignore, patience: float = PATIENCE) -> Iterator[Place]:
        """Yield the place where the run searches: worker processes on this machine, or a cluster.

        `report` is called with what happens on the cluster, and `patience` is how long it may have no worker.
        """
        choice = None
        if self.request.cluster is not None:
            from ..running.cluster.engine_texts import refuse_local_engines  # imported late: few runs need it

            refuse_local_engines(list(self.plan.engines.values()))  # before the preparation is measured
            choice = ClusterChoice(self.request.cluster, patience, report)
        with open_place(choice, ThisMachine(self.plan.jobs)) as place:
            yield place

    def measure(
        self, record: Record, note: Callable[[str], None] = _ignore, place: Place | None = None
    ) -> Iterator[Progress]:
        """Measure what the record does not have yet, here or at another place; yield after each round of a puzzle.

        `note` is called with each engine whose preparation is measured, which happens first, and always here.
        """
        for engine in measure_preparations(self.plan, self.census.shapes, record):
            note(engine)
        done, total = record.count_finished_rounds(), self._count_rounds()
        for number, _ in enumerate(self._measure_searches(record, place), done + 1):
            yield Progress(number, total)

    def _count_rounds(self) -> int:
        return self.census.puzzles * self.plan.rounds

    def _measure_searches(self, record: Record, place: Place | None) -> Iterator[Case]:
        return measure(self._cases(record), self.plan, record, self.census.shapes, place)

    def _cases(self, record: Record) -> Iterator[Case]:
        """Yield the puzzles and isomorphs that have rounds left to measure."""

        def has_rounds_left(number: int) -> bool:
            return not record.is_resumed or len(record.finished_rounds(number)) < self.plan.rounds

        # Errors in a file were reported when the puzzles were read for the first time.
        originals = self.request.originals(_ignore) if self.sample is None else self.sample
        return add_isomorphs(originals, self.request.isomorphs, self.request.seed, has_rounds_left)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What follows from a run: files that reproduce disagreements, and the comparison with the baseline, if any."""

    reproducers: tuple[Path, ...]
    comparison: BaselineComparison | None


def load_request(name: str, **changes: Any) -> BenchRequest:
    """Return the request of a recorded run, updated with the options in `changes`."""
    with Record.open(record_path(name)) as record:
        refuse_old_version(record.path, record.version)
    return BenchRequest.from_facts(record.facts, **changes)


def prepare(request: BenchRequest, complain: Complain, watch: Watch = iter) -> PreparedRun:
    """Read the puzzles and return the run; raise OptionError if it has no puzzles, or too many.

    `complain` is called with each error in a file, and `watch` sees the puzzles as they are read.
    """
    plan = request.plan()
    originals = request.originals(complain, watch)
    sample = None if request.sample_size is None else tuple(originals)
    census = take_census(originals if sample is None else sample, request.isomorphs, request.seed)
    if census.puzzles == 0:
        raise OptionError("no puzzles to measure: expected a collection with at least one puzzle")
    if census.puzzles > MOST_PUZZLES:
        raise OptionError(f"too many isomorphs: a record holds at most {MOST_PUZZLES:,} puzzles")
    facts = request.facts(plan, describe_environment(plan.engines.values()), census)
    return PreparedRun(request, plan, census, facts, sample)


def conclude(run: PreparedRun, record: Record, summary: Summary, baseline: Baseline | None) -> Conclusion:
    """Shrink the puzzles on which engines disagree, and compare the run with the baseline."""
    reproducers = (
        write_reproducers(record, run.plan.engines, run.plan.limits.seconds, RESULTS) if summary.objections else ()
    )
    comparison = compare_to_baseline(baseline, make_baseline(record)) if baseline else None
    return Conclusion(tuple(reproducers), comparison)
