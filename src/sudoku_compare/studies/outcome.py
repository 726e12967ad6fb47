"""What a study found: numbers first, and the sentences, charts and boards that are made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from ..core.puzzle import Puzzle

Value = str | int | float | None


class Kind(StrEnum):
    """How a number is told."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"  # of 1, told in percent
    MEAN = "mean"
    LARGE = "large"  # told as 6.67e21


class Column(NamedTuple):
    name: str
    kind: Kind = Kind.COUNT


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def as_json(self) -> dict[str, Any]:
        names = [column.name for column in self.columns]
        return {"title": self.title, "rows": [dict(zip(names, row, strict=True)) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars over `x`, side by side by `series`, or lines; in values with `low` and `high`, a band around them."""

    name: str
    title: str
    x: str
    y: str
    values: tuple[Mapping[str, Value], ...]
    series: str | None = None
    kind: Kind = Kind.COUNT
    mark: str = "bar"  # or line, or band
    is_log: bool = False
    truth: float | None = None  # a level to compare with


class Shown(NamedTuple):
    """A board that shows something."""

    title: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Outcome:
    question: str
    answers: tuple[str, ...]
    tables: tuple[Table, ...]
    charts: tuple[Chart, ...] = ()
    boards: tuple[Shown, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)  # puzzles by the reason

    def as_json(self) -> dict[str, Any]:
        boards = [
            {
                "title": title,
                "givens": puzzle.text,
                "box": puzzle.shape.box,
            }
            for title, puzzle in self.boards
        ]
        return {
            "question": self.question,
            "answers": list(self.answers),
            "tables": [table.as_json() for table in self.tables],
            "boards": boards,
            "left_out": dict(self.left_out),
        }
