"""Reads boards back from the SVG that the program draws, by the places of the texts."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from sudoku_compare.core.puzzle import symbol_of
from sudoku_compare.core.shape import Shape
from sudoku_compare.display.svg import HALF_HEIGHT
from sudoku_compare.display.svg_marks import CELL

SVG = "{http://www.w3.org/2000/svg}"


def parse_svg(svg: str) -> Element:
    """Return the root of a document, which must be well-formed."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def find_groups(root: Element, name: str) -> list[Element]:
    """Return the groups of this class."""
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == name]


def find_boards(root: Element) -> list[Element]:
    return find_groups(root, "board")


def read_texts(group: Element) -> Iterator[tuple[float, float, str]]:
    """Yield the texts of a group with their middles, in cells."""
    for text in group.iter(f"{SVG}text"):
        size = float(text.get("font-size") or group.get("font-size") or 0)
        middle = float(text.get("y") or 0) - HALF_HEIGHT * size
        yield float(text.get("x") or 0) / CELL, middle / CELL, text.text or ""


def read_grid(board: Element, name: str, shape: Shape) -> bytes:
    """Return the values of the group of this class, each of which must be in the middle of its cell."""
    values = {symbol_of(value, shape): value for value in shape.values}
    grid = bytearray(len(shape.cells))
    for group in find_groups(board, name):
        for x, y, text in read_texts(group):
            assert abs(x % 1 - 0.5) < 0.01
            assert abs(y % 1 - 0.5) < 0.01
            cell = int(y) * shape.side + int(x)
            assert grid[cell] == 0
            grid[cell] = values[text]
    return bytes(grid)


def read_values(board: Element, name: str, shape: Shape) -> dict[int, list[str]]:
    """Return the texts of the group of this class by cell."""
    found: dict[int, list[str]] = {}
    for group in find_groups(board, name):
        for x, y, text in read_texts(group):
            assert 0 <= x < shape.side
            found.setdefault(int(y) * shape.side + int(x), []).append(text)
    return found


def read_marked_cells(board: Element, shape: Shape) -> set[int]:
    """Return the cells that have a mark."""
    [marks] = find_groups(board, "marks") or [Element("g")]
    places = [re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", group.get("transform") or "") for group in marks]
    return {int(float(place[2]) / CELL) * shape.side + int(float(place[1]) / CELL) for place in places if place}


Lines = tuple[list[float], list[float]]


def read_lines(board: Element) -> dict[float, Lines]:
    """Return the places of the vertical and horizontal lines in cells, by their width."""
    found = {}
    for path in (path for path in board if path.tag == f"{SVG}path"):
        lines = path.get("d") or ""
        vertical = [float(x) / CELL for x in re.findall(r"M([\d.]+) 0V", lines)]
        horizontal = [float(y) / CELL for y in re.findall(r"M0 ([\d.]+)H", lines)]
        found[float(path.get("stroke-width") or 0)] = vertical, horizontal
    return found
