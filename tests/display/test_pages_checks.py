"""Each check of the browser tests finds the fault that it is for, and nothing on a page without a fault."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser import CHECKS, View, find_faults, start_browser, visit

pytestmark = pytest.mark.slow

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A page</title>
<style>body {{ background: #fff; margin: 0 }} .marks {{ width: 100px; height: 60px }}</style></head>
<body><main><h1>A page</h1>{body}</main></body></html>"""

MARK = '<g class="role-mark"><path d="M0 0h9v9z"/></g>'
SOUND = f"""
<p>The nullity of nothing.</p>
<div style="overflow-x: auto" tabindex="0" role="region" aria-label="Wide"><div style="width: 3000px">wide</div></div>
<p style="position: absolute; left: -9999px; width: 1px; overflow: hidden; clip-path: inset(50%)">for screen readers</p>
<figure><svg class="marks">{MARK}<text y="20">one</text><text y="50">two</text></svg></figure>"""


def chart(text: str, mark: str = MARK) -> str:
    return f'<figure><svg class="marks">{mark}{text}</svg></figure>'


FAULTS = [
    ("loads something", '<img alt="" src="other.png">'),
    ("loads something", '<iframe title="other" src="other.html"></iframe>'),
    ("writes to the console", "<script>console.debug('hello')</script>"),
    ("writes to the console", "<script>throw Error('nobody catches this')</script>"),
    ("writes to the console", "<script>Promise.reject(Error('nor this'))</script>"),
    ("is too wide", '<div style="width: 500px">wide</div>'),
    ("is too wide", '<p style="position: fixed; left: 380px; width: 90px">out of sight</p>'),
    ("cuts text off", '<p style="overflow: hidden; white-space: nowrap; width: 50px">more than fits into this</p>'),
    ("cuts text off", chart('<text x="80" y="20">more than fits</text>')),
    ("has text that is too small", chart('<text y="20" font-size="9">small</text>')),
    ("has text that is too small", chart('<g transform="scale(0.5)"><text y="40" font-size="16">small</text></g>')),
    ("has text that is too faint", chart('<text y="20" fill="#999">faint</text>')),
    ("has text on text", chart('<text y="20">one</text><text y="22">two</text>')),
    ("has an empty chart", chart('<text y="20">nothing</text>', mark="")),
    ("shows a raw value", "<p>time limit: null</p>"),
    ("shows a raw value", "<p>files: []</p>"),
    ("shows a raw value", '<p>engines: ["sat"]</p>'),
    ("shows a raw value", chart('<text y="20">NaN ms</text>')),
    ("names a local folder", "<!-- {folder} -->"),
    ("runs what a name contains", "<script>document.title = 'hit'</script>"),
    ("violates a rule of axe-core", '<p style="color: #999">faint</p>'),
    ("violates a rule of axe-core", "<button></button>"),
]


def write(folder: Path, body: str) -> Path:
    path = folder / "page.html"
    path.write_text(PAGE.format(body=body.replace("{folder}", str(folder))))
    return path


@pytest.mark.parametrize(("check", "body"), FAULTS)
def test_a_check_finds_its_fault(check: str, body: str, browser: Browser, tmp_path: Path) -> None:
    with visit(browser, write(tmp_path, body), View(390, "light")) as visited:
        visited.page.wait_for_timeout(50)  # a rejected promise is reported late
        assert CHECKS[check](visited)


def test_every_check_is_tried() -> None:
    assert {check for check, _ in FAULTS} == set(CHECKS)


def test_a_sound_page_has_no_fault(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, write(tmp_path, SOUND), View(390, "light"), charts=1) as visited:
        assert find_faults(visited) == []


def test_a_missing_chart_is_a_fault(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, write(tmp_path, SOUND), View(390, "light"), charts=2, patience=100) as visited:
        assert "fewer than 2 charts" in find_faults(visited)[0]


@pytest.mark.parametrize(
    ("is_ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)], ids=["skips", "fails in CI"]
)
def test_without_a_browser_a_test(
    is_ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", is_ci)
    with pytest.raises(outcome, match="chromium is not installed"), start_browser():
        pass
