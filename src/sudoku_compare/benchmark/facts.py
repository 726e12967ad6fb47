"""The facts of a run: what a reader needs to believe, repeat or resume a benchmark.

`RunFacts` is the only description of them. A plan produces it, a record stores it, and reports and baselines read it.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import RecordError

MOST_JOBS = 64


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
    differences = [
        f"{name} was {before[name]!r} and is now {value!r}"
        for name, value in after.items()
        if name not in MAY_DIFFER and before[name] != value
    ]
    if differences:
        raise RecordError(f"{path}: cannot be resumed: {'; '.join(differences)}")


MAY_DIFFER = ("started", "cpu", "system", "python", "folder")  # between the parts of a run that was resumed


class _Rule(NamedTuple):
    """What a fact must be, as a test and in words."""

    is_valid: Callable[[Any], bool]
    expected: str
    is_required: bool = True


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_positive(value: object) -> bool:
    return _is_count(value) and value != 0


def _is_limit(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and value is not True and 0 < value < math.inf)


def _is_box(value: object) -> bool:
    return value is None or (isinstance(value, str) and re.fullmatch(r"[1-9]\d?x[1-9]\d?", value) is not None)


def _is_package_list(value: object) -> bool:
    return isinstance(value, dict) and all(version is None or _is_text(version) for version in value.values())


_TEXT = _Rule(_is_text, "text")
_TEXT_OR_NOTHING = _Rule(lambda value: value is None or _is_text(value), "text or null", is_required=False)
_COUNT = _Rule(_is_count, "a whole number, 0 or more")
_POSITIVE = _Rule(_is_positive, "a whole number, 1 or more")

RULES: dict[str, _Rule] = {
    "cpu": _TEXT,
    "system": _TEXT_OR_NOTHING,
    "python": _TEXT,
    "version": _TEXT_OR_NOTHING,
    "commit": _TEXT_OR_NOTHING,
    "packages": _Rule(_is_package_list, "versions by package"),
    "engines": _Rule(lambda value: _is_list_of_texts(value) and bool(value), "a list of engines"),
    "started": _TEXT_OR_NOTHING,
    "collection": _TEXT,
    "files": _Rule(_is_list_of_texts, "a list of files"),
    "folder": _TEXT,
    "number": _Rule(lambda value: value is None or _is_positive(value), "a whole number, 1 or more, or null"),
    "box": _Rule(_is_box, "height x width, or null"),
    "seconds": _Rule(_is_limit, "a number above 0, or null"),
    "rounds": _POSITIVE,
    "seed": _COUNT,
    "isomorphs": _COUNT,
    "jobs": _Rule(lambda value: _is_positive(value) and value <= MOST_JOBS, f"a whole number from 1 to {MOST_JOBS}"),
    "fingerprint": _TEXT,
}


def _check(facts: Mapping[str, Any]) -> None:
    for name, rule in RULES.items():
        if name not in facts and rule.is_required:
            raise ValueError(f"the fact {name} is missing")
        if name in facts and not rule.is_valid(facts[name]):
            raise ValueError(f"the fact {name}: expected {rule.expected}, found {facts[name]!r}")
