"""The techniques in one list, from easy to hard. A level is the name of the hardest technique that may be used."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ..core.errors import OptionError
from ..core.text import suggest
from .almost_locked_techniques import als_xy_wing, als_xz
from .avoidable_rectangles import avoidable_rectangle
from .bug import bug_plus_one
from .chains import xy_chain
from .colouring import simple_colouring
from .finned_fish import finned_fish
from .fish import fish
from .forcing_chains import forcing_chain
from .forcing_nets import forcing_net
from .inference_chains import aic, grouped_aic, x_chain
from .locked_candidates import claiming, pointing
from .position import Position
from .remote_pairs import remote_pairs
from .single_digit_patterns import empty_rectangle, skyscraper, two_string_kite
from .singles import full_house, hidden_single, naked_single
from .step import Step
from .subsets import hidden, naked
from .sue_de_coq import sue_de_coq
from .unique_rectangles import unique_rectangle
from .wings import w_wing, xy_wing, xyz_wing


class Level(StrEnum):
    """How hard a technique is for people, in the five words that most programs and books use."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    UNFAIR = "unfair"
    EXTREME = "extreme"


EASY, MEDIUM, HARD, UNFAIR, EXTREME = Level


@dataclass(frozen=True, slots=True)
class Technique:
    """A named solving technique: `find` yields the steps that it allows in a position."""

    name: str
    title: str  # how the reasons of its steps begin
    find: Callable[[Position], Iterator[Step]]
    rating: float  # on the scale of Sudoku Explainer
    level: Level
    assumes_uniqueness: bool = field(default=False, kw_only=True)


TECHNIQUES = (  # ordered by rating
    Technique("full-house", "Full house", full_house, 1.0, EASY),
    Technique("hidden-single", "Hidden single", hidden_single, 1.5, EASY),
    Technique("naked-single", "Naked single", naked_single, 2.3, EASY),
    Technique("pointing", "Locked candidates (pointing)", pointing, 2.6, MEDIUM),
    Technique("claiming", "Locked candidates (claiming)", claiming, 2.8, MEDIUM),
    Technique("naked-pair", "Naked pair", naked(2), 3.0, MEDIUM),
    Technique("x-wing", "X-Wing", fish(2), 3.2, HARD),
    Technique("hidden-pair", "Hidden pair", hidden(2), 3.4, MEDIUM),
    Technique("naked-triple", "Naked triple", naked(3), 3.6, MEDIUM),
    Technique("swordfish", "Swordfish", fish(3), 3.8, HARD),
    Technique("hidden-triple", "Hidden triple", hidden(3), 4.0, MEDIUM),
    Technique("xy-wing", "XY-Wing", xy_wing, 4.2, HARD),
    Technique("xyz-wing", "XYZ-Wing", xyz_wing, 4.4, HARD),
    Technique("w-wing", "W-Wing", w_wing, 4.4, HARD),
    Technique("unique-rectangle", "Unique rectangle", unique_rectangle, 4.5, HARD, assumes_uniqueness=True),
    Technique("avoidable-rectangle", "Avoidable rectangle", avoidable_rectangle, 4.7, HARD, assumes_uniqueness=True),
    Technique("naked-quad", "Naked quad", naked(4), 5.0, HARD),
    Technique("jellyfish", "Jellyfish", fish(4), 5.2, HARD),
    Technique("hidden-quad", "Hidden quad", hidden(4), 5.4, HARD),
    Technique("bug+1", "BUG+1", bug_plus_one, 5.6, HARD, assumes_uniqueness=True),
    Technique("skyscraper", "Skyscraper", skyscraper, 6.6, HARD),
    Technique("two-string-kite", "Two-string kite", two_string_kite, 6.6, HARD),
    Technique("empty-rectangle", "Empty rectangle", empty_rectangle, 6.6, HARD),
    Technique("finned-x-wing", "Finned X-Wing", finned_fish(2), 6.6, HARD),
    Technique("simple-colouring", "Simple colouring", simple_colouring, 6.6, HARD),
    Technique("remote-pairs", "Remote pairs", remote_pairs, 6.7, HARD),
    Technique("finned-swordfish", "Finned swordfish", finned_fish(3), 6.8, UNFAIR),
    Technique("finned-jellyfish", "Finned jellyfish", finned_fish(4), 6.9, UNFAIR),
    Technique("x-chain", "X-Chain", x_chain, 6.9, UNFAIR),
    Technique("sue-de-coq", "Sue de Coq", sue_de_coq, 7.0, UNFAIR),
    Technique("xy-chain", "XY-Chain", xy_chain, 7.0, UNFAIR),
    Technique("als-xz", "ALS-XZ", als_xz, 7.0, UNFAIR),
    Technique("als-xy-wing", "ALS-XY-Wing", als_xy_wing, 7.1, UNFAIR),
    Technique("aic", "AIC", aic, 7.2, UNFAIR),
    Technique("grouped-aic", "Grouped AIC", grouped_aic, 7.4, UNFAIR),
    Technique("forcing-chain", "Forcing chain", forcing_chain, 8.0, EXTREME),
    Technique("forcing-net", "Forcing net", forcing_net, 8.5, EXTREME),
)
LEVELS = tuple(technique.name for technique in TECHNIQUES)
HIGHEST = LEVELS[-1]
ALIASES = {  # other common names; the first two come from the seed programs (docs/studies.md)
    "lone-single": "naked-single",
    "cofio-single": "hidden-single",
    "last-digit": "full-house",
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
    "hidden-rectangle": "unique-rectangle",
    "uniqueness-test": "unique-rectangle",
    "bug": "bug+1",
    "bivalue-universal-grave": "bug+1",
    "2-string-kite": "two-string-kite",
    "sashimi-x-wing": "finned-x-wing",
    "sashimi-swordfish": "finned-swordfish",
    "sashimi-jellyfish": "finned-jellyfish",
    "simple-coloring": "simple-colouring",
    "remote-pair": "remote-pairs",
    "x-cycle": "x-chain",
    "two-sector-disjoint-subsets": "sue-de-coq",
    "alternating-inference-chain": "aic",
    "nice-loop": "aic",
    "grouped-nice-loop": "grouped-aic",
    "cell-forcing-chain": "forcing-chain",
    "unit-forcing-chain": "forcing-chain",
    "forcing": "forcing-net",
    "nishio": "forcing-net",
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
