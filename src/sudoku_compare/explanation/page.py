"""An explanation as a page: one board with a list of all steps, and every board on paper and without scripts."""

import sys
from collections.abc import Iterator

from ..core.entry import Entry
from ..core.text import is_text
from ..display.html import render_page
from ..techniques import Position, Step
from .broken_words import describe_broken
from .explain import Explanation
from .json_form import explanation_as_json
from .step_words import (
    describe_conclusion,
    describe_rating,
    describe_stuck,
    describe_techniques,
    refutation_lines,
    title_of,
)
from .text import board_lines, legend_of


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
        end={"text": explanation.end, "drawing": _draw_as_text(explanation, last, None)},
        text_legend=legend_of(explanation).plain,
        data=explanation_as_json(entry, explanation, range(1, len(explanation.steps) + 1), whole=True),
    )


def _summarize(explanation: Explanation) -> list[str]:
    lines = [
        f"{explanation.verdict}: {explanation.end}",
        *describe_broken(explanation),
        describe_stuck(explanation),
        f"steps: {describe_techniques(explanation)}",
        describe_rating(explanation.rating, explanation.verdict),
    ]
    return [line for line in lines if line]


def _describe_steps(explanation: Explanation, positions: list[Position]) -> Iterator[dict[str, str]]:
    shape = explanation.puzzle.shape
    for position, step in zip(positions, explanation.steps, strict=True):
        drawing = _draw_as_text(explanation, position, step)
        if step.refutation:
            lines = (f"{'  ' * line.depth}{line.text}" for line in refutation_lines(shape, step.refutation))
            drawing = "\n".join((drawing, "", *lines))
        yield {
            "conclusion": describe_conclusion(shape, step),
            "title": title_of(step),
            "reason": step.reason,
            "drawing": drawing,
        }


def _draw_as_text(explanation: Explanation, position: Position, step: Step | None) -> str:
    """Return the board as text, for browsers without scripts."""
    lines = board_lines(explanation, position, step, width=sys.maxsize, coloured=False)
    return "\n".join(line.plain for line in lines)
