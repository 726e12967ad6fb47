"""The result of `uniqueness` in a notebook."""

from ..comparison.notebook import draw_comparison
from .result import UniquenessResult
from .text import choose_evidence_panels, format_sentences


def draw_result(result: UniquenessResult) -> str:
    """Return the result as HTML: the evidence is marked on the boards and written below them."""
    panels = choose_evidence_panels(result, coloured=True)
    return draw_comparison(result.comparison, panels, format_sentences(result))
