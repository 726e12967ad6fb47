from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser import PATIENCE, start_browser
from web_page.driver import Window, open_window
from web_page.served_folder import serve_folder, write_folder
from web_server import WebServer

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one browser for the tests of a module."""
    with start_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with collections and a record of a benchmark."""
    folder = tmp_path_factory.mktemp("served")
    write_folder(folder)
    return folder


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[WebServer]:
    """Start one server for all tests of the page."""
    with serve_folder(folder) as server:
        yield server


@pytest.fixture
def window(browser: Browser, server: WebServer) -> Iterator[Window]:
    """Open the page in a new window."""
    with open_window(browser, server) as window:
        yield window
