"""Apply the techniques step by step until the puzzle is solved, contradictory, or stuck. Nothing is guessed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..core.puzzle import Grid, Puzzle
from .catalog import HIGHEST, TECHNIQUES, Technique, techniques_up_to
from .position import Position, Tick, no_deadline, position_of
from .step import Step


class Reached(StrEnum):
    """How a walk ended."""

    SOLVED = "solved"  # every cell has its value
    CONTRADICTION = "contradiction"  # a cell has no candidate left, or a value no place
    STUCK = "stuck"  # no technique applies


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps of one puzzle, and how they ended."""

    steps: tuple[Step, ...]
    outcome: Reached
    position: Position  # after the last step
    reason: str = ""  # the contradiction, in words

    @property
    def grid(self) -> Grid:
        return bytes(self.position.grid)

    def assumed_uniqueness(self) -> bool:
        """Return whether a step is valid only if the solution is unique."""
        return assume_uniqueness(self.steps)


def assume_uniqueness(steps: Iterable[Step]) -> bool:
    """Return whether any of the steps is valid only if the solution is unique."""
    assuming = {technique.name for technique in TECHNIQUES if technique.assumes_uniqueness}
    return any(step.technique in assuming for step in steps)


def walk(puzzle: Puzzle, level: str = HIGHEST, *, given_unique: bool = False, tick: Tick = no_deadline) -> Walk:
    """Solve with the techniques of a level, always using the easiest that applies.

    >>> walk(Puzzle.from_text("1... ..2. .3.. ...4"), "hidden-single").outcome
    <Reached.SOLVED: 'solved'>
    """
    techniques = techniques_up_to(level, given_unique=given_unique)
    position = position_of(puzzle, tick)
    clash = puzzle.find_clash()
    if clash:
        return Walk((), Reached.CONTRADICTION, position, str(clash))
    steps = tuple(follow(position, techniques))
    flaw = position.flaw()  # on the whole board: `follow` looks only at what its steps changed
    if flaw:
        return Walk(steps, Reached.CONTRADICTION, position, flaw.reason)
    return Walk(steps, Reached.STUCK if position.open else Reached.SOLVED, position)


def follow(
    position: Position, techniques: Sequence[Technique], otherwise: Callable[[Position], Step] | None = None
) -> Iterator[Step]:
    """Apply and yield steps until the puzzle is solved, contradictory, or stuck.

    Where no technique applies, `otherwise` provides the step.
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
    """Return the first step of the easiest technique that applies, or None."""
    for technique in techniques:
        position.tick()
        step = next(technique.find(position), None)
        if step:
            return step
    return None
