"""Comparisons for people, as rich renderables: coloured on a terminal, plain text anywhere else."""

from collections.abc import Container
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.answer import Ending
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell
from ..core.verdict import EngineResult, Verdict
from ..display.board import draw, heading
from ..evidence.findings import OfMultiple, OfUnique, OfUnsolvable
from ..evidence.text import sentences
from .compare import Comparison
from .facts import duration, reason

STYLES = {
    Verdict.UNIQUE: "bold green",
    Verdict.SOLVED: "bold green",
    Verdict.MULTIPLE: "bold yellow",
    Verdict.UNSOLVABLE: "bold red",
    Verdict.UNKNOWN: "bold magenta",
}
NARROW = 52  # columns below which there is no table
WIDE = 72  # columns from which the counts have room in the table; else they stand below it
MARGIN, GAP = 2, 4  # columns left of the boards and between them
GIVEN, FOUND, MARKED = "bold", "cyan", " reverse"


def render(comparison: Comparison, console: Console) -> list[RenderableType]:
    """Heading, and for below the board: verdict, objections, evidence, and a table of the engines."""
    verdict = Text.assemble((comparison.verdict, STYLES[comparison.verdict]), ": ", reason(comparison))
    objections = [Text(f"objection: {text}", "bold red") for text in comparison.judgement.objections]
    evidence = [_with_bold_head(sentence) for sentence in sentences(comparison)]
    return [heading(comparison.entry), verdict, *objections, *evidence, *_engines(comparison, console.width)]


def _engines(comparison: Comparison, width: int) -> list[RenderableType]:
    """As a table; its counts below it, or all of it in lines, where there is no room."""
    if width < NARROW:
        return list(map(_engine_line, comparison.results))
    if width < WIDE:
        counts = [Text(f"{t.engine}: {_counts(t)}") for t in comparison.results]
        return [_engine_table(comparison, with_counts=False), *counts]
    return [_engine_table(comparison, with_counts=True)]


def _engine_line(result: EngineResult) -> Text:
    seconds = result.answer.seconds
    parts = ", ".join(f"{part} {duration(getattr(seconds, part))}" for part in ("build", "first", "settle"))
    return Text("; ".join(filter(None, (f"{result.engine}: {result.verdict}", parts, _counts(result)))))


def _with_bold_head(sentence: str) -> Text:
    head, colon, rest = sentence.partition(":")
    return Text.assemble((head, "bold"), colon, rest)


class Panel(NamedTuple):
    """A board under its title, some cells of it marked."""

    title: str
    grid: Grid
    marked: Container[Cell] = ()


def render_boards(comparison: Comparison, console: Console) -> Text:
    """Side by side as far as there is room. Where there is colour it tells the givens and the marked cells."""
    coloured = bool(console.color_system)
    panels = _panels(comparison, coloured=coloured)
    titled = len(panels) > 1 or any(panel.marked for panel in panels)
    drawn = [_drawn(comparison.puzzle, panel, coloured=coloured, titled=titled) for panel in panels]
    lines: list[Text] = drawn[0]
    for block in drawn[1:]:
        width = max(map(len, lines[-len(block) :])) + GAP
        if MARGIN + width + max(map(len, block)) > console.width:
            lines += [Text(), *block]
            continue
        for line, beside in zip(lines[-len(block) :], block, strict=True):
            line.pad_right(width - len(line))
            line.append_text(beside)
    return Text("\n").join([Text(), *(Text(" " * MARGIN).append_text(line) for line in lines), Text()])


def _panels(comparison: Comparison, *, coloured: bool) -> list[Panel]:
    puzzle, solution, evidence = comparison.puzzle, comparison.solution, comparison.evidence
    givens = Panel("givens", puzzle.givens)
    match evidence:
        case OfUnsolvable(conflict=(_, *_) as conflict):
            return [Panel("givens (marked: cannot stand together)", puzzle.givens, {cell for cell, _ in conflict})]
        case OfUnique(redundant_givens=(_, *_) as redundant):
            givens = Panel("givens (marked: could go)", puzzle.givens, {cell for cell, _ in redundant})
            return [givens, Panel("solution", solution or puzzle.givens)]
        case OfMultiple():
            second = Panel("another (marked: differs)", evidence.second_solution, set(evidence.differs_at))
            return [*([] if coloured else [givens]), Panel("one solution", solution or puzzle.givens), second]
    if solution is None:
        return [givens]
    return [Panel("solution", solution)] if coloured else [givens, Panel("solution", solution)]


def _drawn(puzzle: Puzzle, panel: Panel, *, coloured: bool, titled: bool) -> list[Text]:
    def style(cell: Cell) -> str:
        return (GIVEN if puzzle.givens[cell] else FOUND) + (MARKED if cell in panel.marked else "")

    board = draw(puzzle.shape, panel.grid, style, marked=() if coloured else panel.marked)
    return [Text(panel.title), Text(), *board] if titled else board


def _engine_table(comparison: Comparison, *, with_counts: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("engine", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for part in ("build", "first", "settle"):
        table.add_column(part, justify="right", no_wrap=True)
    if with_counts:
        table.add_column("counts")
    for result in comparison.results:
        seconds = result.answer.seconds
        cells = [
            Text(result.engine),
            Text(result.verdict, STYLES[result.verdict].removeprefix("bold ")),
            *map(Text, map(duration, (seconds.build, seconds.first, seconds.settle))),
        ]
        table.add_row(*cells, *([Text(_counts(result))] if with_counts else []))
    return table


def _counts(result: EngineResult) -> str:
    """The counts, and before them what kept the engine from a verdict."""
    answer = result.answer
    cut_short = (
        answer.ending.replace("_", " ") if answer.ending in (Ending.TIMED_OUT, Ending.STUCK, Ending.FAILED) else ""
    )
    counts = ", ".join(f"{count:,} {name}" for name, count in answer.counts.items())
    return "; ".join(filter(None, (cut_short, answer.detail, counts)))
