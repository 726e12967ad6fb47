"""One run of a benchmark, from the request to the conclusion. It prints nothing: the caller shows what it returns."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import OptionError
from .baseline import Baseline, Comparison, compare_to_baseline, make_baseline
from .environment import describe_environment
from .facts import RunFacts, refuse_to_mix
from .plan import BenchRequest, Plan
from .record import Record
from .results_folder import RESULTS, new_record_name, record_path
from .run import measure
from .sampling import Census, Complain, take_census
from .shrinking import write_reproducers
from .statistics import Summary


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

    def create_record(self, name: str | None = None) -> Record:
        """Create the record under this name, or under a name made from the current time."""
        return Record.create(record_path(name or new_record_name()), self.facts)

    def resume_record(self, name: str) -> Record:
        """Open the record of this run; raise RecordError if it is the record of a different run."""
        record = Record.open(record_path(name))
        refuse_to_mix(record.path, record.facts, self.facts)
        return record

    def measure(self, record: Record) -> Iterator[Progress]:
        """Measure what the record does not have yet; yield after each round of a puzzle."""
        cases = self.request.cases(_ignore)
        done, total = record.count_finished_rounds(), self.census.puzzles * self.plan.rounds
        for number, _ in enumerate(measure(cases, self.plan, record, self.census.shapes), done + 1):
            yield Progress(number, total)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What follows from a run: files that reproduce disagreements, and the comparison with the baseline, if any."""

    reproducers: tuple[Path, ...]
    comparison: Comparison | None


def load_request(name: str, **changes: Any) -> BenchRequest:
    """Return the request of a recorded run, updated with the options in `changes`."""
    record = Record.open(record_path(name))
    record.close()
    return BenchRequest.from_facts(record.facts, **changes)


def prepare(request: BenchRequest, complain: Complain) -> PreparedRun:
    """Read the puzzles, calling `complain` with each error in a file; raise OptionError if nothing is left."""
    plan = request.plan()
    census = take_census(request.cases(complain))
    if census.puzzles == 0:
        raise OptionError("no puzzles to measure: expected a collection with at least one puzzle")
    facts = request.facts(plan, describe_environment(plan.engines.values()), census.fingerprint)
    return PreparedRun(request, plan, census, facts)


def conclude(run: PreparedRun, record: Record, summary: Summary, baseline: Baseline | None) -> Conclusion:
    """Shrink the puzzles on which engines disagree, and compare the run with the baseline."""
    reproducers = (
        write_reproducers(record, run.plan.engines, run.plan.limits.seconds, RESULTS) if summary.objections else ()
    )
    comparison = compare_to_baseline(baseline, make_baseline(record)) if baseline else None
    return Conclusion(tuple(reproducers), comparison)


def _ignore(error: object) -> None:
    """Do nothing: errors in a file were reported when the puzzles were read for the first time."""
