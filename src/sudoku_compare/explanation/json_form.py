"""Explanations as JSON values; grids are text, one character per cell where the size allows it."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..core.entry import Entry
from ..core.puzzle import compact
from ..core.shape import Shape
from ..techniques import Candidate, Link, Refutation, Step, position_of
from ..techniques.bit_geometry import members
from .explain import Explanation
from .rating import Rating, score_of
from .step_words import describe_conclusion, describe_stuck, title_of


def explanation_as_json(
    entry: Entry, explanation: Explanation, numbers: Iterable[int], *, whole: bool
) -> dict[str, Any]:
    """Return an explanation with the steps of these numbers; its rating only if it is `whole`."""
    puzzle = explanation.puzzle
    shape = puzzle.shape
    return {
        "id": entry.id,
        "name": entry.name,
        "size": shape.side,
        "box": shape.box,
        "givens": puzzle.text,
        "verdict": str(explanation.verdict),
        "solution": None if explanation.solution is None else compact(explanation.solution, shape),
        "finished": explanation.finished,
        "end": explanation.end,
        "stuck": describe_stuck(explanation),
        "rating": rating_as_json(explanation.rating) if whole else None,
        "excluded": _candidates_to_json(shape, _find_excluded(explanation)),
        "steps": [_step_to_json(shape, number, explanation.steps[number - 1]) for number in numbers],
    }


def rating_as_json(rating: Rating) -> dict[str, Any]:
    """Return a rating as a JSON object."""
    return {
        "hardest": rating.hardest,
        "score": rating.score,
        "depth": rating.depth,
        "techniques": rating.techniques,
    }


def _find_excluded(explanation: Explanation) -> Iterator[Candidate]:
    """Yield the candidates that the givens leave, but with which the steps do not start."""
    if explanation.candidates is None:
        return
    start = next(explanation.positions())
    for cell, left in enumerate(position_of(explanation.puzzle).candidates):
        for value in members(left & ~start.candidates[cell]):
            yield cell, value


def _step_to_json(shape: Shape, number: int, step: Step) -> dict[str, Any]:
    return {
        "number": number,
        "technique": step.technique,
        "title": title_of(step),
        "score": score_of(step),
        "conclusion": describe_conclusion(shape, step),
        "reason": step.reason,
        "cells": [shape.name_of(cell) for cell in dict.fromkeys(cell for cell, _ in step.pattern)],
        "candidates": _candidates_to_json(shape, step.pattern),
        "units": [shape.unit_name(unit) for unit in step.units],
        "placed": _candidates_to_json(shape, step.placed),
        "removed": _candidates_to_json(shape, step.removed),
        "links": _links_to_json(shape, step.links),
        "assumption": step.refutation and _refutation_to_json(shape, step.refutation),
    }


def _candidates_to_json(shape: Shape, candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
    return [{"cell": shape.name_of(cell), "value": value} for cell, value in candidates]


def _links_to_json(shape: Shape, links: Iterable[Link]) -> list[dict[str, Any]]:
    found = []
    for link in links:
        source, target = _candidates_to_json(shape, (link.source, link.target))
        found.append({"from": source, "to": target, "kind": str(link.kind)})
    return found


def _refutation_to_json(shape: Shape, refutation: Refutation) -> dict[str, Any]:
    cell, value = refutation.assumed
    return {
        "cell": shape.name_of(cell),
        "value": value,
        "lines": [
            {
                "cell": shape.name_of(line.cell),
                "value": line.value,
                "holds": line.holds,
                "reason": line.reason,
                "assumption": line.refutation and _refutation_to_json(shape, line.refutation),
            }
            for line in refutation.lines
        ],
        "contradiction": refutation.contradiction,
        "links": _links_to_json(shape, refutation.links),
    }
