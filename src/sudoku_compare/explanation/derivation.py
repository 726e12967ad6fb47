"""The steps from a position to a contradiction, each with what it rests on, so that the unneeded ones can be left out.

Every step found is kept, even if its conclusion is known already: another way to the same conclusion may be shorter.
The length of a set of steps is their number; a step with an assumption counts as `ASSUMPTION` steps, and one more for
each line under it.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from ..checking.rejection import Rejected
from ..checking.step_rules import CandidateNumber, CandidateSet, list_bits
from ..checking.step_support import StepChecker, Supports
from ..techniques import Refutation, Step

ASSUMPTION = 10  # steps: what an assumption counts, because it has to be kept in mind
Entries = int  # one bit for each entry


def length_of(steps: Iterable[Step]) -> int:
    """Return the length of these steps: their number, with more for each assumption and its lines."""
    return sum(_length_of_step(step) for step in steps)


def _length_of_step(step: Step) -> int:
    return _length_of_refutation(step.refutation) if step.refutation else 1


def _length_of_refutation(refutation: Refutation) -> int:
    nested = (line.refutation for line in refutation.lines)
    return ASSUMPTION + sum(_length_of_refutation(inner) if inner else 1 for inner in nested)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A step that the checker has accepted, and the entries before it that it rests on, directly or not."""

    step: Step
    length: int
    supports: Supports  # of every candidate that it removes
    whole: Entries  # itself, and everything that it rests on


class Derivation:
    """Collects steps that follow from a position, which is given by the candidates that are absent at the start."""

    def __init__(self, checker: StepChecker, start: CandidateSet) -> None:
        self.checker = checker
        self.start = start
        self.absent = start
        self._entries: list[_Entry] = []
        self._removed_by: dict[CandidateNumber, list[int]] = {}  # the entries that remove a candidate

    def add(self, steps: Iterable[Step], before: CandidateSet) -> list[Step]:
        """Add steps that all follow from what was absent before a round; return those that the checker accepts.

        A step that it cannot follow is not used.
        """
        accepted = []
        for step in steps:
            with suppress(Rejected):
                self._add_entry(step, self.checker.find_supports(before, step))
                accepted.append(step)
        return accepted

    def _add_entry(self, step: Step, supports: Supports) -> None:
        rules, number, needs = self.checker.rules, len(self._entries), 0
        for support in supports.values():
            needs |= support
        for placed in [rules.number(*candidate) for candidate in step.placed]:
            support = supports.pop(placed)
            supports |= dict.fromkeys(list_bits(rules.excluded_by(placed)), support)
        self._entries.append(_Entry(step, _length_of_step(step), supports, self._collect(needs) | 1 << number))
        for candidate in supports:
            self.absent |= 1 << candidate
            self._removed_by.setdefault(candidate, []).append(number)

    def _measure(self, entries: Entries) -> int:
        return sum(self._entries[number].length for number in list_bits(entries))

    def _collect(self, needs: CandidateSet) -> Entries:
        """Return entries that make these candidates absent, with everything they rest on."""
        whole = 0
        for candidate in list_bits(needs & ~self.start):
            providers = self._removed_by[candidate]
            if not any(whole >> number & 1 for number in providers):
                whole |= min(
                    (self._entries[number].whole for number in providers), key=lambda one: self._measure(one & ~whole)
                )
        return whole

    def find_shortest(self, tries: int) -> "Proof":
        """Return the shortest proof among the most promising ones; there must be a contradiction."""
        groups = self.checker.rules.find_impossible_groups(self.absent)
        masks = self.checker.rules.masks
        ways = sorted((self._measure(whole := self._collect(masks[group])), group, whole) for group in groups)
        proofs = [self._trim(whole, group) for _, group, whole in ways[:tries]]
        return min(proofs, key=lambda proof: proof.length)

    def _trim(self, whole: Entries, group: int) -> "Proof":
        """Leave out one entry after another, the longest first, as long as the contradiction still follows."""
        mask = self.checker.rules.masks[group]
        kept = list(list_bits(whole))
        for number in sorted(kept, key=lambda one: (-self._entries[one].length, -one)):
            without = [other for other in kept if other != number]
            if not self._find_needs(without, mask)[0] & ~self.start:
                kept = without
        needs, removals = self._find_needs(kept, mask)
        steps = tuple(self._reduce(self._entries[number], removals[number]) for number in kept if removals[number])
        return Proof(steps, group, needs, length_of(steps))

    def _find_needs(self, kept: list[int], mask: CandidateSet) -> tuple[CandidateSet, dict[int, CandidateSet]]:
        """Return what must be absent at the start, and which of its candidates each entry has to remove.

        The earliest entry that removes a candidate is taken.
        """
        first: dict[CandidateNumber, int] = {}
        for number in kept:
            for candidate in self._entries[number].supports:
                first.setdefault(candidate, number)
        needs, removals = mask, dict.fromkeys(kept, 0)
        for number in reversed(kept):
            entry = self._entries[number]
            free = 0 if entry.step.placed else self.start  # a value excludes more than its step had to remove
            for candidate in entry.supports:
                if needs >> candidate & 1 and not free >> candidate & 1 and first[candidate] == number:
                    removals[number] |= 1 << candidate
            needs &= ~removals[number]
            for candidate in list_bits(removals[number]):
                needs |= entry.supports[candidate]
        return needs, removals

    def _reduce(self, entry: _Entry, removals: CandidateSet) -> Step:
        """Return the step; if it places nothing, it removes only what is needed."""
        if entry.step.placed:
            return entry.step
        wanted = {self.checker.rules.candidate(number) for number in list_bits(removals)}
        return replace(entry.step, removed=tuple(one for one in entry.step.removed if one in wanted))


@dataclass(frozen=True, slots=True)
class Proof:
    """Steps that lead to a contradiction, none of which can be left out."""

    steps: tuple[Step, ...]
    group: int  # the group of candidates that is impossible at the end
    needs: CandidateSet  # what must be absent before the first step
    length: int
