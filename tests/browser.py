"""Open pages in the Chromium or Chrome of the system, and find what a reader would notice: a `Visit` and its faults."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

SCRIPTS = Path(__file__).with_name("browser.js")
AXE = os.environ.get("AXE_SCRIPT")  # another release of axe-core than the one in axe-playwright-python
PATIENCE = 60_000  # milliseconds that anything may take on a busy machine
SMALLEST_CHART_TEXT = 10  # CSS pixels
WEAKEST_CONTRAST = 4.5  # to one: level AA of the Web Content Accessibility Guidelines
RAW_VALUES = re.compile(r'\b(?:null|undefined|NaN)\b|\[object|\[\]|\{\}|[\[{]"')


@dataclass(frozen=True)
class View:
    """How a reader looks at a page: the width of the window in CSS pixels, and the colours of the system."""

    width: int
    colours: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.width}-{self.colours}"


VIEWS = [View(width, colours) for width in (1280, 390) for colours in ("light", "dark")]


@dataclass(frozen=True)
class Visit:
    """A page that is open in a browser, and what it asked for and complained about so far."""

    page: Page
    path: Path
    requests: list[str]
    messages: list[str]


@contextmanager
def start_browser() -> Iterator[Browser]:
    """Start the browser of the system; without one, skip the test, or fail if `CI` is set: a skipped gate is none."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("chromium is not installed; .ci/run installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])  # root needs the option
        yield browser
        browser.close()


@contextmanager
def visit(browser: Browser, path: Path, view: View, charts: int = 0, *, patience: int = PATIENCE) -> Iterator[Visit]:
    """Open a page in a new window, and wait until it has drawn this many charts."""
    size = {"width": view.width, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=view.colours, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    requests: list[str] = []
    messages: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    context.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: messages.append(f"uncaught: {error.error}"))
    context.add_init_script(path=SCRIPTS)
    page = context.new_page()
    page.goto(path.as_uri())
    try:
        page.wait_for_function(f"faults.countCharts() >= {charts}", timeout=patience)
    except PlaywrightTimeout:
        messages.append(f"timeout: fewer than {charts} charts after {patience} ms")
    yield Visit(page, path, requests, messages)
    context.close()


def find_requests(visit: Visit) -> list[str]:
    """Return every address that the page loads except its own; `data:` addresses are part of the page."""
    own = visit.path.as_uri()
    return [url for url in visit.requests if url.partition("#")[0] != own and not url.startswith("data:")]


def find_messages(visit: Visit) -> list[str]:
    """Return what the page wrote to the console, and errors that nothing caught."""
    return visit.messages


def find_overflow(visit: Visit) -> list[str]:
    """Return what is wider than the window, except inside an element that scrolls by itself."""
    return _evaluate(visit, "faults.findOverflow()")


def find_cut_text(visit: Visit) -> list[str]:
    """Return text that its own element or its chart cuts off."""
    return _evaluate(visit, "faults.findCutText()")


def find_small_text(visit: Visit) -> list[str]:
    """Return the labels of charts that are too small to read."""
    return _evaluate(visit, f"faults.findSmallText({SMALLEST_CHART_TEXT})")


def find_faint_text(visit: Visit) -> list[str]:
    """Return the labels of charts that stand out too little from the page."""
    return _evaluate(visit, f"faults.findFaintText({WEAKEST_CONTRAST})")


def find_overlapping_text(visit: Visit) -> list[str]:
    """Return the pairs of labels of a chart that overlap."""
    return _evaluate(visit, "faults.findOverlappingText()")


def find_empty_charts(visit: Visit) -> list[str]:
    """Return the charts without a mark."""
    return _evaluate(visit, "faults.findEmptyCharts()")


def find_raw_values(visit: Visit) -> list[str]:
    """Return the values of a programming language, such as `null`, in the text that a reader sees."""
    lines = _evaluate(visit, "faults.listText()")
    return [line for line in lines if RAW_VALUES.search(line)]


def find_local_paths(visit: Visit) -> list[str]:
    """Return the places of the source that name a folder of this machine."""
    folders = {str(visit.path.parent), str(Path.home()), str(Path.cwd())}
    source = visit.path.read_text()
    return [source[max(0, at - 40) : at + 80] for folder in folders if (at := source.find(folder)) >= 0]


def find_executed_names(visit: Visit) -> list[str]:
    """Return the title of the page if a script in the name of a file or puzzle has changed it."""
    return [title for title in [visit.page.title()] if title == "hit"]


def find_violations(visit: Visit) -> list[str]:
    """Return the violations of the rules of axe-core, with the elements that violate them."""
    axe: Axe = Axe.from_file(AXE) if AXE else Axe()
    violations: list[dict[str, Any]] = axe.run(visit.page).response["violations"]
    return [_format_violation(violation) for violation in violations]


def _format_violation(violation: dict[str, Any]) -> str:
    nodes = [f"    {node['target'][0]}: {node['failureSummary'].splitlines()[-1]}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']} ({violation['impact']}), {len(nodes)}x: {violation['help']}", *nodes[:3]])


def _evaluate(visit: Visit, script: str) -> list[str]:
    found: list[str] = visit.page.evaluate(script)
    return found


CHECKS: dict[str, Callable[[Visit], list[str]]] = {
    "loads something": find_requests,
    "writes to the console": find_messages,
    "is too wide": find_overflow,
    "cuts text off": find_cut_text,
    "has text that is too small": find_small_text,
    "has text that is too faint": find_faint_text,
    "has text on text": find_overlapping_text,
    "has an empty chart": find_empty_charts,
    "shows a raw value": find_raw_values,
    "names a local folder": find_local_paths,
    "runs what a name contains": find_executed_names,
    "violates a rule of axe-core": find_violations,
}


def find_faults(visit: Visit) -> list[str]:
    """Return everything that is wrong with a page, each with the name of the check that found it."""
    return [f"{name}: {fault}" for name, check in CHECKS.items() for fault in check(visit)]
