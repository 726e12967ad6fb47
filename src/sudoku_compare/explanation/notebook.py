"""An explanation in a notebook: the board, the rating, and the steps."""

from ..display.notebook import draw_board, format_text, make_list
from .broken_words import describe_broken
from .explain import Explanation
from .step_words import describe_rating

MOST_STEPS = 200  # in a notebook; the page of the command has all of them


def draw_explanation(explanation: Explanation) -> str:
    """Return an explanation as HTML; its steps can be unfolded."""
    puzzle = explanation.puzzle
    *_, last = explanation.positions()
    board = draw_board(puzzle.shape, bytes(last.grid), puzzle.givens, title=explanation.entry.id)
    rating = describe_rating(explanation.rating, explanation.verdict)
    notes = [f"{explanation.verdict}: {explanation.end}", *describe_broken(explanation), rating]
    return board + make_list(notes) + _list_steps(explanation)


def _list_steps(explanation: Explanation) -> str:
    shown = [f"<li>{format_text(step.reason)}</li>" for step in explanation.steps[:MOST_STEPS]]
    hidden = len(explanation.steps) - len(shown)
    more = f"<p>and {hidden:,} more</p>" if hidden else ""
    summary = f"<summary>steps: {len(explanation.steps):,}</summary>"
    return f"<details>{summary}<ol>{''.join(shown)}</ol>{more}</details>"
