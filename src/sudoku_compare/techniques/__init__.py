"""Solving as people do: from step to step by techniques, each step with its reason, and never by a guess."""

from .catalog import HIGHEST, LEVELS, TECHNIQUES, Technique, techniques_up_to
from .position import Position, position_of
from .step import Candidate, Line, Refutation, Step
from .stepper import Reached, Walk, assume_uniqueness, follow, next_step, walk

__all__ = [
    "HIGHEST",
    "LEVELS",
    "TECHNIQUES",
    "Candidate",
    "Line",
    "Position",
    "Reached",
    "Refutation",
    "Step",
    "Technique",
    "Walk",
    "assume_uniqueness",
    "follow",
    "next_step",
    "position_of",
    "techniques_up_to",
    "walk",
]
