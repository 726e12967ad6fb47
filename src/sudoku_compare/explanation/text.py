"""Explanations for people, as rich text: coloured on a terminal, with marks anywhere else."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from ..core.puzzle import LARGEST_COMPACT_SIDE, Grid, symbol_of
from ..core.shape import Cell
from ..display.board import draw
from ..techniques import Position, Step
from .explain import Explanation
from .step_words import conclusion, rated, told, where_stuck

MARGIN = "     "  # what stands below a step is set in by this
NARROW = 60  # columns up to which nothing is set in for looks
KNOWN, PLACED, PATTERN, STRUCK, GIVEN = "cyan", "bold reverse", "bold green", "bold red strike", "bold"
LEGEND = Text("on the boards: * rests on, (n) struck, =n placed", "dim")
STUCK = Text("--- here the techniques run out: what follows takes assumptions ---", "bold yellow")


def step_lines(number: int, position: Position, step: Step) -> Iterator[Text]:
    """The step, what it does, and how its assumption fails if it has one."""
    shape = position.geometry.shape
    done = conclusion(shape, step)
    head, technique = (f"{number:>3}  ", "bold"), (step.technique, "bold magenta")
    if step.placed:
        yield Text.assemble(head, (done, PATTERN), "  ", technique, f": {step.reason}")
        return
    yield Text.assemble(head, technique, f": {step.reason}")
    yield Text.assemble(MARGIN, (done, "red"))
    if step.refutation:
        for line in told(shape, step.refutation):
            yield Text(f"{MARGIN}{'  ' * line.depth}{line.text}", "dim" if line.depth else "")


def wrapped(line: Text, console: Console) -> Text:
    """The line cut to the console's width; what follows a cut is set in a little further than its start."""
    if len(line) <= console.width:
        return line
    blanks = len(line.plain) - len(line.plain.lstrip())
    indent = max(len(MARGIN), blanks + 2) if console.width > NARROW else 0
    hanging = line[blanks:].wrap(console, console.width - max(indent, blanks))
    for part in hanging:
        part.rstrip()
    return Text("\n").join(
        [Text(" " * (blanks if number == 0 else indent)) + part for number, part in enumerate(hanging)]
    )


def board_lines(position: Position, step: Step | None, givens: Grid, *, width: int, coloured: bool) -> list[Text]:
    """The board with its candidates and what the step does to them; where there is no room, with its values only."""
    shape = position.geometry.shape
    if shape.side <= LARGEST_COMPACT_SIDE:
        lines = _pencilled(position, step, coloured=coloured, givens=givens)
        if max(map(len, lines)) <= width:
            return lines
    concerned = {cell for cell, _ in (*step.pattern, *step.removed, *step.placed)} if step else set()
    return draw(shape, bytes(position.grid), marked=concerned)


def _pencilled(position: Position, step: Step | None, *, coloured: bool, givens: Grid) -> list[Text]:
    shape = position.geometry.shape
    cells = [_cell(position, step, cell, coloured=coloured, given=bool(givens[cell])) for cell in shape.cells]
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
            lines.append(_rule(widths, shape.box_width))
        lines.append(line)
    return lines


def _rule(widths: list[int], box_width: int) -> Text:
    boxes = [widths[start : start + box_width] for start in range(0, len(widths), box_width)]
    return Text("+-".join("-" * (sum(box) + len(box)) for box in boxes).removesuffix("-"), "dim")


def _cell(position: Position, step: Step | None, cell: Cell, *, coloured: bool, given: bool) -> Text:
    """The value, or the candidates; of these, the ones that are struck in parentheses, if there is no colour."""
    shape = position.geometry.shape
    if known := position.grid[cell]:
        return Text(symbol_of(known, shape), GIVEN if given else KNOWN)
    text = Text()
    for value in shape.values:
        if not position.possible[cell] >> value & 1:
            continue
        symbol, here = symbol_of(value, shape), (cell, value)
        if step and here in step.placed:
            text.append(symbol if coloured else f"={symbol}", PLACED)
        elif step and here in step.removed:
            text.append(symbol if coloured else f"({symbol})", STRUCK)
        else:
            text.append(symbol, PATTERN if step and here in step.pattern else "")
    if step and not coloured and not step.placed and any(cell == resting for resting, _ in step.pattern):
        text.append("*")
    return text


def ending_lines(explanation: Explanation) -> list[Text]:
    """The verdict, where the techniques ran out, and the rating."""
    stuck = where_stuck(explanation)
    return [
        Text.assemble((explanation.verdict, "bold"), f": {explanation.end}"),
        *([Text.assemble(("stuck", "bold"), f": {stuck}")] if stuck else []),
        Text.assemble(("rating", "bold"), f": {rated(explanation)}"),
    ]
