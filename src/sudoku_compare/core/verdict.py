"""What can be said about a puzzle, and what one engine says."""

from enum import StrEnum
from typing import NamedTuple

from .answer import Answer, Ending


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as the engines settled it."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    SOLVED = "solved"  # a solution was asked for and found; whether there are others was not asked
    UNKNOWN = "unknown"


class EngineResult(NamedTuple):
    """What one engine says: its answer under its name."""

    engine: str
    answer: Answer
    verdict: Verdict  # its own, before anybody checked it


def own_verdict(answer: Answer) -> Verdict:
    """What the answer claims."""
    found = len(answer.solutions)
    if found > 1:
        return Verdict.MULTIPLE
    if answer.ending is Ending.ENOUGH:
        return Verdict.SOLVED
    if answer.ending is Ending.EXHAUSTED:
        return Verdict.UNIQUE if found else Verdict.UNSOLVABLE
    return Verdict.UNKNOWN
