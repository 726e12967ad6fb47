"""A study as text and HTML: the question, the answers, the tables, and example puzzles."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from ..display.board import draw
from ..display.numbers import format_bytes, format_count, format_duration, format_ratio
from .outcome import Column, Example, Kind, Outcome, Table, Value

NARROW = 72  # columns below which a table is printed as a list


def render_study(outcome: Outcome, width: int) -> Iterator[RenderableType]:
    """Yield the parts of the report in order."""
    yield Text(outcome.question, "bold")
    yield Text()
    yield Text("\n".join(outcome.answers))
    for table in (table for table in outcome.tables if table.rows):
        yield Text()
        yield _make_table(table) if width >= NARROW else _make_list(table)
    for example in outcome.boards:
        yield Text()
        yield _draw_example(example)
    for reason, count in outcome.left_out.items():
        yield Text(f"\nleft out: {format_count(count, 'puzzle')} ({reason})")


def _make_table(table: Table) -> RichTable:
    rich = RichTable(title=table.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in table.columns:
        rich.add_column(column.name, justify="left" if column.kind is Kind.TEXT else "right")
    for row in format_rows(table):
        rich.add_row(*map(Text, row))
    return rich


def _make_list(table: Table) -> Text:
    lines = [table.title]
    for row in format_rows(table):
        pairs = [f"{column.name} {text}" for column, text in zip(table.columns, row, strict=True)]
        lines.append("- " + ", ".join(pairs))
    return Text("\n".join(lines))


def _draw_example(example: Example) -> Text:
    lines = [Text(example.title), Text()]
    lines += [Text("  ").append_text(line) for line in draw(example.puzzle.shape, example.puzzle.givens)]
    return Text("\n").join([*lines, Text(), Text(f"  {example.puzzle.text}")])


def format_rows(table: Table) -> list[list[str]]:
    """Return the rows as texts."""
    columns = table.columns
    return [[format_value(value, column) for value, column in zip(row, columns, strict=True)] for row in table.rows]


def format_value(value: Value, column: Column) -> str:
    """Return the text of a value; a dash if it is missing."""
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
        case Kind.SECONDS:
            return format_duration(value)
        case Kind.RATIO:
            return format_ratio(value)
        case Kind.BYTES:
            return format_bytes(value)
        case Kind.PERCENT:
            return f"{value}%"
    return f"{value:,}"
