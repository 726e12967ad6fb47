"""A comparison as a JSON object."""

from typing import Any

from ..core.puzzle import compact
from ..core.shape import Shape
from ..core.verdict import EngineResult
from .compare import Comparison
from .reason import find_unknown_reason, format_reason


def to_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain values; grids are text in one line.

    `unknown_because` is null unless the verdict is `unknown`; then it is a value of `UnknownReason`.
    """
    puzzle, judgement = comparison.puzzle, comparison.judgement
    because, clash = find_unknown_reason(comparison), puzzle.find_clash()
    return {
        "id": comparison.entry.id,
        "name": comparison.entry.name,
        "size": puzzle.shape.side,
        "box": puzzle.shape.box,
        "givens": puzzle.text,
        "verdict": str(comparison.verdict),
        "reason": format_reason(comparison),
        "unknown_because": str(because) if because else None,
        "clash": str(clash) if clash else None,
        "solution": None if comparison.solution is None else compact(comparison.solution, puzzle.shape),
        "agreed": judgement.agreed,
        "objections": list(judgement.objections),
        "engines": [result_to_json(puzzle.shape, result) for result in comparison.results],
    }


def result_to_json(shape: Shape, result: EngineResult) -> dict[str, Any]:
    """Return the answer of one engine about a puzzle of this shape as plain values."""
    answer = result.answer
    return {
        "engine": result.engine,
        "method": result.method,
        "verdict": str(result.verdict),
        "ending": str(answer.ending),
        "solutions": [compact(solution, shape) for solution in answer.solutions],
        "seconds": {
            "build": answer.seconds.build,
            "first": answer.seconds.first,
            "settle": answer.seconds.settle,
            "cpu": answer.seconds.cpu,
            "outer": answer.seconds.outer,
        },
        "counts": dict(answer.counts),
        "detail": answer.detail,
    }
