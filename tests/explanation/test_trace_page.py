"""The page of a trace: the data of its lines, from which the board at any line is computed."""

import io
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from drawn_pages import draw_page, read_cells
from making import CLASH, ESCARGOT, NONE, TWO
from sudoku_compare import Limits, Puzzle
from sudoku_compare.comparison.compare import compare
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import symbol_of
from sudoku_compare.core.shape import shape_of_side
from sudoku_compare.core.trace_steps import Assume, Closed, Lone, Place, Solution
from sudoku_compare.engines.reductio.engine import Reductio
from sudoku_compare.explanation.trace_page import DEEPEST_NESTED, TracePage
from sudoku_compare.explanation.trace_words import Line, TraceWriter
from traces import NESTED, trace_steps

TEXTS = (ESCARGOT, NESTED, NONE, TWO, CLASH, "." * 16, "1.....2..3.....4")
DEEP = "." * len(shape_of_side(16).cells)


class PageLine(NamedTuple):
    """A line of the tree: its kind, the numbers of its cells, and its value if it gives one."""

    kind: str
    cells: list[int]
    value: int | None


class Tree(HTMLParser):
    """Reads the lines of a page in order, as the script does: items, and the headings of scopes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[PageLine] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "li" or (tag == "summary" and "data-at" in given):
            cells, _, value = (given.get("data-at") or "").partition("=")
            kind = given["class"] if tag == "li" else "assume"
            self.lines.append(PageLine(kind or "", list(map(int, cells.split())), int(value) if value else None))


def page_of(*texts: str, solutions: int = 2) -> str:
    file = io.StringIO()
    with TracePage(file) as page:
        for text in texts:
            puzzle = Puzzle.from_text(text)
            tree = page.begin(compare(Entry("file:1", puzzle), {"reductio": Reductio()}, Limits(solutions)))
            writer = TraceWriter(puzzle, tree)
            for step in trace_steps(puzzle, solutions):
                writer(step)
            tree.close("replayed", holds=True)
    return file.getvalue()


def values_after(lines: list[PageLine], puzzle: Puzzle) -> list[bytes]:
    """Return the known values after each line: a scope that ends takes its values with it."""
    grid, outside, found = bytearray(puzzle.givens), [], []
    for kind, cells, value in lines:
        if kind == "assume":
            outside.append(bytes(grid))
        elif kind in ("refuted", "valid"):
            grid = bytearray(outside.pop())
        elif value:
            grid[cells[0]] = value
        found.append(bytes(grid))
    return found


@pytest.mark.parametrize("text", [*TEXTS, DEEP])
def test_the_data_of_the_lines_gives_the_values_of_the_search(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    solutions = 1 if text == DEEP else 2
    lines = Tree(page_of(text, solutions=solutions)).lines
    steps = trace_steps(puzzle, solutions)
    values = values_after(lines, puzzle)
    at_solutions = [grid for line, grid in zip(lines, values, strict=True) if line.kind == "solution"]
    assert at_solutions == [step.grid for step in steps if isinstance(step, Solution)]
    known = [(step.cell, step.value) for step in steps if isinstance(step, Lone | Place)]
    assert [(line.cells[0], line.value) for line in lines if line.kind == "known"] == known
    assumed = [(step.cell, step.value) for step in steps if isinstance(step, Assume)]
    assert [(line.cells[0], line.value) for line in lines if line.kind == "assume"] == assumed
    assert sum(line.kind in ("refuted", "valid") for line in lines) == sum(isinstance(step, Closed) for step in steps)


def test_a_search_deeper_than_the_nesting_is_part_of_the_tests() -> None:
    depths = [step.depth for step in trace_steps(DEEP, 1) if isinstance(step, Assume)]
    assert max(depths) > DEEPEST_NESTED


@pytest.mark.parametrize("text", TEXTS)
def test_a_contradiction_has_the_cells_that_it_is_about(text: str) -> None:
    puzzle = Puzzle.from_text(text)
    shape, lines = puzzle.shape, list[Line]()
    writer = TraceWriter(puzzle, lines.append)
    for step in trace_steps(text):
        writer(step)
    for line in lines:
        if line.kind != "invalid":
            continue
        named = {shape.name_of(cell) for cell in line.cells}
        units = {shape.unit_name(number): unit for number, unit in enumerate(shape.units)}
        unit = next((cells for name, cells in units.items() if line.text.endswith(f"left in {name}")), None)
        assert line.cells == unit if unit else named == set(re.findall(r"r\d+c\d+", line.text))


def test_each_of_several_puzzles_has_parts_with_their_own_ids() -> None:
    page = page_of(NESTED, TWO, CLASH)
    for name in ("board", "steps"):
        assert re.findall(rf'id="({name}[^"]*)"', page) == [name, f"{name}-2", f"{name}-3"]
    assert page.count('data-go="next"') == 3


def test_the_data_of_a_line_is_small() -> None:
    page = page_of(ESCARGOT)
    assert sum(map(len, re.findall(r' data-at="[^"]*"', page))) < 20 * len(Tree(page).lines)


@pytest.mark.slow
@pytest.mark.parametrize("text", [NESTED, TWO, "." * 16])
def test_the_browser_draws_the_values_that_are_known_at_a_line(text: str, tmp_path: Path) -> None:
    puzzle, page = Puzzle.from_text(text), page_of(text)
    file = tmp_path / "page.html"
    file.write_text(page)
    lines = Tree(page).lines
    values = values_after(lines, puzzle)
    closing = [index for index, line in enumerate(lines) if line.kind in ("refuted", "valid", "solution", "invalid")]
    for index in (0, *closing[:3], closing[-1], len(lines) - 1):
        document = draw_page(file, f"#step-{index + 1}")
        expected = [symbol_of(value, puzzle.shape) if value else "" for value in values[index]]
        assert [shown for shown, _ in read_cells(document)] == expected
        assert document.count('aria-current="step"') == 1
