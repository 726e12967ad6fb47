"""A comparison in a notebook: the verdict, the boards, and what each engine did."""

from collections.abc import Sequence

from ..core.puzzle import Puzzle
from ..core.verdict import EngineResult
from ..display.notebook import draw_board, draw_side_by_side, make_list, make_table
from ..display.numbers import format_duration
from .boards import Panel
from .compare import Comparison
from .reason import format_reason
from .text import TIMES, choose_panels, format_engine_counts


def draw_comparison(comparison: Comparison, panels: Sequence[Panel] = (), notes: Sequence[str] = ()) -> str:
    """Return a comparison as HTML.

    `panels` are the boards to draw (default: the solution, or the puzzle if there is none); `notes` are sentences to
    show below the verdict.
    """
    verdict = f"{comparison.verdict}: {format_reason(comparison)}"
    objections = [f"objection: {text}" for text in comparison.judgement.objections]
    boards = draw_panels(comparison.puzzle, panels or choose_panels(comparison, coloured=True))
    rows = [_format_row(result) for result in comparison.results]
    table = make_table(("engine", "verdict", *TIMES, "counts"), rows)
    return boards + make_list([verdict, *objections, *notes]) + table


def draw_panels(puzzle: Puzzle, panels: Sequence[Panel]) -> str:
    """Return boards side by side."""
    return draw_side_by_side(
        draw_board(puzzle.shape, panel.grid, puzzle.givens, title=panel.title, marked=panel.marked) for panel in panels
    )


def _format_row(result: EngineResult) -> tuple[str, ...]:
    times = (format_duration(getattr(result.answer.seconds, part)) for part in TIMES)
    return result.engine, str(result.verdict), *times, format_engine_counts(result)
