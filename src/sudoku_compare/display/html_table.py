"""Tables as the columns, rows and cells that the template table.html takes."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .engine_style import Style


class TableColumn(NamedTuple):
    """A heading; a column of texts is sorted and aligned as text."""

    name: str
    is_text: bool


class TableCell(NamedTuple):
    """A text, the number by which it is sorted, and the style of the engine that it names."""

    text: str
    key: float | None = None
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class HtmlTable:
    """A table that a page shows."""

    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[TableCell, ...], ...]


def make_html_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    values: Iterable[Sequence[object]],
    *,
    text_columns: Container[str],
    styles: Mapping[str, Style] | None = None,
) -> HtmlTable:
    """Return a table; `values` has what the texts of `rows` are made from, and `styles` marks the names of engines."""
    headings = tuple(TableColumn(name, name in text_columns) for name in columns)

    def make_cell(text: str, value: object, column: TableColumn) -> TableCell:
        if column.is_text:
            return TableCell(text, style=(styles or {}).get(text))
        return TableCell(text, value if isinstance(value, int | float) else None)

    cells = tuple(
        tuple(make_cell(text, value, column) for text, value, column in zip(texts, numbers, headings, strict=True))
        for texts, numbers in zip(rows, values, strict=True)
    )
    return HtmlTable(title, headings, cells)
