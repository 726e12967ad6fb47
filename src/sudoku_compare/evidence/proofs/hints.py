"""Turns a trimmed proof into steps with hints, as the format LRAT wants them.

Hints must name every clause that is used, also those that fix a literal once and for all. Two kinds of helper steps
keep the hints short: a clause with one literal, if it takes several hints to derive it; and what is left of a clause
that is used again, without the literals that are false for good.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .trimming import Inference, NeededStep, TrimmedProof

MOST_INLINE = 3  # hints that are repeated in each step rather than replaced by a helper step
FEWEST_USES = 2  # from which what is left of a clause is worth a helper step


@dataclass(frozen=True, slots=True)
class HintedStep:
    """A clause, and the numbers of the clauses from which it follows."""

    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]
    is_helper: bool  # not needed in a proof without hints


def add_hints(proof: TrimmedProof) -> list[HintedStep]:
    """Return the steps with hints, numbered after the clauses of the formula; the last one is the contradiction."""
    writer = _HintWriter(proof)
    for step in proof.steps:
        writer.write(step)
        if writer.is_complete:  # perhaps early: steps have become shorter than they were in the proof
            break
    return _drop_unused(writer.steps, proof.count)


class _HintWriter:
    """The steps so far, and under which numbers they know the clauses of the proof."""

    def __init__(self, proof: TrimmedProof) -> None:
        self.steps: list[HintedStep] = []
        self._proof = proof
        self._next = proof.count + 1
        self._clauses = dict(proof.clauses)  # what is left of each
        self._numbers = {number: number for number in proof.clauses if number <= proof.count}
        self._fixed: dict[int, tuple[int, ...]] = {}  # the hints for each literal that is true for good
        self._uses = Counter(inference.clause for step in proof.steps for inference in step.chain)

    @property
    def is_complete(self) -> bool:
        """Whether the last step is the contradiction."""
        return bool(self.steps) and not self.steps[-1].literals

    def write(self, step: NeededStep) -> None:
        """Add a step, and the helper steps before it."""
        for inference in self._proof.fixed[len(self._fixed) : step.fixed]:
            self._fix(inference)
            if self.is_complete:
                return
        chain = self._shorten_chain(step)
        negated = {-literal for number in chain for literal in self._clauses[number]}
        literals = tuple(literal for literal in step.literals if -literal in negated)
        hints = [hint for number in chain for hint in self._list_hints(number)]
        self._uses.subtract(inference.clause for inference in step.chain)
        self._numbers[step.number] = self._add(literals, hints)
        self._clauses[step.number] = literals

    def _fix(self, inference: Inference) -> None:
        """Note how to derive a literal that is true for good."""
        literal, number = inference
        clause = self._clauses[number]
        hints = (*self._list_fixed_hints(-other for other in clause if other != literal), self._numbers[number])
        if literal not in clause:
            self._add((), hints)
        elif len(hints) > MOST_INLINE:
            self._fixed[literal] = (self._add((literal,), hints, is_helper=True),)
        else:
            self._fixed[literal] = hints

    def _shorten_chain(self, step: NeededStep) -> list[int]:
        """Return the clauses of the chain that are still needed: some have become shorter since it was found."""
        false, inferences = set(step.literals), []
        for _, number in step.chain:
            left = [one for one in self._clauses[number] if one not in false and -one not in self._fixed]
            if left and -left[0] in false:
                continue
            inferences.append(Inference(left[0] if left else 0, number))
            if not left:
                break
            false.add(-left[0])
        needed, chain = {0}, []
        for literal, number in reversed(inferences):
            if literal in needed:
                chain.append(number)
                needed.update(-other for other in self._clauses[number])
        return chain[::-1]

    def _list_hints(self, number: int) -> tuple[int, ...]:
        """Return the hints for a clause: before it, what makes literals false for good, if no helper step does that."""
        clause = self._clauses[number]
        true = [-literal for literal in clause if -literal in self._fixed]
        hints = (*self._list_fixed_hints(true), self._numbers[number])
        if true and self._uses[number] >= FEWEST_USES:
            left = tuple(literal for literal in clause if -literal not in self._fixed)
            self._clauses[number] = left
            self._numbers[number] = self._add(left, hints, is_helper=True)
            return (self._numbers[number],)
        return hints

    def _list_fixed_hints(self, literals: Iterable[int]) -> Iterator[int]:
        return (hint for literal in literals for hint in self._fixed[literal])

    def _add(self, literals: tuple[int, ...], hints: Iterable[int], *, is_helper: bool = False) -> int:
        number = self._next
        self._next += 1
        self.steps.append(HintedStep(number, literals, tuple(dict.fromkeys(hints)), is_helper))
        return number


def _drop_unused(steps: list[HintedStep], count: int) -> list[HintedStep]:
    """Return the steps that the last one needs, numbered without gaps from `count` + 1 on."""
    used = {steps[-1].number}
    for step in reversed(steps):
        if step.number in used:
            used.update(step.hints)
    kept = [step for step in steps if step.number in used]
    numbers = {step.number: number for number, step in enumerate(kept, start=count + 1)}
    return [
        replace(step, number=numbers[step.number], hints=tuple(numbers.get(hint, hint) for hint in step.hints))
        for step in kept
    ]
