"""Human solving techniques: each step follows from the position, has a reason, and is never a guess."""

from .catalog import HIGHEST, LEVELS, TECHNIQUES, Level, Technique, find_technique, techniques_up_to
from .position import Position, position_of
from .step import Candidate, Line, Link, LinkKind, Refutation, Step
from .stepper import Reached, Walk, assume_uniqueness, follow, next_step, walk

__all__ = [
    "HIGHEST",
    "LEVELS",
    "TECHNIQUES",
    "Candidate",
    "Level",
    "Line",
    "Link",
    "LinkKind",
    "Position",
    "Reached",
    "Refutation",
    "Step",
    "Technique",
    "Walk",
    "assume_uniqueness",
    "find_technique",
    "follow",
    "next_step",
    "position_of",
    "techniques_up_to",
    "walk",
]
