"""The states of the page that a person can reach, for checks that are made in each of them."""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import expect

from making import CLASH, EASY, ESCARGOT, NONE, TWO
from web_page.driver import Window

REDUNDANT = EASY[:2] + "4" + EASY[3:]
GIANT = "." * 625


class State(NamedTuple):
    """A state: the parameters of the address with which it starts, and how to get from there to it."""

    address: dict[str, str]
    reach: Callable[[Window], None]


def _wait_for_verdict(window: Window) -> None:
    expect(window.page.locator("#verdict .verdict")).to_be_visible()
    window.wait_for_end()


def _explain_with_arrows(window: Window) -> None:
    window.page.locator("#explain").click()
    window.wait_for_end()
    arrows = window.page.locator("#board path.arrow")
    while not arrows.count():
        window.page.locator("#explain-stepper [data-go=next]").click()


def _prove(window: Window) -> None:
    window.page.locator("#prove").click()
    window.wait_for_end()
    expect(window.page.locator("#proof-stepper .scope").first).to_be_visible()
    for _ in range(12):
        window.page.keyboard.press("ArrowRight")


def _show_mistakes(window: Window) -> None:
    window.page.locator("#explain").click()
    expect(window.page.locator("#explain-summary .objection")).to_be_visible()


def _show_hint(window: Window) -> None:
    for stage in (1, 2, 3):
        window.page.locator("#hint").click()
        expect(window.page.locator("#message")).to_contain_text(f"Hint {stage} of 3")


def _show_first_hint(window: Window) -> None:
    window.page.locator("#hint").click()
    expect(window.page.locator("#message")).to_contain_text("Hint 1 of 3")


def _list_collection(window: Window) -> None:
    window.open_tab("Library")
    window.page.locator("#collection").select_option(label="many.txt")
    expect(window.page.locator("#library-message")).to_contain_text("Verdicts by")


def _list_runs(window: Window) -> None:
    window.open_tab("Runs")
    expect(window.page.locator("#runs-table tbody tr")).to_have_count(1)


def _open_input(window: Window) -> None:
    window.page.locator("#open-input").click()
    window.page.locator("#input-text").fill("not a puzzle")
    window.page.locator("#read-text").click()
    expect(window.page.locator("#input-error")).not_to_be_empty()


def _open_engines(window: Window) -> None:
    window.page.locator("#open-engines").click()
    window.page.locator(".engine details").first.locator("summary").click()


def _open_copy(window: Window) -> None:
    window.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    window.page.locator("#share summary").click()
    window.page.get_by_role("button", name="Copy as line").click()
    expect(window.page.locator("#copy-dialog")).to_be_visible()


def _do_nothing(window: Window) -> None:
    pass


OWN = {
    "puzzle": EASY,
    "digits": "..4" + "." * 78,
    "candidates": "r1c4.26_r1c6.268",
}

STATES = {
    "empty": State({}, _do_nothing),
    "clash": State({"puzzle": CLASH}, _do_nothing),
    "unique": State({"puzzle": REDUNDANT, "checked": "yes"}, _wait_for_verdict),
    "multiple": State({"puzzle": TWO, "checked": "yes"}, _wait_for_verdict),
    "unsolvable": State({"puzzle": NONE, "checked": "yes"}, _wait_for_verdict),
    "own digits and candidates": State(OWN, _do_nothing),
    "mistakes": State({**OWN, "digits": "..1" + "." * 78, "tab": "explain"}, _show_mistakes),
    "first hint": State({"puzzle": EASY, "candidates": "r5c5.56"}, _show_first_hint),
    "hint": State({"puzzle": EASY}, _show_hint),
    "explanation": State({"puzzle": ESCARGOT, "tab": "explain"}, _explain_with_arrows),
    "proof": State({"puzzle": ESCARGOT, "tab": "proof"}, _prove),
    "library": State({}, _list_collection),
    "runs": State({}, _list_runs),
    "input dialog": State({}, _open_input),
    "engines dialog": State({}, _open_engines),
    "help dialog": State({}, lambda window: window.page.locator("#open-help").click()),
    "copy dialog": State({"puzzle": EASY}, _open_copy),
    "share menu": State({}, lambda window: window.page.locator("#share summary").click()),
    "16x16": State({"puzzle": "." * 256, "box": "4x4"}, _do_nothing),
    "25x25": State({"puzzle": GIANT, "box": "5x5", "candidates": "r1c1.1234567P"}, _do_nothing),
}
