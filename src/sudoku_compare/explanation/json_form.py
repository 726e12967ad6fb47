"""Explanations as JSON values; grids are text, one character per cell where the size allows it."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..core.entry import Entry
from ..core.puzzle import compact
from ..core.shape import Shape
from ..techniques import Candidate, Link, Refutation, Step, position_of
from ..techniques.bit_geometry import members
from .broken_words import describe_broken
from .contradiction import Contradiction
from .explain import Explanation
from .open_cells import OpenCells
from .rating import RatedPuzzle, Rating
from .step_words import describe_conclusion, describe_stuck, title_of


def explanation_as_json(
    entry: Entry, explanation: Explanation, numbers: Iterable[int], *, whole: bool
) -> dict[str, Any]:
    """Return an explanation with the steps of these numbers; its rating only if it is `whole`."""
    shape = explanation.puzzle.shape
    return {
        **_puzzle_to_json(entry, explanation),
        "finished": explanation.finished,
        "end": explanation.end,
        "notes": describe_broken(explanation),
        "stuck": describe_stuck(explanation),
        "rating": rating_as_json(explanation.rating) if whole else None,
        "techniques": explanation.techniques if whole else None,
        "start": explanation.start.text,
        "unused": _candidates_to_json(shape, explanation.unused_givens.items()),
        "contradiction": explanation.contradiction and _contradiction_to_json(shape, explanation.contradiction),
        "open": explanation.open_cells and _open_cells_to_json(shape, explanation.open_cells),
        "excluded": _candidates_to_json(shape, _find_excluded(explanation)),
        "steps": [_step_to_json(shape, number, explanation.steps[number - 1]) for number in numbers],
    }


def rating_as_json(rating: Rating) -> dict[str, Any]:
    """Return a rating as a JSON object."""
    return {
        "rating": rating.value,
        "hardest": rating.hardest,
        "level": None if rating.level is None else str(rating.level),
        "depth": rating.depth,
    }


def rated_puzzle_to_json(entry: Entry, rated: Explanation | RatedPuzzle) -> dict[str, Any]:
    """Return the rating of a puzzle as a JSON object, without steps."""
    return {**_puzzle_to_json(entry, rated), "rating": rating_as_json(rated.rating)}


def _puzzle_to_json(entry: Entry, found: Explanation | RatedPuzzle) -> dict[str, Any]:
    puzzle = found.puzzle
    shape = puzzle.shape
    return {
        "id": entry.id,
        "name": entry.name,
        "size": shape.side,
        "box": shape.box,
        "givens": puzzle.text,
        "verdict": str(found.verdict),
        "solution": None if found.solution is None else compact(found.solution, shape),
    }


def _contradiction_to_json(shape: Shape, contradiction: Contradiction) -> dict[str, Any]:
    return {
        "reason": contradiction.reason,
        "cells": [shape.name_of(cell) for cell in contradiction.cells],
        "givens": _candidates_to_json(shape, contradiction.givens),
        "length": contradiction.length,
        "complete": contradiction.is_complete,
    }


def _open_cells_to_json(shape: Shape, found: OpenCells) -> dict[str, Any]:
    return {
        "settled": found.is_settled,
        "cells": [
            {"cell": shape.name_of(one.cell), "candidates": one.candidates, "values": one.values} for one in found.cells
        ],
        "pattern": found.pattern
        and {"cells": [shape.name_of(cell) for cell in found.pattern.cells], "ways": found.pattern.ways},
        "given": next(iter(_candidates_to_json(shape, [found.given] if found.given else [])), None),
        "given_settled": found.is_given_settled,
    }


def _find_excluded(explanation: Explanation) -> Iterator[Candidate]:
    """Yield the candidates that the givens leave, but with which the steps do not start."""
    if explanation.candidates is None:
        return
    start = next(explanation.positions())
    for cell, left in enumerate(position_of(explanation.start).candidates):
        for value in members(left & ~start.candidates[cell]):
            yield cell, value


def _step_to_json(shape: Shape, number: int, step: Step) -> dict[str, Any]:
    return {
        "number": number,
        "technique": step.technique,
        "title": title_of(step),
        "conclusion": describe_conclusion(shape, step),
        "reason": step.reason,
        "cells": [shape.name_of(cell) for cell in dict.fromkeys(cell for cell, _ in step.pattern)],
        "candidates": _candidates_to_json(shape, step.pattern),
        "units": [shape.unit_name(unit) for unit in step.units],
        "placed": _candidates_to_json(shape, step.placed),
        "removed": _candidates_to_json(shape, step.removed),
        "sets": [[shape.name_of(cell) for cell in cells] for cells in step.sets],
        "links": _links_to_json(shape, step.links),
        "assumption": step.refutation and _refutation_to_json(shape, step.refutation),
    }


def _candidates_to_json(shape: Shape, candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
    return [{"cell": shape.name_of(cell), "value": value} for cell, value in candidates]


def _links_to_json(shape: Shape, links: Iterable[Link]) -> list[dict[str, Any]]:
    found = []
    for link in links:
        source, target = _candidates_to_json(shape, (link.source, link.target))
        ends = {"from_group": link.source_group, "to_group": link.target_group}
        groups = {key: _candidates_to_json(shape, group) for key, group in ends.items() if group}
        found.append({"from": source, "to": target, "kind": str(link.kind), **groups})
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
