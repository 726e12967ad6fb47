"""Checks a refutation whose steps name the clauses from which they follow, as in the format LRAT.

A step is a clause with hints: the numbers of earlier clauses, in the order in which they are used. Assuming that the
step is false, each of these clauses has exactly one literal that is not false yet, which must then be true; of the last
one, every literal is false. So nothing has to be searched for, and clauses that are not named are not looked at.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .rup import MOST_LITERALS, TooLarge
from .sudoku_clauses import Clause

LONGEST_SHOWN = 20  # bytes of a number in a message


class StepFault(Exception):
    """Raised when a step does not follow from its hints, or names a clause that does not exist."""


class HintedRefutation:
    """The numbered clauses of a formula, and the steps that follow from them. The numbers are text."""

    def __init__(self, clauses: dict[bytes, Clause], count: int, variables: int) -> None:
        """`clauses` are those of the formula, numbered from 1 to `count`; those that no step uses may be left out.

        Their variables are from 1 to `variables`, and their literals may be wrapped, see `wrap_literals`.
        """
        self._clauses = clauses  # this object changes it
        self._count = self._newest = count
        self._variables = variables
        # These lists are indexed by literal: a negative literal counts from the end. Index 0 means no literal.
        self._opposite = _list_opposites(variables)
        self._false_in: list[object] = [None] * len(self._opposite)  # the last step in which each literal is false
        self._literals_kept = 0  # in all steps

    def add_step(self, number: bytes, literals: Sequence[int], hints: Sequence[bytes]) -> None:
        """Add a step under this number if it follows from the hints; otherwise raise StepFault."""
        value = int(number)
        if value <= self._newest:
            raise StepFault(f"expected a number above {self._newest}, found {_show(number)}")
        if literals and (max(literals) > self._variables or min(literals) < -self._variables or 0 in literals):
            raise StepFault(f"expected variables from 1 to {self._variables}")  # wrapped, it would be another literal
        clause = wrap_literals(literals, self._variables)
        self._follow(hints, clause)
        self._newest = value
        self._clauses[number] = clause
        self._literals_kept += len(clause)
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

    def _follow(self, hints: Sequence[bytes], negated: Clause) -> None:
        """Derive a literal from each hint, and nothing from the last one: a contradiction."""
        clauses, false_in, opposite = self._clauses, self._false_in, self._opposite
        step = object()  # new, so that nothing is false in this step yet
        for literal in negated:
            false_in[literal] = step
        forced = 1
        try:
            for hint in hints:
                forced = 0  # stays 0 if every literal is false
                for literal in clauses[hint]:
                    if false_in[literal] is not step:
                        if forced:
                            raise StepFault(f"hint {_show(hint)}: more than one literal of its clause is not false yet")
                        forced = literal
                refuted = opposite[forced]
                if false_in[refuted] is step:
                    raise StepFault("a hint is not needed: its clause is already true, or comes after a contradiction")
                false_in[refuted] = step
        except KeyError:
            raise StepFault(f"hint {_show(hint)}: {_explain_missing(hint)}") from None
        if forced:
            raise StepFault("the hints do not end in a contradiction")


def wrap_literals(literals: Iterable[int], variables: int) -> Clause:
    """Return the literals as indexes that do not count from the end of a list that is indexed by literal.

    They are the same places, but Python finds them faster than those of negative literals.
    """
    size = 2 * variables + 1
    return tuple([literal % size for literal in literals])


@lru_cache(maxsize=4)
def _list_opposites(variables: int) -> list[int]:
    """Return the index of the opposite of each literal; do not change it."""
    return [0, *range(2 * variables, 0, -1)]


def _explain_missing(hint: bytes) -> str:
    if hint.startswith(b"-"):
        return "negative hints (RAT) are not accepted; every step must follow by unit propagation (RUP)"
    return "no clause before this step has this number, or it was deleted"


def _show(number: bytes) -> str:
    return number[:LONGEST_SHOWN].decode("ascii", "replace")
