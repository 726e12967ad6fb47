"""Checks a refutation whose steps name the clauses from which they follow, as in the format LRAT.

A step is a clause with hints: the numbers of earlier clauses, in the order in which they are used. Assuming that the
step is false, each of these clauses has exactly one literal that is not false yet, which must then be true; of the last
one, every literal is false. So nothing has to be searched for, and clauses that are not named are not looked at.
"""

from collections.abc import Iterable, Sequence

from .rup import MOST_LITERALS, TooLarge
from .sudoku_clauses import Clause

LONGEST_SHOWN = 20  # bytes of a number in a message


class StepFault(Exception):
    """Raised when a step does not follow from its hints, or names a clause that does not exist."""


class HintedRefutation:
    """The numbered clauses of a formula, and the steps that follow from them. The numbers are text."""

    def __init__(self, clauses: dict[bytes, Clause], count: int) -> None:
        """`clauses` are those of the formula, numbered from 1 to `count`; those that no step uses may be left out."""
        self._clauses = clauses  # this object changes it
        self._count = self._newest = count
        self._literals_kept = 0  # in all steps

    def add_step(self, number: bytes, literals: Sequence[int], hints: Sequence[bytes]) -> None:
        """Add a step under this number if it follows from the hints; otherwise raise StepFault."""
        if int(number) <= self._newest:
            raise StepFault(f"expected a number above {self._newest}, found {_show(number)}")
        self._follow(hints, set(literals))
        self._newest = int(number)
        self._clauses[number] = tuple(literals)
        self._literals_kept += len(literals)
        if self._literals_kept > MOST_LITERALS:
            raise TooLarge

    def drop(self, numbers: Iterable[bytes]) -> None:
        """Delete steps or clauses of the formula; raise StepFault if one does not exist."""
        for number in numbers:
            clause = self._clauses.pop(number, None)
            if clause is None:
                raise StepFault(f"there is no clause {_show(number)} to delete")
            if int(number) > self._count:
                self._literals_kept -= len(clause)

    def _follow(self, hints: Sequence[bytes], false: set[int]) -> None:
        """Derive a literal from each hint, and nothing from the last one, a contradiction. `false` grows on the way."""
        clauses, assumed, forced = self._clauses, len(false), 1
        try:
            for hint in hints:
                forced = 0  # stays 0 if every literal is false
                for literal in clauses[hint]:
                    if literal not in false:
                        if forced:
                            raise StepFault(f"hint {_show(hint)}: more than one literal of its clause is not false yet")
                        forced = literal
                false.add(-forced)
        except KeyError:
            raise StepFault(f"hint {_show(hint)}: {_explain_missing(hint)}") from None
        if forced:
            raise StepFault("the hints do not end in a contradiction")
        if len(false) < assumed + len(hints):
            raise StepFault("a hint is not needed: its clause is already true, or comes after a contradiction")


def _explain_missing(hint: bytes) -> str:
    if hint.startswith(b"-"):
        return "negative hints (RAT) are not accepted; every step must follow by unit propagation (RUP)"
    return "no clause before this step has this number, or it was deleted"


def _show(number: bytes) -> str:
    return number[:LONGEST_SHOWN].decode("ascii", "replace")
