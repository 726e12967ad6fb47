"""The race of the engines on the page, and the evidence for each verdict."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import PROGRAM
from making import CLASH, EASY, EASY_SOLUTION, NONE, TWO
from processes import wait_for
from web_page.driver import Window, open_window
from web_page.served_folder import wait_until_idle
from web_server import WebServer

pytestmark = pytest.mark.slow

REDUNDANT = "534" + EASY[3:]
SLOW = "1" + "." * 624  # backtrack does not settle it in a minute


def read_race(window: Window) -> list[list[str]]:
    return [row.locator("th, td").all_text_contents() for row in window.page.locator("#race tbody tr").all()]


def choose_engines(window: Window, *names: str) -> None:
    """Choose these engines in the dialog, and no others."""
    window.page.locator("#open-engines").click()
    expect(window.page.locator(".engine").first).to_be_visible()
    for row in window.page.locator(".engine").all():
        name = row.locator("b").text_content()
        row.locator("input[type=checkbox]").set_checked(name in names)
    window.page.get_by_role("button", name="Done").click()


def test_the_engines_start_together_and_the_verdict_says_who_agreed(window: Window) -> None:
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    window.page.evaluate(
        """() => {
          globalThis.seen = [];
          const race = document.getElementById("race");
          const list = () => [...race.querySelectorAll("tbody td:nth-child(2)")].map((one) => one.textContent);
          const note = () => seen.push(list());
          new MutationObserver(note).observe(race, {childList: true, subtree: true, characterData: true});
        }"""
    )
    window.check("unique")
    expect(window.page.locator("#verdict .verdict")).to_have_text(
        "unique: exactly one solution, checked; settled by reductio, sat and cpsat"
    )
    seen = window.page.evaluate("() => seen")
    assert seen[0] == ["running", "running", "running"]
    assert seen[-1] == ["unique", "unique", "unique"]
    assert any("running" in row and "unique" in row for row in seen), "the rows did not fill one after another"
    for engine, verdict, build, first, settle, counts in read_race(window):
        assert engine in ("reductio", "sat", "cpsat")
        assert verdict == "unique"
        assert all(time.endswith((" s", " ms", " us")) for time in (build, first, settle))
        assert counts[0].isdigit()


def test_the_solution_is_shown_on_the_board_on_request(window: Window) -> None:
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    window.check("unique")
    window.page.get_by_label("Show the solution on the board").check()
    assert window.read_board() == EASY_SOLUTION
    window.page.get_by_label("Show the solution on the board").uncheck()
    assert window.read_board() == EASY


def test_stop_ends_the_engines_and_leaves_no_process(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=SLOW, box="5x5") as window:
        choose_engines(window, "backtrack")
        window.page.locator("#check").click()
        expect(window.page.locator("#stop")).to_be_visible()
        wait_for(server.find_tasks)
        window.page.locator("#stop").click()
        expect(window.page.locator("#verdict")).to_have_text("Stopped before there was a verdict.")
        assert [row[1] for row in read_race(window)] == ["stopped"]
        expect(window.page.locator("#stop")).to_be_hidden()
        wait_until_idle(server)
        window.cell(1).focus()
        window.page.keyboard.press("Enter")
        expect(window.page.locator("#stop")).to_be_visible()
        window.page.keyboard.press("Escape")
        expect(window.page.locator("#verdict")).to_have_text("Stopped before there was a verdict.")
        wait_until_idle(server)


@pytest.mark.parametrize("key", ["2", "Control+z"])
def test_a_search_about_an_old_puzzle_ends_without_a_word(key: str, browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=SLOW, box="5x5", engines="backtrack") as window:
        window.cell(30).focus()
        window.page.keyboard.press("3")
        window.page.keyboard.press("Enter")
        expect(window.page.locator("#race tbody tr")).to_have_count(1)
        window.page.keyboard.press(key)
        expect(window.page.locator("#stop")).to_be_hidden()
        window.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")  # for a reply that comes late
        expect(window.page.locator("#verdict")).to_contain_text("Enter a puzzle")
        expect(window.page.locator("#race")).to_be_empty()
        expect(window.page.locator("#message")).to_be_empty()


def test_a_second_search_replaces_the_first(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=SLOW, box="5x5", engines="backtrack") as window:
        window.page.locator("#check").click()
        expect(window.page.locator("#race tbody tr")).to_have_count(1)
        window.paste(EASY)
        expect(window.cell(80)).to_have_text("9")
        choose_engines(window, "kernel", "reductio")
        window.page.locator("#check").click()
        window.page.locator("#check").click()
        window.wait_for_verdict("unique")
        assert [row[:2] for row in read_race(window)] == [["reductio", "unique"], ["kernel", "unique"]]


def test_engines_and_their_options_are_chosen(window: Window) -> None:
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    choose_engines(window, "reductio", "sat")
    window.page.locator("#open-engines").click()
    row = window.page.locator(".engine").filter(has_text="Options of sat")
    row.locator("summary").click()
    row.get_by_label("encoding").select_option("minimal")
    row.get_by_label("solver").fill("glucose4")
    window.page.get_by_role("button", name="Done").click()
    expect(window.page.locator("#open-engines")).to_be_focused()
    window.check("unique")
    assert [row[:2] for row in read_race(window)] == [
        ["reductio", "unique"],
        ["sat:solver=glucose4,encoding=minimal", "unique"],
    ]
    window.wait_for_address(engines="reductio;sat:solver=glucose4,encoding=minimal")


def test_an_engine_that_is_another_program_takes_part(window: Window) -> None:
    if not shutil.which("cadical"):
        pytest.skip("cadical is not installed")
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    choose_engines(window, "reductio", "cadical")
    window.check("unique")
    assert [row[:2] for row in read_race(window)] == [["reductio", "unique"], ["cadical", "unique"]]


def test_an_option_that_is_wrong_gives_a_message(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY, engines="reductio;sat:solver=none") as window:
        window.page.locator("#check").click()
        expect(window.page.locator("#verdict .objection")).to_contain_text("none")
        expect(window.page.locator("#stop")).to_be_hidden()


def test_a_certificate_is_downloaded_and_verified(browser: Browser, server: WebServer, tmp_path: Path) -> None:
    with open_window(browser, server, puzzle=EASY, checked="yes") as window:
        window.wait_for_verdict("unique")
        expect(window.page.locator("#evidence")).to_contain_text("Certificate: proof by")
        with window.page.expect_download() as downloading:
            window.page.get_by_role("button", name="Download the certificate").click()
        file = tmp_path / downloading.value.suggested_filename
        downloading.value.save_as(file)
        expect(window.page.locator("#message")).to_contain_text("Saved as certificate.zip.")
    assert file.name == "certificate.zip"
    zipfile.ZipFile(file).extractall(tmp_path)
    done = subprocess.run([PROGRAM, "verify", "certificate"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_redundant_givens_are_marked_and_one_is_removed(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=REDUNDANT, checked="yes") as window:
        window.wait_for_verdict("unique")
        marked = window.page.locator("#board .redundant")
        expect(window.page.locator("#evidence")).to_contain_text(f"{marked.count()} redundant givens")
        expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: 4, given, redundant")
        window.page.get_by_text("Show 23 choices").click()
        window.page.get_by_role("button", name="Remove r1c3=4").click()
        assert window.read_board() == EASY
        window.wait_for_verdict("unique")
        expect(window.page.locator("#tab-verdict")).to_be_focused()


def test_two_solutions_are_shown_and_an_additional_given_makes_one_of_them(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=TWO, checked="yes") as window:
        window.wait_for_verdict("multiple")
        expect(window.page.locator("#evidence")).to_contain_text("2 solutions.")
        differing = window.page.locator("#board .differs")
        expect(differing).to_have_count(4)
        assert all("3 6" in (cell.get_attribute("aria-label") or "") for cell in differing.all())
        window.page.get_by_role("button", name="Add r6c6=3").click()
        window.wait_for_verdict("unique")
        expect(window.cell(50)).to_have_attribute("aria-label", "r6c6: 3, given")


def test_a_conflict_is_marked_and_a_fix_makes_the_puzzle_unique(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=NONE, checked="yes") as window:
        window.wait_for_verdict("unsolvable")
        expect(window.page.locator("#board .conflict")).to_have_count(9)
        expect(window.page.locator("#evidence")).to_contain_text("these 9 givens cannot all be true")
        expect(window.cell(9)).to_have_attribute("aria-label", "r2c1: 8, given, in the conflict")
        window.page.get_by_role("button", name="Change r4c1=6 to 1").click()
        window.wait_for_verdict("unique")
        assert window.cell(27).text_content() == "1"


def test_the_steps_to_a_contradiction_are_shown(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=NONE, checked="yes") as window:
        window.wait_for_verdict("unsolvable")
        window.page.get_by_role("button", name="Show the steps that lead to the contradiction").click()
        expect(window.page.locator("#explain-stepper")).to_be_visible()
        expect(window.page.locator("#explain-summary")).to_contain_text("unsolvable")
        expect(window.page.locator("#explain-stepper .steps")).to_be_focused()
        window.page.keyboard.press("End")
        expect(window.page.locator("#explain-stepper .words h2")).to_have_text("End")
        expect(window.page.locator("#explain-stepper .legend [data-link=unused]")).to_be_visible()


def test_clashing_givens_are_unsolvable(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=CLASH, checked="yes") as window:
        window.wait_for_verdict("unsolvable")
        expect(window.page.locator("#board .conflict")).to_have_count(2)


def test_evidence_that_arrives_late_does_not_draw_over_another_tab(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=TWO, tab="proof", line="60", checked="yes") as window:
        expect(window.page.locator("#proof-stepper .count")).to_contain_text("60 of")
        expect(window.page.locator("#race tbody tr")).to_have_count(3)
        window.wait_for_end()
        expect(window.page.locator("#board .differs")).to_have_count(0)
        expect(window.page.locator("#board .focus")).to_have_count(1)
        window.open_tab("Verdict")
        window.wait_for_verdict("multiple")
        expect(window.page.locator("#board .differs")).to_have_count(4)
