"""Tables as Markdown and LaTeX: whatever the texts contain, a reader of the format gets them back."""

import io
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console

from sudoku_compare.benchmark.report.blocks import Block, Emphasis, Line, Table
from sudoku_compare.benchmark.report.markdown_latex import format_latex, format_markdown
from sudoku_compare.benchmark.report.terminal import WIDEST_TEXT, render_blocks

SPECIAL = r"""%_&#{}~^\$|<>[]*`"'!@-+=.,;:()/?1 ab"""
TEXTS = st.text(SPECIAL, max_size=12) | st.text(max_size=6)
NOT_EMPTY = TEXTS.map(lambda text: "".join(filter(str.isprintable, text))).filter(lambda text: bool(text.strip()))
TABLES = st.integers(1, 4).flatmap(
    lambda columns: st.builds(
        Table,
        NOT_EMPTY,
        st.tuples(*[NOT_EMPTY] * columns),
        st.lists(st.tuples(*[NOT_EMPTY] * columns), max_size=3).map(tuple),
        st.lists(NOT_EMPTY, max_size=2).map(tuple),
        st.integers(1, columns),
    )
)


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def read_markdown(text: str) -> list[tuple[str, str]]:
    """Return the kind and the text of each heading, cell, list item and paragraph, as a Markdown parser reads them."""
    found = []
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    for opening, token in pairwise(tokens):
        if token.type == "inline":
            assert {child.type for child in token.children or []} <= {
                "text",
                "text_special",
                "strong_open",
                "strong_close",
            }
            found.append((opening.tag, "".join(child.content for child in token.children or [])))
    return found


@given(TABLES)
def test_markdown_is_read_back_with_every_character(table: Table) -> None:
    cells = [("th", text) for text in table.columns] + [("td", text) for row in table.rows for text in row]
    expected = [("h3", table.title), *cells, *(("p", note) for note in table.notes)]
    assert read_markdown("".join(format_markdown([table]))) == [(kind, on_one_line(text)) for kind, text in expected]


@given(st.lists(NOT_EMPTY, min_size=1, max_size=4))
def test_lines_stay_paragraphs_in_markdown(texts: list[str]) -> None:
    read = read_markdown("".join(format_markdown(map(Line, texts))))
    assert read == [("p", on_one_line(text)) for text in texts]


LATEX_SIGNS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    "{[}": "[",
    "{]}": "]",
    "{*}": "*",
    "{}": "",
    **{"\\" + sign: sign for sign in "%_&#{}$"},
}
LATEX_TOKEN = re.compile("|".join(map(re.escape, sorted(LATEX_SIGNS, key=len, reverse=True))) + "|.", re.DOTALL)


def read_latex(text: str) -> str:
    """Return what LaTeX prints; fail if a character would be taken for a command, a comment, a tab or math."""
    read = ""
    for token in LATEX_TOKEN.findall(text):
        assert token in LATEX_SIGNS or token not in r"\%_&#{}~^$<>|[]*", f"{token} in {text}"
        read += LATEX_SIGNS.get(token, token)
    return read


def read_latex_table(text: str) -> tuple[str, str, list[list[str]], list[str]]:
    """Return the title, the kinds of the columns, the rows and the notes of a table."""
    match = re.fullmatch(
        r"\\noindent \\textbf\{(.*)\}\n\n\\noindent \\begin\{tabular\}\{([lr]+)\}\n\\hline\n"
        r"(.* \\\\)\n\\hline\n((?:.* \\\\\n)*)\\hline\n\\end\{tabular\}\n\n((?:\\noindent .*\n\n)*)",
        text,
    )
    assert match, text
    title, kinds, head, body, notes = match.groups()
    rows = [re.split(r"(?<!\\) & ", line.removesuffix(r" \\")) for line in [head, *body.splitlines()]]
    lines = [line.removeprefix(r"\noindent ") for line in notes.splitlines() if line]
    return read_latex(title), kinds, [list(map(read_latex, row)) for row in rows], list(map(read_latex, lines))


@given(TABLES)
def test_latex_is_read_back_with_every_character(table: Table) -> None:
    title, kinds, rows, notes = read_latex_table("".join(format_latex([table])))
    assert title == on_one_line(table.title)
    assert kinds == "l" * table.texts + "r" * (len(table.columns) - table.texts)
    assert rows == [list(map(on_one_line, row)) for row in (table.columns, *table.rows)]
    assert notes == list(map(on_one_line, table.notes))


@pytest.mark.parametrize("signs", ["--", "---", "``", "''", ",,"])
def test_latex_does_not_join_two_signs_to_one(signs: str) -> None:
    [text] = format_latex([Line(f"a{signs}b")])
    assert signs not in text
    assert read_latex(text.removeprefix(r"\noindent ")).strip() == f"a{signs}b"


def test_a_newline_in_a_name_does_not_end_a_row() -> None:
    table = Table("a\nb", ("c\nd",), (("e\r\nf",),))
    assert "| e f |\n" in "".join(format_markdown([table]))
    assert "e f \\\\\n" in "".join(format_latex([table]))


@pytest.mark.parametrize(("form", "marked"), [(format_markdown, "**careful**"), (format_latex, r"\textbf{careful}")])
def test_a_warning_is_bold(form: object, marked: str) -> None:
    assert callable(form)
    assert marked in "".join(form([Line("careful", emphasis=Emphasis.WARNING)]))
    assert marked not in "".join(form([Line("careful")]))


WIDE = Table(
    title="a title",
    columns=("engine", "count", "first", "second", "third"),
    rows=(("reductio", "assumptions", "1,234,567", "2,345,678", "+1.0%"), ("x" * 60, "y", "3", "4", "-")),
    notes=("a note",),
    texts=2,
    less_needed=(("third",), ("second",)),
)


def render(blocks: list[Block], width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, markup=False)
    for part in render_blocks(blocks):
        console.print(part)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [40, 50, 60, 70, 80, 100, 200])
def test_nothing_is_cut_off_at_any_width(width: int) -> None:
    lines = render([WIDE], width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    text = " ".join(lines)
    assert all(word in text for word in (*WIDE.rows[0], "3", "4", "a note"))
    assert text.count("x") % 60 == 0  # the long name is folded, and is shown twice if columns are shown below


@pytest.mark.parametrize(
    ("width", "head", "below"),
    [
        (200, ["engine", "count", "first", "second", "third"], []),
        (70, ["engine", "count", "first", "second", "third"], []),
        (69, ["engine", "count", "first", "second"], ["reductio, assumptions: third +1.0%"]),
        (62, ["engine", "count", "first", "second"], ["reductio, assumptions: third +1.0%"]),
        (61, ["engine", "count", "first"], ["reductio, assumptions: second 2,345,678, third +1.0%"]),
    ],
)
def test_the_less_needed_columns_go_first_and_their_values_are_shown_below(
    width: int, head: list[str], below: list[str]
) -> None:
    lines = render([WIDE], width)
    assert lines[1].split() == head
    assert [line for line in lines if line.startswith("reductio, ")] == below


def test_columns_that_belong_together_leave_together() -> None:
    table = replace(WIDE, less_needed=(("first", "second"),))
    assert render([table], 69)[1].split() == ["engine", "count", "third"]


def test_a_table_that_does_not_fit_at_all_becomes_a_list() -> None:
    text = " ".join(render([WIDE], 40))
    assert "- reductio, assumptions: first 1,234,567, second 2,345,678, third +1.0%" in text
    assert "─" not in text


def test_a_long_word_is_folded_before_a_column_goes() -> None:
    lines = render([WIDE], 70)
    assert max(line.count("x") for line in lines) <= WIDEST_TEXT
    assert "".join(lines).count("x") == 60


def test_tables_stand_apart_from_lines() -> None:
    table = Table("title", ("engine",), (("sat",),))
    lines = render([Line("before"), Line("again"), table, table, Line("after")], 80)
    assert [line for line in lines if "─" not in line] == [
        *("before", "again", "", "title", "engine", "sat", "", "title", "engine", "sat", "", "after")
    ]
