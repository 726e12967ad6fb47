"""What a benchmark is asked for: which puzzles, which engines, and how. A record keeps it, so that a run can resume."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...comparison.compare import engines_by_text
from ...core.answer import LONGEST_WAIT, USUAL_OUTPUT, Limits
from ...core.errors import OptionError
from ...core.shape import Shape, shape_of_box
from ...core.text import make_printable
from ...engines.protocol import Engine
from ...formats.source import exists
from ...processes.limits import ProgramLimits, describe_isolation
from ..recording.facts import Environment, RunFacts
from .environment import describe_programs
from .sampling import Case, Census, Complain, draw_evenly, draw_shipped, read_files

SAMPLE = 1000  # shipped puzzles, unless another number is asked for
STANDARD_INPUT = "-"

Watch = Callable[[Iterable[Case]], Iterator[Case]]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure: engines by name, limits of a search, and the order of work."""

    engines: Mapping[str, Engine]
    limits: Limits
    rounds: int = 1
    seed: int = 0
    jobs: int = 1


@dataclass(frozen=True)
class BenchRequest:
    """What the user asks for."""

    collections: tuple[str, ...]  # files as the user names them; empty for the shipped puzzles
    number: int | None  # size of the random sample, if one is asked for
    engines: tuple[str | Engine, ...]
    timeout: float  # seconds per engine and puzzle
    rounds: int
    seed: int
    isomorphs: int
    jobs: int
    shape: Shape | None
    cpu_time: float = math.inf  # seconds of processor time per engine and puzzle
    memory: int | None = None  # bytes per engine
    output_limit: int = USUAL_OUTPUT  # bytes that an engine in a process of its own may write per search
    paths: tuple[str, ...] = ()  # where the files are now, if they have moved
    cluster: str | None = None  # the address of the cluster that searches, if one does

    def __post_init__(self) -> None:
        if STANDARD_INPUT in self.collections + self.paths:
            raise OptionError("a benchmark reads its puzzles twice, but standard input only once: save them to a file")

    @classmethod
    def from_facts(cls, facts: RunFacts, **changes: Any) -> "BenchRequest":
        """Return the request behind a record, updated with the options in `changes`.

        If `changes` names as many collections as the record has, they are new paths of the same files, which keep their
        names in the record.
        """
        paths = changes.pop("collections", ())
        if len(paths) not in (0, len(facts.files)):
            changes["collections"], paths = paths, ()
        request = cls(
            collections=facts.files,
            number=facts.number,
            engines=facts.engines,
            timeout=math.inf if facts.seconds is None else facts.seconds,
            rounds=facts.rounds,
            seed=facts.seed,
            isomorphs=facts.isomorphs,
            jobs=facts.jobs,
            shape=shape_of_box(*map(int, facts.box.split("x"))) if facts.box else None,
            cpu_time=math.inf if facts.cpu_seconds is None else facts.cpu_seconds,
            memory=facts.memory,
            output_limit=facts.output or USUAL_OUTPUT,
            cluster=facts.cluster,
            paths=paths or tuple(_find_file(name, Path(facts.folder)) for name in facts.files),
        )
        return replace(request, **changes)

    @property
    def sample_size(self) -> int | None:
        """The number of puzzles to draw at random; None if every puzzle is measured."""
        return SAMPLE if self.number is None and not self.collections else self.number

    @property
    def title(self) -> str:
        """The name of the puzzles in reports."""
        source = make_printable(", ".join(self.collections)) or "the shipped puzzles"
        return f"{self.sample_size} of {source}" if self.sample_size else source

    def originals(self, complain: Complain, watch: Watch = iter) -> Iterator[Case]:
        """Yield the puzzles to measure, without isomorphs.

        `complain` is called with each error in a file. `watch` gets the puzzles of the files as they are read, before a
        sample is drawn, and yields them unchanged.
        """
        if not self.collections:
            return draw_shipped(self.sample_size or SAMPLE, self.seed)
        cases = watch(read_files(self.collections, self.shape, complain, self.paths))
        return cases if self.sample_size is None else draw_evenly(cases, self.sample_size, self.seed)

    def plan(self) -> Plan:
        """Return how to measure; raise OptionError if an engine does not exist."""
        limits = Limits(2, self.timeout, self.cpu_time, self.memory, self.output_limit)
        return Plan(engines_by_text(self.engines), limits, self.rounds, self.seed, self.jobs)

    def facts(self, plan: Plan, environment: Environment, census: Census) -> RunFacts:
        """Return the facts of a run that starts now."""
        return RunFacts(
            environment=environment,
            engines=tuple(plan.engines),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            collection=self.title,
            files=self.collections,
            folder=str(Path.cwd()),
            number=self.sample_size,
            box=self.shape.box if self.shape else None,
            seconds=self.timeout if self.timeout <= LONGEST_WAIT else None,
            rounds=self.rounds,
            seed=self.seed,
            isomorphs=self.isomorphs,
            jobs=self.jobs,
            fingerprint=census.fingerprint,
            puzzles=census.puzzles,
            cpu_seconds=self.cpu_time if self.cpu_time < math.inf else None,
            memory=self.memory,
            program_memory=ProgramLimits.of_search(plan.limits).memory,
            output=self.output_limit,
            isolation=describe_isolation(),
            programs=describe_programs(plan.engines),
            cluster=self.cluster,
        )


def _find_file(name: str, folder: Path) -> str:
    """Return the path of a file that was named relative to `folder`; a puzzle given as text is returned unchanged."""
    path = str(folder / name)
    return path if exists(path) else name
