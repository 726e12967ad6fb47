"""The page of an explanation: its data, its text without scripts, and the boards that a browser draws."""

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import PROGRAM
from drawn_pages import draw_page, read_cells
from making import CLASH, EASY, ESCARGOT, NONE, TWO
from sudoku_compare import Puzzle
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import symbol_of
from sudoku_compare.explanation.explain import Explanation, explain
from sudoku_compare.explanation.page import explanation_page
from sudoku_compare.techniques import HIGHEST, LinkKind, Position, Step

SIX = ".5.....3.2......641.6...2.5..6......"
CHAINS = "..9.58.1..........283.........93.67....56..9.........2..2.7....74..8.5..3.5..6.2."
TEXTS = (EASY, SIX, CHAINS, TWO, NONE, CLASH, "1.....2..3.....4")
NASTY = "</script><script>document.title='hit'</script> & co"


def page_of(text: str, name: str = "", level: str = HIGHEST) -> tuple[Explanation, str]:
    puzzle = Puzzle.from_text(text)
    explanation = explain(puzzle, level)
    return explanation, explanation_page(Entry("file:1", puzzle, name=name), explanation)


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="explanation">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("text", TEXTS)
def test_the_data_of_the_page_leads_from_the_givens_to_the_last_position(text: str) -> None:
    explanation, page = page_of(text)
    data = data_in(page)
    *_, last = explanation.positions()
    shape = explanation.puzzle.shape
    names = [shape.name_of(cell) for cell in shape.cells]
    values = dict(zip(names, Puzzle.from_text(data["start"], shape).givens, strict=True))
    for step in data["steps"]:
        for placed in step["placed"]:
            assert values[placed["cell"]] == 0
            values[placed["cell"]] = placed["value"]
    assert bytes(values.values()) == bytes(last.grid)


@pytest.mark.parametrize("text", [EASY, CHAINS, NONE])
def test_the_data_of_the_page_is_what_explain_prints_as_json(text: str) -> None:
    printed = subprocess.run([PROGRAM, "explain", text, "--json"], capture_output=True, text=True, check=False).stdout
    puzzle = Puzzle.from_text(text)
    assert data_in(explanation_page(Entry("text:1", puzzle), explain(puzzle))) == json.loads(printed)


def test_a_name_cannot_end_the_data_or_add_a_script() -> None:
    _, page = page_of(EASY, NASTY)
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert html.escape(NASTY, quote=False).replace("'", "&#39;") in page


@pytest.mark.parametrize("text", TEXTS)
def test_each_step_is_in_the_list_and_has_a_board_where_scripts_do_not_run(text: str) -> None:
    explanation, page = page_of(text)
    fragments = [f"step-{number}" for number in range(1, len(explanation.steps) + 2)]
    assert re.findall(r'<li><a href="#([^"]*)"', page) == fragments
    (without_script,) = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert re.findall(r'<h2 id="([^"]*)"', without_script) == fragments
    assert without_script.count("<pre>") == len(fragments)
    assert all(html.escape(step.reason) in without_script for step in explanation.steps)


def test_a_refutation_is_in_the_data_and_in_the_text() -> None:
    explanation, page = page_of(CHAINS, level="xy-chain")
    step = next(step for step in explanation.steps if step.refutation)
    assert step.refutation
    text = f"contradiction: {step.refutation.contradiction}"
    assert text in page.partition("<noscript>")[2].partition("</noscript>")[0]
    assumptions = [step["assumption"] for step in data_in(page)["steps"] if step["assumption"]]
    assert assumptions[0]["contradiction"] == step.refutation.contradiction
    assert len(assumptions[0]["lines"]) == len(step.refutation.lines)


def test_the_links_of_a_step_are_in_the_data() -> None:
    explanation, page = page_of(CHAINS, level="xy-chain")
    links = [link for step in data_in(page)["steps"] for link in step["links"]]
    assert {link["kind"] for link in links} == {str(kind) for kind in LinkKind}
    assert len(links) == sum(len(step.links) for step in explanation.steps)


def test_the_page_grows_by_steps_and_not_by_candidates() -> None:
    explanation, page = page_of(ESCARGOT)
    assert len(page) < 60_000 + 4_000 * len(explanation.steps)


def describe_cell(position: Position, step: Step | None, cell: int) -> tuple[str, str]:
    """Return the text and the label that the cell must have on the page."""
    shape = position.geometry.shape
    if position.grid[cell]:
        return symbol_of(position.grid[cell], shape), ""
    marks: dict[str, list[int]] = {"pattern": [], "removed": [], "placed": []}
    if step:
        linked = [
            end for link in step.links for end in (link.source, link.target, *link.source_group, *link.target_group)
        ]
        for mark, candidates in (
            ("pattern", (*linked, *step.pattern)),
            ("removed", step.removed),
            ("placed", step.placed),
        ):
            marks[mark] = [value for where, value in candidates if where == cell]
    left = [value for value in shape.values if position.candidates[cell] >> value & 1]
    label = f"candidates {' '.join(symbol_of(value, shape) for value in left)}" if left else "no candidates"
    for mark, values in marks.items():
        if values:
            label += f", {mark} {' '.join(symbol_of(value, shape) for value in values)}"
    for letter, cells in zip("ABC", step.sets if step else (), strict=False):
        label += f", set {letter}" if cell in cells else ""
    return "", label


def mark_broken(explanation: Explanation, expected: list[tuple[str, str]], *, is_last: bool) -> None:
    """Change what is expected of givens that no step needs and, at the end, of a deadly pattern."""
    shape = explanation.puzzle.shape
    for cell, value in explanation.unused_givens.items():
        expected[cell] = symbol_of(value, shape), ""
    pattern = explanation.open_cells.pattern if explanation.open_cells and is_last else None
    for cell, *values in zip(pattern.cells, *pattern.ways, strict=True) if pattern else ():
        symbols = " ".join(symbol_of(value, shape) for value in values)
        expected[cell] = "", f"{expected[cell][1]}, pattern {symbols}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "numbers"), [(CHAINS, (1, 16, 17, 18, 77)), (SIX, (1, 5)), (NONE, (1,)), (TWO, (50,))]
)
def test_the_browser_draws_the_position_of_each_step(text: str, numbers: tuple[int, ...], tmp_path: Path) -> None:
    explanation, page = page_of(text)
    file = tmp_path / "page.html"
    file.write_text(page)
    positions = list(explanation.positions())
    for number in numbers:
        step = explanation.steps[number - 1] if number <= len(explanation.steps) else None
        document = draw_page(file, f"#step-{number}")
        expected = [describe_cell(positions[number - 1], step, cell) for cell in explanation.puzzle.shape.cells]
        mark_broken(explanation, expected, is_last=step is None)
        assert read_cells(document) == expected
        assert re.findall(r'<a href="#step-(\d+)" aria-current="step"', document) == [str(number)]
        assert document.count('class="arrow ') == (len(step.links) if step else 0)
