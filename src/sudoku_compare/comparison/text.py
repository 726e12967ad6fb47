"""A comparison as text for people: coloured on a terminal, plain text anywhere else."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.answer import Answer, Ending, Seconds
from ..core.verdict import EngineResult, Verdict
from ..display.board import heading
from ..display.numbers import format_counts, format_duration
from .boards import Panel, draw_panels, has_colour
from .compare import Comparison
from .reason import format_reason

STYLES = {
    Verdict.UNIQUE: "bold green",
    Verdict.SOLVED: "bold green",
    Verdict.MULTIPLE: "bold yellow",
    Verdict.UNSOLVABLE: "bold red",
    Verdict.UNKNOWN: "bold magenta",
}
NARROW = 52  # columns below which there is no table
WIDE = 72  # columns from which the counts fit into the table; otherwise they are listed below it
NEGLIGIBLE = 1e-3  # seconds: questions and answers of another process take as long
TIMES = ("build", "first", "settle")


class Rendering(NamedTuple):
    """The parts of one result, from top to bottom."""

    heading: Text
    boards: Text  # must not be wrapped
    below: list[RenderableType]


def render(
    comparison: Comparison, console: Console, *, panels: Sequence[Panel] = (), notes: Iterable[Text] = ()
) -> Rendering:
    """Render a comparison.

    `panels` are the boards to draw (default: the puzzle and its solution); `notes` are lines to print between the
    verdict and the engines.
    """
    verdict = Text.assemble((comparison.verdict, STYLES[comparison.verdict]), ": ", format_reason(comparison))
    objections = [Text(f"objection: {text}", "bold red") for text in comparison.judgement.objections]
    panels = panels or choose_panels(comparison, coloured=has_colour(console))
    boards = draw_panels(comparison.puzzle, panels, console)
    below = [verdict, *objections, *notes, *_render_engines(comparison, console.width)]
    return Rendering(heading(comparison.entry), boards, below)


def choose_panels(comparison: Comparison, *, coloured: bool) -> list[Panel]:
    """Return the puzzle and its solution; with colours, only the solution, because the givens stand out in it."""
    givens, solution = Panel("givens", comparison.puzzle.givens), comparison.solution
    if solution is None:
        return [givens]
    return [Panel("solution", solution)] if coloured else [givens, Panel("solution", solution)]


def _render_engines(comparison: Comparison, width: int) -> list[RenderableType]:
    """Render the engines as a table; if it is too wide, with the counts below it; or as one line per engine."""
    if width < NARROW:
        return list(map(_render_engine_line, comparison.results))
    if width < WIDE:
        counts = [Text(f"{result.engine}: {format_engine_counts(result)}") for result in comparison.results]
        return [_make_engine_table(comparison, with_counts=False), *counts]
    return [_make_engine_table(comparison, with_counts=True)]


def _render_engine_line(result: EngineResult) -> Text:
    seconds = result.answer.seconds
    times = ", ".join(f"{part} {_format_part(seconds, part)}" for part in TIMES)
    return Text("; ".join(filter(None, (f"{result.engine}: {result.verdict}", times, format_engine_counts(result)))))


def _make_engine_table(comparison: Comparison, *, with_counts: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 2, 0, 0))
    table.add_column("engine", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for part in TIMES:
        table.add_column(part, justify="right", no_wrap=True)
    if with_counts:
        table.add_column("counts")
    for result in comparison.results:
        row = [
            Text(result.engine),
            Text(result.verdict, STYLES[result.verdict].removeprefix("bold ")),
            *(Text(_format_part(result.answer.seconds, part)) for part in TIMES),
        ]
        table.add_row(*row, *([Text(format_engine_counts(result))] if with_counts else []))
    return table


def _format_part(seconds: Seconds, part: str) -> str:
    """Return a part of the time; a dash if there is none, because a program does everything in one go."""
    return format_duration(getattr(seconds, part) or None)


def format_engine_counts(result: EngineResult) -> str:
    """Return the counts of an engine, after the reason if it did not reach a verdict."""
    answer = result.answer
    is_cut_short = answer.ending in (Ending.TIMED_OUT, Ending.STUCK, Ending.FAILED)
    ending = answer.ending.replace("_", " ") if is_cut_short else ""
    return "; ".join(filter(None, (ending, answer.detail, _format_outer(answer), format_counts(answer.counts))))


def _format_outer(answer: Answer) -> str:
    """Return the time that was measured outside the engine, if that is much longer than what the engine reports."""
    outer, reported = answer.seconds.outer, answer.seconds.reported
    if outer is None or outer <= 1.2 * reported + NEGLIGIBLE:
        return ""
    return f"{format_duration(outer)} measured outside the engine"
