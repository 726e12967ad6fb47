"""What a step removes, in words, for reasons in which a short rule does not say it."""

from collections.abc import Iterable

from ..core.text import join_words
from .bit_geometry import Geometry
from .step import Candidate


def describe_removal(geometry: Geometry, removed: Iterable[Candidate]) -> str:
    """Return the candidates by value: `1 from r1c2, r1c3 and 4 from r5c5`."""
    cells: dict[int, list[int]] = {}
    for cell, value in removed:
        cells.setdefault(value, []).append(cell)
    return join_words([f"{geometry.symbol(value)} from {geometry.names(where)}" for value, where in cells.items()])
