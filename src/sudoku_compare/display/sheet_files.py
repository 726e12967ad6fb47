"""Sheets in other formats than SVG, each made from the SVG: PNG, PDF and HTML."""

from collections.abc import Iterable
from io import BytesIO

from .html import render_page
from .svg_sheet import PAPER_HEIGHT, PAPER_WIDTH
from .vega import load_vl_convert

PNG_SCALE = 2  # pixels per unit of the picture, for screens with a high resolution and for print
POINTS = 72 / 254  # per tenth of a millimetre


def make_png(svg: str) -> bytes:
    """Return a sheet as a PNG picture."""
    picture: bytes = load_vl_convert().svg_to_png(svg, scale=PNG_SCALE)
    return picture


def make_pdf(pages: Iterable[str]) -> bytes:
    """Return pages as one PDF document, in which lines and text stay sharp at every size."""
    from pypdf import PdfReader, PdfWriter  # imported late: only PDF documents need it

    vl_convert = load_vl_convert()
    document = PdfWriter()
    for svg in pages:
        [drawn] = PdfReader(BytesIO(vl_convert.svg_to_pdf(svg))).pages
        page = document.add_page(drawn)
        page.scale_to(PAPER_WIDTH * POINTS, PAPER_HEIGHT * POINTS)  # vl-convert takes a pixel for a point
        page.compress_content_streams()
    written = BytesIO()
    document.write(written)
    return written.getvalue()


def make_html(pages: Iterable[str], title: str) -> str:
    """Return a page of HTML with these pages, which fit on A4 and on Letter, one below the other."""
    return render_page("sheets.html", title=title, pages=list(pages))
