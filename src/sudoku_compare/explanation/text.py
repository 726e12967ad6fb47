"""Explanations as text for people: in colour on a terminal, with marks elsewhere."""

import re
from collections.abc import Iterator

from rich.text import Text

from ..core.puzzle import LARGEST_COMPACT_SIDE, symbol_of
from ..core.shape import Cell, Shape
from ..display.board import draw
from ..techniques import Position, Step
from .broken_words import describe_broken
from .explain import Explanation
from .step_words import (
    describe_conclusion,
    describe_rating,
    describe_stuck,
    describe_techniques,
    refutation_lines,
    title_of,
)

MARGIN = "     "  # the indentation of what belongs to a step
DEEPEST_SHARE = 2  # at most one column in this many is indentation, however deep the line
KNOWN, PLACED, PATTERN, REMOVED, GIVEN = "cyan", "bold reverse", "bold green", "bold red strike", "bold"
SET_MARKS = "abc"  # after the cells of the sets A, B and C
UNUSED = "dim"
LEGEND_OF_UNUSED = ", [n] given that no step needs"
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


def legend_of(explanation: Explanation) -> Text:
    """Return what the marks on boards without colour mean."""
    sets = " (a, b, c: in the sets A, B, C)" if any(step.sets for step in explanation.steps) else ""
    unused = LEGEND_OF_UNUSED if explanation.unused_givens else ""
    return Text(f"on the boards: * pattern{sets}, (n) removed, =n placed{unused}", "dim")


def board_lines(
    explanation: Explanation, position: Position, step: Step | None, *, width: int, coloured: bool
) -> list[Text]:
    """Return the board with its candidates and what the step does to them; without candidates if it is too wide."""
    shape = position.geometry.shape
    if shape.side <= LARGEST_COMPACT_SIDE:
        cells = [_format_cell(position, step, cell, coloured=coloured) for cell in shape.cells]
        _mark_givens(explanation, cells, coloured=coloured)
        lines = _draw_cells(shape, cells)
        if max(map(len, lines)) <= width:
            return lines
    marked = {cell for cell, _ in (*step.pattern, *step.removed, *step.placed)} if step else set()
    return draw(shape, bytes(position.grid), marked=marked)


def _mark_givens(explanation: Explanation, cells: list[Text], *, coloured: bool) -> None:
    """Show the givens as such; those that no step needs are dim or in brackets."""
    for cell, given in enumerate(explanation.start.givens):
        if given and cells[cell].style == KNOWN:
            cells[cell].style = GIVEN
    for cell, given in explanation.unused_givens.items():
        symbol = symbol_of(given, explanation.puzzle.shape)
        cells[cell] = Text(symbol if coloured else f"[{symbol}]", UNUSED)


def _draw_cells(shape: Shape, cells: list[Text]) -> list[Text]:
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


def _format_cell(position: Position, step: Step | None, cell: Cell, *, coloured: bool) -> Text:
    """Return the value or the candidates of a cell; without colour, removed candidates are in parentheses."""
    shape = position.geometry.shape
    if known := position.grid[cell]:
        in_pattern = step is not None and (cell, known) in step.pattern
        text = Text(symbol_of(known, shape), PATTERN if in_pattern else KNOWN)
        return text.append("*") if in_pattern and not coloured else text
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
    if step:
        text.append(_mark_cell(step, cell, coloured=coloured))
    return text


def _mark_cell(step: Step, cell: Cell, *, coloured: bool) -> str:
    """Return what is written after a cell of the pattern: the sets that it belongs to or, without colour, `*`."""
    sets = "".join(mark for mark, cells in zip(SET_MARKS, step.sets, strict=False) if cell in cells)
    if sets or coloured or step.placed:
        return sets
    return "*" if any(cell == other for other, _ in step.pattern) else ""


def ending_lines(explanation: Explanation) -> list[Text]:
    """Return the verdict, where the techniques were not enough, and the rating."""
    stuck = describe_stuck(explanation)
    return [
        Text.assemble((explanation.verdict, "bold"), f": {explanation.end}"),
        *map(Text, describe_broken(explanation)),
        *([Text.assemble(("stuck", "bold"), f": {stuck}")] if stuck else []),
        Text.assemble(("steps", "bold"), f": {describe_techniques(explanation)}"),
        Text(describe_rating(explanation.rating, explanation.verdict)),
    ]
