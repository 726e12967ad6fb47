"""What can be said about a puzzle, and what one engine says."""

from enum import StrEnum
from typing import NamedTuple

from .answer import Answer, Ending


class Verdict(StrEnum):
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    SOLVED = "solved"  # a solution was asked for and found; whether there are others was not asked
    UNKNOWN = "unknown"


class EngineResult(NamedTuple):
    """The answer of one engine, and what it claims."""

    engine: str  # its configuration as text
    answer: Answer
    verdict: Verdict  # what the answer claims, before it is checked
    method: str  # the encoding or search behind it: results with the same method are one witness


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
