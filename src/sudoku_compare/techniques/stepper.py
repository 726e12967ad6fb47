"""From the givens as far as the techniques lead: the steps, and how it ended. Nothing is ever guessed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..core.puzzle import Grid, Puzzle
from .catalog import HIGHEST, TECHNIQUES, Technique, techniques_up_to
from .position import Position, Tick, no_deadline, position_of
from .step import Step


class Reached(StrEnum):
    SOLVED = "solved"  # every cell has its value
    CONTRADICTION = "contradiction"  # no value is left for a cell, or no place for a value
    STUCK = "stuck"  # the techniques have run out


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps of one puzzle, and where they lead."""

    steps: tuple[Step, ...]
    outcome: Reached
    position: Position  # where it ended
    reason: str = ""  # the contradiction, in words

    @property
    def grid(self) -> Grid:
        return bytes(self.position.grid)

    def assumed_uniqueness(self) -> bool:
        return assume_uniqueness(self.steps)


def assume_uniqueness(steps: Iterable[Step]) -> bool:
    """Whether a step holds only if the solution is unique."""
    assuming = {technique.name for technique in TECHNIQUES if technique.assumes_uniqueness}
    return any(step.technique in assuming for step in steps)


def walk(puzzle: Puzzle, level: str = HIGHEST, *, given_unique: bool = False, tick: Tick = no_deadline) -> Walk:
    """Solve by the techniques of a level, always by the cheapest that leads on.

    >>> walk(Puzzle.from_text("1... ..2. .3.. ...4"), "hidden-single").outcome
    <Reached.SOLVED: 'solved'>
    """
    techniques = techniques_up_to(level, given_unique=given_unique)
    position = position_of(puzzle, tick)
    clash = puzzle.find_clash()
    if clash:
        return Walk((), Reached.CONTRADICTION, position, str(clash))
    steps = tuple(follow(position, techniques))
    flaw = position.flaw()  # of the whole board: `follow` has looked only where its steps touched it
    if flaw:
        return Walk(steps, Reached.CONTRADICTION, position, flaw.reason)
    return Walk(steps, Reached.STUCK if position.open else Reached.SOLVED, position)


def follow(
    position: Position, techniques: Sequence[Technique], otherwise: Callable[[Position], Step] | None = None
) -> Iterator[Step]:
    """Each next step, applied to the position as it is given; ends at the solution, a contradiction, or stuck.

    Where the techniques run out, `otherwise` makes the step.
    """
    flaw = position.flaw()
    while position.open and not flaw:
        step = next_step(position, techniques) or (otherwise and otherwise(position))
        if not step:
            return
        position.apply(step)
        yield step
        flaw = position.flaw_after(step)


def next_step(position: Position, techniques: Sequence[Technique]) -> Step | None:
    """What the cheapest technique that leads on would do."""
    for technique in techniques:
        position.tick()
        step = next(technique.find(position), None)
        if step:
            return step
    return None
