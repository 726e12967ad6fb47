"""Results in a notebook: boards as inline SVG, and the texts and tables around them.

Colours are inherited from the notebook, so that a light and a dark theme both work. There is no style sheet and no
script: notebooks remove or isolate them.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from html import escape

from ..core.entry import Entry
from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Cell, Shape
from ..core.text import make_printable

CELL = 28  # pixels of a cell
SMALL_CELL = 20  # of a cell on a board that would be too wide otherwise
WIDEST = 320  # pixels of a board with large cells
MARKED = "#e6a100"  # behind the value of a marked cell; seen on white and on black
MOST_DRAWN = 4  # boards of a result that has many puzzles


def draw_board(shape: Shape, grid: Grid, givens: Grid, *, title: str = "", marked: Container[Cell] = ()) -> str:
    """Return a board with its title below; givens are bold, other values lighter. A huge board is only named."""
    caption = f'<figcaption style="font-size: smaller">{format_text(title)}</figcaption>' if title else ""
    if shape.side > LARGEST_COMPACT_SIDE:
        return f"<figure>{shape}: too large to draw here{caption}</figure>"
    cell = CELL if shape.side * CELL <= WIDEST else SMALL_CELL
    size = shape.side * cell + 2
    parts = [*_draw_marks(shape, cell, marked), *_draw_lines(shape, cell), *_draw_values(shape, grid, givens, cell)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{format_text(title or "board")}"'
    box = f'width="{size}" height="{size}" viewBox="-1 -1 {size} {size}"'
    style = 'fill="currentColor" stroke="none" font-family="sans-serif" text-anchor="middle"'
    return f'<figure style="margin: 0.5em 1.5em 0.5em 0">{head} {box} {style}>{"".join(parts)}</svg>{caption}</figure>'


def draw_side_by_side(boards: Iterable[str]) -> str:
    """Return boards beside each other, as far as the width allows."""
    return f'<div style="display: flex; flex-wrap: wrap">{"".join(boards)}</div>'


def draw_entries(entries: Sequence[Entry], heading: str) -> str:
    """Return a heading and the boards of the first puzzles."""
    shown = entries[:MOST_DRAWN]
    boards = [draw_board(one.puzzle.shape, one.puzzle.givens, one.puzzle.givens, title=one.id) for one in shown]
    more = f"<p>and {len(entries) - len(shown):,} more</p>" if len(entries) > len(shown) else ""
    return f"<p>{format_text(heading)}</p>{draw_side_by_side(boards)}{more}"


def make_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; its first column is on the left, the others on the right."""
    head = "".join(f"<th>{format_text(column)}</th>" for column in columns)
    body = "".join(f"<tr>{_make_cells(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def make_list(texts: Iterable[str]) -> str:
    """Return sentences as paragraphs."""
    return "".join(f"<p>{format_text(text)}</p>" for text in texts)


def format_text(text: object) -> str:
    """Return text that is harmless in HTML, whatever a file or an engine put into it."""
    return escape(make_printable(str(text)))


def _make_cells(row: Sequence[object]) -> str:
    left, *others = (format_text(value) for value in row)
    return f'<td style="text-align: left">{left}</td>' + "".join(f"<td>{value}</td>" for value in others)


def _draw_marks(shape: Shape, size: int, marked: Container[Cell]) -> Iterator[str]:
    for cell in shape.cells:
        if cell in marked:
            row, column = divmod(cell, shape.side)
            place = f'x="{column * size}" y="{row * size}" width="{size}" height="{size}"'
            yield f'<rect {place} fill="{MARKED}" fill-opacity="0.45"/>'


def _draw_lines(shape: Shape, size: int) -> Iterator[str]:
    end, places = shape.side * size, range(shape.side + 1)
    thin = [f"M{place * size} 0V{end}M0 {place * size}H{end}" for place in places]
    thick = [f"M{place * size} 0V{end}" for place in places[:: shape.box_width]]
    thick += [f"M0 {place * size}H{end}" for place in places[:: shape.box_height]]
    yield f'<path d="{"".join(thin)}" fill="none" stroke="currentColor" stroke-opacity="0.35"/>'
    yield f'<path d="{"".join(thick)}" fill="none" stroke="currentColor" stroke-width="2"/>'


def _draw_values(shape: Shape, grid: Grid, givens: Grid, size: int) -> Iterator[str]:
    for is_given, style in ((True, 'font-weight="bold"'), (False, 'fill-opacity="0.7"')):
        texts = []
        for cell, value in enumerate(grid):
            if value and bool(givens[cell]) is is_given:
                row, column = divmod(cell, shape.side)
                place = f'x="{(column + 0.5) * size:g}" y="{(row + 0.5) * size + 0.2 * size:g}"'
                texts.append(f"<text {place}>{symbol_of(value, shape)}</text>")
        if texts:
            yield f'<g font-size="{0.58 * size:.1f}" {style}>{"".join(texts)}</g>'
