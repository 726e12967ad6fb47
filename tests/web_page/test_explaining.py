"""The explanation and the proof on the page: steps, keys, hints, the user's own position, and the tree that folds."""

import re

import pytest
from playwright.sync_api import Browser, expect

from making import EASY, EASY_SOLUTION, ESCARGOT
from web_page.driver import Window, open_window
from web_server import WebServer

pytestmark = pytest.mark.slow

COUNT = "#explain-stepper .count"


def explain(window: Window) -> None:
    window.open_tab("Explain")
    window.page.locator("#explain").click()
    expect(window.page.locator("#explain-stepper")).to_be_visible()
    window.wait_for_end()


def go(window: Window, where: str) -> None:
    window.page.locator(f"#explain-stepper [data-go={where}]").click()


def test_buttons_and_keys_step_through_the_explanation_to_the_end(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        explain(window)
        count, press = window.page.locator(COUNT), window.page.keyboard.press
        expect(count).to_have_text("1 of 52")
        for where, number in [("next", 2), ("next", 3), ("previous", 2), ("last", 52), ("first", 1)]:
            go(window, where)
            expect(count).to_have_text(f"{number} of 52")
        for key, number in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", 52)]:
            press(key)
            expect(count).to_have_text(f"{number} of 52")
        assert window.read_board() == EASY_SOLUTION
        expect(window.page.locator("#explain-stepper .words h2")).to_have_text("End")
        press("Home")
        expect(count).to_have_text("1 of 52")
        expect(window.page.locator("#explain-stepper .words p")).to_contain_text("only place left for 8 in box 2")
        window.page.locator("#explain-stepper .steps a").nth(4).click()
        expect(count).to_have_text("5 of 52")
        window.wait_for_address(tab="explain", step="5")


def test_the_explanation_plays_by_itself_silently_until_it_is_paused(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        explain(window)
        words = window.page.locator("#explain-stepper .words")
        expect(words).to_have_attribute("aria-live", "polite")
        window.page.locator("[data-speed]").select_option("10")
        go(window, "play")
        expect(window.page.locator("#explain-stepper [data-go=play]")).to_have_text("Pause")
        expect(words).to_have_attribute("aria-live", "off")  # a screen reader would fall behind
        expect(window.page.locator(COUNT)).to_have_text(re.compile("^([5-9]|[1-4][0-9]) of 52"))
        go(window, "play")
        expect(words).to_have_attribute("aria-live", "polite")
        shown = window.page.locator(COUNT).text_content()
        window.page.evaluate("() => new Promise((done) => setTimeout(done, 250))")  # more than two steps at this speed
        assert window.page.locator(COUNT).text_content() == shown


def test_arrow_keys_on_the_board_and_on_the_tabs_do_not_step(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        explain(window)
        window.cell(10).focus()
        window.page.keyboard.press("ArrowRight")
        expect(window.cell(11)).to_be_focused()
        expect(window.page.locator(COUNT)).to_have_text("1 of 52")
        window.page.locator("#tab-explain").focus()
        window.page.keyboard.press("ArrowRight")
        expect(window.page.locator("#tab-proof")).to_be_focused()
        window.page.keyboard.press("ArrowLeft")
        expect(window.page.locator(COUNT)).to_have_text("1 of 52")


def test_candidates_patterns_and_chains_are_drawn_with_the_reason(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=ESCARGOT) as window:
        explain(window)
        board = window.page.locator("#board")
        assert board.locator(".pencil text").first.text_content()
        expect(board.locator("rect.placed")).to_have_count(1)
        window.page.locator("#explain-stepper .steps a", has_text="Reductio").first.click()
        assert board.locator("path.arrow").count() > 0
        assert board.locator("rect.pattern").count() > 0
        expect(board.locator("rect.removed")).to_have_count(1)
        colours = board.locator("rect.pattern, rect.removed").evaluate_all(
            "(all) => [...new Set(all.map((one) => getComputedStyle(one).fill))]"
        )
        assert len(colours) == 2
        expect(window.page.locator("#explain-stepper .words p")).to_contain_text("Reductio: if r2c3 is 6")
        expect(window.page.locator("#explain-stepper .details")).to_contain_text("contradiction:")
        legend = window.page.locator("#explain-stepper .legend [data-link]:not([hidden])")
        assert legend.count() >= 1


def test_a_hint_tells_more_in_three_stages(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY) as window:
        message, button = window.page.locator("#message"), window.page.locator("#hint")
        button.click()
        expect(message).to_have_text("Hint 1 of 3: Look at box 2.")
        expect(window.page.locator("#board .hint")).to_have_count(9)
        expect(window.cell(5)).to_have_attribute("aria-label", "r1c6: empty, part of the hint")
        button.click()
        expect(message).to_have_text("Hint 2 of 3: Look at box 2. Try a hidden single.")
        expect(window.page.locator("#board rect.placed")).to_have_count(0)
        button.click()
        expect(message).to_contain_text("Hint 3 of 3: Hidden single: r1c6 is the only place left for 8 in box 2")
        expect(window.page.locator("#board rect.placed")).to_have_count(1)
        button.click()
        expect(message).to_contain_text("The hint is complete.")
        window.page.get_by_text("My digits").click()
        window.cell(5).click()
        window.page.keyboard.press("8")
        button.click()
        expect(message).to_have_text(re.compile("^Hint 1 of 3: Look at (?!r1c6)"))


def test_an_explanation_starts_from_the_users_own_digits_and_candidates(browser: Browser, server: WebServer) -> None:
    own = {"digits": "..4" + "." * 78, "candidates": "r1c4.26"}
    with open_window(browser, server, puzzle=EASY, **own) as window:
        explain(window)
        expect(window.page.locator(COUNT)).to_have_text("1 of 51")
        expect(window.cell(2)).to_have_text("4")
        expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: 4, my digit")
        expect(window.cell(3)).to_have_attribute("aria-label", re.compile("^r1c4: candidates 2 6"))


@pytest.mark.parametrize("button", ["#explain", "#hint"])
def test_wrong_digits_and_candidates_are_named_marked_and_removed(
    button: str, browser: Browser, server: WebServer
) -> None:
    own = {"digits": "..1" + "." * 78, "candidates": "r1c4.2"}
    with open_window(browser, server, puzzle=EASY, **own) as window:
        if button == "#explain":
            window.open_tab("Explain")
        window.page.locator(button).click()
        text = "Mistakes: the digit in r1c3 is wrong; the candidates of r1c4 lack the value of the solution."
        expect(window.page.locator("#explain-summary .objection")).to_have_text(text)
        assert [cell.get_attribute("data-cell") for cell in window.page.locator("#board .wrong").all()] == ["2", "3"]
        expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: 1, my digit, wrong")
        window.page.get_by_role("button", name="Remove the mistakes").click()
        assert window.read_board() == EASY
        expect(window.page.locator("#board .wrong")).to_have_count(0)
        explain(window)


def test_an_explanation_that_arrives_on_another_tab_waits_for_its_own(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=ESCARGOT) as window:
        window.open_tab("Explain")
        window.page.locator("#explain").click()
        window.open_tab("Verdict")
        window.wait_for_end()
        expect(window.page.locator("#board .pencil rect")).to_have_count(0)
        window.open_tab("Explain")
        expect(window.page.locator("#board rect.placed")).to_have_count(1)


def test_the_proof_folds_in_step_with_the_board(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=ESCARGOT, tab="proof") as window:
        window.page.locator("#prove").click()
        count = window.page.locator("#proof-stepper .count")
        expect(count).to_have_text("24 of 1,524")
        expect(window.page.locator("#proof-summary")).to_have_text("Replayed: all 4,111 steps follow.")
        current = window.page.locator("#proof-stepper [aria-current=step]")
        window.page.locator("[data-fold=closed]").click()
        expect(window.page.locator("#proof-stepper .scope li:visible")).to_have_count(0)
        place = None
        while not place:
            window.page.keyboard.press("ArrowRight")
            expect(current).to_be_visible()  # what hid it is unfolded
            place = re.search(r"r(\d)c(\d) = (\d)", current.text_content() or "")
        cell = (int(place[1]) - 1) * 9 + int(place[2]) - 1
        expect(window.cell(cell)).to_have_class(re.compile("focus"))
        expect(window.cell(cell)).to_have_text(place[3])
        summary = window.page.locator("#proof-stepper .scope summary").first
        summary.focus()
        window.page.keyboard.press("Enter")
        expect(window.page.locator("#proof-stepper .scope").first.locator("li:visible")).to_have_count(0)
        window.page.locator("[data-fold=open]").click()
        assert window.page.locator("#proof-stepper .scope li:visible").count() > 1000
        window.page.locator("#proof-stepper .scope li").nth(500).click()
        expect(current).to_have_text(window.page.locator("#proof-stepper .scope li").nth(500).text_content() or "")
        window.page.keyboard.press("End")
        expect(count).to_have_text("1,524 of 1,524")
