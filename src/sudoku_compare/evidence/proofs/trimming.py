"""Trims a proof backward from the contradiction: only steps from which it follows are kept, without needless literals.

The steps are added one after another, without a check, until propagation finds the contradiction. Then they are taken
back, the last first. A step that is needed is checked with the steps before it, and what the check uses is needed too.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .propagation import Clause, Propagation

STRIDE = 256  # clauses of the formula between clock checks

Tick = Callable[[], None]
NumberedClause = tuple[int, Clause]


class NoProof(Exception):
    """Raised when a list of steps proves nothing."""


class ProofStep(NamedTuple):
    """A clause that a proof adds or deletes."""

    literals: list[int]
    is_deletion: bool = False


class Inference(NamedTuple):
    """A literal, and the number of the clause from which it follows; 0 instead of the literal for a contradiction."""

    literal: int
    clause: int


@dataclass(frozen=True, slots=True)
class NeededStep:
    """A step that the contradiction needs, and why it follows."""

    number: int
    literals: tuple[int, ...]
    chain: tuple[Inference, ...]  # from the negation of the step to a contradiction
    fixed: int  # how many of the proof's fixed literals are true before the step


@dataclass(frozen=True, slots=True)
class TrimmedProof:
    """The needed steps of a proof, the last of them a contradiction."""

    steps: tuple[NeededStep, ...]
    fixed: tuple[Inference, ...]  # literals that become true without an assumption, if they are needed, in order
    clauses: dict[int, Clause]  # by number: those of the formula, numbered from 1, and those of the proof after them
    count: int  # of the clauses of the formula


def trim_proof(
    variables: int, formula: Iterable[NumberedClause], proof: Iterable[ProofStep], tick: Tick
) -> TrimmedProof:
    """Return what the contradiction needs; raise NoProof if there is none, or if a needed step does not follow.

    Clauses with one literal should come first in the formula: then those that they make true take no memory.
    """
    propagation = Propagation(variables)
    count = _add_formula(propagation, formula, tick)
    changes = _add_steps(propagation, count, proof, tick)
    return _Trimming(propagation, count).run(changes, tick)


class _Change(NamedTuple):
    """A clause that was added or deleted, and how many literals were true before."""

    number: int
    line: int
    trail_length: int
    is_deletion: bool = False


def _add_formula(propagation: Propagation, formula: Iterable[NumberedClause], tick: Tick) -> int:
    """Add the clauses up to a contradiction; return the largest number."""
    largest = 0
    for place, (number, clause) in enumerate(formula):
        largest = max(largest, number)
        if propagation.conflict is None:
            propagation.add(number, clause)
        if place % STRIDE == 0:
            tick()
    return largest


def _add_steps(propagation: Propagation, count: int, proof: Iterable[ProofStep], tick: Tick) -> list[_Change]:
    """Add and delete clauses as the proof does, up to the contradiction. Clauses of the formula are not deleted."""
    changes: list[_Change] = []
    numbers: dict[tuple[int, ...], list[int]] = {}
    for line, step in enumerate(proof, start=1):
        tick()
        if propagation.conflict is not None:
            break
        key, length = tuple(sorted(step.literals)), len(propagation.trail)
        if not step.literals:
            raise NoProof(f"line {line}: the contradiction does not follow from the lines before")
        if not step.is_deletion:
            number = count + len(changes) + 1
            propagation.add(number, step.literals)
            if number in propagation.clauses:
                changes.append(_Change(number, line, length))
                numbers.setdefault(key, []).append(number)
        elif numbers.get(key) and not propagation.is_reason(numbers[key][-1]):
            number = numbers[key].pop()
            propagation.detach(number)
            changes.append(_Change(number, line, length, is_deletion=True))
    if propagation.conflict is None:
        raise NoProof("it ends before the contradiction")
    return changes


class _Trimming:
    """What is known to be needed, while the steps are taken back."""

    def __init__(self, propagation: Propagation, count: int) -> None:
        self._propagation = propagation
        self._count = count
        self._needed: set[int] = set()  # clauses
        self._fixed: dict[int, Inference] = {}  # needed literals that are true without an assumption
        self._places = {literal: place for place, literal in enumerate(propagation.trail)}

    def run(self, changes: list[_Change], tick: Tick) -> TrimmedProof:
        """Take back all changes, the last first, and return what is needed."""
        propagation = self._propagation
        end = _Change(self._count + len(changes) + 1, 0, len(propagation.trail))
        found = [(end, *self._explain_conflict(end))]
        for change in reversed(changes):
            tick()
            if change.is_deletion:
                propagation.attach(change.number)
                continue
            propagation.retract(change.trail_length)
            propagation.detach(change.number)
            if change.number in self._needed:
                found.append((change, *self._check_step(change)))
        return self._collect(reversed(found))

    def _collect(self, found: Iterable[tuple[_Change, list[int], list[Inference]]]) -> TrimmedProof:
        places = sorted(self._places[literal] for literal in self._fixed)
        fixed = sorted(self._fixed.values(), key=lambda inference: self._places[inference.literal])
        steps = [
            NeededStep(change.number, tuple(literals), tuple(chain), bisect_left(places, change.trail_length))
            for change, literals, chain in found
        ]
        return TrimmedProof(tuple(steps), tuple(fixed), self._propagation.clauses, self._count)

    def _check_step(self, change: _Change) -> tuple[list[int], list[Inference]]:
        """Return the needed literals of a step, and why it follows from the clauses that are left."""
        propagation, literals = self._propagation, self._propagation.clauses[change.number]
        propagation.assume([-literal for literal in literals])
        if propagation.conflict is None:
            shown = " ".join(map(str, literals))
            raise NoProof(f"line {change.line}: the clause {shown} does not follow from the lines before")
        explained = self._explain_conflict(change)
        propagation.retract(change.trail_length)
        return explained

    def _explain_conflict(self, change: _Change) -> tuple[list[int], list[Inference]]:
        """Return the literals of the step that the conflict needs, and the inferences that lead to it."""
        propagation = self._propagation
        clauses, reason_of = propagation.clauses, propagation.reason_of
        assert propagation.conflict is not None
        chain, assumed = [Inference(0, propagation.conflict)], []
        needed = {-literal for literal in clauses[propagation.conflict]}
        for literal in reversed(propagation.trail[change.trail_length :]):
            if literal in needed:
                needed.remove(literal)
                if reason := reason_of(literal):
                    chain.append(Inference(literal, reason))
                    needed.update(-other for other in clauses[reason] if other != literal)
                else:
                    assumed.append(-literal)
        self._need([inference.clause for inference in chain], needed)
        return assumed[::-1], chain[::-1]

    def _need(self, numbers: Iterable[int], fixed: Iterable[int]) -> None:
        """Note that these clauses are needed, and these literals, which are true without an assumption."""
        propagation, literals, clauses = self._propagation, list(fixed), list(numbers)
        while literals:
            literal = literals.pop()
            if literal not in self._fixed:
                reason = propagation.reason_of(literal)
                self._fixed[literal] = Inference(literal, reason)
                clauses.append(reason)
                literals += [-other for other in propagation.clauses[reason] if other != literal]
        for number in clauses:
            propagation.add_to_core(number)
        self._needed.update(clauses)
