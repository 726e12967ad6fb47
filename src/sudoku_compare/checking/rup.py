"""Checks a refutation step by step, by reverse unit propagation (RUP) with watched literals.

A step is a clause. It follows if assuming that it is false leads to a contradiction by unit propagation alone. A step
that follows is kept for the steps after it; the empty clause ends the proof. Keeping a clause that the proof deletes
does no harm, because whatever followed still follows. So deletion only saves memory.

Most clauses of a Sudoku have two literals. These are kept as implications; longer ones are watched.
"""

from collections.abc import Iterable, Sequence

Literal = int
LONG = 32  # from this many literals on, duplicates in a clause are found by hashing
MOST_LITERALS = 10_000_000  # in all kept steps: a gigabyte or two


class TooLarge(Exception):
    """Raised when the steps of a proof need too much memory."""


class Refutation:
    """A formula and the steps that follow from it; `is_complete` once they include a contradiction."""

    def __init__(self, variables: int) -> None:
        # These lists are indexed by literal: a negative literal counts from the end.
        self._value = [0] * (2 * variables + 1)  # 1 true, -1 false, 0 undecided
        self._implied: list[list[Literal]] = [[] for _ in self._value]  # what follows from each literal
        self._watching: list[list[list[Literal]]] = [[] for _ in self._value]  # the clauses that watch each literal
        self._trail: list[Literal] = []  # true literals, in the order in which they were derived
        self._steps: dict[tuple[Literal, ...], list[Literal]] = {}  # the literals kept for each step
        self._copies: dict[tuple[Literal, ...], int] = {}  # copies of each step that were added and not deleted
        self._literals_kept = 0
        self.is_complete = False

    def add(self, clause: Sequence[Literal]) -> list[Literal]:
        """Add a clause. Return the literals that were kept; none if nothing more can follow from the clause."""
        value = self._value
        left = []
        for literal in clause if len(clause) < LONG else dict.fromkeys(clause):
            if value[literal] > 0:
                return []
            if not value[literal] and (len(clause) >= LONG or literal not in left):
                left.append(literal)
        if len(left) > 1:
            self._keep(left)
            return left
        if not left or self._contradicts(left):
            self.is_complete = True
        self._trail.clear()  # what is true without an assumption stays true
        return []

    def add_step(self, clause: Sequence[Literal]) -> bool:
        """Add a clause if it follows; return whether it does."""
        if not self._follows(clause):
            return False
        key = tuple(sorted(clause))
        if key in self._copies:
            self._copies[key] += 1
        elif kept := self.add(clause):
            self._steps[key] = kept
            self._copies[key] = 1
            self._literals_kept += len(key)
            if self._literals_kept > MOST_LITERALS:
                raise TooLarge
        return True

    def drop_step(self, clause: Sequence[Literal]) -> None:
        """Delete a step, or one copy of it. Clauses of the formula are never deleted."""
        key = tuple(sorted(clause))
        if key in self._copies:
            self._copies[key] -= 1
            if not self._copies[key]:
                del self._copies[key]
                self._literals_kept -= len(key)
                self._forget(self._steps.pop(key))

    def _keep(self, literals: list[Literal]) -> None:
        one, other, *more = literals
        if more:
            self._watching[one].append(literals)
            self._watching[other].append(literals)
        else:
            self._implied[-one].append(other)
            self._implied[-other].append(one)

    def _forget(self, literals: list[Literal]) -> None:
        one, other, *more = literals
        if more:
            for literal in (one, other):
                self._watching[literal] = [kept for kept in self._watching[literal] if kept is not literals]
        else:
            self._implied[-one].remove(other)
            self._implied[-other].remove(one)

    def _follows(self, clause: Sequence[Literal]) -> bool:
        contradiction = self.is_complete or self._contradicts([-literal for literal in clause])
        for literal in self._trail:
            self._value[literal] = self._value[-literal] = 0
        self._trail.clear()
        return contradiction

    def _contradicts(self, literals: Iterable[Literal]) -> bool:
        """Assume these literals and propagate; return whether that is a contradiction. New literals go to the trail."""
        value, trail = self._value, self._trail
        for literal in literals:
            if value[literal] < 0:
                return True
            if not value[literal]:
                value[literal], value[-literal] = 1, -1
                trail.append(literal)
        done = 0
        while done < len(trail):
            literal = trail[done]
            done += 1
            for implied in self._implied[literal]:
                if not value[implied]:
                    value[implied], value[-implied] = 1, -1
                    trail.append(implied)
                elif value[implied] < 0:
                    return True
            if self._watching[-literal] and self._visit(-literal):
                return True
        return False

    def _visit(self, false: Literal) -> bool:
        """Update the clauses that watch a literal which became false; return whether one of them is now false."""
        value, trail, watching = self._value, self._trail, self._watching
        clauses = watching[false]
        watching[false] = kept = []
        for number, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            last = clause[0]
            if value[last] > 0:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if value[literal] >= 0:
                    clause[1], clause[place] = literal, false
                    watching[literal].append(clause)
                    break
            else:
                kept.append(clause)
                if value[last] < 0:
                    kept += clauses[number + 1 :]
                    return True
                value[last], value[-last] = 1, -1
                trail.append(last)
        return False
