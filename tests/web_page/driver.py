"""Use the page of `serve` as a person does: helpers that press keys, paste, drop, and wait for what appears."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

from playwright.sync_api import Browser, Page, expect

from browser import PATIENCE, SCRIPTS, View, Visit
from web_server import WebServer

WIDE = View(1280, "light")


@dataclass(frozen=True)
class Window:
    """A page of the server that is open in a browser."""

    page: Page
    server: WebServer
    requests: list[str]
    messages: list[str]

    @property
    def visit(self) -> Visit:
        """The same, as the checks of `browser` expect it."""
        return Visit(self.page, Path(), self.requests, self.messages)

    def cell(self, number: int) -> Any:
        """Return a cell of the board, counted from 0."""
        return self.page.locator(f"#board td[data-cell='{number}']")

    def read_board(self) -> str:
        """Return the values on the board as text, with a dot for an empty cell."""
        values = self.page.locator("#board td[data-cell]").all_text_contents()
        return "".join(value or "." for value in values)

    def type(self, text: str) -> None:
        """Type a puzzle into the board, cell after cell, with the keyboard alone."""
        self.cell(0).focus()
        side = math.isqrt(len(text))
        for place, symbol in enumerate(text, 1):
            if symbol != ".":
                self.page.keyboard.press(symbol)
            self.page.keyboard.press("ArrowRight")
            if place % side == 0:  # the selection has wrapped around to the beginning of the row
                self.page.keyboard.press("ArrowDown")

    def paste(self, text: str) -> None:
        """Paste a text where the focus is."""
        self.page.evaluate(
            """(text) => {
              const data = new DataTransfer();
              data.setData("text/plain", text);
              const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
              document.activeElement.dispatchEvent(event);
            }""",
            text,
        )

    def drop(self, name: str, content: str) -> None:
        """Drop a file with this name on the page."""
        self.page.evaluate(
            """([name, content]) => {
              const data = new DataTransfer();
              data.items.add(new File([content], name));
              document.body.dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true}));
              document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
            }""",
            [name, content],
        )

    def open_tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    def check(self, verdict: str) -> None:
        """Check the puzzle, and wait until this verdict and its evidence are shown."""
        self.page.locator("#check").click()
        self.wait_for_verdict(verdict)

    def wait_for_verdict(self, verdict: str) -> None:
        expect(self.page.locator("#verdict .verdict b")).to_have_text(verdict)
        self.wait_for_end()

    def wait_for_end(self) -> None:
        """Wait until no search runs."""
        expect(self.page.locator("#stop")).to_be_hidden()

    def read_address(self) -> dict[str, str]:
        """Return the parameters in the fragment of the address."""
        fragment = self.page.evaluate("location.hash.slice(1)")
        return {name: values[0] for name, values in parse_qs(fragment).items()}

    def wait_for_address(self, **parameters: str) -> None:
        """Wait until the address has these parameters."""
        script = """(wanted) => {
          const parameters = new URLSearchParams(location.hash.slice(1));
          return Object.entries(wanted).every(([name, value]) => (parameters.get(name) ?? "") === value);
        }"""
        self.page.wait_for_function(script, arg=parameters)

    def focused(self) -> str:
        """Return the focused element: its id, or its text."""
        found: str = self.page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
        return found


@contextmanager
def open_window(
    browser: Browser, server: WebServer, view: View = WIDE, *, height: int = 900, **state: str
) -> Iterator[Window]:
    """Open the page in a new window, in a state that the fragment of its address describes."""
    context = browser.new_context(
        viewport={"width": view.width, "height": height},
        color_scheme=view.colours,
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE)
    requests: list[str] = []
    messages: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    context.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: messages.append(f"uncaught: {error.error}"))
    context.add_init_script(path=SCRIPTS)
    page = context.new_page()
    page.goto(f"{server.address}#{urlencode({'token': server.token, **state})}")
    page.wait_for_function("() => document.querySelectorAll('#examples option').length > 1")
    try:
        yield Window(page, server, requests, messages)
        assert messages == [], "the page wrote to the console"
    finally:
        context.close()
