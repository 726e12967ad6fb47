"""What a report consists of, whatever shows it: lines of text and tables of texts."""

from dataclasses import dataclass
from enum import Enum, auto

Value = str | float | None


class Emphasis(Enum):
    """How much a line stands out."""

    NONE = auto()
    RESULT = auto()
    WARNING = auto()
    OBJECTION = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or a list of facts."""

    text: str
    emphasis: Emphasis = Emphasis.NONE


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts, in which a missing value is a dash."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()  # about the whole table
    texts: int = 1  # how many columns, from the left, are words; the others are numbers
    less_needed: tuple[tuple[str, ...], ...] = ()  # groups of columns that may leave the table, the first one first
    row_notes: tuple[str, ...] = ()  # for each row, what is too wide for the table, or ""; may be empty
    tier: str = ""  # of the puzzles, if the table is about one tier
    values: tuple[tuple[Value, ...], ...] = ()  # what the texts are made from, to sort by; None if it is missing

    def list_row_notes(self) -> list[str]:
        """Return the notes of the rows, each with the name of its row."""
        return [f"{row[0]}: {note}" for row, note in zip(self.rows, self.row_notes, strict=False) if note]


Block = Line | Table
