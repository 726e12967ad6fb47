"""A study for people: the question, the answers, the tables, and the boards that show something."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from ..display.board import draw
from .outcome import Column, Kind, Outcome, Shown, Table, Value

NARROW = 72  # columns below which a table is told row by row


def render_study(outcome: Outcome, width: int) -> Iterator[RenderableType]:
    yield Text(outcome.question, "bold")
    yield Text()
    yield Text("\n".join(outcome.answers))
    for table in (table for table in outcome.tables if table.rows):
        yield Text()
        yield _rendered(table) if width >= NARROW else _in_lines(table)
    for board in outcome.boards:
        yield Text()
        yield _drawn(board)
    yield from (Text(f"\nleft out: {count:,} puzzles ({reason})") for reason, count in outcome.left_out.items())


def _rendered(table: Table) -> RichTable:
    rich = RichTable(title=table.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in table.columns:
        rich.add_column(column.name, justify="left" if column.kind is Kind.TEXT else "right")
    for row in cells(table):
        rich.add_row(*map(Text, row))
    return rich


def _in_lines(table: Table) -> Text:
    lines = [table.title]
    for row in cells(table):
        pairs = [f"{column.name} {cell}" for column, cell in zip(table.columns, row, strict=True)]
        lines.append("- " + ", ".join(pairs))
    return Text("\n".join(lines))


def _drawn(shown: Shown) -> Text:
    lines = [Text(shown.title), Text()]
    lines += [Text("  ").append_text(line) for line in draw(shown.puzzle.shape, shown.puzzle.givens)]
    return Text("\n").join([*lines, Text(), Text(f"  {shown.puzzle.text}")])


def cells(table: Table) -> list[list[str]]:
    """The rows as they are told."""
    return [[told(value, column) for value, column in zip(row, table.columns, strict=True)] for row in table.rows]


def told(value: Value, column: Column) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    match column.kind:
        case Kind.SHARE:
            return f"{value:.1%}"
        case Kind.MEAN:
            return f"{value:,.1f}"
        case Kind.LARGE:
            return f"{value:.2e}".replace("e+0", "e").replace("e+", "e")
    return f"{value:,}"
