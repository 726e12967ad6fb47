"""Verdicts about a puzzle, and the result of one engine."""

from dataclasses import dataclass
from enum import StrEnum

from .answer import Answer, Ending


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as the engines settled it."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    SOLVED = "solved"  # one solution was asked for and found; no engine looked for others
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class EngineResult:
    """The answer of one engine, and what it claims."""

    engine: str  # its configuration as text
    answer: Answer
    verdict: Verdict  # what the answer claims, before any check
    method: str  # the encoding or search behind it: results with the same method count as one witness


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
