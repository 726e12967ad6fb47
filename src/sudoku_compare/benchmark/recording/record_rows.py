"""The rows of a record, except measurements, checked when they are read: a file may be damaged, or not be ours."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...core.errors import PuzzleError
from ...core.puzzle import LARGEST_COMPACT_SIDE, Puzzle
from ...core.shape import parse_box
from ...core.text import make_printable
from ...running.machine import Machine
from .rules import (
    BOX,
    COUNT,
    POSITIVE,
    POSITIVE_OR_NOTHING,
    PRINTABLE,
    PRINTABLE_OR_NOTHING,
    TEXT,
    TIME,
    TIME_OR_NOTHING,
    Rule,
    check_columns,
    make_engine_rule,
    make_machine_rule,
    shorten,
)


class PuzzleRow(NamedTuple):
    """A puzzle of the run."""

    number: int
    id: str
    tier: str
    box: str
    givens: str


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


class Attempt(NamedTuple):
    """An execution of the searches of a puzzle in one round that gave no result."""

    puzzle: int
    round: int
    machine: int | None  # its number; None if it is not known where it was executed
    reason: str  # what happened, such as "the worker was lost"


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
_ATTEMPT_RULES = {"puzzle": COUNT, "round": COUNT, "number": POSITIVE}
_MACHINE_RULES = {
    "number": COUNT,
    "host": PRINTABLE_OR_NOTHING,
    "cpu": PRINTABLE,
    "cores": POSITIVE_OR_NOTHING,
    "memory": POSITIVE_OR_NOTHING,
    "system": PRINTABLE_OR_NOTHING,
    "python": PRINTABLE,
    "isolation": PRINTABLE_OR_NOTHING,
}


def parse_puzzle(row: tuple[Any, ...]) -> PuzzleRow:
    """Return a row of the table `puzzle`; raise ValueError if a column is invalid."""
    one = PuzzleRow(*row)
    where = f"puzzle {shorten(one.number)}"
    check_columns(where, _PUZZLE_RULES, row)
    if not _is_puzzle(one.givens, one.box):
        raise ValueError(f"{where}, givens: expected a puzzle with boxes of {one.box}, found {shorten(one.givens)}")
    return one._replace(id=make_printable(one.id), tier=make_printable(one.tier))


def parse_objection(row: tuple[Any, ...]) -> tuple[int, int, str]:
    """Return a row of the table `objection`; raise ValueError if a column is invalid."""
    check_columns("objection", _OBJECTION_RULES, row)
    puzzle, round, text = row
    return puzzle, round, make_printable(text)


def parse_calibration(row: tuple[Any, ...], machines: Container[int]) -> tuple[tuple[int, int, int], float]:
    """Return the key and the time of a row of the table `calibration`; raise ValueError if a column is invalid."""
    check_columns("calibration", {**_CALIBRATION_RULES, "machine": make_machine_rule(machines)}, row)
    puzzle, round, cpu, machine = row
    return (puzzle, round, machine), cpu


def parse_machine(row: tuple[Any, ...]) -> tuple[int, Machine]:
    """Return the number and the description in a row of the table `machine`; raise ValueError if it is invalid."""
    number, *values = row
    check_columns(f"machine {shorten(number)}", _MACHINE_RULES, row)
    return number, Machine(**dict(zip(list(_MACHINE_RULES)[1:], values, strict=True)))


def parse_attempt(row: tuple[Any, ...], machines: Container[int]) -> Attempt:
    """Return a row of the table `attempt`; raise ValueError if a column is invalid."""
    puzzle, round, _, machine, reason = row
    is_known = Rule(
        lambda value: value is None or (type(value) is int and value in machines), "a machine of the record, or null"
    )
    check_columns("attempt", {**_ATTEMPT_RULES, "machine": is_known, "reason": TEXT}, row)
    return Attempt(puzzle, round, machine, make_printable(reason))


def parse_preparation(row: tuple[Any, ...], engines: Container[str]) -> Preparation:
    """Return a row of the table `preparation`; raise ValueError if a column is invalid."""
    one = Preparation(*row)
    make_engine_rule(engines).check("preparation, engine", one.engine)
    check_columns(f"preparation of {one.engine}", _PREPARATION_RULES, row[1:])
    return one


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
