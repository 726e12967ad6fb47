"""The row of one measurement: a record may have millions of them, so it is read and written with little work."""

import json
from collections.abc import Container, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.answer import MOST_COUNTED, Ending
from ...core.text import make_printable
from ...core.verdict import Verdict
from .rules import (
    COUNT,
    TEXT,
    TIME,
    TIME_OR_NOTHING,
    Rule,
    check_columns,
    is_time,
    is_time_or_nothing,
    make_engine_rule,
    make_machine_rule,
    shorten,
)

VERDICTS = frozenset(Verdict)
ENDINGS = frozenset(Ending)


class Measurement(NamedTuple):
    """One engine on one puzzle in one round; times in seconds."""

    puzzle: int
    engine: str
    round: int
    verdict: str
    ending: str
    build: float
    first: float | None
    settle: float
    cpu: float | None
    outer: float | None  # the time that was measured outside the engine, if the engine is not built in
    machine: int  # the number of the machine on which it was measured
    counts: Mapping[str, int]
    detail: str

    @property
    def reported(self) -> float:
        """The time that the engine reports."""
        return self.build + (self.first or 0.0) + self.settle

    @property
    def total(self) -> float:
        """The time that was measured outside the engine, if there is one, or else the time that it reports."""
        return self.reported if self.outer is None else self.outer


def parse_measurement(row: tuple[Any, ...], engines: Container[str], machines: Container[int]) -> Measurement:
    """Return a row of the table `measurement`; raise ValueError if a column is invalid.

    A record may have millions of them, so the columns are checked one by one only if any of them is invalid.
    """
    puzzle, engine, round, verdict, ending, build, first, settle, cpu, outer, machine, counts, detail = row
    if not (
        type(puzzle) is int
        and puzzle >= 0
        and type(round) is int
        and round >= 0
        and engine in engines
        and verdict in VERDICTS
        and ending in ENDINGS
        and is_time(build)
        and is_time_or_nothing(first)
        and is_time(settle)
        and is_time_or_nothing(cpu)
        and is_time_or_nothing(outer)
        and type(machine) is int
        and machine in machines
        and type(detail) is str
    ):
        _complain_about_measurement(row, engines, machines)
    numbers, detail = _parse_counts(counts), make_printable(detail)
    return Measurement(
        puzzle, engine, round, verdict, ending, build, first, settle, cpu, outer, machine, numbers, detail
    )


def format_counts(counts: Mapping[str, int]) -> str:
    """Return the counts as the text that the record stores."""
    return _format_counts(tuple(counts.items()))


@lru_cache(maxsize=1 << 12)
def _format_counts(counts: tuple[tuple[str, int], ...]) -> str:
    """Return the counts as JSON; cached, because many easy puzzles have the same counts."""
    return json.dumps(dict(counts))


@lru_cache(maxsize=1 << 12)
def _parse_counts(text: object) -> Mapping[str, int]:
    try:
        counts = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        counts = None
    if not isinstance(counts, dict) or not all(map(_is_storable_count, counts.values())):
        raise ValueError(f"measurement, counts: expected whole numbers by name as JSON, found {shorten(text)}")
    return MappingProxyType({make_printable(name): count for name, count in counts.items()})


def _is_storable_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_COUNTED


def _complain_about_measurement(row: tuple[Any, ...], engines: Container[str], machines: Container[int]) -> None:
    rules = {
        "puzzle": COUNT,
        "engine": make_engine_rule(engines),
        "round": COUNT,
        "verdict": Rule(VERDICTS.__contains__, f"one of {', '.join(sorted(VERDICTS))}"),
        "ending": Rule(ENDINGS.__contains__, f"one of {', '.join(sorted(ENDINGS))}"),
        "build": TIME,
        "first": TIME_OR_NOTHING,
        "settle": TIME,
        "cpu": TIME_OR_NOTHING,
        "outer": TIME_OR_NOTHING,
        "machine": make_machine_rule(machines),
    }
    check_columns(f"measurement of puzzle {shorten(row[0])}", rules, row)
    TEXT.check(f"measurement of puzzle {shorten(row[0])}, detail", row[-1])
