"""Leaves out of the explanation of a puzzle without a solution everything that the contradiction does not need."""

from collections.abc import Sequence
from dataclasses import replace

from ..checking.explanation_replay import replay_contradiction
from ..checking.rejection import Rejected
from ..checking.step_rules import CandidateSet, list_bits
from ..checking.step_support import StepChecker
from ..core.answer import Stopwatch
from ..core.puzzle import Puzzle
from ..techniques import Candidate, Step, position_of
from .contradiction import Contradiction, keep_givens, list_givens
from .derivation import Proof, length_of

Kept = Sequence[Sequence[int]] | None  # the candidates that someone has left in each cell


class Shortener:
    """Leaves out steps, removals and givens as long as the checker can still follow."""

    def __init__(self, checker: StepChecker, candidates: Kept, watch: Stopwatch) -> None:
        self._checker = checker
        self._candidates = candidates
        self._watch = watch

    def rebuild(self, puzzle: Puzzle, proof: Proof) -> Contradiction:
        """Return the proof with only the givens that it needs."""
        start = keep_givens(puzzle, _choose_givens(self._checker, puzzle, proof.needs))
        group = self._checker.rules.groups[proof.group]
        cells = tuple(dict.fromkeys(self._checker.rules.candidate(number)[0] for number in group))
        reason = self._checker.describe_contradiction(proof.group)
        return Contradiction(start, self._restate(start, proof.steps), reason, cells, proof.length)

    def _restate(self, start: Puzzle, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return the steps; one that places a value removes all candidates that the value excludes at that point."""
        position, restated = position_of(start, candidates=self._candidates), []
        for step in steps:
            removed = dict.fromkeys(one for placed in step.placed for one in position.excluded_by(*placed))
            restated.append(replace(step, removed=tuple(removed)) if step.placed else step)
            position.apply(restated[-1])
        return tuple(restated)

    def drop_needless(self, found: Contradiction) -> Contradiction:
        """Leave out steps and then givens, one by one, as long as the checker can still follow.

        This finds more than tracing back what each step rests on, because a step may rest on one thing or on another.
        """
        before = None
        while before != found:
            before = found
            for step in sorted(found.steps, key=lambda one: -length_of([one])):
                left = tuple(other for other in found.steps if other is not step)
                found = self._keep_if_valid(replace(found, steps=left, length=length_of(left)), found)
            for cell, _ in found.givens:
                found = self._keep_if_valid(replace(found, start=found.start.with_value(cell, 0)), found)
        return replace(found, steps=self._restate(found.start, found.steps))

    def _keep_if_valid(self, shorter: Contradiction, found: Contradiction) -> Contradiction:
        self._watch.tick()
        try:
            replay_contradiction(shorter.start, shorter.steps, shorter.reason, self._candidates)
        except Rejected:
            return found
        return shorter


def _choose_givens(checker: StepChecker, puzzle: Puzzle, needs: CandidateSet) -> list[Candidate]:
    """Return few givens that exclude all these candidates, as far as givens exclude them."""
    left = {
        given: checker.rules.exclude_all(keep_givens(puzzle, [given]).givens) & needs for given in list_givens(puzzle)
    }
    open_needs = needs & checker.rules.exclude_all(puzzle.givens)
    chosen: list[Candidate] = []
    only = (_find_only(left, 1 << candidate) for candidate in list_bits(open_needs))
    for given in dict.fromkeys(one for one in only if one):
        chosen.append(given)
        open_needs &= ~left[given]
    while open_needs:
        given = max(left, key=lambda one: (left[one] & open_needs).bit_count())
        chosen.append(given)
        open_needs &= ~left[given]
    return chosen


def _find_only(excluded: dict[Candidate, CandidateSet], candidate: CandidateSet) -> Candidate | None:
    """Return the given that excludes this candidate, if there is only one."""
    found = [given for given, mask in excluded.items() if mask & candidate]
    return found[0] if len(found) == 1 else None
