"""Boards on a sheet, as one SVG document: a picture that is as large as its boards, or a page of paper.

The contents of a page stay inside an area that both A4 and Letter have with margins of 12 mm, so the same page prints
on both without being scaled.
"""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from .svg import AVERAGE_WIDTH, FONT, NAMESPACE, clean, element, fit, format_number, text
from .svg_board import LIGHTER, Board, describe_rows, draw_board
from .svg_marks import CELL, Mark, draw_marks

# The page, in tenths of a millimetre.
PAPER_WIDTH, PAPER_HEIGHT = 2100, 2970  # A4
AREA_WIDTH, AREA_HEIGHT = 1860, 2500
AREA_LEFT, AREA_TOP = (PAPER_WIDTH - AREA_WIDTH) / 2, (PAPER_HEIGHT - AREA_HEIGHT) / 2
PAGE_TITLE, PAGE_CAPTION, PAGE_GAP = 70, 45, 60
ROWS_OF_PAGE = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2)}  # boards per page: rows and columns

# A picture, in pixels.
LARGEST_BOARD = 2000
PICTURE_MARGIN, PICTURE_GAP = 16, 36
TITLE, CAPTION, NOTE = 22, 18, 15  # font sizes
LEADING = 1.45  # from one line to the next, in font sizes
SWATCH = 26
NARROWEST = 420  # of a picture with words below its boards


@dataclass(frozen=True, slots=True)
class Panel:
    """A board with its caption."""

    board: Board
    caption: str = ""


@dataclass(frozen=True, slots=True)
class LegendItem:
    """What a mark means; without a mark, what lighter values mean."""

    words: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """The words around the boards of a picture."""

    title: str = ""
    legend: Sequence[LegendItem] = ()
    notes: Sequence[str] = ()


def draw_picture(panels: Sequence[Panel], words: Words) -> str:
    """Return a picture with these boards side by side, and words above and below them."""
    sizes = [panel.board.size * min(1.0, LARGEST_BOARD / panel.board.size) for panel in panels]
    width = sum(sizes) + PICTURE_GAP * (len(panels) - 1)
    if words.legend or words.notes:
        width = max(width, NARROWEST)
    parts: list[str] = []
    top = float(PICTURE_MARGIN)
    if words.title:
        for line in _wrap(words.title, width, TITLE):
            parts.append(text(line, PICTURE_MARGIN, top + TITLE / 2, TITLE, font_weight="bold"))
            top += TITLE * LEADING
        top += TITLE * 0.3
    caption = CAPTION if any(panel.caption for panel in panels) else 0
    left = float(PICTURE_MARGIN)
    for panel, size in zip(panels, sizes, strict=True):
        parts += _place(panel, left, top, size, caption)
        left += size + PICTURE_GAP
    top += max(sizes) + caption * LEADING
    below, height = _draw_words_below(words, top, width)
    box = _Box(0, 0, math.ceil(width) + 2 * PICTURE_MARGIN, math.ceil(height) + PICTURE_MARGIN)
    return _draw_document([*parts, *below], panels, words, box)


def _draw_words_below(words: Words, top: float, width: float) -> tuple[list[str], float]:
    """Return the legend and the notes, and the height at which they end."""
    parts: list[str] = []
    line_height = NOTE * LEADING
    if words.legend or words.notes:
        top += NOTE
    for item in words.legend:
        parts.append(_draw_swatch(item, top))
        lines = _wrap(item.words, width - SWATCH * 1.5, NOTE)
        for number, line in enumerate(lines):
            parts.append(text(line, PICTURE_MARGIN + SWATCH * 1.5, top + SWATCH / 2 + number * line_height, NOTE))
        top += max(SWATCH + 6, len(lines) * line_height + 6)
    for note in words.notes:
        top += 4
        for line in _wrap(note, width, NOTE):
            parts.append(text(line, PICTURE_MARGIN, top + NOTE / 2, NOTE))
            top += line_height
    return parts, top


def _draw_swatch(item: LegendItem, top: float) -> str:
    scale = SWATCH / CELL
    if item.mark is None:
        inside = text("1", CELL / 2, CELL / 2, CELL * 0.62, fill=LIGHTER, text_anchor="middle")
    else:
        inside = draw_marks([item.mark])
    frame = element("rect", width=CELL, height=CELL, fill="none", stroke=LIGHTER)
    place = f"translate({PICTURE_MARGIN} {format_number(top)}) scale({format_number(scale)})"
    return element("g", inside, frame, class_="legend", transform=place)


def draw_page(panels: Sequence[Panel], per_page: int, title: str = "", *, with_margins: bool = True) -> str:
    """Return a page with up to `per_page` boards (1, 2, 4 or 6).

    Without margins, the document is only as large as the area that is printed: the program that prints adds margins.
    """
    parts: list[str] = []
    top = AREA_TOP
    if title:
        shown = fit(title, AREA_WIDTH, PAGE_TITLE * 1.1)
        middle = top + PAGE_TITLE / 2
        parts.append(text(shown, PAPER_WIDTH / 2, middle, PAGE_TITLE, font_weight="bold", text_anchor="middle"))
        top += PAGE_TITLE * 1.8
    rows, columns = ROWS_OF_PAGE[per_page]
    slot_width = (AREA_WIDTH - PAGE_GAP * (columns - 1)) / columns
    slot_height = (AREA_TOP + AREA_HEIGHT - top - PAGE_GAP * (rows - 1)) / rows
    caption = PAGE_CAPTION if any(panel.caption for panel in panels) else 0
    size = min(slot_width, slot_height - caption * LEADING)
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        left = AREA_LEFT + column * (slot_width + PAGE_GAP) + (slot_width - size) / 2
        parts += _place(panel, left, top + row * (slot_height + PAGE_GAP), size, caption)
    area = _Box(AREA_LEFT, AREA_TOP, AREA_WIDTH, AREA_HEIGHT)
    box = _Box(0, 0, PAPER_WIDTH, PAPER_HEIGHT) if with_margins else area
    return _draw_document(parts, panels, Words(title), box, unit="mm", per_unit=10)


def _place(panel: Panel, left: float, top: float, size: float, caption: float) -> list[str]:
    """Return a caption of this font size, and the board below it."""
    parts = []
    if panel.caption:
        parts.append(text(fit(panel.caption, size, caption), left, top + caption / 2, caption))
    top += caption * LEADING
    place = f"translate({format_number(left)} {format_number(top)}) scale({size / panel.board.size:.5f})"
    return [*parts, element("g", draw_board(panel.board), transform=place)]


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(map(format_number, (self.left, self.top, self.width, self.height)))


def _draw_document(
    parts: Sequence[str], panels: Sequence[Panel], words: Words, box: _Box, *, unit: str = "", per_unit: int = 1
) -> str:
    """Return the document, with a title and a description for readers who cannot see it."""
    description = [*map(_describe_panel, panels), *(item.words for item in words.legend), *words.notes]
    background = element("rect", x=box.left, y=box.top, width=box.width, height=box.height, fill="#fff")
    return element(
        "svg",
        element("title", clean(_describe(panels, words.title))),
        element("desc", clean(" ".join(description))),
        background,
        element("g", *parts, font_family=FONT, fill="#000"),
        xmlns=NAMESPACE,
        width=format_number(box.width / per_unit) + unit,
        height=format_number(box.height / per_unit) + unit,
        viewBox=str(box),
        role="img",
    )


def _describe(panels: Sequence[Panel], title: str) -> str:
    shapes = " and ".join(dict.fromkeys(f"{panel.board.puzzle.shape} Sudoku" for panel in panels))
    return f"{title}: {shapes}" if title else shapes


def _describe_panel(panel: Panel) -> str:
    caption = f"{panel.caption}: " if panel.caption else ""
    return f"{caption}{describe_rows(panel.board.puzzle, panel.board.filled)}."


def _wrap(words: str, width: float, size: float) -> list[str]:
    return textwrap.wrap(words, max(10, int(width / (AVERAGE_WIDTH * size)))) or [""]
