"""Replays the explanation of a puzzle without a solution, from the givens to the contradiction.

Every value that a step places and every candidate that it removes is checked at the position before it
(`step_support`), and the contradiction is checked at the end. This code knows no engine and no technique.
"""

from collections.abc import Sequence
from itertools import combinations

from ..core.puzzle import Puzzle, symbol_of
from .rejection import Rejected
from .step_rules import list_units, name_unit, step_rules
from .step_support import StepChecker, StepLike


class ExplanationReplay:
    """The candidates that are absent, from the givens on, step by step."""

    def __init__(self, puzzle: Puzzle, candidates: Sequence[Sequence[int]] | None = None) -> None:
        rules = step_rules(puzzle.shape.box_height, puzzle.shape.box_width)
        self._checker = StepChecker(rules)
        self._absent = rules.exclude_all(puzzle.givens)
        self.steps = 0
        for cell, kept in enumerate(candidates or ()):
            for value in range(1, rules.side + 1) if kept and not puzzle.givens[cell] else ():
                if value not in kept:
                    self._absent |= 1 << rules.number(cell, value)

    def follow(self, step: StepLike) -> None:
        """Check one step, and remove what it removes. Raises Rejected."""
        self.steps += 1
        try:
            self._checker.find_supports(self._absent, step)
        except Rejected as error:
            raise Rejected(f"step {self.steps}: {error}") from None
        for candidate in step.removed:
            self._absent |= 1 << self._checker.rules.number(*candidate)
        for candidate in step.placed:
            self._absent |= self._checker.rules.excluded_by(self._checker.rules.number(*candidate))

    def finish(self, contradiction: str) -> None:
        """Check the contradiction after the last step, given as `r4c5 has no candidate left`. Raises Rejected."""
        group = self._checker.find_contradiction(contradiction)
        if group not in self._checker.rules.find_impossible_groups(self._absent):
            raise Rejected(f"the steps do not end in this: {contradiction}")


def list_clashes(puzzle: Puzzle) -> list[str]:
    """Return a sentence for each two equal givens in a unit."""
    shape, found = puzzle.shape, []
    for unit, members in enumerate(list_units(shape.box_height, shape.box_width)):
        for one, other in combinations([cell for cell in members if puzzle.givens[cell]], 2):
            if puzzle.givens[one] == puzzle.givens[other]:
                names = [f"r{cell // shape.side + 1}c{cell % shape.side + 1}" for cell in (one, other)]
                value = symbol_of(puzzle.givens[one], shape)
                found.append(f"{value} is given twice in {name_unit(unit, shape.side)}: {' and '.join(names)}")
    return found


def replay_contradiction(
    puzzle: Puzzle,
    steps: Sequence[StepLike],
    contradiction: str,
    candidates: Sequence[Sequence[int]] | None = None,
) -> int:
    """Return the number of steps if all of them follow, and lead from the givens to the contradiction.

    `candidates` are those of each cell that someone has left; an empty list means all. Raises Rejected.
    """
    if not steps and contradiction in list_clashes(puzzle):
        return 0  # without the tables of the rules, which are large on a large board
    replay = ExplanationReplay(puzzle, candidates)
    for step in steps:
        replay.follow(step)
    replay.finish(contradiction)
    return replay.steps
