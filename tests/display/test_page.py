"""The page of a benchmark, in a real browser."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import PROGRAM
from making import EASY, NONE, TWO

NASTY = "<script>document.title='hit'<script> & \"quotes\".txt"
CHARTS = ("cactus", "tiers", "split", "virtual-best", "scatter")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on a collection with a nasty name, its page and its plots."""
    folder = tmp_path_factory.mktemp("page")
    (folder / NASTY).write_text(f"{EASY}\n{TWO}\n{NONE}\n")
    for command in (
        ["bench", NASTY, "--engine", "reductio", "--engine", "sat", "--out", "run"],
        ["report", "run", "--html", "page.html", "--plots", "plots"],
    ):
        subprocess.run([PROGRAM, *command], cwd=folder, check=True, capture_output=True)
    return folder


def test_the_page_is_one_file_that_names_no_other(folder: Path) -> None:
    page = (folder / "page.html").read_text()
    assert page.count("<script") == 2  # the data and the program
    written = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert not re.search(r"<script[^>]+src|<link|@import|<img|<iframe|url\(", written)
    assert "default-src 'none'" in written
    assert "&lt;script&gt;document.title=" in page


def test_a_browser_draws_every_chart_and_fetches_nothing(folder: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("chromium is not installed; .ci/run installs it")
    log = folder / "net.json"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    flags += ["--disable-component-update", "--disable-sync", f"--user-data-dir={folder / 'profile'}"]
    flags += [f"--log-net-log={log}", "--virtual-time-budget=20000", "--dump-dom"]
    page = (folder / "page.html").as_uri()
    done = subprocess.run([browser, *flags, page], capture_output=True, text=True, timeout=120)
    figures = re.findall(r"<figure.*?</figure>", done.stdout, re.DOTALL)
    assert len(figures) == len(CHARTS)
    assert all("<svg" in figure and figure.count("<path") > 3 for figure in figures)
    assert "<title>sudoku-compare: " in done.stdout  # and not `hit`
    asked_for = set(re.findall(r'"url":"https?://([^/"]+)', log.read_text()))
    assert all(host.endswith((".google.com", ".googleapis.com")) for host in asked_for), asked_for  # the browser itself


def test_the_charts_are_there_as_pictures(folder: Path) -> None:
    for name in CHARTS:
        assert (folder / "plots" / f"{name}.svg").read_text().startswith("<svg")
        assert (folder / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_every_puzzle_is_under_the_pointer(folder: Path) -> None:
    page = (folder / "page.html").read_text()
    found = re.search(r'<script type="application/json" id="charts">(.*?)</script>', page, re.DOTALL)
    assert found
    scatter = json.loads(found[1])["scatter"]
    assert {value["givens"] for value in scatter["data"]["values"]} == {EASY, TWO, NONE}
    assert {tip["field"] for tip in scatter["layer"][0]["encoding"]["tooltip"]} >= {"puzzle", "givens"}
