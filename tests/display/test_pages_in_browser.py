"""Every kind of page in a real browser: at two widths, in light and dark colours."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import VIEWS, View, find_faults, start_browser, visit
from browser_pages import PAGES, write_page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one browser per test process."""
    with start_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all test processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "pages"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("name", PAGES)
def test_a_reader_finds_no_fault(name: str, view: View, browser: Browser, shared: Path) -> None:
    with visit(browser, write_page(name, shared), view, PAGES[name].charts) as visited:
        faults = find_faults(visited)
        assert not faults, "\n" + "\n".join(faults)
