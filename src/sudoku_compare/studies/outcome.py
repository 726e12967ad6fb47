"""What a study found: numbers, and the sentences, charts and example puzzles that show them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from ..core.puzzle import Puzzle

Value = str | int | float | None


class Kind(StrEnum):
    """How the values of a column are formatted."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"  # a fraction, shown in percent
    MEAN = "mean"
    LARGE = "large"  # shown as 6.67e21
    SECONDS = "seconds"  # shown with a unit, and on a logarithmic axis
    RATIO = "ratio"
    PERCENT = "percent"  # a whole number
    BYTES = "bytes"  # shown with a unit


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: Kind = Kind.COUNT


@dataclass(frozen=True, slots=True)
class Table:
    """A table of numbers."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the title and the rows, each as an object by column name."""
        names = [column.name for column in self.columns]
        return {"title": self.title, "rows": [dict(zip(names, row, strict=True)) for row in self.rows]}


class Mark(StrEnum):
    """How the values of a chart are drawn."""

    BAR = "bar"
    DOT = "dot"  # on a logarithmic axis
    LINE = "line"
    BAND = "band"  # a line within an interval


@dataclass(frozen=True, slots=True)
class Chart:
    """Values `y` over `x`, one series per value of `series`; or a line with a band from `low` to `high`.

    A bar or dot is labelled with its value, or with its own `label`, if it has one. A point of a line may have an
    interval, from `low` to `high`.
    """

    name: str
    title: str
    x: str
    y: str
    values: tuple[Mapping[str, Value], ...]
    series: str | None = None
    kind: Kind = Kind.COUNT
    mark: Mark = Mark.BAR
    note: str = ""  # how to read it
    truth: float | None = None  # the exact value, drawn as a dashed line


class Example(NamedTuple):
    """A puzzle that shows something."""

    title: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Outcome:
    """The question of a study and everything that answers it."""

    question: str
    answers: tuple[str, ...]
    tables: tuple[Table, ...]
    charts: tuple[Chart, ...] = ()
    boards: tuple[Example, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)  # puzzles by reason

    def as_json(self) -> dict[str, Any]:
        """Return everything but the charts as one JSON object."""
        boards = [{"title": title, "givens": puzzle.text, "box": puzzle.shape.box} for title, puzzle in self.boards]
        return {
            "question": self.question,
            "answers": list(self.answers),
            "tables": [table.as_json() for table in self.tables],
            "boards": boards,
            "left_out": dict(self.left_out),
        }
