"""The page is small: what the server sends for it, summed up."""

import re

from sudoku_compare.web.page_files import load_page_files

MOST_BYTES = 150_000
REFERENCE = re.compile(r'(?:href|src)="([\w.]+)"|from "\./([\w.]+)"')


def list_loaded(name: str) -> set[str]:
    """Return a file of the page and all that it loads."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            text = load_page_files()[file].content.decode()
            waiting += [one or other for one, other in REFERENCE.findall(text)]
    return seen


def test_the_page_with_its_scripts_and_styles_is_at_most_150_kb() -> None:
    loaded = list_loaded("index.html")
    assert {"app.js", "app.css", "style.css", "stepper.js", "trace_tree.js"} <= loaded
    assert sum(len(load_page_files()[name].content) for name in loaded) <= MOST_BYTES
