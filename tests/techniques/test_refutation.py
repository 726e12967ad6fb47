"""A refutation is complete: independent code checks every line, and rejects a changed one."""

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from making import ESCARGOT
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Cell, Shape
from sudoku_compare.explanation.explain import explain
from sudoku_compare.techniques import Candidate, Line, LinkKind, Position, Refutation

DATA = Path(__file__).parents[2] / "data"
Candidates = dict[Cell, frozenset[int]]


def candidates_in(position: Position) -> Candidates:
    values = position.geometry.shape.values
    return {s: frozenset(v for v in values if mask >> v & 1) for s, mask in enumerate(position.candidates)}


def place(shape: Shape, candidates: Candidates, cell: Cell, value: int) -> Candidates:
    """Return the candidates after placing the value, without further conclusions."""
    after = {s: values - {value} if s in shape.peers_of(cell) else values for s, values in candidates.items()}
    return after | {cell: frozenset({value}) & candidates[cell]}


def find_faults(shape: Shape, candidates: Candidates, refutation: Refutation) -> list[str]:
    """Return the lines that do not follow from those before them."""
    found = []
    candidates = place(shape, candidates, *refutation.assumed)
    for line in refutation.lines:
        if line.refutation:
            found += find_faults(shape, candidates, line.refutation)
            if line.holds or line.refutation.assumed != (line.cell, line.value):
                found.append(f"{line}: not what was refuted")
            candidates |= {line.cell: candidates[line.cell] - {line.value}}
            continue
        if not line.holds or not follows(shape, candidates, line):
            found.append(f"{line}: does not follow")
        candidates = place(shape, candidates, line.cell, line.value)
    if not is_contradiction(shape, candidates, refutation.contradiction):
        found.append(f"{refutation.contradiction}: not so")
    return found


def follows(shape: Shape, candidates: Candidates, line: Line) -> bool:
    if line.reason == "one candidate left":
        return candidates[line.cell] <= {line.value}
    unit = numbered(shape, line.reason.removeprefix("one place left in "))
    return line.cell in unit and not any(line.value in candidates[s] for s in unit if s != line.cell)


def is_contradiction(shape: Shape, candidates: Candidates, words: str) -> bool:
    if words.endswith("has no candidate left"):
        cell = next(s for s in shape.cells if shape.name_of(s) == words.split()[0])
        return not candidates[cell]
    value, _, unit = words.partition(" has no place left in ")
    return not any(int(value) in candidates[cell] for cell in numbered(shape, unit))


def numbered(shape: Shape, name: str) -> tuple[Cell, ...]:
    names = [shape.unit_name(number) for number in range(len(shape.units))]
    return shape.units[names.index(name)]


@cache
def refutations_of(text: str) -> list[tuple[Candidates, Refutation]]:
    explanation = explain(Puzzle.from_text(text))
    pairs = zip(explanation.positions(), explanation.steps, strict=False)
    return [(candidates_in(position), step.refutation) for position, step in pairs if step.refutation]


@pytest.mark.slow
def test_every_line_follows_from_those_before_it() -> None:
    lines = (DATA / "extreme.txt").read_text().splitlines()[1:200:25]
    nested = 0
    for text in (ESCARGOT, *(line.split(":")[0] for line in lines)):
        for candidates, refutation in refutations_of(text):
            assert find_faults(Puzzle.from_text(text).shape, candidates, refutation) == []
            nested += refutation.depth() > 1
    assert nested


def test_every_line_is_necessary() -> None:
    shape = Puzzle.from_text(ESCARGOT).shape
    for candidates, refutation in refutations_of(ESCARGOT):
        if refutation.depth() > 1:
            continue
        for index in range(len(refutation.lines)):
            fewer = refutation.lines[:index] + refutation.lines[index + 1 :]
            assert find_faults(shape, candidates, dataclasses.replace(refutation, lines=fewer)), refutation


@pytest.mark.parametrize("change", [{"value": 1}, {"holds": False}, {"reason": "one place left in row 9"}])
def test_a_changed_line_is_rejected(change: dict[str, object]) -> None:
    shape = Puzzle.from_text(ESCARGOT).shape
    candidates, refutation = next(r for r in refutations_of(ESCARGOT) if r[1].lines and not r[1].lines[0].refutation)
    first = refutation.lines[0]
    assert all(getattr(first, name) != value for name, value in change.items())
    changed = (dataclasses.replace(first, **change), *refutation.lines[1:])
    assert find_faults(shape, candidates, dataclasses.replace(refutation, lines=changed))


def apply_sources(shape: Shape, candidates: Candidates, refutation: Refutation, sources: set[Candidate]) -> Candidates:
    """Return the candidates after what these lines exclude directly, and nothing else."""
    refuted = {(line.cell, line.value) for line in refutation.lines if not line.holds}
    for cell, value in sources:
        if (cell, value) in refuted:
            candidates = candidates | {cell: candidates[cell] - {value}}
        else:
            candidates = place(shape, candidates, cell, value)
    return candidates


def line_holds(shape: Shape, candidates: Candidates, line: Line) -> bool:
    return not find_faults(shape, candidates, line.refutation) if line.refutation else follows(shape, candidates, line)


def links_of(refutation: Refutation, kind: LinkKind, target: Candidate | None = None) -> set[Candidate]:
    return {link.source for link in refutation.links if link.kind is kind and target in (None, link.target)}


def check_premises(shape: Shape, candidates: Candidates, refutation: Refutation) -> int:
    """Check that each line follows from its premises, but not from fewer; return how many lines were checked."""
    before = {refutation.assumed}
    for line in refutation.lines:
        target = (line.cell, line.value)
        premises = links_of(refutation, LinkKind.PREMISE, target)
        assert premises
        assert premises <= before
        assert line_holds(shape, apply_sources(shape, candidates, refutation, premises), line)
        for premise in premises:
            fewer = apply_sources(shape, candidates, refutation, premises - {premise})
            assert line.refutation or not line_holds(shape, fewer, line), (line, premise)
        before.add(target)
    return len(refutation.lines)


def check_contradiction(shape: Shape, candidates: Candidates, refutation: Refutation) -> None:
    sources = links_of(refutation, LinkKind.WEAK) | {
        (line.cell, line.value) for line in refutation.lines if not line.holds
    }
    assert is_contradiction(shape, apply_sources(shape, candidates, refutation, sources), refutation.contradiction), (
        refutation
    )
    assert sources <= {refutation.assumed, *((line.cell, line.value) for line in refutation.lines)}


def test_the_links_lead_from_sufficient_and_necessary_premises_to_each_line_and_to_the_contradiction() -> None:
    shape, lines, refuted = Puzzle.from_text(ESCARGOT).shape, 0, 0
    for candidates, refutation in refutations_of(ESCARGOT):
        lines += check_premises(shape, candidates, refutation)
        refuted += any(not line.holds for line in refutation.lines)
        check_contradiction(shape, candidates, refutation)
    assert lines > 100
    assert refuted


def test_a_step_has_the_links_of_its_refutation() -> None:
    steps = [step for step in explain(Puzzle.from_text(ESCARGOT)).steps if step.refutation]
    assert steps
    assert all(step.refutation and step.links == step.refutation.links for step in steps)
