"""What a browser makes of a page: its document after the scripts have run, and the boards in it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

BROWSERS = ("chromium", "google-chrome")


def draw_page(page: Path, fragment: str = "") -> str:
    """Return the document of a page, opened at a fragment, after its scripts have run."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip("chromium is not installed; .ci/run installs it")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'profile'}", "--dump-dom"]
    done = subprocess.run([browser, *flags, page.as_uri() + fragment], capture_output=True, text=True, timeout=120)
    return done.stdout


def read_cells(document: str) -> list[tuple[str, str]]:
    """Return the value and the label of each cell of the first board."""
    body = re.search(r'<table class="board".*?<tbody>(.*?)</tbody>', document, re.DOTALL)
    assert body
    cells = re.findall(r"<td([^>]*)>(.*?)</td>", body[1])
    labels = (re.search(r'aria-label="([^"]*)"', attributes) for attributes, _ in cells)
    return [(text, label[1] if label else "") for (_, text), label in zip(cells, labels, strict=True)]
