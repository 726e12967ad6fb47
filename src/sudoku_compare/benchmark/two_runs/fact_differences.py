"""How the circumstances of two runs differ: machine, software, options and puzzles."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..recording.facts import RunFacts

MACHINE = ("cpu", "system", "python")  # times of runs that differ in one of these are not comparable
IGNORED = ("started", "folder", "collection", "puzzles")  # the last two follow from other facts
LABELS = {
    "system": "operating system",
    "python": "Python",
    "version": "version of sudoku-compare",
    "commit": "commit of sudoku-compare",
    "number": "sample size",
    "box": "height and width of boxes",
    "seconds": "time limit in seconds",
    "cpu_seconds": "processor time limit in seconds",
    "memory": "memory limit in bytes",
    "program_memory": "memory limit of engines that are not built in, in bytes",
    "output": "output limit in bytes",
    "fingerprint": "fingerprint of the puzzles",
}
WITHOUT_VALUE = {
    "files": "the shipped puzzles",
    "number": "every puzzle",
    "box": "nearly square",
    "seconds": "no limit",
    "cpu_seconds": "no limit",
    "memory": "no limit",
    "programs": "none",
    "cluster": "none",
}
LONGEST_FINGERPRINT = 12  # characters; enough to see that two differ


class Difference(NamedTuple):
    """A fact that is not the same in two runs; None means unknown or not set."""

    fact: str
    a: Any
    b: Any

    @property
    def is_about_machine(self) -> bool:
        return self.fact in MACHINE

    def __str__(self) -> str:
        label = LABELS.get(self.fact, self.fact)
        return f"{label}: {_format_value(self.fact, self.a)} in A; {_format_value(self.fact, self.b)} in B"


def find_differences(a: RunFacts, b: RunFacts) -> list[Difference]:
    """Return what differs in the facts of two runs, the machine first.

    Each package is a fact of its own. One that only one of the runs has is not listed: its engines are.
    """
    facts_a, facts_b = _flatten(a), _flatten(b)
    names = [name for name in facts_a if name in facts_b and name not in IGNORED]
    return [Difference(name, facts_a[name], facts_b[name]) for name in names if facts_a[name] != facts_b[name]]


def _flatten(facts: RunFacts) -> dict[str, Any]:
    values = facts.as_json()
    packages: Mapping[str, str | None] = values.pop("packages")
    environment = {name: values.pop(name) for name in (*MACHINE, "version", "commit")}
    return environment | {f"package {name}": version for name, version in packages.items()} | values


def _format_value(fact: str, value: Any) -> str:
    if value is None or value == []:
        return WITHOUT_VALUE.get(fact, "unknown")
    if fact == "fingerprint":
        return str(value)[:LONGEST_FINGERPRINT]
    if fact == "programs":
        programs = [(name, one["version"] or "of unknown version", one["command"]) for name, one in value.items()]
        return ", ".join(f"{name} {version} ({' '.join(command)})" for name, version, command in programs)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
