"""The facts of a run in words, for pages: no null, no list in brackets, and no path of the machine."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from ...core.sizes import format_size
from ...core.text import hide_folder, make_printable
from ...display.dates import format_moment
from ...display.numbers import format_count, format_duration
from ..recording.facts import RunFacts
from ..statistics.machine_stats import is_measured_elsewhere
from ..statistics.summary import Summary

UNKNOWN = "not known"


def is_led_from_elsewhere(summary: Summary) -> bool:
    """Return whether searches ran on another machine than the one that the facts describe."""
    return any(is_measured_elsewhere(one.machine, summary.facts) for one in summary.measuring)


def describe_facts(facts: RunFacts, *, is_led: bool = False) -> dict[str, str]:
    """Return what a reader needs to believe or repeat the run, by name.

    `is_led` says that searches ran on other machines than the one that the facts describe.
    """
    environment = facts.environment
    whose = " of the machine that led the run" if is_led else ""
    limit = "none" if facts.seconds is None else f"{format_limit(facts.seconds)} per engine and puzzle"
    isomorphs = format_count(facts.isomorphs, "random isomorph") if facts.isomorphs else "none"
    return {
        "puzzles": describe_collection(facts),
        "engines": _join(facts.engines),
        "time limit": limit,
        "processor time limit": "none" if facts.cpu_seconds is None else format_limit(facts.cpu_seconds),
        "memory limit": _describe_memory(facts),
        "output limit": UNKNOWN if facts.output is None else f"{format_size(facts.output)} per search",
        "isolation": facts.isolation or UNKNOWN,
        "rounds": f"each puzzle measured {'once' if facts.rounds == 1 else f'{facts.rounds:,} times'}",
        "isomorphs added to each puzzle": isomorphs,
        "worker processes": f"those of the cluster {facts.cluster}" if facts.cluster else f"{facts.jobs:,}",
        "random seed": str(facts.seed),
        "boxes": "as usual for the size" if facts.box is None else facts.box,
        "started": _describe_start(facts.started),
        f"processor{whose}": environment.cpu or UNKNOWN,
        f"system{whose}": environment.system or UNKNOWN,
        f"Python{whose}": environment.python,
        "sudoku-compare": _describe_program(environment.version, environment.commit),
        "programs": _join(_describe_other_program(*item) for item in (facts.programs or {}).items()),
        "packages": _join(f"{name} {version or f'({UNKNOWN})'}" for name, version in environment.packages.items()),
        "fingerprint of the puzzles": facts.fingerprint,
    }


def format_limit(seconds: float) -> str:
    """Return a time limit without needless zeros.

    >>> format_limit(10.0), format_limit(0.0025)
    ('10 s', '2.50 ms')
    """
    number, _, unit = format_duration(seconds).partition(" ")
    return f"{number.removesuffix('.0').removesuffix('.00')} {unit}"


def describe_collection(facts: RunFacts) -> str:
    """Return the name of the puzzles; files are named by the last part of their paths."""
    source = make_printable(", ".join(map(hide_folder, facts.files))) or "the shipped puzzles"
    return f"{facts.number:,} of {source}" if facts.number else source


def _describe_memory(facts: RunFacts) -> str:
    if facts.memory is not None:
        return f"{format_size(facts.memory)} per engine"
    if facts.program_memory is None:
        return "none"
    return f"{format_size(facts.program_memory)} for engines that are not built in, none for the others"


def _describe_start(started: str | None) -> str:
    try:
        return format_moment(datetime.fromisoformat(started or "").astimezone(UTC))
    except ValueError:
        return UNKNOWN


def _describe_program(version: str | None, commit: str | None) -> str:
    return f"{version or f'version {UNKNOWN}'}{f', commit {commit}' if commit else ''}"


def _describe_other_program(name: str, program: Mapping[str, Any]) -> str:
    command = [hide_folder(word) for word in program["command"]]
    return f"{name} {program.get('version') or f'(version {UNKNOWN})'}: {' '.join(command)}"


def describe_limits(facts: RunFacts) -> str:
    """Return the limits of a search that were in force, in a few words."""
    seconds = "none" if facts.seconds is None else format_limit(facts.seconds)
    cpu = "" if facts.cpu_seconds is None else f", {format_limit(facts.cpu_seconds)} of processor time"
    memory = "" if facts.memory is None and not facts.programs else f", memory {_describe_memory(facts)}"
    return f"time limit {seconds}{cpu}{memory}"


def _join(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"
