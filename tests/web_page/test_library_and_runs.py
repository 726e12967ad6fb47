"""The library and the recorded runs on the page."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser import Visit, find_empty_charts
from making import EASY, TWO
from web_page.driver import Window, open_window
from web_page.served_folder import RUN
from web_server import WebServer

pytestmark = pytest.mark.slow


def test_a_file_is_listed_page_by_page_with_verdict_and_rating_and_one_is_opened(window: Window) -> None:
    window.open_tab("Library")
    window.page.locator("#collection").select_option(label="many.txt")
    rows = window.page.locator("#library-table tbody tr")
    expect(rows).to_have_count(25)
    expect(window.page.locator("#library-message")).to_contain_text("Verdicts by kernel and sat")
    first, second, third = (rows.nth(number).locator("td").all_text_contents() for number in range(3))
    assert first == ["Open", "1", "many.txt:1", "unique", "1.2 (hidden-single), easy", "9x9", "30"]
    assert second[3] == "multiple"
    assert third[3] == "unsolvable"
    window.page.locator("#next-page").click()
    expect(rows).to_have_count(5)
    expect(rows.first.locator("td").nth(1)).to_have_text("26")
    expect(window.page.locator("#next-page")).to_be_disabled()
    rows.first.get_by_role("button").click()
    assert window.read_board() == TWO
    expect(window.cell(0)).to_be_focused()
    window.open_tab("Library")
    window.page.locator("#previous-page").click()
    expect(rows).to_have_count(25)


def test_the_shipped_puzzles_are_in_the_library(window: Window) -> None:
    window.open_tab("Library")
    groups = window.page.locator("#collection optgroup")
    expect(groups).to_have_count(2)
    assert "hard.txt" in groups.first.locator("option").all_text_contents()


def test_an_open_library_is_restored_with_the_page(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY, tab="library") as window:
        expect(window.page.locator("#collection optgroup")).to_have_count(2)


def test_the_report_of_a_run_opens_in_a_window_that_cannot_reach_the_server(window: Window) -> None:
    window.open_tab("Runs")
    row = window.page.locator("#runs-table tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(RUN)
    expect(row).to_contain_text("kernel, reductio")
    with window.page.context.expect_page() as opening:
        row.get_by_role("button", name=f"Open the report of {RUN}").click()
    report = opening.value
    expect(report.locator("svg.marks").first).to_be_visible()
    assert find_empty_charts(Visit(report, None, [], [])) == []  # type: ignore[arg-type]
    expect(window.page.locator("#runs-message")).to_contain_text("is open in another window")
    reached = report.evaluate(
        """async (address) => {
          try {
            return String((await fetch(`${address}api/runs`, {method: "POST", body: "{}"})).status);
          } catch (error) {
            return error.name;
          }
        }""",
        window.server.address,
    )
    assert reached == "TypeError"
    assert report.evaluate("() => { try { return localStorage.length } catch (error) { return error.name } }") == (
        "SecurityError"
    )
    assert report.evaluate("() => window.opener") is None
    refused = [message for message in window.messages if re.search("Content.Security.Policy|violates", message)]
    assert len(refused) == len(window.messages), window.messages
    window.messages.clear()  # the refusal is what this test is about
