"""Explanations as text for people: in colour on a terminal, with marks elsewhere."""

import re
from collections.abc import Iterator

from rich.text import Text

from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Cell
from ..display.board import draw
from ..techniques import Position, Step
from .explain import Explanation
from .step_words import describe_conclusion, describe_rating, describe_stuck, refutation_lines, title_of

MARGIN = "     "  # the indentation of what belongs to a step
DEEPEST_SHARE = 2  # at most one column in this many is indentation, however deep the line
KNOWN, PLACED, PATTERN, REMOVED, GIVEN = "cyan", "bold reverse", "bold green", "bold red strike", "bold"
LEGEND = Text("on the boards: * pattern, (n) removed, =n placed", "dim")
STUCK = Text("--- the techniques are not enough from here on: the next steps use assumptions ---", "bold yellow")


def step_lines(number: int, position: Position, step: Step) -> Iterator[Text]:
    """Yield the step, what it does, and how its assumption fails if it has one."""
    shape, title = position.geometry.shape, title_of(step)
    done = describe_conclusion(shape, step)
    head, reason = (f"{number:>3}  ", "bold"), ((title, "bold magenta"), step.reason.removeprefix(title))
    if step.placed:
        yield Text.assemble(head, (done, PATTERN), "  ", *reason)
        return
    yield Text.assemble(head, *reason)
    yield Text.assemble(MARGIN, (done, "red"))
    if step.refutation:
        for line in refutation_lines(shape, step.refutation):
            yield Text(f"{MARGIN}{'  ' * line.depth}{line.text}", "dim" if line.depth else "")


def wrap(line: Text, width: int) -> Text:
    """Break a line between words so that it fits the width; continuation lines are indented further.

    A word that is longer than the width is not broken.
    """
    if len(line) <= width:
        return line
    deepest = width // DEEPEST_SHARE
    blanks = len(line.plain) - len(line.plain.lstrip())
    start = min(blanks, deepest)
    indent = min(max(len(MARGIN), start + 2), deepest + 2) if blanks else 2
    body = line[blanks:]
    parts = body.divide(_find_breaks(body.plain, width - max(indent, start)))
    for part in parts:
        part.rstrip()
    return Text("\n").join([Text(" " * (indent if number else start)) + part for number, part in enumerate(parts)])


def _find_breaks(text: str, width: int) -> list[int]:
    """Return the offsets of the words with which a new line begins."""
    breaks, start = [], 0
    for word in re.finditer(r"\S+", text):
        if word.end() - start > width and word.start() > start:
            start = word.start()
            breaks.append(start)
    return breaks


def board_lines(position: Position, step: Step | None, givens: Grid, *, width: int, coloured: bool) -> list[Text]:
    """Return the board with its candidates and what the step does to them; without candidates if it is too wide."""
    shape = position.geometry.shape
    if shape.side <= LARGEST_COMPACT_SIDE:
        lines = _draw_candidates(position, step, coloured=coloured, givens=givens)
        if max(map(len, lines)) <= width:
            return lines
    marked = {cell for cell, _ in (*step.pattern, *step.removed, *step.placed)} if step else set()
    return draw(shape, bytes(position.grid), marked=marked)


def _draw_candidates(position: Position, step: Step | None, *, coloured: bool, givens: Grid) -> list[Text]:
    shape = position.geometry.shape
    cells = [_format_cell(position, step, cell, coloured=coloured, given=bool(givens[cell])) for cell in shape.cells]
    widths = [max(len(cells[cell]) for cell in column) for column in shape.units[shape.side : 2 * shape.side]]
    lines = []
    for row in range(shape.side):
        line = Text()
        for column, width in enumerate(widths):
            if column and column % shape.box_width == 0:
                line.append("| ", "dim")
            cell = cells[row * shape.side + column]
            cell.pad_right(width - len(cell))
            line.append_text(cell).append(" ")
        line.rstrip()
        if row and row % shape.box_height == 0:
            lines.append(_draw_rule(widths, shape.box_width))
        lines.append(line)
    return lines


def _draw_rule(widths: list[int], box_width: int) -> Text:
    boxes = [widths[start : start + box_width] for start in range(0, len(widths), box_width)]
    return Text("+-".join("-" * (sum(box) + len(box)) for box in boxes).removesuffix("-"), "dim")


def _format_cell(position: Position, step: Step | None, cell: Cell, *, coloured: bool, given: bool) -> Text:
    """Return the value or the candidates of a cell; without colour, removed candidates are in parentheses."""
    shape = position.geometry.shape
    if known := position.grid[cell]:
        return Text(symbol_of(known, shape), GIVEN if given else KNOWN)
    text = Text()
    for value in shape.values:
        if not position.candidates[cell] >> value & 1:
            continue
        symbol, here = symbol_of(value, shape), (cell, value)
        if step and here in step.placed:
            text.append(symbol if coloured else f"={symbol}", PLACED)
        elif step and here in step.removed:
            text.append(symbol if coloured else f"({symbol})", REMOVED)
        else:
            text.append(symbol, PATTERN if step and here in step.pattern else "")
    if step and not coloured and not step.placed and any(cell == other for other, _ in step.pattern):
        text.append("*")
    return text


def ending_lines(explanation: Explanation) -> list[Text]:
    """Return the verdict, where the techniques were not enough, and the rating."""
    stuck = describe_stuck(explanation)
    return [
        Text.assemble((explanation.verdict, "bold"), f": {explanation.end}"),
        *([Text.assemble(("stuck", "bold"), f": {stuck}")] if stuck else []),
        Text.assemble(("rating", "bold"), f": {describe_rating(explanation)}"),
    ]
