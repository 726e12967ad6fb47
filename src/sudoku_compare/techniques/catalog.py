"""The techniques in one list, the cheapest first. A level is the name of the last that may be used."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..core.errors import OptionError
from ..core.text import suggest
from .chains import xy_chain
from .colouring import simple_colouring
from .fish import fish
from .forcing import forcing
from .locked_candidates import claiming, pointing
from .position import Position
from .singles import hidden_single, naked_single
from .step import Step
from .subsets import hidden, naked
from .unique_rectangles import unique_rectangle
from .wings import w_wing, xy_wing, xyz_wing


@dataclass(frozen=True, slots=True)
class Technique:
    """`find` gives the steps that it can make in a position; each strikes or places something."""

    name: str
    find: Callable[[Position], Iterator[Step]]
    score: int  # what one use adds to a puzzle's score
    assumes_uniqueness: bool = False


TECHNIQUES = (
    Technique("naked-single", naked_single, 1),
    Technique("hidden-single", hidden_single, 1),
    Technique("naked-pair", naked(2), 5),
    Technique("pointing", pointing, 5),
    Technique("claiming", claiming, 5),
    Technique("hidden-pair", hidden(2), 7),
    Technique("naked-triple", naked(3), 8),
    Technique("hidden-triple", hidden(3), 10),
    Technique("naked-quad", naked(4), 12),
    Technique("hidden-quad", hidden(4), 15),
    Technique("x-wing", fish(2), 15),
    Technique("swordfish", fish(3), 20),
    Technique("jellyfish", fish(4), 25),
    Technique("xy-wing", xy_wing, 25),
    Technique("xyz-wing", xyz_wing, 28),
    Technique("w-wing", w_wing, 28),
    Technique("simple-colouring", simple_colouring, 30),
    Technique("xy-chain", xy_chain, 40),
    Technique("unique-rectangle", unique_rectangle, 40, assumes_uniqueness=True),
    Technique("forcing", forcing, 80),
)
LEVELS = tuple(technique.name for technique in TECHNIQUES)
HIGHEST = LEVELS[-1]


def techniques_up_to(level: str = HIGHEST, *, given_unique: bool = False) -> tuple[Technique, ...]:
    """Those of a level; the ones that assume a unique solution only where it is given that there is one."""
    if level not in LEVELS:
        raise OptionError(f"level={level}: {suggest(level, LEVELS)}")
    chosen = TECHNIQUES[: LEVELS.index(level) + 1]
    if given_unique and not any(technique.assumes_uniqueness for technique in chosen):
        needed = next(technique.name for technique in TECHNIQUES if technique.assumes_uniqueness)
        raise OptionError(f"level={level}: a given uniqueness helps no technique up to there; level={needed} would do")
    return tuple(technique for technique in chosen if given_unique or not technique.assumes_uniqueness)
