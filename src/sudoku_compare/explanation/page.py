"""An explanation as a page: one board with a list of all steps, and every board on paper and without scripts."""

import sys
from collections.abc import Iterator
from typing import Any

from ..core.entry import Entry
from ..core.puzzle import Grid
from ..core.shape import Shape
from ..core.text import is_text
from ..display.html import render_page
from ..display.html_board import make_board_data
from ..techniques import Link, Position, Refutation, Step, position_of
from ..techniques.bit_geometry import members
from .explain import Explanation
from .step_words import (
    describe_candidate,
    describe_conclusion,
    describe_line,
    describe_rating,
    describe_stuck,
    refutation_lines,
    title_of,
)
from .text import LEGEND, board_lines


def explanation_page(entry: Entry, explanation: Explanation) -> str:
    """Return a page with all steps of an explanation."""
    heading = entry.name or ("the puzzle" if is_text(entry.id) else entry.id)
    *before, last = explanation.positions()
    return render_page(
        "explain.html",
        title=f"explain {heading}",
        heading=f"Explanation of {heading}",
        summary=_summarize(explanation),
        steps=list(_describe_steps(explanation, before)),
        end={"text": explanation.end, "drawing": _draw_as_text(last, None, explanation.puzzle.givens)},
        text_legend=LEGEND.plain,
        data=make_explanation_data(explanation),
    )


def make_explanation_data(explanation: Explanation) -> dict[str, Any]:
    """Return what the script explain.js shows: the board, the steps with their candidates as pairs, and the end."""
    shape = explanation.puzzle.shape
    return {
        "board": make_board_data(explanation.puzzle),
        "removed": list(_find_removed(explanation)),
        "steps": [_make_step_data(shape, step) for step in explanation.steps],
        "end": explanation.end,
    }


def _find_removed(explanation: Explanation) -> Iterator[tuple[int, int]]:
    """Yield the candidates that the givens leave, but with which the steps do not start."""
    start = next(explanation.positions())
    for cell, left in enumerate(position_of(explanation.puzzle).candidates):
        for value in members(left & ~start.candidates[cell]):
            yield cell, value


def _make_step_data(shape: Shape, step: Step) -> dict[str, Any]:
    return {
        "conclusion": describe_conclusion(shape, step),
        "reason": step.reason,
        "pattern": step.pattern,
        "removed": step.removed,
        "placed": step.placed,
        "units": step.units,
        "links": [_make_link_data(link) for link in step.links],
        "refutation": step.refutation and _make_refutation_data(shape, step.refutation),
    }


def _make_link_data(link: Link) -> list[Any]:
    return [link.source, link.target, str(link.kind)]


def _make_refutation_data(shape: Shape, refutation: Refutation) -> dict[str, Any]:
    lines = [
        {
            "text": describe_line(shape, line),
            "reason": line.reason,
            "refutation": line.refutation and _make_refutation_data(shape, line.refutation),
        }
        for line in refutation.lines
    ]
    assumed = describe_candidate(shape, refutation.assumed)
    return {"assumed": assumed, "lines": lines, "contradiction": refutation.contradiction}


def _summarize(explanation: Explanation) -> list[str]:
    lines = [
        f"{explanation.verdict}: {explanation.end}",
        describe_stuck(explanation),
        f"rating: {describe_rating(explanation)}",
    ]
    return [line for line in lines if line]


def _describe_steps(explanation: Explanation, positions: list[Position]) -> Iterator[dict[str, str]]:
    shape, givens = explanation.puzzle.shape, explanation.puzzle.givens
    for position, step in zip(positions, explanation.steps, strict=True):
        drawing = _draw_as_text(position, step, givens)
        if step.refutation:
            lines = (f"{'  ' * line.depth}{line.text}" for line in refutation_lines(shape, step.refutation))
            drawing = "\n".join((drawing, "", *lines))
        yield {
            "conclusion": describe_conclusion(shape, step),
            "title": title_of(step),
            "reason": step.reason,
            "drawing": drawing,
        }


def _draw_as_text(position: Position, step: Step | None, givens: Grid) -> str:
    """Return the board as text, for browsers without scripts."""
    lines = board_lines(position, step, givens, width=sys.maxsize, coloured=False)
    return "\n".join(line.plain for line in lines)
