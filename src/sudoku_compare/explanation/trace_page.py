"""Traces as a page: the assumptions as a collapsible tree, beside a board that follows it line by line.

The page is written while the search runs, so when the heading of a scope is written its result is not known yet. The
result follows after the scope, and the stylesheet puts it beside the heading. Each line has the cells that it is about
and its value as an attribute; from these, the script trace.js computes the board at any line.
"""

import re
from collections.abc import Iterator
from typing import Self, TextIO

from ..comparison.compare import Comparison
from ..comparison.reason import format_reason
from ..display.html import load_macros, render_frame
from ..display.html_board import board_rows, make_board_data
from .trace_words import LEGEND, Line

DEEPEST_NESTED = 60  # scopes that are nested elements: browsers flatten pages at 512, and nobody unfolds that many
DEEPEST_INDENTED = 8  # scopes that are indented; deeper ones would have no width left
DEEPEST_OPEN = 1  # scopes that are unfolded initially
MARKS = re.compile(r"(\w+[\^*+])(?=[,\]])")
MARK_CLASSES = {"^": "assumed", "*": "refuted", "+": "solved"}
RESULTS = {"refuted": "-> invalid", "valid": "-> VALID", "abandoned": "-> abandoned"}


class TracePage:
    """One page for all traces of a run: begin each trace, pass it its lines, and close it."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._traces = 0
        heading = "Trace of reductio"
        self._frame = render_frame("trace.html", title="trace of reductio", heading=heading, legend=LEGEND)

    def __enter__(self) -> Self:
        self._file.write(self._frame.head)
        return self

    def __exit__(self, *details: object) -> None:
        self._file.write(self._frame.tail)

    def begin(self, comparison: Comparison) -> "TraceTree":
        """Write the puzzle and its verdict; return the tree to which the lines of its trace are passed."""
        self._traces += 1
        entry, puzzle, shape = comparison.entry, comparison.puzzle, comparison.puzzle.shape
        boards = [(board_rows(shape, puzzle.givens, puzzle.givens), "givens")]
        if comparison.solution:
            boards.append((board_rows(shape, comparison.solution, puzzle.givens), "solution"))
        tree = TraceTree(self._file)
        tree.write(
            "puzzle_start",
            heading=entry.name or entry.id,
            size=f"{f'({entry.id})  ' if entry.name else ''}{shape}, {puzzle.count_givens()} givens",
            verdict=str(comparison.verdict),
            reason=format_reason(comparison),
            boards=boards,
            data=make_board_data(puzzle),
            suffix="" if self._traces == 1 else f"-{self._traces}",
            is_open=self._traces == 1,
        )
        return tree


class TraceTree:
    """Writes the lines of one trace as a tree."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._macros = load_macros("trace_parts.html")
        self._in_list = False
        self._in_givens = False
        self._assumptions = 0
        self._open: list[int] = []  # for each scope that is an element, the assumptions up to its own

    def write(self, macro: str, **values: object) -> None:
        """Write one piece of the tree."""
        self._file.write(getattr(self._macros, macro)(**values))

    def __call__(self, line: Line) -> None:
        if self._in_givens != (line.kind == "given"):
            self._toggle_givens()
        match line.kind:
            case "assume" if line.depth < DEEPEST_NESTED:
                self._open_scope(line)
            case "refuted" | "valid" | "abandoned" if line.depth <= DEEPEST_NESTED:
                self._write_item(line)
                self._close_scope(line.kind)
            case "end":
                self._close_all()
                self.write("end", text=line.text)
            case _:
                self._write_item(line)

    def close(self, text: str, *, holds: bool) -> None:
        """End the trace with the result of its replay."""
        self._close_all()
        self.write("puzzle_end", text=text, holds=holds)

    def _toggle_givens(self) -> None:
        self._end_list()
        self._in_givens = not self._in_givens
        self.write("givens_start" if self._in_givens else "givens_end")

    def _write_item(self, line: Line) -> None:
        if not self._in_list:
            self.write("list_start")
            self._in_list = True
        text, _, removed = line.text.partition(": ~")
        is_assumption = line.kind == "assume"
        depth = line.depth + 1 if is_assumption else 0
        self.write(
            "item", kind=line.kind, at=_format_place(line), depth=depth, parts=_split_marks(text), removed=removed
        )
        self._assumptions += is_assumption

    def _end_list(self) -> None:
        if self._in_list:
            self.write("list_end")
            self._in_list = False

    def _open_scope(self, line: Line) -> None:
        self._end_list()
        is_open, is_flat = line.depth < DEEPEST_OPEN, line.depth >= DEEPEST_INDENTED
        parts = _split_marks(line.text)
        self.write("scope_start", at=_format_place(line), parts=parts, is_open=is_open, is_flat=is_flat)
        self._assumptions += 1
        self._open.append(self._assumptions)

    def _close_scope(self, kind: str) -> None:
        self._end_list()
        inside = self._assumptions - self._open.pop()
        number = f", {inside:,} assumption{'s' * (inside > 1)} inside" if inside else ""
        self.write("scope_end", kind=kind, result=RESULTS.get(kind, "not finished") + number)

    def _close_all(self) -> None:
        if self._in_givens:
            self._toggle_givens()
        while self._open:
            self._close_scope("open")
        self._end_list()


def _format_place(line: Line) -> str:
    """Return the cells that a line is about, with the value if it gives one to a cell: `12=5`."""
    cells = " ".join(map(str, line.cells))
    return f"{cells}={line.value}" if line.value else cells


def _split_marks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the class of its mark or with "": `2^` is marked as assumed."""
    for number, part in enumerate(MARKS.split(text)):  # every second part is a match
        yield part, MARK_CLASSES[part[-1]] if number % 2 else ""
