"""Steps in plain words, shared by text, JSON and pages."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..core.puzzle import symbol_of
from ..core.shape import Cell, Shape
from ..core.text import join_words
from ..core.verdict import Verdict
from ..techniques import TECHNIQUES, Candidate, Line, Refutation, Step
from .explain import Explanation
from .rating import REDUCTIO, Rating

_TITLES = {technique.name: technique.title for technique in TECHNIQUES} | {REDUCTIO: "Reductio"}


class NestedLine(NamedTuple):
    """A line of text, and how many assumptions it depends on."""

    depth: int
    text: str


def title_of(step: Step) -> str:
    """Return the name of the technique as it appears at the start of the reason: `Naked pair`."""
    return _TITLES[step.technique]


def describe_conclusion(shape: Shape, step: Step) -> str:
    """Return what the step places or, if it places nothing, what it removes."""
    if step.placed:
        return ", ".join(f"{shape.name_of(cell)}={symbol_of(value, shape)}" for cell, value in step.placed)
    return "removes " + "; ".join(
        f"{symbol_of(value, shape)} from {join_words(cells)}"
        for value, cells in _group_by_value(shape, step.removed).items()
    )


def _group_by_value(shape: Shape, candidates: tuple[Candidate, ...]) -> dict[int, list[str]]:
    cells: dict[int, list[str]] = {}
    for cell, value in candidates:
        cells.setdefault(value, []).append(shape.name_of(cell))
    return cells


def describe_candidate(shape: Shape, candidate: Candidate, *, holds: bool = True) -> str:
    """Return a candidate as text: `r1c9=5`, or `r1c9 is not 5`."""
    cell, value = candidate
    return f"{shape.name_of(cell)}{'=' if holds else ' is not '}{symbol_of(value, shape)}"


def join_cells(shape: Shape, cells: Iterable[Cell]) -> str:
    """Return the names of cells as a phrase: `r1c1, r1c9 and r2c2`."""
    return join_words([shape.name_of(cell) for cell in cells])


def describe_line(shape: Shape, line: Line) -> str:
    """Return what a line under an assumption concludes."""
    return describe_candidate(shape, (line.cell, line.value), holds=line.holds)


def refutation_lines(shape: Shape, refutation: Refutation, depth: int = 0) -> Iterator[NestedLine]:
    """Yield an assumption line by line, with the assumptions nested in it."""
    yield NestedLine(depth, f"assume {describe_candidate(shape, refutation.assumed)}")
    for line in refutation.lines:
        shown = describe_line(shape, line)
        if line.refutation:
            yield from refutation_lines(shape, line.refutation, depth + 1)
            yield NestedLine(depth + 1, f"so {shown}")
        else:
            yield NestedLine(depth + 1, f"{shown}: {line.reason}")
    yield NestedLine(depth + 1, f"contradiction: {refutation.contradiction}")


def describe_stuck(explanation: Explanation) -> str | None:
    """Return a sentence about where the techniques end and assumptions begin; None if they suffice."""
    number = explanation.first_assumption
    if number is None:
        return None
    return f"from step {number} on, the techniques are not enough; steps called {REDUCTIO} use assumptions"


def describe_rating(rating: Rating, verdict: Verdict) -> str:
    """Return the rating on one line: `rating 7.2 (aic), level unfair, depth 1`."""
    if rating.value is not None:
        text = f"rating {rating.value} ({rating.hardest}), level {rating.level}"
    elif verdict in (Verdict.MULTIPLE, Verdict.UNSOLVABLE):
        text = f"no rating ({'several solutions' if verdict is Verdict.MULTIPLE else 'no solution'})"
    else:
        text = "rating unknown"
    if rating.depth is not None:
        return f"{text}, depth {rating.depth}"
    return text if verdict is Verdict.MULTIPLE else f"{text}, depth unknown"


def describe_techniques(explanation: Explanation) -> str:
    """Return the number of steps, and how often each technique is used: `3 (naked-single 2, naked-pair 1)`."""
    used = ", ".join(f"{name} {number}" for name, number in explanation.techniques.items())
    return f"{len(explanation.steps):,}" + (f" ({used})" if used else "")
