"""The state of the page in its address, and what is copied and saved."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, expect

from making import EASY, EASY_SOLUTION, TWO
from web_page.driver import Window, open_window
from web_server import WebServer

pytestmark = pytest.mark.slow


def read_clipboard(window: Window) -> str:
    text: str = window.page.evaluate("() => navigator.clipboard.readText()")
    return text


def share(window: Window, name: str) -> None:
    window.page.locator("#share summary").click()
    window.page.locator("#share").get_by_role("button", name=name).click()


def test_a_reload_restores_the_whole_state(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server) as window:
        window.paste(EASY)
        expect(window.cell(0)).to_have_text("5")
        window.page.get_by_text("My digits").click()
        window.cell(2).click()
        window.page.keyboard.press("4")
        window.cell(3).click()
        window.page.keyboard.press("Shift+2")
        window.page.keyboard.press("Shift+6")
        window.page.locator("#open-engines").click()
        window.page.locator(".engine").filter(has_text="cpsat").get_by_role("checkbox").uncheck()
        window.page.get_by_role("button", name="Done").click()
        window.check("unique")
        window.open_tab("Explain")
        window.page.locator("#explain").click()
        window.wait_for_end()
        for _ in range(3):
            window.page.keyboard.press("ArrowRight")
        window.wait_for_address(step="4")
        before = window.page.url
        window.page.reload()
        expect(window.page.locator("#explain-stepper .count")).to_have_text("4 of 51")
        expect(window.page.locator("#tab-explain")).to_have_attribute("aria-selected", "true")
        expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: 4, my digit")
        window.wait_for_end()
        window.open_tab("Verdict")
        window.wait_for_verdict("unique")
        assert window.page.locator("#race tbody th").all_text_contents() == ["reductio", "sat"]
        expect(window.cell(3)).to_have_attribute("aria-label", "r1c4: candidates 2 6")
        window.open_tab("Explain")
        window.wait_for_address(tab="explain", step="4", checked="yes", engines="reductio;sat")
        assert window.page.url == before


def test_the_token_is_neither_in_the_address_nor_in_a_copied_link(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        window.page.evaluate(
            """() => {
              document.querySelector("#board td[data-cell='2']").focus();
              document.querySelectorAll("#keypad button")[3].click();
              document.querySelector("[data-copy=link]").click(); // before the pause after which the address is written
            }"""
        )
        expect(window.page.locator("#message")).to_have_text("Copied link to this page.")
        link = read_clipboard(window)
        assert server.token not in link
        assert server.token not in window.page.url
        assert f"puzzle=534{EASY[3:]}" in link
        other = window.page.context.new_page()
        other.goto(link)
        expect(other.locator("#board td[data-cell='0']")).to_have_text("5")
        other.locator("#check").click()
        expect(other.locator("#verdict .verdict b")).to_have_text("unique")  # the token was kept for other windows


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Copy as line", EASY),
        ("Copy as SVG", "<svg"),
        ("Copy f-puzzles link", "https://f-puzzles.com/?load="),
        ("Copy SudokuPad link", "https://sudokupad.app/"),
    ],
)
def test_the_puzzle_is_copied_in_other_forms(name: str, expected: str, browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        share(window, name)
        expect(window.page.locator("#message")).to_have_text(f"{name.replace('Copy', 'Copied')}.")
        assert expected in read_clipboard(window)
        assert not window.page.locator("#share").evaluate("(menu) => menu.open")
        expect(window.page.locator("#share summary")).to_be_focused()


def test_a_text_that_cannot_be_copied_is_shown(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        window.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
        share(window, "Copy as line")
        expect(window.page.locator("#copy-text")).to_have_value(EASY)
        window.page.keyboard.press("Escape")
        expect(window.page.locator("#copy-dialog")).to_be_hidden()


def test_the_saved_page_works_without_the_server(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window, TemporaryDirectory() as folder:
        with window.page.expect_download() as downloading:
            share(window, "Save as HTML file")
        saved = Path(folder, downloading.value.suggested_filename)
        downloading.value.save_as(saved)
        assert saved.name == "sudoku.html"
        assert server.token not in saved.read_text()
        context = browser.new_context(offline=True)
        page = context.new_page()
        page.goto(saved.as_uri())
        page.keyboard.press("End")
        expect(page.locator(".words h2")).to_have_text("End")
        assert "".join(page.locator("td[data-cell]").all_text_contents()) == EASY_SOLUTION
        context.close()


def test_another_address_is_followed_and_can_be_undone(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        window.page.evaluate("(hash) => { location.hash = hash; }", f"puzzle={TWO}&engines=kernel;reductio&checked=yes")
        window.wait_for_verdict("multiple")
        assert window.page.locator("#race tbody th").all_text_contents() == ["kernel", "reductio"]
        window.page.locator("#undo").click()
        assert window.read_board() == EASY


@pytest.mark.parametrize("broken", ["puzzle=123", "puzzle=" + EASY + "&candidates=x", "puzzle=1&box=9x9"])
def test_a_broken_address_changes_nothing_and_says_so(broken: str, browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        window.check("unique")
        window.page.evaluate("(hash) => { location.hash = hash; }", broken)
        expect(window.page.locator("#message")).to_have_text("The address does not contain a puzzle that can be read.")
        assert window.read_board() == EASY
        expect(window.page.locator("#verdict .verdict")).to_be_visible()
        window.wait_for_address(puzzle=EASY, candidates="", box="3x3")
        window.page.evaluate("(hash) => { location.hash = hash; }", "nothing")
        window.wait_for_address(puzzle=EASY)
        window.page.evaluate("(text) => { history.replaceState(null, '', text); }", f"#{broken}")
        window.page.reload()
        expect(window.page.locator("#message")).to_have_text("The address does not contain a puzzle that can be read.")
        assert window.read_board() == "." * 81


def test_an_old_token_gives_a_message(browser: Browser, server: WebServer) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.address}#token=old")
    expect(page.locator("#message")).to_contain_text("open the address that the server printed")
    page.context.close()
