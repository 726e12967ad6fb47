"""Verdicts about a puzzle, and the result of one engine."""

from enum import StrEnum
from typing import NamedTuple, Self

from .answer import Answer, Ending


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as the engines settled it."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    SOLVED = "solved"  # one solution was asked for and found; nobody looked for others
    UNKNOWN = "unknown"


class EngineResult(NamedTuple):
    """The answer of one engine, with the name of the engine."""

    engine: str
    answer: Answer
    verdict: Verdict  # the engine's own claim, before any check

    @classmethod
    def of(cls, engine: str, answer: Answer) -> Self:
        """Return the result of an engine with the verdict that its answer claims."""
        return cls(engine, answer, claimed_verdict(answer))


def claimed_verdict(answer: Answer) -> Verdict:
    """Return the verdict that an answer claims, unchecked."""
    found = len(answer.solutions)
    if found > 1:
        return Verdict.MULTIPLE
    if answer.ending is Ending.ENOUGH:
        return Verdict.SOLVED
    if answer.ending is Ending.EXHAUSTED:
        return Verdict.UNIQUE if found else Verdict.UNSOLVABLE
    return Verdict.UNKNOWN
