"""Comparisons for people, as rich renderables: coloured on a terminal, plain text anywhere else."""

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..compare import Comparison
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
GIVEN, FOUND = "bold", "cyan"


def render(comparison: Comparison, console: Console) -> Group:
    """Heading, board, verdict, objections, and a table of the engines."""
    boards = Padding(_boards(comparison, console), (1, 2))
    verdict = Text.assemble((comparison.verdict, STYLES[comparison.verdict]), ": ", reason(comparison))
    objections = [Text(f"objection: {text}", "bold red") for text in comparison.judgement.objections]
    wide = console.width >= WIDE
    counts = [] if wide else [Text(f"{t.engine}: {_counts(t)}") for t in comparison.testimonies]
    table = _engine_table(comparison, with_counts=wide)
    return Group(_heading(comparison), boards, verdict, *objections, table, *counts)


def _heading(comparison: Comparison) -> Text:
    puzzle, entry = comparison.puzzle, comparison.entry
    size = f"{puzzle.shape}, {puzzle.count_givens()} givens"
    return Text.assemble((entry.name or entry.id, "bold"), f"  ({entry.id})" if entry.name else "", f"  {size}")


def _boards(comparison: Comparison, console: Console) -> RenderableType:
    """One board where colour tells the givens from the rest; else the givens, and beside or below them all."""
    puzzle, solution = comparison.puzzle, comparison.solution
    if solution is None:
        return _board(puzzle, puzzle.givens)
    if console.color_system:
        return _board(puzzle, solution)
    given = Group("givens", "", _board(puzzle, puzzle.givens))
    solved = Group("solution", "", _board(puzzle, solution))
    return Columns([given, solved], padding=(1, 4))


def _board(puzzle: Puzzle, filling: Filling) -> Text:
    lines = draw(puzzle.shape, filling, lambda square: GIVEN if puzzle.givens[square] else FOUND)
    board = Text("\n").join(lines)
    board.no_wrap, board.overflow = True, "ignore"
    return board


def _engine_table(comparison: Comparison, *, with_counts: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("engine", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for part in ("build", "first", "settle"):
        table.add_column(part, justify="right", no_wrap=True)
    if with_counts:
        table.add_column("counts")
    for testimony in comparison.testimonies:
        answer, seconds = testimony.answer, testimony.answer.seconds
        verdict = testimony.verdict if testimony.verdict is not Verdict.UNKNOWN else answer.ending.replace("_", " ")
        cells = [
            Text(testimony.engine),
            Text(verdict, STYLES[testimony.verdict].removeprefix("bold ")),
            *map(Text, map(duration, (seconds.build, seconds.first, seconds.settle))),
        ]
        table.add_row(*cells, *([Text(_counts(testimony))] if with_counts else []))
    return table


def _counts(testimony: Testimony) -> str:
    counts = ", ".join(f"{count:,} {name}" for name, count in testimony.answer.counts.items())
    return testimony.answer.detail or counts
