"""The techniques in one list, from easy to hard. A level is the name of the hardest technique that may be used."""

import re
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
    """A named solving technique: `find` yields the steps that it allows in a position."""

    name: str
    title: str  # how the reasons of its steps begin
    find: Callable[[Position], Iterator[Step]]
    score: int  # what each use adds to the score of a puzzle
    assumes_uniqueness: bool = False


TECHNIQUES = (
    Technique("naked-single", "Naked single", naked_single, 1),
    Technique("hidden-single", "Hidden single", hidden_single, 1),
    Technique("naked-pair", "Naked pair", naked(2), 5),
    Technique("pointing", "Locked candidates (pointing)", pointing, 5),
    Technique("claiming", "Locked candidates (claiming)", claiming, 5),
    Technique("hidden-pair", "Hidden pair", hidden(2), 7),
    Technique("naked-triple", "Naked triple", naked(3), 8),
    Technique("hidden-triple", "Hidden triple", hidden(3), 10),
    Technique("naked-quad", "Naked quad", naked(4), 12),
    Technique("hidden-quad", "Hidden quad", hidden(4), 15),
    Technique("x-wing", "X-Wing", fish(2), 15),
    Technique("swordfish", "Swordfish", fish(3), 20),
    Technique("jellyfish", "Jellyfish", fish(4), 25),
    Technique("xy-wing", "XY-Wing", xy_wing, 25),
    Technique("xyz-wing", "XYZ-Wing", xyz_wing, 28),
    Technique("w-wing", "W-Wing", w_wing, 28),
    Technique("simple-colouring", "Simple colouring", simple_colouring, 30),
    Technique("xy-chain", "XY-Chain", xy_chain, 40),
    Technique("unique-rectangle", "Unique rectangle", unique_rectangle, 40, assumes_uniqueness=True),
    Technique("forcing", "Forcing", forcing, 80),
)
LEVELS = tuple(technique.name for technique in TECHNIQUES)
HIGHEST = LEVELS[-1]
ALIASES = {  # other common names; the first two come from the seed programs (docs/studies.md)
    "lone-single": "naked-single",
    "cofio-single": "hidden-single",
    "sole-candidate": "naked-single",
    "unique-candidate": "hidden-single",
    "pointing-pair": "pointing",
    "pointing-triple": "pointing",
    "locked-candidates-pointing": "pointing",
    "box-line-reduction": "claiming",
    "locked-candidates": "claiming",  # as a level: both kinds
    "locked-candidates-claiming": "claiming",
    "naked-quadruple": "naked-quad",
    "hidden-quadruple": "hidden-quad",
    "y-wing": "xy-wing",
    "simple-coloring": "simple-colouring",
    "forcing-chain": "forcing",
    "nishio": "forcing",
}


def _normalize(name: str) -> str:
    """Return the name in lower case and in the singular, without spaces and hyphens."""
    return re.sub(r"[\W_]+", "", name.casefold()).removesuffix("s")


_BY_KEY = {_normalize(technique.name): technique for technique in TECHNIQUES}
_BY_KEY |= {_normalize(alias): _BY_KEY[_normalize(name)] for alias, name in ALIASES.items()}


def find_technique(text: str) -> Technique:
    """Return the technique with this name or alias; case, hyphens, underscores and spaces do not matter.

    >>> find_technique("X-Wing").name, find_technique("naked_pair").name, find_technique("Hidden Single").name
    ('x-wing', 'naked-pair', 'hidden-single')
    """
    technique = _BY_KEY.get(_normalize(text))
    if technique is None:
        hyphenated = re.sub(r"[\W_]+", "-", text.casefold())
        raise OptionError(f"unknown technique {text!r}; {suggest(hyphenated, LEVELS)}")
    return technique


def techniques_up_to(level: str = HIGHEST, *, given_unique: bool = False) -> tuple[Technique, ...]:
    """Return the techniques of a level, with those that rely on a unique solution only if uniqueness is given.

    Raises OptionError if `given_unique` has no effect at this level.
    """
    highest = find_technique(level)
    chosen = TECHNIQUES[: TECHNIQUES.index(highest) + 1]
    if given_unique and not any(technique.assumes_uniqueness for technique in chosen):
        needed = next(technique.name for technique in TECHNIQUES if technique.assumes_uniqueness)
        raise OptionError(
            f"level {highest.name}: no technique up to this level assumes uniqueness; expected {needed} or higher"
        )
    return tuple(technique for technique in chosen if given_unique or not technique.assumes_uniqueness)
