"""Every state of the page, light and dark, on a wide screen and on a phone, on paper, and by keyboard alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import VIEWS, Visit, find_cut_text, find_overflow, find_raw_values, find_violations
from making import EASY, ESCARGOT
from web_page.driver import Window, open_window
from web_page.states import STATES
from web_server import WebServer

pytestmark = pytest.mark.slow

NARROWEST = 320  # CSS pixels
PAPER = {"width": 720, "height": 1000}  # A4 without its margins
WEAKEST_CONTRAST = 4.5

FIND_FAINT_BOARD_TEXT = """(weakest) => {
  const parse = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    const scale = colour.startsWith("color(") ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  };
  const luminance = (colour) => {
    const linear = (each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = parse(colour).slice(0, 3).map((channel) => linear(channel / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const page = getComputedStyle(document.body).backgroundColor;
  const found = [], check = (text, colour, back) => {
    if (contrast(colour, back) < weakest) found.push(`${text}: ${colour} on ${back}`);
  };
  const plain = document.querySelector("#board .pencil text:not(.pattern, .removed, .placed)");
  for (const cell of document.querySelectorAll("#board td[data-cell]")) {
    const {backgroundColor, color} = getComputedStyle(cell), back = parse(backgroundColor)[3] ? backgroundColor : page;
    if (cell.textContent) check(cell.className, color, back);
    else if (plain?.textContent) check(`candidates in ${cell.className}`, getComputedStyle(plain).fill, back);
  }
  for (const mark of ["pattern", "removed", "placed"]) {
    const text = document.querySelector(`#board text.${mark}`), back = document.querySelector(`#board rect.${mark}`);
    if (text) check(`marked as ${mark}`, getComputedStyle(text).fill, getComputedStyle(back).fill);
  }
  return [...new Set(found)];
}"""


def find_faults(window: Window) -> list[str]:
    """Return what is wrong with the page as it is shown now."""
    checks = (find_overflow, find_cut_text, find_raw_values, find_violations)
    faint = window.page.evaluate(FIND_FAINT_BOARD_TEXT, WEAKEST_CONTRAST)
    return [*(fault for check in checks for fault in check(window.visit)), *faint]


@pytest.mark.parametrize("name", STATES)
def test_a_state_has_no_faults_in_any_view(name: str, browser: Browser, server: WebServer) -> None:
    state = STATES[name]
    with open_window(browser, server, VIEWS[0], **state.address) as window:
        state.reach(window)
        for view in VIEWS:
            window.page.set_viewport_size({"width": view.width, "height": 900})
            window.page.emulate_media(color_scheme=view.colours)
            assert find_faults(window) == [], str(view)
        window.page.set_viewport_size({"width": NARROWEST, "height": 900})
        assert find_overflow(window.visit) + find_cut_text(window.visit) == []
        assert [url for url in window.requests if not url.startswith((server.address, "data:", "blob:"))] == []


def find_shown_controls(page: Page) -> list[str]:
    """Return the controls that a sheet of paper would show."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, textarea, summary, [role=tablist], .keypad")]
          .filter((one) => one.checkVisibility() && !one.closest(".details"))
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


@pytest.mark.parametrize(
    "name", ["unique", "multiple", "unsolvable", "explanation", "proof", "library", "16x16", "25x25"]
)
def test_paper_has_no_controls_and_cuts_nothing(name: str, browser: Browser, server: WebServer) -> None:
    state = STATES[name]
    with open_window(browser, server, VIEWS[1], **state.address) as window:
        state.reach(window)
        window.page.set_viewport_size(PAPER)
        window.page.emulate_media(media="print")
        expect(window.page.locator("#board table")).to_be_visible()
        assert find_shown_controls(window.page) == []
        assert find_overflow(window.visit) == []
        scrolling = window.page.evaluate(
            """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility() &&
              one.scrollHeight > one.clientHeight + 2 && ["auto", "scroll", "hidden"].includes(
              getComputedStyle(one).overflowY) && one.clientHeight > 1).map((one) => one.className || one.id)"""
        )
        assert scrolling == [], "paper does not scroll"
        assert window.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(window: Window, name: str, key: str = "Tab") -> None:
    """Press Tab until an element with this id or text has the focus."""
    for _ in range(80):
        if window.focused() == name:
            return
        window.page.keyboard.press(key)
    raise AssertionError(f"{name} cannot be reached with the key {key}")


def test_everything_is_done_by_keyboard_alone(window: Window) -> None:
    page = window.page
    expect(window.cell(0)).to_be_focused()
    for place, symbol in enumerate(ESCARGOT, 1):
        press(page, *([symbol] if symbol != "." else []), "ArrowRight", *(["ArrowDown"] if place % 9 == 0 else []))
    assert window.read_board() == ESCARGOT
    press(page, "Enter")
    window.wait_for_verdict("unique")
    tab_to(window, "tab-verdict")
    press(page, "ArrowRight", "Tab")
    assert window.focused() == "explain"
    press(page, "Enter")
    expect(page.locator("#explain-stepper .count")).to_have_text("1 of 102")
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator("#explain-stepper .count")).to_have_text("3 of 102")
    tab_to(window, "Next", "Shift+Tab")  # the list of steps has the focus
    press(page, "Enter")
    expect(page.locator("#explain-stepper .count")).to_have_text("4 of 102")
    tab_to(window, "tab-explain", "Shift+Tab")
    press(page, "ArrowRight", "Tab", "Enter")
    expect(page.locator("#proof-stepper .count")).to_have_text("24 of 1,524")
    press(page, "ArrowRight")
    expect(page.locator("#proof-stepper .count")).to_have_text("25 of 1,524")
    tab_to(window, "tab-proof", "Shift+Tab")
    press(page, "ArrowRight", "Tab")
    assert window.focused() == "collection"
    expect(page.locator("#collection optgroup")).to_have_count(2)
    page.keyboard.type("many")
    expect(page.locator("#library-message")).to_contain_text("Verdicts by")
    tab_to(window, "Open")
    press(page, "Enter")
    expect(window.cell(0)).to_be_focused()
    assert window.read_board() == EASY


@pytest.mark.parametrize("button", ["open-input", "open-engines", "open-help"])
def test_a_dialog_gives_the_focus_back(button: str, window: Window) -> None:
    window.page.locator(f"#{button}").focus()
    window.page.keyboard.press("Enter")
    dialog = window.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    assert window.page.evaluate("() => document.querySelector('dialog[open]').contains(document.activeElement)")
    window.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(window.page.locator(f"#{button}")).to_be_focused()


def test_the_share_menu_closes_with_escape_and_gives_the_focus_back(window: Window) -> None:
    window.page.locator("#share summary").focus()
    press(window.page, "Enter", "Tab")
    assert window.focused() == "Copy as line"
    press(window.page, "Escape")
    expect(window.page.locator("#share summary")).to_be_focused()
    assert not window.page.locator("#share").evaluate("(menu) => menu.open")


def test_the_board_is_a_grid_with_a_label_for_each_cell(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        grid = window.page.get_by_role("grid", name="Puzzle")
        expect(grid.get_by_role("gridcell", name="r1c1: 5, given")).to_have_count(1)
        assert grid.locator("td[data-cell]:not([aria-label])").count() == 0
        assert grid.locator("td[tabindex='0']").count() == 1


def test_a_large_board_on_a_phone_scrolls_to_the_selected_cell(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, VIEWS[2], puzzle="." * 625, box="5x5") as window:
        window.cell(0).focus()
        press(window.page, *["ArrowRight"] * 24)
        box = window.cell(24).bounding_box()
        assert box
        assert 0 <= box["x"] <= 390 - box["width"]
        assert find_overflow(Visit(window.page, None, [], [])) == []  # type: ignore[arg-type]
