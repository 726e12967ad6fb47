"""Why a puzzle has no solution: the shortest way found from some of its givens to a contradiction.

Steps are found in rounds. A round collects all steps of the easiest technique that applies, or, in another attempt, of
all techniques. Where none applies, a round collects assumptions that fail. From the contradiction backwards, everything
that is not needed is left out: steps, what they remove, and givens. The same is tried with minimal conflicts, and the
shortest result is kept. `derivation` says how length is measured. The number of attempts does not depend on the clock,
so the result is the same on every machine, unless time runs out.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random
from typing import NamedTuple

from ..checking.step_rules import CandidateSet, step_rules
from ..checking.step_support import StepChecker
from ..core.answer import OutOfTime, Stopwatch
from ..core.puzzle import Puzzle
from ..engines.sat.minimal_conflict import find_minimal_conflict
from ..engines.sat.oracle import OutOfReach, oracle_of_rules
from ..techniques import Candidate, Position, Step, Technique, find_technique, position_of, techniques_up_to
from ..techniques.bit_geometry import members
from ..techniques.failing_assumptions import rounds_to_contradiction
from ..techniques.forcing_nets import refutation_step
from ..techniques.refutation import refute
from .contradiction import Contradiction, keep_givens
from .depth import Eliminator
from .derivation import Derivation, Proof
from .rating import REDUCTIO
from .reductio_steps import find_reductio_step
from .shortening import Kept, Shortener

CONFLICTS = 4  # minimal conflicts that are tried
CHOICES = 6  # attempts with different assumptions, if there is no way without
MOST_STEPS = 60  # of one technique in one round
MOST_ASSUMPTIONS = 100  # in one round: those that fail soonest
ENDS = 20  # contradictions from which the steps are traced back: those that seem nearest
SHORT = 2  # steps: a proof of this length is not worth another attempt
LARGEST_WITH_CONFLICTS = 16  # side up to which minimal conflicts are tried


class _Attempt(NamedTuple):
    """One way to look for a contradiction."""

    puzzle: Puzzle
    wide: bool = False  # whether a round has the steps of all techniques
    assume: int | None = None  # which of several assumptions to prefer; None for no assumptions
    only_singles: bool = False  # whether no other technique is used


class ContradictionSearch:
    """Looks for the shortest explanation of a puzzle without a solution; `steps` has what was found so far."""

    def __init__(self, puzzle: Puzzle, techniques: Sequence[Technique], candidates: Kept, watch: Stopwatch) -> None:
        self._puzzle = puzzle
        self._candidates = candidates
        self._watch = watch
        assuming = find_technique("forcing-net")
        self._named = [technique for technique in techniques if technique is not assuming]
        self._assuming = assuming.name if assuming in techniques else REDUCTIO
        shape = puzzle.shape
        self._checker = StepChecker(step_rules(shape.box_height, shape.box_width))
        self._shortener = Shortener(self._checker, candidates, watch)
        self.steps: list[Step] = []  # of the first attempt, until it ends
        self._is_found = False

    def run(self) -> Contradiction:
        """Return the shortest explanation found in time. Raises OutOfTime if there is none."""
        best = self._attempt(_Attempt(self._puzzle, assume=0))
        best = best or self._attempt(_Attempt(self._puzzle, assume=0, only_singles=True))
        if best is None:
            raise AssertionError("assumptions were allowed, so the first attempt ends in a contradiction")
        is_complete = False
        with suppress(OutOfTime):
            best = self._shortener.drop_needless(best)
            for attempt in self._list_attempts(assume=any(step.refutation for step in best.steps)):
                if best.length <= SHORT:
                    break
                found = self._attempt(attempt)
                best = min(best, self._shortener.drop_needless(found) if found else best, key=lambda one: one.length)
            is_complete = True
        return replace(best, is_complete=is_complete)

    def _list_attempts(self, *, assume: bool) -> Iterator[_Attempt]:
        """Yield what else to try; with assumptions only if the first attempt needed them."""
        for choice in range(CHOICES) if assume else (None,):
            yield _Attempt(self._puzzle, wide=True, assume=choice)
        if self._candidates or self._puzzle.shape.side > LARGEST_WITH_CONFLICTS:
            return
        seen = set()
        with suppress(OutOfReach), oracle_of_rules(self._puzzle.shape, self._watch) as rules:
            for seed in range(CONFLICTS):
                conflict = find_minimal_conflict(rules, self._puzzle, seed=seed)
                if conflict and conflict not in seen:
                    seen.add(conflict)
                    yield _Attempt(keep_givens(self._puzzle, conflict), wide=True)

    def _attempt(self, attempt: _Attempt) -> Contradiction | None:
        position = position_of(attempt.puzzle, self._watch.tick, candidates=self._candidates)
        derivation = Derivation(self._checker, _find_absent(self._checker, position))
        while not self._checker.rules.find_impossible_groups(derivation.absent):
            steps = self._add_round(derivation, position, attempt)
            if not steps:
                return None
            for step in steps:
                position.apply(step)
            if not self._is_found:
                self.steps += steps
        self._is_found = True
        proof = self._put_in_order(attempt.puzzle, derivation.find_shortest(ENDS))
        return self._shortener.rebuild(attempt.puzzle, proof) if proof else None

    def _add_round(self, derivation: Derivation, position: Position, attempt: _Attempt) -> list[Step]:
        """Add the steps of one round, all of which follow from this position; return them."""
        found: list[Step] = []
        before = derivation.absent
        for technique in techniques_up_to("naked-single") if attempt.only_singles else self._named:
            self._watch.tick()
            found += derivation.add(islice(technique.find(position), MOST_STEPS), before)
            if found and not attempt.wide:
                break
        if not found and attempt.assume is not None:
            return derivation.add(self._assume(position, attempt.assume), before)
        return found

    def _put_in_order(self, puzzle: Puzzle, proof: Proof) -> Proof | None:
        """Take the steps of a proof one after another instead of in rounds; this may end sooner.

        If a step of the same round has removed a candidate on which an assumption relies, it is refuted anew. Returns
        None if the checker cannot follow: once other candidates are gone, the cases that it tries may become too many.
        """
        position = position_of(puzzle, self._watch.tick, candidates=self._candidates)
        derivation = Derivation(self._checker, _find_absent(self._checker, position))
        for step in proof.steps:
            if not derivation.add([step], derivation.absent) and step.refutation:
                refutation = refute(position, step.refutation.assumed, step.refutation.depth())
                again = (
                    refutation_step(step.technique, position, step.refutation.assumed, refutation)
                    if refutation
                    else step
                )
                derivation.add([again], derivation.absent)
            position.apply(step)
            if self._checker.rules.find_impossible_groups(derivation.absent):
                break
        is_found = self._checker.rules.find_impossible_groups(derivation.absent)
        return derivation.find_shortest(ENDS) if is_found else None

    def _assume(self, position: Position, choice: int) -> Iterator[Step]:
        """Yield steps that remove candidates whose assumption fails by singles or, if there are none, a deeper one.

        If removing a single one of them leads to the contradiction by singles, only one such step is yielded. `choice`
        decides which or, if there is none, which steps to leave out.
        """
        eliminator = Eliminator(self._puzzle.shape, None, self._watch.tick)
        failing = _find_failing(position)
        board = eliminator.board_of(bytes(position.grid), position.candidates)
        enough = [one for one in failing if eliminator.is_needed(board, *one)]
        for candidate in [enough[choice % len(enough)]] if enough else _vary(failing[:MOST_ASSUMPTIONS], choice):
            if refutation := refute(position, candidate):
                yield refutation_step(self._assuming, position, candidate, refutation)
        if not failing:
            yield find_reductio_step(eliminator, position)


def _find_absent(checker: StepChecker, position: Position) -> CandidateSet:
    absent = 0
    for cell, left in enumerate(position.candidates):
        for value in position.geometry.shape.values:
            if not left >> value & 1:
                absent |= 1 << checker.rules.number(cell, value)
    return absent


def _find_failing(position: Position) -> list[Candidate]:
    """Return the candidates whose assumption fails by singles alone, those that fail soonest first."""
    rounds = {}
    for cell in members(position.open):
        for value in members(position.candidates[cell]):
            if (number := rounds_to_contradiction(position, cell, value)) is not None:
                rounds[cell, value] = number
    return sorted(rounds, key=lambda one: rounds[one])


def _vary(candidates: list[Candidate], choice: int) -> list[Candidate]:
    """Return all of these for the first choice, and for every other one a random half, the same on every machine."""
    return Random(choice).sample(candidates, (len(candidates) + 1) // 2) if choice else candidates
