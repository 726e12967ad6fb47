"""An explanation as a page: the board at each step, with its candidates."""

from collections.abc import Iterator
from typing import Any

from ..core.entry import Entry
from ..core.puzzle import Grid, symbol_of
from ..core.shape import Cell, Shape
from ..display.html import render_page
from ..display.html_board import HtmlRow, Pencilled, board_rows
from ..techniques import Candidate, Position, Refutation, Step
from .explain import Explanation
from .step_words import describe_candidate, describe_conclusion, describe_line, describe_rating, describe_stuck

CANDIDATE_SIZES = (0.74, 0.96)  # rem for the width and height of a candidate: on a narrow page, on a wide page
SMALLEST_BOX = 3  # candidates in a row for which there is always room, so that the values fit too


def explanation_page(entry: Entry, explanation: Explanation) -> str:
    """Return a page with all steps of an explanation."""
    shape, heading = explanation.puzzle.shape, entry.name or entry.id
    in_a_row = max(SMALLEST_BOX, shape.box_height, shape.box_width)
    smallest, largest = (f"{size * in_a_row:.2f}" for size in CANDIDATE_SIZES)
    *before, last = explanation.positions()
    return render_page(
        "explain.html",
        title=f"explain {heading}",
        heading=heading,
        shape=shape,
        smallest_cell=smallest,
        largest_cell=largest,
        summary=_summarize(explanation),
        steps=_make_steps(explanation, before),
        end={"text": explanation.end, "rows": _make_board(last, None, explanation.puzzle.givens)},
    )


def _summarize(explanation: Explanation) -> list[str]:
    lines = [
        f"{explanation.verdict}: {explanation.end}",
        describe_stuck(explanation),
        f"rating: {describe_rating(explanation)}",
    ]
    return [line for line in lines if line]


def _make_steps(explanation: Explanation, positions: list[Position]) -> Iterator[dict[str, Any]]:
    shape, givens = explanation.puzzle.shape, explanation.puzzle.givens
    for number, (position, step) in enumerate(zip(positions, explanation.steps, strict=True), 1):
        yield {
            "number": number,
            "conclusion": describe_conclusion(shape, step),
            "reason": step.reason,
            "rows": _make_board(position, step, givens),
            "refutation": step.refutation and _make_refutation(shape, step.refutation),
        }


def _make_refutation(shape: Shape, refutation: Refutation) -> dict[str, Any]:
    lines = [
        {
            "text": describe_line(shape, line),
            "reason": line.reason,
            "refutation": line.refutation and _make_refutation(shape, line.refutation),
        }
        for line in refutation.lines
    ]
    assumed = describe_candidate(shape, refutation.assumed)
    return {"assumed": assumed, "lines": lines, "contradiction": refutation.contradiction}


def _make_board(position: Position, step: Step | None, givens: Grid) -> list[HtmlRow]:
    shape = position.geometry.shape
    marks = _mark_candidates(step) if step else {}

    def candidates_of(cell: Cell) -> tuple[Pencilled, ...]:
        values = (value for value in shape.values if position.candidates[cell] >> value & 1)
        return tuple((value, symbol_of(value, shape), marks.get((cell, value), "")) for value in values)

    return board_rows(shape, bytes(position.grid), givens, candidates_of)


def _mark_candidates(step: Step) -> dict[Candidate, str]:
    """Return what happens to each candidate; `placed` overrides `removed`, which overrides `pattern`."""
    marks = dict.fromkeys(step.pattern, "pattern")
    return marks | dict.fromkeys(step.removed, "removed") | dict.fromkeys(step.placed, "placed")
