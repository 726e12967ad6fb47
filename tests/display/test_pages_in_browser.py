"""Every kind of page in a real browser, at two widths, in light and dark colours: nothing is wrong with it."""

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from browser import VIEWS, View, find_faults, visit
from browser_pages import PAGES, write_page

pytestmark = pytest.mark.slow

SIDES = ("top", "right", "bottom", "left")


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("name", PAGES)
def test_a_reader_finds_no_fault(name: str, view: View, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page(name, shared_folder), view, PAGES[name].charts) as visited:
        faults = find_faults(visited)
        assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("name", ["bench", "study-grids", "explain-hard", "trace", "export"])
def test_a_page_can_be_printed(name: str, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page(name, shared_folder), View(1280, "dark"), PAGES[name].charts) as visited:
        visited.page.emulate_media(media="print")
        background = visited.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")  # whatever the mode of the screen
        assert visited.page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_exported_pages_fit_on_every_paper(paper: str, browser: Browser, shared_folder: Path) -> None:
    with visit(browser, write_page("export", shared_folder), View(1280, "dark")) as visited:
        printed = PdfReader(BytesIO(visited.page.pdf(format=paper, margin=dict.fromkeys(SIDES, "12mm"))))
        assert len(printed.pages) == 4  # three puzzles and three solutions, two per page
