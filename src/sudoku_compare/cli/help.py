"""How help pages are laid out: no wider than the terminal, and no word is ever split or cut off.

Click breaks words at hyphens, cuts summaries off, and uses 50 columns even if the terminal has fewer.
"""

import re
import textwrap
from collections.abc import Iterable
from typing import Any

import click

WIDEST = 80  # columns; longer lines are hard to read
NARROWEST = 20  # columns
SIDE_BY_SIDE = 60  # minimum columns for descriptions beside their terms instead of below them
GAP = 2  # spaces between a term and its description
TABLE_ROW = re.compile(r"\s*\S+(?: \S+)*\s{2,}(?=\S)")  # what precedes the description


class PlainFormatter(click.HelpFormatter):
    """Writes help pages; a block marked with `\\b` keeps its lines, which are wrapped like the rows of a table."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        import shutil  # takes a millisecond, and most commands need no help page

        super().__init__(*arguments, **settings)
        self.width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line that shows how the command is called."""
        self.write(self._wrap(f"{prefix or 'Usage: '}{prog} {args}", "", " " * 4) + "\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        indent = " " * self.current_indent
        paragraphs = (self._format_paragraph(paragraph, indent) for paragraph in re.split(r"\n\s*\n", text.strip("\n")))
        self.write("\n\n".join(paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = GAP) -> None:
        """Write terms and their descriptions: options, or commands."""
        rows = list(rows)
        indent = " " * self.current_indent
        column = self.current_indent + min(max(len(term) for term, _ in rows), col_max) + col_spacing
        if self.width < SIDE_BY_SIDE:
            column = 3 * self.current_indent
        for term, description in rows:
            start = f"{indent}{term}".ljust(column)
            if len(start) > column - GAP and start.rstrip() != start[: column - GAP].rstrip():
                self.write(self._wrap(term, indent, " " * column) + "\n")
                start = " " * column
            self.write(self._wrap(" ".join(description.split()), start, " " * column) + "\n")

    def _format_paragraph(self, text: str, indent: str) -> str:
        if not text.startswith("\b"):
            return self._wrap(" ".join(text.split()), indent, indent)
        return "\n".join(self._wrap_row(row, indent) for row in _join_continued(text.splitlines()[1:]))

    def _wrap_row(self, row: str, indent: str) -> str:
        start = TABLE_ROW.match(row)
        hanging = len(start[0]) if start else len(row) - len(row.lstrip())
        return self._wrap(row[hanging:], indent + row[:hanging], indent + " " * hanging)

    def _wrap(self, text: str, first: str, rest: str) -> str:
        if len(rest) > self.width // 2:
            rest = " " * (self.width // 4)
        wrapper = textwrap.TextWrapper(
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return wrapper.fill(text)


def _join_continued(lines: Iterable[str]) -> list[str]:
    """Join the lines of a table that continue the description of the row above."""
    rows: list[str] = []
    for line in lines:
        start = TABLE_ROW.match(rows[-1]) if rows else None
        if start and len(line) - len(line.lstrip()) == len(start[0]):
            rows[-1] += " " + line.strip()
        else:
            rows.append(line)
    return rows


class HelpContext(click.Context):
    """The context of every command: it lays out help pages."""

    formatter_class = PlainFormatter


def summarize(command: click.Command) -> str:
    """Return the first sentence of a command's help, without shortening it."""
    text = (command.short_help or command.help or "").split("\n\n")[0]
    return re.split(r"(?<=[.?!])\s", " ".join(text.split()), maxsplit=1)[0]
