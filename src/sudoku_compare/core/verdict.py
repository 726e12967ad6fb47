"""The verdict on a puzzle, and the result of one engine."""

from enum import StrEnum
from typing import NamedTuple

from .answer import Answer, Ending


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as the engines settled it."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    SOLVED = "solved"  # one solution was asked for and found; there may be others
    UNKNOWN = "unknown"


class EngineResult(NamedTuple):
    """The answer of one engine, with the engine's name."""

    engine: str
    answer: Answer
    verdict: Verdict  # the engine's claim, before any check


def own_verdict(answer: Answer) -> Verdict:
    """Return the verdict that the answer claims."""
    found = len(answer.solutions)
    if found > 1:
        return Verdict.MULTIPLE
    if answer.ending is Ending.ENOUGH:
        return Verdict.SOLVED
    if answer.ending is Ending.EXHAUSTED:
        return Verdict.UNIQUE if found else Verdict.UNSOLVABLE
    return Verdict.UNKNOWN
