"""Steps in plain words, for text, JSON and pages alike."""

from collections.abc import Iterator
from typing import NamedTuple

from ..core.puzzle import symbol_of
from ..core.shape import Shape
from ..core.text import join_words
from ..core.verdict import Verdict
from ..techniques import Candidate, Refutation, Step
from .explain import Explanation
from .rating import REDUCTIO


class Told(NamedTuple):
    """A line under an assumption: how many assumptions it stands under, and what it says."""

    depth: int
    text: str


def conclusion(shape: Shape, step: Step) -> str:
    """What the step places, or else what it strikes."""
    if step.placed:
        return ", ".join(f"{shape.name_of(cell)}={symbol_of(value, shape)}" for cell, value in step.placed)
    return "strikes " + "; ".join(
        f"{symbol_of(value, shape)} from {join_words(cells)}" for value, cells in _by_value(shape, step.removed).items()
    )


def _by_value(shape: Shape, candidates: tuple[Candidate, ...]) -> dict[int, list[str]]:
    cells: dict[int, list[str]] = {}
    for cell, value in candidates:
        cells.setdefault(value, []).append(shape.name_of(cell))
    return cells


def told(shape: Shape, refutation: Refutation, depth: int = 0) -> Iterator[Told]:
    """An assumption line by line, with those inside it."""
    cell, value = refutation.assumed
    yield Told(depth, f"assume {shape.name_of(cell)}={symbol_of(value, shape)}")
    for line in refutation.lines:
        shown = f"{shape.name_of(line.cell)}{'=' if line.holds else ' is not '}{symbol_of(line.value, shape)}"
        if line.refutation:
            yield from told(shape, line.refutation, depth + 1)
            yield Told(depth + 1, f"so {shown}")
        else:
            yield Told(depth + 1, f"{shown}: {line.reason}")
    yield Told(depth + 1, f"contradiction: {refutation.contradiction}")


def where_stuck(explanation: Explanation) -> str | None:
    """Where the techniques run out and assumptions go on, in words."""
    number = explanation.first_assumption
    if number is None:
        return None
    return f"before step {number} the techniques run out; steps called {REDUCTIO} go on with assumptions"


def rated(explanation: Explanation) -> str:
    """The rating in one line."""
    rating = explanation.rating
    used = ", ".join(f"{name} {number}" for name, number in rating.techniques.items())
    hardest = f"hardest {rating.hardest}" if rating.hardest else "no step"
    score = f"score {rating.score:,}" + ("" if explanation.finished else " so far")
    return f"{hardest}, {score}, {_depth(explanation)}" + (f" ({used})" if used else "")


def _depth(explanation: Explanation) -> str:
    if explanation.rating.depth is not None:
        return f"reductio depth {explanation.rating.depth}"
    several = explanation.verdict is Verdict.MULTIPLE
    return "no reductio depth, as there are several solutions" if several else "reductio depth unknown"
