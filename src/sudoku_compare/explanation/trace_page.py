"""Traces as one HTML file that needs nothing else: the assumptions as a tree that folds.

It is written as the search goes, so what a scope ended in is not known when its heading is written; it comes after the
scope, and the style puts it beside the heading.
"""

import re
from html import escape
from typing import Self, TextIO

from ..comparison.compare import Comparison
from ..comparison.reason import format_reason
from ..core.puzzle import Grid, symbol_of
from ..core.shape import Cell, Shape
from ..display.html import TAIL, head
from .trace_words import LEGEND, Line

DEEPEST_NESTED = (
    60  # scopes within each other as elements: browsers flatten pages at 512 elements, and nobody unfolds so far
)
DEEPEST_INDENTED = 8  # scopes that are drawn within each other; the deeper ones would have no width left
DEEPEST_OPEN = 1  # scopes that are unfolded to begin with
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
MARKS = re.compile(r"(\w+)([\^*+])(?=[,\]])")
MARK_CLASSES = {"^": "assumed", "*": "refuted", "+": "solved"}
STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #66707a; --line: #d5dae0; --paper: #fff; --tint: #f5f7f9;
  --bad: #b3261e; --good: #1b7f3b; --assumed: #1a5fb4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --soft: #98a2ac; --line: #3a4149; --paper: #16191c;
  --tint: #1f2428; --bad: #ff8a80; --good: #7bd88f; --assumed: #7ab7ff; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; color: var(--ink);
  background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; } .legend { color: var(--soft); margin: .2rem 0 1rem; }
button { font: inherit; color: inherit; background: var(--tint); border: 1px solid var(--line); border-radius: .3rem;
  padding: .1rem .7rem; cursor: pointer; }
summary { cursor: pointer; } .puzzle { margin: 1.2rem 0; border-top: 2px solid var(--line); padding-top: .6rem; }
.puzzle > summary { font-weight: 600; font-size: 1.1rem; }
.puzzle > summary small { font-weight: 400; color: var(--soft); }
.boards { display: flex; flex-wrap: wrap; gap: 1.5rem; overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; border: 2px solid var(--soft); font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: .85rem; }
td { width: 1.55rem; height: 1.55rem; padding: 0; text-align: center; border: 1px solid var(--line); }
td.l { border-left: 2px solid var(--soft); } td.t { border-top: 2px solid var(--soft); } td.g { font-weight: 700; }
td.f { color: var(--assumed); }
ul { list-style: none; margin: .15rem 0 .15rem .3rem; padding-left: .8rem; border-left: 1px solid var(--line); }
li { margin: .1rem 0; } .fall { color: var(--soft); font-size: .85rem; }
.hp { position: relative; margin: .3rem 0 .3rem .6rem; background: var(--tint); border: 1px solid var(--line);
  border-radius: .4rem; padding: .15rem .5rem; }
.hp.flat { margin-left: 0; padding-left: 0; padding-right: 0; border-width: 1px 0 0; border-radius: 0; }
.hp.flat ul { margin-left: 0; } .hp.flat .result { right: 0; }
.hp > details > summary { padding-right: 15rem; font-family: ui-monospace, monospace; font-size: .9rem; }
.result { position: absolute; top: .2rem; right: .6rem; font-size: .85rem; }
.invalid, .refuted, .result.refuted { color: var(--bad); } .solution, .valid, .solved { color: var(--good); }
.solution { font-weight: 600; } .assumed b { font-weight: 600; } b.assumed { color: var(--assumed); }
b.refuted { text-decoration: line-through; font-weight: 400; } .cut { color: var(--soft); font-style: italic; }
li.refuted, li.valid { font-family: ui-monospace, monospace; font-size: .8rem; } .end { font-weight: 600; }
.objection { color: var(--bad); font-weight: 600; }
@media (max-width: 34rem) { .hp { margin-left: 0; padding: .1rem .3rem; } ul { padding-left: .4rem; margin-left: 0; }
  .hp > details > summary { padding-right: 0; } .result { position: static; display: block; } }
"""
OPENING = f"""<h1>Trace of reductio</h1>
<p class="legend">{escape(LEGEND)}</p>
<p><button data-open="yes">unfold all</button> <button data-open="no">fold all</button></p>
"""
FOLDING = """
for (const button of document.querySelectorAll("button[data-open]")) button.onclick = () => {
  const all = document.querySelectorAll(".hp > details, .givens");
  for (const one of all) one.open = button.dataset.open === "yes";
};
"""


class TracePage:
    """One page for all traces of a run; each is begun, takes its lines, and is ended."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._traces = 0

    def __enter__(self) -> Self:
        self._file.write(head("trace of reductio", STYLE, POLICY) + OPENING)
        return self

    def __exit__(self, *details: object) -> None:
        self._file.write(f"<script>{FOLDING}</script>\n{TAIL}")

    def begin(self, comparison: Comparison) -> "TraceTree":
        """The puzzle with its verdict, unfolded if it is the first; its trace goes below."""
        self._traces += 1
        self._file.write(_head(comparison, unfolded=self._traces == 1))
        return TraceTree(self._file)


class TraceTree:
    """Takes the lines of one trace."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._in_list = False
        self._in_givens = False
        self._assumptions = 0
        self._open: list[int] = []  # for each scope that is an element, the assumptions before it

    def __call__(self, line: Line) -> None:
        if self._in_givens != (line.kind == "given"):
            self._toggle_givens()
        nested = line.depth < DEEPEST_NESTED
        match line.kind:
            case "assume" if nested:
                self._open_scope(line)
            case "refuted" | "valid" if line.depth <= DEEPEST_NESTED:
                self._item(line)
                self._close_scope(line.kind)
            case "end":
                self._close_all()
                self._file.write(f'<p class="end">{escape(line.text)}</p>\n')
            case _:
                self._item(line)

    def close(self, text: str, *, holds: bool) -> None:
        """What was found of the trace as a whole."""
        self._close_all()
        self._file.write(f'<p class="{"legend" if holds else "objection"}">{escape(text)}</p>\n</details>\n')

    def _toggle_givens(self) -> None:
        self._end_list()
        self._in_givens = not self._in_givens
        opened = '<details class="givens"><summary>what falls to the givens</summary>\n'
        self._file.write(opened if self._in_givens else "</details>\n")

    def _item(self, line: Line) -> None:
        if not self._in_list:
            self._file.write("<ul>\n")
            self._in_list = True
        deep = f"depth {line.depth + 1}: " if line.kind == "assume" else ""
        self._file.write(f'<li class="{line.kind}">{deep}{_dressed(line.text)}</li>\n')
        self._assumptions += line.kind == "assume"

    def _end_list(self) -> None:
        if self._in_list:
            self._file.write("</ul>\n")
            self._in_list = False

    def _open_scope(self, line: Line) -> None:
        self._end_list()
        unfolded = " open" if line.depth < DEEPEST_OPEN else ""
        style = "hp" if line.depth < DEEPEST_INDENTED else "hp flat"
        self._file.write(f'<div class="{style}"><details{unfolded}><summary>{_dressed(line.text)}</summary>\n')
        self._assumptions += 1
        self._open.append(self._assumptions)

    def _close_scope(self, kind: str) -> None:
        self._end_list()
        inside = self._assumptions - self._open.pop()
        how_many = f", {inside:,} assumption{'s' * (inside > 1)} inside" if inside else ""
        word = {"refuted": "-&gt; invalid", "valid": "-&gt; VALID"}.get(kind, "left open")
        self._file.write(f'</details><span class="result {kind}">{word}{how_many}</span></div>\n')

    def _close_all(self) -> None:
        if self._in_givens:
            self._toggle_givens()
        while self._open:
            self._close_scope("open")
        self._end_list()


def _dressed(text: str) -> str:
    """Escaped, with the marks of the notation and what falls in their own styles."""
    said, colon, fallen = escape(text).partition(": ~")
    said = MARKS.sub(lambda mark: f'<b class="{MARK_CLASSES[mark[2]]}">{mark[0]}</b>', said)
    return f'{said}<span class="fall">{colon}{fallen}</span>' if colon else said


def _head(comparison: Comparison, *, unfolded: bool) -> str:
    entry, puzzle, shape = comparison.entry, comparison.puzzle, comparison.puzzle.shape
    where = f"({entry.id})  " if entry.name else ""
    size = f"{where}{shape}, {puzzle.count_givens()} givens"
    boards = [_board(shape, puzzle.givens, puzzle.givens, "givens")]
    if comparison.solution:
        boards.append(_board(shape, comparison.solution, puzzle.givens, "solution"))
    opened = " open" if unfolded else ""
    return f"""<details class="puzzle"{opened}>
<summary>{escape(entry.name or entry.id)} <small>{escape(size)}, {comparison.verdict}</small></summary>
<p><b>{comparison.verdict}</b>: {escape(format_reason(comparison))}</p>
<div class="boards">{"".join(boards)}</div>
"""


def _board(shape: Shape, grid: Grid, givens: Grid, caption: str) -> str:
    rows = [range(start, start + shape.side) for start in range(0, len(grid), shape.side)]
    body = "".join(f"<tr>{''.join(_cell(shape, cell, grid, givens) for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{caption}</caption>{body}</table>"


def _cell(shape: Shape, cell: Cell, grid: Grid, givens: Grid) -> str:
    row, column = divmod(cell, shape.side)
    classes = [
        *(["l"] if column % shape.box_width == 0 else []),
        *(["t"] if row % shape.box_height == 0 else []),
        *(["g"] if givens[cell] else ["f"]),
    ]
    shown = symbol_of(grid[cell], shape) if grid[cell] else ""
    return f'<td class="{" ".join(classes)}">{shown}</td>'
