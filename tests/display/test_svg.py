"""SVG elements as text."""

import pytest

from sudoku_compare.display.svg import element, fit, text
from svg_reading import parse_svg


@pytest.mark.parametrize("content", ['<b> & "quotes"', "a\x1b[31mb", "]]>", "π ≈ 3"])
def test_any_text_makes_a_well_formed_element(content: str) -> None:
    svg = element("svg", text(content, 0, 0, 10), element("rect", id=content), xmlns="http://www.w3.org/2000/svg")
    shown, rect = parse_svg(svg)
    assert shown.text == rect.get("id") == content.replace("\x1b", "?")


@pytest.mark.parametrize(("width", "expected"), [(1000, "four words in all"), (54, "four word…"), (0, "…")])
def test_text_that_is_too_wide_is_cut_off(width: float, expected: str) -> None:
    assert fit("four words in all", width, 10) == expected
