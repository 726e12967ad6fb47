"""Sheets as PNG, PDF and HTML."""

import re
import struct
from io import BytesIO

import pytest
from pypdf import PdfReader

from making import EASY, load_shipped
from sudoku_compare import Puzzle
from sudoku_compare.display.printing import PrintedPuzzle, PrintStyle, draw_pages, draw_puzzle
from sudoku_compare.display.sheet_files import make_html, make_pdf, make_png
from svg_reading import find_boards, parse_svg

PUZZLES = [PrintedPuzzle(Puzzle.from_text(EASY), "easy"), PrintedPuzzle(load_shipped("16x16")[0])]
STYLE = PrintStyle(title="A title")


@pytest.mark.parametrize("printed", PUZZLES)
def test_a_png_is_twice_as_large_as_its_picture(printed: PrintedPuzzle) -> None:
    svg = draw_puzzle(printed, STYLE)
    root, png = parse_svg(svg), make_png(svg)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (2 * int(root.get("width") or 0), 2 * int(root.get("height") or 0))


@pytest.mark.parametrize("per_page", [1, 2])
def test_a_pdf_has_pages_of_a4_with_text_that_can_be_searched(per_page: int) -> None:
    pdf = make_pdf(draw_pages(PUZZLES, STYLE, per_page))
    assert pdf.startswith(b"%PDF-")
    pages = PdfReader(BytesIO(pdf)).pages
    assert len(pages) == 2 / per_page
    for page in pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx((595.28, 841.89), abs=0.1)
        assert "A title" in page.extract_text()


def test_a_pdf_contains_its_fonts() -> None:
    [page] = PdfReader(BytesIO(make_pdf(draw_pages(PUZZLES[:1], STYLE, 1)))).pages
    fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in fonts}
    assert names == {"LiberationSans", "LiberationSans-Bold"}


def test_a_page_of_html_has_every_drawing_and_loads_nothing() -> None:
    html = make_html(draw_pages(PUZZLES, STYLE, 1, with_margins=False), "<b>A title</b>")
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert [len(find_boards(parse_svg(svg))) for svg in drawings] == [1, 1]
    assert "<h1>&lt;b&gt;A title&lt;/b&gt;</h1>" in html
    assert not re.search(r"<link|@import|<img|<iframe|url\(| src=|<script", html)
