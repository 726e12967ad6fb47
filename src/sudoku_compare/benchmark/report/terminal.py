"""Reports as text: how blocks are shown on a terminal of any width, without cutting anything off."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from .blocks import Block, Emphasis, Line, Table

GAP = 3  # spaces between two columns
WIDEST_TEXT = 24  # characters; longer texts are wrapped before a column is dropped from the table

UNIMPORTANT = ("-", "reference")  # texts that are not repeated below a table
STYLES = {Emphasis.NONE: "", Emphasis.RESULT: "bold", Emphasis.WARNING: "yellow", Emphasis.OBJECTION: "bold red"}
MOST_KEYS = 2  # columns of words that say what a row is about, such as an engine and the name of a count


def render_blocks(blocks: Iterable[Block]) -> Iterator[RenderableType]:
    """Yield the blocks for a console in order, with an empty line before and after each table."""
    previous: Block | None = None
    for block in blocks:
        if previous and (isinstance(block, Table) or isinstance(previous, Table)):
            yield Text()
        previous = block
        if isinstance(block, Line):
            yield Text(block.text, STYLES[block.emphasis])
        else:
            yield _FittingTable(block)


@dataclass(frozen=True)
class _FittingTable:
    """A table with the columns that fit, and below it what does not fit; a list if hardly anything fits."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        places = _fit_columns(self.table, options.max_width)
        every = range(len(self.table.columns))
        if places is None:
            yield Text(self.table.title, "italic")
            below = [f"- {line}" for line in _format_rows(self.table, every)]
        else:
            yield _make_table(self.table, places)
            below = list(_format_rows(self.table, [place for place in every if place not in places]))
        if below or self.table.notes:
            yield Text("\n".join([*below, *self.table.notes]))


def _fit_columns(table: Table, room: int) -> list[int] | None:
    """Return the places of the columns that fit; None if not even the needed ones do."""
    widths = {
        place: max(map(len, texts)) if place >= table.texts else min(WIDEST_TEXT, max(map(len, texts)))
        for place, texts in enumerate(zip(table.columns, *table.rows, strict=True))
    }
    groups = iter(table.less_needed)
    while sum(widths.values()) + GAP * (len(widths) - 1) > room:
        group = next(groups, None)
        if group is None:
            return None
        for name in group:
            del widths[table.columns.index(name)]
    return list(widths)


def _make_table(table: Table, places: Sequence[int]) -> RichTable:
    rich = RichTable(title=table.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place in places:
        if place < table.texts:  # wrapped, not cut off: two engines may differ in their last option
            rich.add_column(table.columns[place], overflow="fold")
        else:
            rich.add_column(table.columns[place], justify="right", no_wrap=True)
    for row in table.rows:
        rich.add_row(*(Text(row[place]) for place in places))
    return rich


def _format_rows(table: Table, places: Iterable[int]) -> Iterator[str]:
    """Yield each row as a line: what it is about, the names and values of these columns, and its note."""
    keys = min(table.texts, MOST_KEYS)
    shown = [place for place in places if place >= keys]
    for row, note in zip(table.rows, table.row_notes or ("",) * len(table.rows), strict=True):
        values = [f"{table.columns[place]} {row[place]}" for place in shown if row[place] not in UNIMPORTANT]
        if values or note:
            yield f"{', '.join(row[:keys])}: {'; '.join(filter(None, [', '.join(values), note]))}"
