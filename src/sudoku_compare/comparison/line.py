"""A comparison as one line, for runs of many puzzles."""

from ..core.puzzle import compact
from .compare import Comparison
from .reason import format_reason


def format_line(comparison: Comparison, note: str = "") -> str:
    """Return the puzzle's id, verdict and solution in one line, followed by one line per objection.

    `note` is added at the end of the first line.
    """
    entry, solution = comparison.entry, comparison.solution
    shown = compact(solution, entry.puzzle.shape) if solution else format_reason(comparison)
    line = "  ".join(filter(None, (entry.id, comparison.verdict, shown, entry.name, note)))
    return "\n".join([line, *(f"{entry.id}  objection: {text}" for text in comparison.judgement.objections)])
