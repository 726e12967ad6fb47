"""Reports as Markdown and LaTeX.

Both are plain: Markdown as GitHub renders it, and LaTeX that needs no package, to be included with `\\input`. Every
character with a meaning in the format is escaped, so that names of files and engines appear as they are.
"""

import re
from collections.abc import Iterable, Iterator

from .blocks import Block, Emphasis, Line, Table


def format_markdown(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the blocks as Markdown, each with an empty line after it."""
    for block in blocks:
        if isinstance(block, Line):
            text = _escape_markdown_line(block.text)
            yield f"**{text}**\n\n" if block.emphasis is not Emphasis.NONE else f"{text}\n\n"
        else:
            yield _format_markdown_table(block)


def _format_markdown_table(table: Table) -> str:
    rule = ["---" if place < table.texts else "--:" for place in range(len(table.columns))]
    rows = [map(_escape_markdown, row) for row in (table.columns, *table.rows)]
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    lines = [f"### {_escape_markdown(table.title)}", "", head, f"|{'|'.join(rule)}|", *body, ""]
    lines += [f"- {_escape_markdown_line(note)}" for note in (*table.list_row_notes(), *table.notes)]
    return "\n".join(lines) + "\n" * (1 + bool(table.notes or table.list_row_notes()))


def _escape_markdown(text: str) -> str:
    """Return the text on one line, with a backslash before everything that Markdown would interpret."""
    return re.sub(r"([\\`*_{}\[\]<>|~$&#])", r"\\\1", " ".join(text.split()))


def _escape_markdown_line(text: str) -> str:
    """Return the text for a line of its own, where a dash or a number at the start would begin a list."""
    return re.sub(r"^(\d*)([-+=.)])", r"\1\\\2", _escape_markdown(text))


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # after the end of a row, a bracket or a star would be taken for an option of the line break
    "]": "{]}",
    "*": "{*}",
    **{character: "\\" + character for character in "&%$#_{}"},
}


def format_latex(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the blocks as LaTeX: paragraphs, and tables without a float around them."""
    for block in blocks:
        if isinstance(block, Line):
            text = _escape_latex(block.text)
            yield (
                f"\\noindent \\textbf{{{text}}}\n\n"
                if block.emphasis is not Emphasis.NONE
                else f"\\noindent {text}\n\n"
            )
        else:
            yield _format_latex_table(block)


def _format_latex_table(table: Table) -> str:
    kinds = "l" * table.texts + "r" * (len(table.columns) - table.texts)
    head, *body = [" & ".join(map(_escape_latex, row)) + r" \\" for row in (table.columns, *table.rows)]
    lines = [rf"\noindent \textbf{{{_escape_latex(table.title)}}}", "", rf"\noindent \begin{{tabular}}{{{kinds}}}"]
    lines += [r"\hline", head, r"\hline", *body, r"\hline", r"\end{tabular}", ""]
    for note in (*table.list_row_notes(), *table.notes):
        lines += [rf"\noindent {_escape_latex(note)}", ""]
    return "\n".join(lines) + "\n"


def _escape_latex(text: str) -> str:
    """Return the text on one line, so that LaTeX prints each of its characters."""
    escaped = "".join(_LATEX.get(character, character) for character in " ".join(text.split()))
    return re.sub(r"([-`',])(?=\1)", r"\1{}", escaped)  # two of these in a row would be joined to one sign
