"""The facts of a run: what a reader needs to believe, repeat or resume a benchmark.

`RunFacts` is the only description of them. A plan produces it, a record stores it, and reports and baselines read it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...core.errors import RecordError
from ...running.jobs import MOST_JOBS
from .rules import (
    COUNT,
    POSITIVE,
    POSITIVE_OR_NOTHING,
    PRINTABLE,
    PRINTABLE_OR_NOTHING,
    TEXT,
    Rule,
    is_box,
    is_limit,
    is_list_of_texts,
    is_positive,
    is_printable,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """The machine and the software of a run. A fact that is None is not known."""

    cpu: str
    system: str | None = None
    python: str
    version: str | None = None  # of this program
    commit: str | None = None  # of its working copy
    packages: Mapping[str, str | None]  # version by distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What was measured, how, when and where."""

    environment: Environment
    engines: tuple[str, ...]
    started: str | None = None  # ISO 8601, UTC
    collection: str  # the title of the puzzles in reports
    files: tuple[str, ...]  # as they were named; empty for the shipped puzzles
    folder: str  # the working directory of the run
    number: int | None  # size of the random sample; None if every puzzle is measured
    box: str | None  # height x width, if it was chosen
    seconds: float | None  # limit per engine and puzzle; None for no limit
    rounds: int
    seed: int
    isomorphs: int  # added to each puzzle
    jobs: int
    fingerprint: str  # of the puzzles and what is expected of them
    puzzles: int | None = None  # to be measured, with their isomorphs
    cpu_seconds: float | None = None  # limit of processor time per search; None for no limit
    memory: int | None = None  # limit in bytes per search of every engine; None if none was chosen
    program_memory: int | None = None  # limit in bytes of engines in processes of their own; None for no limit
    output: int | None = None  # bytes that such an engine may write per search
    isolation: str | None = None  # how such engines are kept apart and limited
    programs: Mapping[str, Mapping[str, Any]] | None = None  # version and command of each engine that is a program
    cluster: str | None = None  # its address, if the searches ran on a cluster

    def as_json(self) -> dict[str, Any]:
        """Return the facts by name, in one flat object."""
        facts = asdict(self)
        environment: dict[str, Any] = facts.pop("environment")
        return environment | facts | {"engines": list(self.engines), "files": list(self.files)}

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "RunFacts":
        """Return the facts that `as_json` wrote; raise ValueError if one is missing or invalid."""
        _check(facts)
        known: dict[str, Any] = {name: facts.get(name) for name in RULES}
        environment = Environment(**{name: known.pop(name) for name in Environment.__dataclass_fields__})
        known |= {"engines": tuple(facts["engines"]), "files": tuple(facts["files"])}
        return cls(environment=environment, **known)


def refuse_to_mix(path: Path, recorded: RunFacts, now: RunFacts) -> None:
    """Raise if the record at `path` describes a different run than `now`, and name the differences."""
    before, after = recorded.as_json(), now.as_json()
    may_differ = (*MAY_DIFFER, "jobs") if recorded.cluster or now.cluster else MAY_DIFFER  # a cluster has no jobs
    differences = [
        f"{name} was {before[name]!r} and is now {value!r}"
        for name, value in after.items()
        if name not in may_differ and before[name] != value
    ]
    if differences:
        raise RecordError(f"{path}: cannot be resumed: {'; '.join(differences)}")


MAY_DIFFER = (
    "started",
    "cpu",
    "system",
    "python",
    "folder",
    "isolation",
    "program_memory",
    "cluster",
)  # between the parts of a run that was resumed


def _is_package_list(value: object) -> bool:
    return isinstance(value, dict) and all(
        is_printable(name) and (version is None or is_printable(version)) for name, version in value.items()
    )


def _is_engine_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_printable, value))


def _is_program_list(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and all(
            is_printable(name)
            and isinstance(program, dict)
            and (program.get("version") is None or is_printable(program["version"]))
            and isinstance(program.get("command"), list)
            and all(map(is_printable, program["command"]))
            for name, program in value.items()
        )
    )


RULES: dict[str, Rule] = {
    "cpu": PRINTABLE,
    "system": PRINTABLE_OR_NOTHING,
    "python": PRINTABLE,
    "version": PRINTABLE_OR_NOTHING,
    "commit": PRINTABLE_OR_NOTHING,
    "packages": Rule(_is_package_list, "versions by package"),
    "engines": Rule(_is_engine_list, "a list of engines"),
    "started": PRINTABLE_OR_NOTHING,
    "collection": PRINTABLE,
    "files": Rule(is_list_of_texts, "a list of files"),
    "folder": TEXT,
    "number": Rule(lambda value: value is None or is_positive(value), "a whole number, 1 or more, or null"),
    "box": Rule(lambda value: value is None or is_box(value), "height x width, or null"),
    "seconds": Rule(is_limit, "a number above 0, or null"),
    "rounds": POSITIVE,
    "seed": COUNT,
    "isomorphs": COUNT,
    "jobs": Rule(lambda value: is_positive(value) and value <= MOST_JOBS, f"a whole number from 1 to {MOST_JOBS}"),
    "fingerprint": TEXT,
    "puzzles": POSITIVE_OR_NOTHING,
    "cpu_seconds": Rule(is_limit, "a number above 0, or null", is_required=False),
    "memory": POSITIVE_OR_NOTHING,
    "program_memory": POSITIVE_OR_NOTHING,
    "output": POSITIVE_OR_NOTHING,
    "isolation": PRINTABLE_OR_NOTHING,
    "cluster": PRINTABLE_OR_NOTHING,
    "programs": Rule(_is_program_list, "versions and commands by engine, or null", is_required=False),
}


def _check(facts: Mapping[str, Any]) -> None:
    for name, rule in RULES.items():
        if name not in facts and rule.is_required:
            raise ValueError(f"the fact {name} is missing")
        if name in facts:
            rule.check(f"the fact {name}", facts[name])
