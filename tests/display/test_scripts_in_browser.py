"""The modules of the pages in a real browser: the geometry, the board, steppers that play, frames and hints."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import View, visit
from browser_pages import write_page
from making import EASY
from sudoku_compare import Puzzle, explain
from sudoku_compare.core.shape import Shape, parse_box
from sudoku_compare.display.scripts import FOLDER

pytestmark = pytest.mark.slow

ADDRESS = "http://sudoku.test/"
BOARDS = {
    "3x3": EASY,
    "2x3": ".5.....3.2......641.6...2.5..6......",
    "4x4": "G" + "." * 255,
    "6x6": "36 " + "0 " * 1294 + "7",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page whose server sends the scripts as files."""
    context = browser.new_context()

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if name:
            route.fulfill(path=FOLDER / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!DOCTYPE html><title>test</title><main></main>", content_type="text/html")

    context.route("**/*", answer)
    page = context.new_page()
    page.goto(ADDRESS)
    yield page
    context.close()


def run(page: Page, module: str, script: str, argument: object = None) -> Any:
    """Return what a function body returns that sees the module as `m` and the module board.js as `b`."""
    modules = f'const m = await import("./{module}.js"), b = await import("./board.js");'
    return page.evaluate(f"async (given) => {{ {modules} {script} }}", argument)


def board_data(box: str) -> dict[str, Any]:
    shape = parse_box(box)
    return {"size": shape.side, "box": box, "givens": BOARDS[box]}


@pytest.mark.parametrize("box", BOARDS)
def test_a_shape_reads_and_writes_names_and_grids_as_python_does(box: str, page: Page) -> None:
    shape: Shape = parse_box(box)
    puzzle = Puzzle.from_text(BOARDS[box], shape)
    script = """const shape = new b.Shape(given.data);
      return { values: shape.givens, text: shape.format(shape.givens), symbols: shape.symbols,
        cells: given.cells.map((name) => shape.cellOf(name)), names: shape.givens.map((_, cell) => shape.nameOf(cell)),
        units: given.units.map((name) => shape.cellsOf(shape.unitOf(name))) };"""
    cells = [shape.name_of(cell) for cell in shape.cells]
    units = [shape.unit_name(number) for number in range(len(shape.units))]
    found = run(page, "board", script, {"data": board_data(box), "cells": cells, "units": units})
    assert bytes(found["values"]) == puzzle.givens
    assert found["text"] == puzzle.text
    assert (found["cells"], found["names"]) == (list(shape.cells), cells)
    assert [tuple(unit) for unit in found["units"]] == list(shape.units)


def test_a_copy_of_a_position_changes_alone(page: Page) -> None:
    script = """const one = new b.Position(new b.Shape(given)).placeGivens(), before = [...one.candidates[2]];
      const other = one.copy(); other.remove(2, before[0]); const own = [...other.candidates[2]];
      one.remove(2, before[1]);
      return { before, own, one: [...one.candidates[2]], other: [...other.candidates[2]] };"""
    found = run(page, "board", script, board_data("3x3"))
    assert found["own"] == found["other"] == found["before"][1:]
    assert found["one"] == [found["before"][0], *found["before"][2:]]


def test_a_board_is_updated_in_place_and_keeps_the_focus(page: Page) -> None:
    script = """const shape = new b.Shape(given), board = new b.BoardView(shape, "Board");
      document.querySelector("main").append(board.element);
      const cells = [...board.element.querySelectorAll("td[data-cell]")], focused = cells[2];
      board.show({ position: new b.Position(shape).placeGivens() });
      focused.tabIndex = 0;
      focused.focus();
      const before = [focused.textContent, focused.className, focused.getAttribute("aria-label")];
      const position = new b.Position(shape).placeGivens();
      position.place(2, 4);
      board.show({ position, marks: { removed: [[3, 6]] }, cells: { focus: [2] }, own: [2] }, "Later");
      const after = [focused.textContent, focused.className, focused.getAttribute("aria-label")];
      const same = cells.every((cell, index) => cell.isConnected && cell.dataset.cell === String(index));
      return { before, after, same, isFocused: document.activeElement === focused, count: cells.length,
        marks: board.element.querySelectorAll("rect.removed").length,
        label: board.element.querySelector("table").getAttribute("aria-label"),
        marked: cells[3].getAttribute("aria-label") };"""
    found = run(page, "board", script, board_data("3x3"))
    assert found["before"] == ["", "edge", "candidates 1 2 4"]
    assert found["after"] == ["4", "focus own edge", None]
    assert (found["same"], found["isFocused"], found["count"]) == (True, True, 81)
    assert (found["marks"], found["label"]) == (1, "Later")
    assert found["marked"] == "candidates 2 6, removed 6"


def test_solved_cells_of_a_pattern_are_marked_as_a_whole(page: Page) -> None:
    script = """const shape = new b.Shape(given), position = new b.Position(shape).placeGivens();
      const step = { candidates: [{ cell: "r1c1", value: 5 }, { cell: "r1c3", value: 4 }], removed: [], placed: [],
        units: [], links: [], sets: [] };
      const { cells, marks } = m.viewOfStep(step, position);
      return { cells, marks };"""
    found = run(page, "explanation", script, board_data("3x3"))
    assert found["cells"]["pattern"] == [0]
    assert found["marks"]["pattern"] == [[0, 5], [2, 4]]


def test_only_the_cells_that_changed_are_written(page: Page) -> None:
    script = """const shape = new b.Shape(given), board = new b.BoardView(shape, "Board"), changed = new Set();
      board.show({ position: new b.Position(shape) });
      const observer = new MutationObserver((records) => records.forEach(({ target }) => changed.add(target)));
      observer.observe(board.table, { subtree: true, childList: true, attributes: true, characterData: true });
      const position = new b.Position(shape);
      position.values[2] = 4;
      board.show({ position });
      await Promise.resolve();
      return [...changed].map((cell) => cell.dataset.cell);"""
    assert run(page, "board", script, board_data("3x3")) == ["2"]


def test_a_stepper_can_draw_on_another_board_and_can_be_ended(page: Page) -> None:
    parts = (
        '<div class="stepper"><div class="stage">'
        '<button data-go="next">Next</button><button data-go="play">Play</button>'
        '<span class="count"></span><div class="words"><h2></h2><p></p></div><div class="details"></div></div></div>'
    )
    script = """document.querySelector("main").innerHTML = given.parts;
      const shape = new b.Shape(given.data), boardView = new b.BoardView(shape, "Mine");
      document.querySelector("main").append(boardView.element);
      const at = (index) => ({ view: { position: new b.Position(shape) }, title: `title ${index}`, reason: "" });
      const frames = { shape, count: 5, at, lineOf: () => undefined, indexOf: () => -1, prefix: "step-" };
      const remembered = [], shown = [], element = document.querySelector(".stepper"), start = 1;
      const remember = (index) => remembered.push(index), onShow = (index) => shown.push(index);
      const stepper = m.createStepper(element, frames, { start, boardView, remember, onShow });
      element.querySelector("[data-go=next]").click();
      stepper.goTo(4);
      stepper.goTo(9);
      const label = boardView.table.getAttribute("aria-label");
      stepper.destroy();
      element.querySelector("[data-go=next]").click();
      return { remembered, shown, label, current: stepper.current(), hash: location.hash };"""
    found = run(page, "stepper", script, {"parts": parts, "data": board_data("3x3")})
    assert found == {
        "remembered": [2, 4],
        "shown": [1, 2, 4],
        "label": "Board at step 5 of 5",
        "current": 4,
        "hash": "",
    }


@pytest.mark.parametrize("start", ["click", "space"])
def test_a_stepper_plays_until_the_user_steps(start: str, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("explain-hard", shared_folder), View(1280, "light")) as visited:
        page = visited.page
        play, count = page.locator("[data-go=play]"), page.locator(".count")
        page.get_by_label("Steps per second").select_option("10")
        if start == "click":
            play.click()
        else:
            page.locator("h1").click()
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("Space")
        expect(play).to_have_text("Pause")
        expect(count).to_have_text(re.compile("^([4-9]|[1-9][0-9]) of "))
        page.locator("[data-go=first]").click()
        expect(play).to_have_text("Play")
        expect(page).to_have_url(re.compile("#step-1$"))
        page.wait_for_timeout(300)
        expect(count).to_have_text(re.compile("^1 of "))


def test_playing_stops_at_the_last_step(browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("explain-4x4", shared_folder), View(1280, "light")) as visited:
        page = visited.page
        page.get_by_label("Steps per second").select_option("10")
        page.locator("[data-go=play]").click()
        expect(page.locator("[data-go=next]")).to_be_disabled()
        expect(page.locator("[data-go=play]")).to_have_text("Play")
        last = page.locator("#steps li").count()
        expect(page).to_have_url(re.compile(f"#step-{last}$"))


def test_many_quick_steps_all_count(browser: Browser, shared_folder: Path) -> None:
    """The browser reports the fragments that they write later; they must not lead back."""
    with visit(browser, write_page("trace", shared_folder), View(1280, "light")) as visited:
        page = visited.page
        page.keyboard.press("Home")
        script = """() => new Promise((done) => {
          const button = document.querySelector("[data-go=next]");
          let left = 40;
          const step = () => { button.click(); if (--left) requestAnimationFrame(step); else done(); };
          step();
        })"""
        page.evaluate(script)
        expect(page.locator(".count").first).to_have_text(re.compile("^41 of "))
        expect(page).to_have_url(re.compile("#step-41$"))


def test_frames_of_a_trace_need_no_document(page: Page) -> None:
    lines = [
        {"kind": "given", "depth": 0, "text": "r1c1 = 5 (given): ~5 at r1c3", "cells": [0], "value": 5},
        {"kind": "assume", "depth": 0, "text": "r1c3 = [1^, 2] HP1", "cells": [2], "value": 1},
        {"kind": "assumed", "depth": 1, "text": "r1c3 = 1 (HP1)", "cells": [2], "value": 1},
        {"kind": "invalid", "depth": 1, "text": "invalid: r1c4 has no candidate left", "cells": [3], "value": 0},
        {"kind": "refuted", "depth": 1, "text": "r1c3 = [1^, 2] HP1 -> invalid", "cells": [], "value": 0},
        {"kind": "known", "depth": 0, "text": "r1c3 = 2, its only candidate left", "cells": [2], "value": 2},
    ]
    script = """const frames = m.makeTraceFrames(new b.Shape(given.data), given.lines, { prefix: "step-" });
      return { depths: m.findDepths(given.lines.map(({ kind }) => kind)),
        frames: given.lines.map((_, index) => frames.at(index)).map(({ view, title, reason }) =>
          ({ value: view.position.values[2], title, reason, marks: view.marks, focus: view.cells.focus })) };"""
    found = run(page, "trace", script, {"data": board_data("3x3"), "lines": lines})
    frames = found["frames"]
    assert found["depths"] == [line["depth"] for line in lines]
    assert [frame["value"] for frame in frames] == [0, 0, 1, 1, 0, 2]
    assert frames[0]["title"] == "r1c1 = 5 (given)"
    assert frames[0]["reason"].startswith("Not 5 at r1c3. No assumption")
    assert frames[2]["reason"] == "Assumed: r1c3=1."
    assert frames[1]["marks"]["placed"] == frames[4]["marks"]["removed"] == [[2, 1]]
    assert frames[3]["focus"] == [3]


def test_the_frames_of_an_explanation_do_not_depend_on_their_order(page: Page) -> None:
    explanation = explain(Puzzle.from_text(EASY)).to_dict()
    script = """const shape = new b.Shape(given), frames = m.makeExplanationFrames(shape, given, {});
      const read = (index) => frames.at(index).view.position.candidates.map((left) => [...left].sort().join("")).join();
      const numbers = [...Array(frames.count).keys()], forward = numbers.map(read);
      return forward.length > 40 && numbers.reverse().every((index) => read(index) === forward[index]);"""
    assert run(page, "explanation", script, explanation)


STEP = {
    "number": 1, "title": "Naked pair", "reason": "Naked pair {1,2}", "conclusion": "removes 1 from r4c9", "sets": [],
    "links": [], "cells": ["r4c1", "r4c2"], "units": ["row 4"], "placed": [], "removed": [{"cell": "r4c9", "value": 1}],
    "candidates": [{"cell": "r4c1", "value": 1}, {"cell": "r4c2", "value": 2}], "assumption": None,
}  # fmt: skip
PLACED = [{"cell": "r1c3", "value": 4}]
SINGLE = STEP | {"title": "Hidden single", "cells": ["r1c3"], "candidates": PLACED, "placed": PLACED}


@pytest.mark.parametrize(
    ("changes", "texts"),
    [
        ({}, ["Look at row 4.", "Look at row 4. Try a naked pair.", "Naked pair {1,2}"]),
        ({"units": []}, ["Look at r4c1 and r4c2.", "Look at r4c1 and r4c2. Try a naked pair."]),
        ({"units": [], "cells": ["r1c2", "r1c3", "r5c3"], "title": "XY-Wing"},
         ["Look at r1c2, r1c3 and r5c3.", "Look at r1c2, r1c3 and r5c3. Try an XY-Wing."]),
        ({"units": [], "cells": [], "placed": PLACED}, ["Look at r1c3."]),
        ({"title": "W-Wing"}, ["Look at row 4.", "Look at row 4. Try a W-Wing."]),
        ({"title": "BUG+1"}, ["Look at row 4.", "Look at row 4. Try a BUG+1."]),
        ({"title": "Empty rectangle"}, ["Look at row 4.", "Look at row 4. Try an empty rectangle."]),
        ({"title": "Locked candidates (pointing)"},
         ["Look at row 4.", "Look at row 4. Try locked candidates (pointing)."]),
        ({"assumption": {"lines": []}},
         ["Look at row 4.", "Look at row 4. Assume a candidate, and look for a contradiction."]),
    ],
)  # fmt: skip
def test_a_hint_says_more_at_each_stage(changes: dict[str, Any], texts: list[str], page: Page) -> None:
    script = "return [1, 2, 3].slice(0, given.count).map((stage) => m.describeHint(given.step, stage));"
    assert run(page, "explanation", script, {"step": STEP | changes, "count": len(texts)}) == texts


@pytest.mark.parametrize(
    ("step", "marks"),
    [
        (STEP, [[], ["pattern", [27, 1], [28, 2]], ["pattern", [27, 1], [28, 2], "removed", [35, 1]]]),
        (SINGLE, [[], [], ["pattern", [2, 4], "removed", [35, 1], "placed", [2, 4]]]),
    ],
)
def test_a_hint_shows_more_at_each_stage(step: dict[str, Any], marks: list[Any], page: Page) -> None:
    script = """const position = new b.Position(new b.Shape(given.data));
      const views = [1, 2, 3].map((stage) => m.viewOfHint(given.step, stage, position));
      const list = (marks) => Object.entries(marks).filter(([, those]) => those.length).flat(2);
      return views.map(({ marks, cells }) => ({ marks: list(marks), cells: cells.unit }));"""
    found = run(page, "explanation", script, {"data": board_data("3x3"), "step": step})
    assert [view["marks"] for view in found] == marks
    assert all(view["cells"] == list(range(27, 36)) for view in found)
