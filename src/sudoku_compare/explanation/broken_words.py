"""Why a puzzle is broken, in sentences: which givens are in conflict, or what remains open."""

from collections.abc import Iterable, Iterator, Sequence

from ..core.puzzle import symbol_of
from ..core.shape import Shape
from ..core.text import join_words
from ..techniques import Candidate
from .contradiction import Contradiction
from .explain import Explanation
from .open_cells import DeadlyPattern, OpenCells
from .step_words import describe_candidate, join_cells

MOST_LISTED = 40  # open cells that are listed in words; the JSON has all of them


def describe_broken(explanation: Explanation) -> list[str]:
    """Return sentences about a puzzle without a solution or with several; none for other puzzles."""
    if explanation.contradiction and explanation.finished:
        return list(_describe_contradiction(explanation, explanation.contradiction))
    if explanation.open_cells:
        return list(_describe_open_cells(explanation, explanation.open_cells))
    return []


def _describe_contradiction(explanation: Explanation, contradiction: Contradiction) -> Iterator[str]:
    yield f"conflict: {_describe_conflict(explanation, contradiction.givens)}"
    if not explanation.steps:
        yield "checked: the contradiction follows without any step"
        return
    assumptions = sum(step.refutation is not None for step in explanation.steps)
    number, one = len(explanation.steps), len(explanation.steps) == 1
    how = f"{assumptions} with an assumption" if assumptions else "without any assumption"
    short = "" if contradiction.is_complete else "; time ran out before a search for a shorter explanation was finished"
    yield f"checked: {'the only step follows' if one else f'all {number} steps follow'}, {how}{short}"


def _describe_conflict(explanation: Explanation, givens: Sequence[Candidate]) -> str:
    shown = ", ".join(describe_candidate(explanation.puzzle.shape, given) for given in givens)
    conflict = f"these {len(givens)} givens cannot all be true: {shown}"
    if explanation.candidates and not givens:
        return "the candidates that are left exclude every solution, whatever the givens are"
    if explanation.candidates and len(givens) == 1:
        conflict = f"this given does not agree with the candidates that are left: {shown}"
    elif explanation.candidates:
        conflict = f"with the candidates that are left, {conflict}"
    return conflict + _describe_others(explanation.puzzle.count_givens() - len(givens))


def _describe_others(number: int) -> str:
    """Return what to say about the number of givens that are not in conflict."""
    if number == 1:
        return "; the other one plays no part"
    return f"; the other {number} play no part" if number else ""


def _describe_open_cells(explanation: Explanation, found: OpenCells) -> Iterator[str]:
    shape = explanation.puzzle.shape
    some = "solutions with the candidates at the start" if explanation.candidates else "solutions"
    if found.is_too_large:
        yield "open cells: the board is too large to find out which candidates occur in solutions"
        return
    if not found.is_settled:
        yield "open cells: time ran out before it was known which candidates occur in solutions; allow more time"
        return
    listed = [
        f"{shape.name_of(one.cell)} {_format_values(shape, one.values)}" for one in found.cells if len(one.values) > 1
    ]
    if not any(one.values for one in found.cells):
        yield "no solution agrees with the candidates at the start"
    if listed:
        more = f" and {len(listed) - MOST_LISTED} more" if len(listed) > MOST_LISTED else ""
        yield f"open cells, with the values that occur in {some}: {', '.join(listed[:MOST_LISTED])}{more}"
    fixed = [describe_candidate(shape, (one.cell, one.values[0])) for one in found.cells if len(one.values) == 1]
    if fixed:
        yield f"the same in all {some}, although no step up to this level shows it: {', '.join(fixed)}"
    if found.pattern:
        yield _describe_pattern(shape, found.pattern)
        yield _describe_additional_given(shape, found, found.pattern)


def _format_values(shape: Shape, values: Iterable[int]) -> str:
    return "{" + ",".join(symbol_of(value, shape) for value in values) + "}"


def _describe_pattern(shape: Shape, pattern: DeadlyPattern) -> str:
    cells, others = join_cells(shape, pattern.cells), "while all other cells stay the same"
    if len(pattern.values) == 2:
        values = join_words([symbol_of(value, shape) for value in pattern.values])
        return f"deadly pattern: {values} can be exchanged in {cells}, {others}"
    one, other = (" ".join(symbol_of(value, shape) for value in way) for way in pattern.ways)
    return f"deadly pattern: {cells} can hold {one} or {other}, {others}"


def _describe_additional_given(shape: Shape, found: OpenCells, pattern: DeadlyPattern) -> str:
    if found.given:
        return f"additional given: {describe_candidate(shape, found.given)} makes the solution unique"
    example = describe_candidate(shape, (pattern.cells[0], pattern.ways[0][0]))
    single = "no single one makes the solution unique"
    if not found.is_given_settled:
        single = "time ran out before it was known whether a single one makes the solution unique"
    return f"additional givens: {single}; one in a cell of the pattern, such as {example}, decides the pattern"
