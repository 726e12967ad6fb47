"""The rows of a record. Each is checked when it is read: a file may be damaged, or written by another program."""

import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.answer import MOST_COUNTED, Ending
from ...core.errors import PuzzleError
from ...core.puzzle import LARGEST_COMPACT_SIDE, Puzzle
from ...core.shape import parse_box
from ...core.text import make_printable
from ...core.verdict import Verdict
from .rules import BOX, COUNT, TEXT, TIME, TIME_OR_NOTHING, Rule, is_time, is_time_or_nothing, shorten

VERDICTS = frozenset(Verdict)
ENDINGS = frozenset(Ending)


class PuzzleRow(NamedTuple):
    """A puzzle of the run."""

    number: int
    id: str
    tier: str
    box: str
    givens: str


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


@dataclass(frozen=True, slots=True)
class Preparation:
    """What an engine does once per process or once per shape, outside its own clock; times in seconds.

    A time is None if the engine failed, or exceeded its limit.
    """

    engine: str
    box: str
    load: float | None  # once per process: imports, and the first answer of all, to a small puzzle of another shape
    cold: float | None  # the first search of a simple puzzle of this shape, by a clock outside the engine
    warm: float | None  # the same search again: the median of a few

    @property
    def prepare(self) -> float | None:
        """What the engine prepares once per shape: how much longer the first search takes than later ones.

        It is None if that is not known, or too short to be distinguished from the noise of one search.
        """
        if self.cold is None or self.warm is None or self.cold <= self.warm:
            return None
        return self.cold - self.warm


class Failures(NamedTuple):
    """The searches of one engine that failed."""

    engine: str
    failed: int
    searches: int
    reason: str  # of the first one


_PUZZLE_RULES = {"number": COUNT, "id": TEXT, "tier": TEXT, "box": BOX, "givens": TEXT}
_OBJECTION_RULES = {"puzzle": COUNT, "round": COUNT, "text": TEXT}
_CALIBRATION_RULES = {"puzzle": COUNT, "round": COUNT, "cpu": TIME}
_PREPARATION_RULES = {"box": BOX, "load": TIME_OR_NOTHING, "cold": TIME_OR_NOTHING, "warm": TIME_OR_NOTHING}


def parse_puzzle(row: tuple[Any, ...]) -> PuzzleRow:
    """Return a row of the table `puzzle`; raise ValueError if a column is invalid."""
    one = PuzzleRow(*row)
    where = f"puzzle {shorten(one.number)}"
    _check_columns(where, _PUZZLE_RULES, row)
    if not _is_puzzle(one.givens, one.box):
        raise ValueError(f"{where}, givens: expected a puzzle with boxes of {one.box}, found {shorten(one.givens)}")
    return one._replace(id=make_printable(one.id), tier=make_printable(one.tier))


def parse_objection(row: tuple[Any, ...]) -> tuple[int, int, str]:
    """Return a row of the table `objection`; raise ValueError if a column is invalid."""
    _check_columns("objection", _OBJECTION_RULES, row)
    puzzle, round, text = row
    return puzzle, round, make_printable(text)


def parse_calibration(row: tuple[Any, ...]) -> tuple[tuple[int, int], float]:
    """Return the key and the time of a row of the table `calibration`; raise ValueError if a column is invalid."""
    _check_columns("calibration", _CALIBRATION_RULES, row)
    puzzle, round, cpu = row
    return (puzzle, round), cpu


def parse_preparation(row: tuple[Any, ...], engines: Container[str]) -> Preparation:
    """Return a row of the table `preparation`; raise ValueError if a column is invalid."""
    one = Preparation(*row)
    _make_engine_rule(engines).check("preparation, engine", one.engine)
    _check_columns(f"preparation of {one.engine}", _PREPARATION_RULES, row[1:])
    return one


def parse_measurement(row: tuple[Any, ...], engines: Container[str]) -> Measurement:
    """Return a row of the table `measurement`; raise ValueError if a column is invalid.

    A record may have millions of them, so the columns are checked one by one only if any of them is invalid.
    """
    puzzle, engine, round, verdict, ending, build, first, settle, cpu, outer, counts, detail = row
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
        and type(detail) is str
    ):
        _complain_about_measurement(row, engines)
    numbers = _parse_counts(counts)
    return Measurement(
        puzzle, engine, round, verdict, ending, build, first, settle, cpu, outer, numbers, make_printable(detail)
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


def _complain_about_measurement(row: tuple[Any, ...], engines: Container[str]) -> None:
    rules = {
        "puzzle": COUNT,
        "engine": _make_engine_rule(engines),
        "round": COUNT,
        "verdict": Rule(VERDICTS.__contains__, f"one of {', '.join(sorted(VERDICTS))}"),
        "ending": Rule(ENDINGS.__contains__, f"one of {', '.join(sorted(ENDINGS))}"),
        "build": TIME,
        "first": TIME_OR_NOTHING,
        "settle": TIME,
        "cpu": TIME_OR_NOTHING,
        "outer": TIME_OR_NOTHING,
    }
    _check_columns(f"measurement of puzzle {shorten(row[0])}", rules, row)
    TEXT.check(f"measurement of puzzle {shorten(row[0])}, detail", row[-1])


def _make_engine_rule(engines: Container[str]) -> Rule:
    return Rule(engines.__contains__, "an engine of the run")


def _check_columns(where: str, rules: Mapping[str, Rule], values: Iterable[object]) -> None:
    for (name, rule), value in zip(rules.items(), values, strict=False):
        rule.check(f"{where}, {name}", value)


def _is_puzzle(text: str, box: str) -> bool:
    shape = parse_box(box)
    try:
        if shape.side <= LARGEST_COMPACT_SIDE:
            Puzzle.from_symbols(text, shape)
        else:
            Puzzle.from_text(text, shape)
    except PuzzleError:
        return False
    return True
