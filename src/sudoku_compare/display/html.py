"""What every page that is written has in common: its head, and how it comes to the disk."""

from html import escape
from pathlib import Path

from ..core.errors import output_to


def head(title: str, style: str, policy: str) -> str:
    """From the first line to the beginning of the body. The policy says what the page may do, whoever wrote its texts.

    >>> "<title>sudoku-compare: &lt;b&gt;</title>" in head("<b>", "", "default-src 'none'")
    True
    """
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sudoku-compare: {escape(title)}</title>
<style>{style}</style>
</head>
<body>
"""


TAIL = "</body>\n</html>\n"


def write_page(path: Path, text: str) -> None:
    """In a folder that is made where there is none."""
    make_folder_of(path)
    with output_to("--html", path):
        path.write_text(text, encoding="utf-8")


def make_folder_of(path: Path) -> None:
    """Also for before a run, as nobody likes to be told after minutes of it."""
    with output_to("--html", path):
        path.parent.mkdir(parents=True, exist_ok=True)
