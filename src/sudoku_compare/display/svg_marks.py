"""Marks of cells in pictures. Each has a shape and a tint of its own, so that marks differ even without colours."""

from collections.abc import Sequence
from enum import Enum

from .svg import Attribute, element

CELL = 40  # units per cell


class Mark(Enum):
    """A mark, by its shape; the legend of a picture says what it means there."""

    RING = "ring"
    DASHED_RING = "dashed ring"
    FRAME = "frame"
    HATCHED = "hatched"
    HALVED = "halved"


def draw_marks(marks: Sequence[Mark]) -> str:
    """Return the shapes of these marks on the tint of the first, for a cell whose upper left corner is at 0, 0."""
    tint = element("rect", width=CELL, height=CELL, fill=_TINTS[marks[0]])
    return tint + "".join(_SHAPES[mark] for mark in marks)


def _draw_ring(colour: str, dash: str = "none") -> str:
    middle = CELL / 2
    return _draw_outline("circle", colour, 2.5, cx=middle, cy=middle, r=middle - 3.5, stroke_dasharray=dash)


def _draw_outline(shape: str, colour: str, stroke_width: float, **attributes: Attribute) -> str:
    return element(shape, fill="none", stroke=colour, stroke_width=stroke_width, **attributes)


_TINTS = {
    Mark.RING: "#fde3e1",
    Mark.DASHED_RING: "#eef1f4",
    Mark.FRAME: "#dff3e3",
    Mark.HATCHED: "#ffe9cf",
    Mark.HALVED: "#e3eefb",
}
_SHAPES = {
    Mark.RING: _draw_ring("#b3261e"),
    Mark.DASHED_RING: _draw_ring("#4a5560", "5 4"),
    Mark.FRAME: _draw_outline("rect", "#1b7f3b", 3, x=4, y=4, width=CELL - 8, height=CELL - 8),
    # In two corners only: the value is in the middle.
    Mark.HATCHED: _draw_outline("path", "#9c4a00", 2, d="M0 9L9 0M0 17L17 0M23 40L40 23M31 40L40 31"),
    Mark.HALVED: _draw_outline("path", "#1a5fb4", 1.5, d=f"M0 {CELL}L{CELL} 0"),
}
