from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import start_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one browser for the tests of a module in this test process."""
    with start_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all test processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "pages"
    folder.mkdir(exist_ok=True)
    return folder
