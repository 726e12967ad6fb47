"""Comparisons for people, as rich renderables: coloured on a terminal, plain text anywhere else."""

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..compare import Comparison
from ..engine import Ending
from ..puzzle import Filling, Puzzle
from ..verdict import Testimony, Verdict
from .board import draw
from .facts import duration, reason

STYLES = {
    Verdict.UNIQUE: "bold green",
    Verdict.SOLVED: "bold green",
    Verdict.MULTIPLE: "bold yellow",
    Verdict.UNSOLVABLE: "bold red",
    Verdict.UNKNOWN: "bold magenta",
}
WIDE = 72  # columns from which the counts have room in the table; else they stand below it
MARGIN, GAP = 2, 4  # columns left of the boards and between them
GIVEN, FOUND = "bold", "cyan"


def render(comparison: Comparison, console: Console) -> list[RenderableType]:
    """Heading, and for below the board: verdict, objections, and a table of the engines."""
    verdict = Text.assemble((comparison.verdict, STYLES[comparison.verdict]), ": ", reason(comparison))
    objections = [Text(f"objection: {text}", "bold red") for text in comparison.judgement.objections]
    wide = console.width >= WIDE
    counts = [] if wide else [Text(f"{t.engine}: {_counts(t)}") for t in comparison.testimonies]
    table = _engine_table(comparison, with_counts=wide)
    return [_heading(comparison), verdict, *objections, table, *counts]


def render_boards(comparison: Comparison, console: Console) -> Text:
    """One board where colour tells the givens from the rest; else the givens, and beside or below them all."""
    puzzle, solution = comparison.puzzle, comparison.solution
    if solution is None:
        return _indented(_board(puzzle, puzzle.givens))
    if console.color_system:
        return _indented(_board(puzzle, solution))
    givens = [Text("givens"), Text(), *_board(puzzle, puzzle.givens)]
    filled = [Text("solution"), Text(), *_board(puzzle, solution)]
    width = max(map(len, givens)) + GAP
    if MARGIN + width + max(map(len, filled)) > console.width:
        return _indented([*givens, Text(), *filled])
    for line, beside in zip(givens, filled, strict=True):
        line.pad_right(width - len(line))
        line.append_text(beside)
    return _indented(givens)


def _indented(lines: list[Text]) -> Text:
    """With a margin, and a blank line above and below."""
    return Text("\n").join([Text(), *(Text(" " * MARGIN).append_text(line) for line in lines), Text()])


def _board(puzzle: Puzzle, filling: Filling) -> list[Text]:
    return draw(puzzle.shape, filling, lambda square: GIVEN if puzzle.givens[square] else FOUND)


def _heading(comparison: Comparison) -> Text:
    puzzle, entry = comparison.puzzle, comparison.entry
    size = f"{puzzle.shape}, {puzzle.count_givens()} givens"
    return Text.assemble((entry.name or entry.id, "bold"), f"  ({entry.id})" if entry.name else "", f"  {size}")


def _engine_table(comparison: Comparison, *, with_counts: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("engine", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for part in ("build", "first", "settle"):
        table.add_column(part, justify="right", no_wrap=True)
    if with_counts:
        table.add_column("counts")
    for testimony in comparison.testimonies:
        seconds = testimony.answer.seconds
        cells = [
            Text(testimony.engine),
            Text(testimony.verdict, STYLES[testimony.verdict].removeprefix("bold ")),
            *map(Text, map(duration, (seconds.build, seconds.first, seconds.settle))),
        ]
        table.add_row(*cells, *([Text(_counts(testimony))] if with_counts else []))
    return table


def _counts(testimony: Testimony) -> str:
    """The counts, and before them what kept the engine from a verdict."""
    answer = testimony.answer
    cut_short = answer.ending.replace("_", " ") if answer.ending in (Ending.TIMED_OUT, Ending.FAILED) else ""
    counts = ", ".join(f"{count:,} {name}" for name, count in answer.counts.items())
    return "; ".join(filter(None, (cut_short, answer.detail, counts)))
