"""Boards drawn with their boxes, as styled text."""

from collections.abc import Callable, Iterator

from rich.text import Text

from ..puzzle import LARGEST_COMPACT_SIDE, SYMBOLS, Filling
from ..shape import Shape, Square

Style = Callable[[Square], str]


def draw(shape: Shape, filling: Filling, style: Style = lambda square: "") -> list[Text]:
    """The lines of the board, each square in the style that is given for it."""
    width = 1 if shape.side <= LARGEST_COMPACT_SIDE else len(str(shape.side))
    lines = []
    for row in range(shape.side):
        if row and row % shape.box_height == 0:
            lines.append(_rule(shape, width))
        lines.append(Text(" ").join(_row(shape, filling, row, style, width)))
    return lines


def _row(shape: Shape, filling: Filling, row: int, style: Style, width: int) -> Iterator[Text]:
    for column in range(shape.side):
        if column and column % shape.box_width == 0:
            yield Text("|", "dim")
        square = row * shape.side + column
        yield Text(_symbol(filling[square], shape).rjust(width), style(square))


def _rule(shape: Shape, width: int) -> Text:
    box = "-" * ((width + 1) * shape.box_width - 1)
    boxes = shape.side // shape.box_width
    return Text("-+-".join([box] * boxes), "dim")


def _symbol(value: int, shape: Shape) -> str:
    if shape.side <= LARGEST_COMPACT_SIDE:
        return SYMBOLS[value]
    return str(value) if value else "."
