"""What pages do in a real browser: steppers, sorted tables, puzzles that open, and print."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import VIEWS, View, find_faults, visit
from browser_pages import FOUR, PAGES, write_page
from making import EASY, NONE, TWO

pytestmark = pytest.mark.slow

LIGHT = View(1280, "light")
PHONE = View(390, "dark")
STEPPERS = ["explain-hard", "explain-25x25", "trace"]
SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


@contextmanager
def open_page(browser: Browser, name: str, folder: Path, view: View = LIGHT) -> Iterator[Page]:
    with visit(browser, write_page(name, folder), view, PAGES[name].charts) as visited:
        yield visited.page


def expect_step(page: Page, number: int) -> None:
    """Expect that the address names a step, and that one line of the list is marked and in sight."""
    expect(page).to_have_url(re.compile(rf"#step-{number}$"))
    line = page.locator("#steps [aria-current=step]")
    expect(line).to_have_count(1)
    expect(line).to_be_in_viewport()


def read_step(page: Page) -> int:
    return int(page.url.rpartition("#step-")[2])


@pytest.mark.parametrize("name", STEPPERS)
def test_keys_go_to_the_first_last_next_and_previous_step(name: str, browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, name, shared_folder) as page:
        page.keyboard.press("End")
        expect(page.locator("[data-go=next]").first).to_be_disabled()
        last = read_step(page)
        for key, number in [("ArrowLeft", last - 1), ("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3)]:
            page.keyboard.press(key)
            expect_step(page, number)
        page.go_back()
        expect_step(page, 2)


@pytest.mark.parametrize("view", [LIGHT, PHONE], ids=str)
@pytest.mark.parametrize("name", STEPPERS)
def test_buttons_go_to_another_step(name: str, view: View, browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, name, shared_folder, view) as page:
        page.locator("[data-go=last]").first.click()
        last = read_step(page)
        for button, number in [("previous", last - 1), ("first", 1), ("next", 2), ("next", 3)]:
            before = page.locator("#board").inner_html()
            page.locator(f"[data-go={button}]").first.click()
            expect(page).to_have_url(re.compile(rf"#step-{number}$"))
            assert page.locator("#board").inner_html() != before


@pytest.mark.parametrize("name", STEPPERS)
def test_an_address_with_a_step_opens_that_step(name: str, browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, name, shared_folder) as page:
        page.goto("about:blank")
        page.goto(write_page(name, shared_folder).as_uri() + "#step-7")
        expect_step(page, 7)
        expect(page.locator(".count").first).to_have_text(re.compile("^7 of "))


def test_a_click_on_a_line_of_the_list_shows_its_step(browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, "explain-hard", shared_folder) as page:
        page.locator("#steps li").nth(5).click()
        expect_step(page, 6)
        expect(page.locator(".words h2")).to_contain_text("6. ")


def test_a_click_on_a_line_of_the_trace_shows_its_board(browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, "trace", shared_folder) as page:
        line = page.locator("#steps li:visible").nth(3)
        line.click()
        expect(line).to_have_attribute("aria-current", "step")
        expect(page.locator(".words h2").first).to_have_text(re.compile(r"r\d+c\d+"))


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_a_step_with_arrows_has_no_fault(view: View, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("explain-hard", shared_folder), view) as visited:
        go_to_arrows(visited.page)
        assert visited.page.locator("#board .arrow").count() > 0
        assert find_faults(visited) == []


def go_to_arrows(page: Page) -> None:
    """Step forward until the board has arrows."""
    while page.locator("#board .arrow").count() == 0:
        page.keyboard.press("ArrowRight")


def test_an_unfolded_trace_has_no_fault(browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("trace-16x16", shared_folder), PHONE) as visited:
        visited.page.locator("[data-open=yes]").click()
        assert visited.page.locator("#steps details:not([open])").count() == 0
        assert find_faults(visited) == []


def test_on_paper_every_step_of_an_explanation_has_a_board(browser: Browser, shared_folder: Path) -> None:
    with open_page(browser, "explain-hard", shared_folder) as page:
        steps = page.locator("#steps li").count()
        page.emulate_media(media="print")
        expect(page.locator("#all-steps section:has(svg):visible")).to_have_count(steps)
        assert count_sheets(page.pdf()) > steps / 6
        page.emulate_media(media="screen")
        expect(page.locator("#all-steps section")).to_have_count(0)


def count_sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_without_scripts_every_step_of_an_explanation_can_be_read(browser: Browser, shared_folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(write_page("explain-4x4", shared_folder).as_uri())
    steps = FOUR.count(".")  # each places one value
    expect(page.get_by_role("heading", name=re.compile(r"^\d+\. "))).to_have_count(steps)
    expect(page.locator("pre:visible")).to_have_count(steps + 1)  # one more at the end
    context.close()


def read_column(table: Locator, name: str) -> list[str]:
    names = table.locator("thead th").all_inner_texts()
    column = next(at for at, text in enumerate(names) if text.startswith(name))
    return table.locator(f"tbody td:nth-child({column + 1})").all_inner_texts()


def read_seconds(text: str) -> float | None:
    number, _, unit = text.partition(" ")
    return None if text == "-" else float(number.replace(",", "")) * SECONDS[unit]


@pytest.mark.parametrize("view", [LIGHT, PHONE], ids=str)
def test_a_click_on_a_header_sorts_by_number_with_missing_values_last(
    view: View, browser: Browser, shared_folder: Path
) -> None:
    with open_page(browser, "bench-timeouts", shared_folder, view) as page:
        for table in page.locator("table", has=page.get_by_role("button", name="median")).all()[:3]:
            header = table.locator("th", has_text="median")
            for order in ("ascending", "descending"):
                header.locator("button").click()
                expect(header).to_have_attribute("aria-sort", order)
                times = [read_seconds(text) for text in read_column(table, "median")]
                measured = [time for time in times if time is not None]
                assert measured == sorted(measured, reverse=order == "descending")
                assert times == measured + [None] * (len(times) - len(measured))


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_a_click_on_a_point_opens_its_puzzle(view: View, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("bench-objections", shared_folder), view, charts=1) as visited:
        page = visited.page
        dialog = page.locator("dialog#puzzle")
        expect(dialog).not_to_be_visible()
        click_on_a_point(page)
        expect(dialog).to_be_visible()
        command = re.search(r"sudoku-compare solve (\S+)", dialog.inner_text())
        assert command
        assert command[1] in (EASY, TWO, NONE)
        shown = dialog.locator("table.board td").all_inner_texts()
        assert "".join(shown) == command[1].replace(".", "")
        assert find_faults(visited) == []
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()


def click_on_a_point(page: Page) -> None:
    point = page.locator("figure[data-chart=scatter] .mark-symbol path").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
