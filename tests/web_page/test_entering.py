"""Entering puzzles on the page: with keys, with the pointer, pasted, dropped, opened."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from making import EASY, TWO
from sudoku_compare.core.entry import Entry
from sudoku_compare.core.puzzle import Puzzle
from sudoku_compare.formats.writing.writers import WRITERS
from web_page.driver import Window, open_window
from web_page.served_folder import HOSTILE
from web_server import WebServer

pytestmark = pytest.mark.slow

BOXES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5"]


def write(form: str) -> str:
    return "".join(WRITERS[form].write([Entry("text:1", Puzzle.from_text(EASY))]))


def test_a_puzzle_is_typed_with_the_keyboard_alone(window: Window) -> None:
    window.type(EASY)
    assert window.read_board() == EASY
    expect(window.cell(0)).to_be_focused()  # the selection wraps around


def test_a_cell_is_cleared_and_changes_are_undone_and_redone(window: Window) -> None:
    press = window.page.keyboard.press
    window.cell(0).click()
    press("5")
    press("ArrowDown")
    press("7")
    press("Delete")
    assert window.read_board() == "5" + "." * 80
    press("Control+z")
    assert window.cell(9).text_content() == "7"
    press("Control+z")
    press("Control+z")
    assert window.read_board() == "." * 81
    expect(window.page.locator("#undo")).to_be_disabled()
    press("Control+y")
    press("Control+Shift+z")
    assert window.cell(0).text_content() + window.cell(9).text_content() == "57"
    press("0")
    assert window.cell(9).text_content() == ""


def test_a_puzzle_is_entered_with_the_pointer_alone(window: Window) -> None:
    window.cell(40).click()
    keypad = window.page.locator("#keypad")
    keypad.get_by_role("button", name="8", exact=True).click()
    assert window.read_board() == "." * 40 + "8" + "." * 40
    keypad.get_by_role("button", name="Clear cell").click()
    assert window.read_board() == "." * 81
    window.page.locator("#undo").click()
    assert window.cell(40).text_content() == "8"
    window.page.locator("#redo").click()
    assert window.cell(40).text_content() == ""


def test_own_digits_and_candidates_are_kept_apart_from_the_givens(window: Window) -> None:
    press = window.page.keyboard.press
    window.cell(0).click()
    press("5")
    window.page.get_by_text("My digits").click()
    window.cell(1).click()
    press("3")
    window.cell(2).click()
    press("Shift+4")
    press("Shift+6")
    window.cell(0).click()
    press("9")
    expect(window.page.locator("#message")).to_have_text("This cell has a given. Choose Givens to change it.")
    expect(window.cell(0)).to_have_attribute("aria-label", "r1c1: 5, given")
    expect(window.cell(1)).to_have_attribute("aria-label", "r1c2: 3, my digit")
    expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: candidates 4 6")
    expect(window.cell(3)).to_have_attribute("aria-label", "r1c4: empty")
    window.page.get_by_text("Candidates", exact=True).click()
    window.cell(2).click()
    press("4")
    expect(window.cell(2)).to_have_attribute("aria-label", "r1c3: candidates 6")


def test_clashing_values_are_marked_as_they_are_typed(window: Window) -> None:
    window.cell(0).focus()
    window.page.keyboard.press("5")
    window.page.keyboard.press("ArrowLeft")
    window.page.keyboard.press("5")
    clashing = window.page.locator("#board .clash")
    assert [cell.get_attribute("data-cell") for cell in clashing.all()] == ["0", "8"]
    expect(window.cell(8)).to_have_attribute("aria-label", "r1c9: 5, given, clashes")
    expect(window.page.locator("#message")).to_have_text("Equal values in one unit: r1c1, r1c9.")
    window.cell(8).focus()
    window.page.keyboard.press("Delete")
    expect(clashing).to_have_count(0)
    expect(window.page.locator("#message")).to_be_empty()


def test_every_size_of_board_takes_its_largest_value(window: Window) -> None:
    select = window.page.locator("#size")
    assert select.locator("option").evaluate_all("(all) => all.map((one) => one.value)") == BOXES
    for number, box in enumerate(BOXES):
        select.select_option(index=number)
        height, width = map(int, box.split("x"))
        side = height * width
        symbol = "123456789ABCDEFGHIJKLMNOP"[side - 1]
        expect(window.page.locator("#board td[data-cell]")).to_have_count(side * side)
        window.cell(side * side - 1).focus()
        window.page.keyboard.press(symbol.lower())
        assert window.cell(side * side - 1).text_content() == symbol
        if side < 25:
            window.page.keyboard.press("123456789ABCDEFGHIJKLMNOP"[side])
            assert window.cell(side * side - 1).text_content() == symbol, "a value that the board does not have"


def test_a_change_that_changes_nothing_keeps_the_verdict(window: Window) -> None:
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    window.check("unique")
    window.cell(0).focus()
    window.page.keyboard.press("5")
    window.page.keyboard.press("Control+y")
    expect(window.page.locator("#verdict .verdict")).to_be_visible()


@pytest.mark.parametrize("form", ["line", "grid", "fpuzzles", "sudokupad", "sdk", "hodoku"])
def test_a_pasted_text_is_read_in_any_format(form: str, window: Window) -> None:
    window.paste(write(form))
    expect(window.cell(80)).to_have_text("9")
    assert window.read_board() == EASY


def test_a_text_is_pasted_wherever_the_focus_is_but_in_a_field(window: Window) -> None:
    window.page.locator("[name=mode][value=digits]").focus()
    window.paste(EASY)
    expect(window.cell(0)).to_have_text("5")
    window.page.locator("#open-input").click()
    window.page.locator("#input-text").focus()
    window.paste(TWO)
    assert window.read_board() == EASY


def test_the_clipboard_is_pasted_with_the_keyboard(window: Window) -> None:
    window.page.evaluate("(text) => navigator.clipboard.writeText(text)", EASY)
    window.cell(0).focus()
    window.page.keyboard.press("Control+v")
    expect(window.cell(80)).to_have_text("9")
    assert window.read_board() == EASY


def test_text_that_is_not_a_puzzle_gives_a_message(window: Window) -> None:
    window.paste("not a puzzle")
    expect(window.page.locator("#message")).to_contain_text("puzzle")
    assert window.read_board() == "." * 81
    window.page.locator("#open-input").click()
    window.page.locator("#input-text").fill("nor this")
    window.page.locator("#read-text").click()
    expect(window.page.locator("#input-error")).not_to_be_empty()
    expect(window.page.locator("#input-dialog")).to_be_visible()


def test_a_dropped_file_with_many_puzzles_lists_them_and_one_is_opened(window: Window) -> None:
    window.drop("two.txt", f'{EASY}\n{TWO}  # it\'s a "name"\n')
    rows = window.page.locator("#library-table tbody tr")
    expect(rows).to_have_count(2)
    expect(window.page.locator("#library-message")).to_have_text("two.txt: 2 puzzles. Open one of them.")
    window.page.get_by_role("button", name='Open it\'s a "name"').click()
    assert window.read_board() == TWO
    expect(window.page.locator("#message")).to_have_text('Opened it\'s a "name".')
    expect(window.cell(0)).to_be_focused()


def test_a_file_is_opened_in_the_dialog_and_the_focus_goes_to_the_board(window: Window, tmp_path: Path) -> None:
    file = tmp_path / "easy.txt"
    file.write_text(EASY)
    window.page.locator("#open-input").click()
    window.page.locator("#input-file").set_input_files(file)
    expect(window.page.locator("#input-dialog")).to_be_hidden()
    assert window.read_board() == EASY
    expect(window.cell(0)).to_be_focused()


def test_examples_are_opened_and_can_be_undone(window: Window) -> None:
    window.page.locator("#examples").select_option(label="AI Escargot")
    expect(window.page.locator("#message")).to_have_text("Opened AI Escargot.")
    assert window.read_board().startswith("1....7.9.")
    window.page.keyboard.press("Control+z")
    assert window.read_board() == "." * 81


def test_names_with_a_script_are_shown_as_text(browser: Browser, server: WebServer) -> None:
    with open_window(browser, server, puzzle=EASY, name=HOSTILE) as window:
        window.drop(f"{HOSTILE}.txt", f"{EASY}  # {HOSTILE}\n{TWO}  # {HOSTILE}\n")
        expect(window.page.locator("#library-message")).to_contain_text(HOSTILE)
        window.page.locator("#collection").select_option(label=f"{HOSTILE}.txt")
        expect(window.page.locator("#library-message")).to_contain_text("Verdicts by")
        window.page.get_by_role("button", name=f"Open {HOSTILE}").first.click()
        expect(window.page.locator("#message")).to_have_text(f"Opened {HOSTILE}.")
        window.paste(HOSTILE)
        expect(window.page.locator("#message")).not_to_contain_text("Opened")
        assert window.page.locator("img").count() == 0
        assert window.page.title() == "sudoku-compare"
