"""Unit propagation that remembers why each literal is true, over clauses that come and go.

The clauses that are known to be needed for a proof (its core) are used first. So a proof needs fewer other clauses.
"""

from collections.abc import Iterable, Sequence

Clause = Sequence[int]


class _Index:
    """Where each literal occurs. Clauses of two literals are implications; of longer ones, two literals are watched."""

    def __init__(self, size: int) -> None:
        # Indexed by literal: a negative literal counts from the end.
        self.implied: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # what follows, and from which clause
        self.watching: list[list[int]] = [[] for _ in range(size)]
        self.done = 0  # literals of the trail that have been propagated with these clauses


class Propagation:
    """Numbered clauses, and the literals that follow from them."""

    def __init__(self, variables: int) -> None:
        self.clauses: dict[int, Clause] = {}  # those that say something; a clause that was true already does not
        self.value = [0] * (2 * variables + 1)  # of each literal: 1 true, -1 false, 0 undecided
        self.trail: list[int] = []  # true literals, in the order in which they were derived
        self.conflict: int | None = None  # a clause that is false
        self._reason = [0] * (2 * variables + 1)  # the clause from which a literal follows; 0 if it is assumed
        self._left: dict[int, list[int]] = {}  # of each clause, the literals that were undecided when it was added
        self._core: set[int] = set()
        self._of_core = _Index(2 * variables + 1)
        self._of_others = _Index(2 * variables + 1)

    def add(self, number: int, clause: Clause) -> None:
        """Add a clause, and propagate if it has only one literal left."""
        left = self._list_undecided(clause)
        if left is None:
            return
        self.clauses[number], self._left[number] = clause, left
        if len(left) > 1:
            self.attach(number)
        elif left:
            self._set(left[0], reason=number)
            self.propagate()
        else:
            self.conflict = number

    def assume(self, literals: Iterable[int]) -> None:
        """Make undecided literals true, and propagate."""
        for literal in literals:
            if not self.value[literal]:
                self._set(literal, reason=0)
        self.propagate()

    def retract(self, length: int) -> None:
        """Shorten the trail to this length."""
        for literal in self.trail[length:]:
            self.value[literal] = self.value[-literal] = 0
        del self.trail[length:]
        for index in (self._of_core, self._of_others):
            index.done = min(index.done, length)
        self.conflict = None

    def reason_of(self, literal: int) -> int:
        """Return the clause from which a true literal follows, or 0 if it was assumed."""
        return self._reason[literal]

    def is_reason(self, number: int) -> bool:
        """Return whether a literal is true because of this clause."""
        return any(self.value[literal] > 0 and self._reason[literal] == number for literal in self._left[number])

    def attach(self, number: int) -> None:
        """Use the clause from now on. If it was detached before, the trail must be as it was then."""
        index, (one, other, *more) = self._index_of(number), self._left[number]
        if more:
            index.watching[one].append(number)
            index.watching[other].append(number)
        else:
            index.implied[-one].append((other, number))
            index.implied[-other].append((one, number))

    def detach(self, number: int) -> None:
        """Stop using a clause, which must not be a reason."""
        index, left = self._index_of(number), self._left[number]
        if len(left) > 2:
            index.watching[left[0]].remove(number)
            index.watching[left[1]].remove(number)
        elif len(left) == 2:
            index.implied[-left[0]].remove((left[1], number))
            index.implied[-left[1]].remove((left[0], number))

    def add_to_core(self, number: int) -> None:
        """Prefer this clause from now on."""
        if number not in self._core:
            is_attached = len(self._left[number]) > 1
            if is_attached:
                self.detach(number)
            self._core.add(number)
            if is_attached:
                self.attach(number)

    def propagate(self) -> None:
        """Derive what follows, until nothing does or there is a conflict. Other clauses wait for those of the core."""
        core, others, trail = self._of_core, self._of_others, self.trail
        while self.conflict is None:
            if core.done < len(trail):
                core.done += 1
                self.conflict = self._visit(core, trail[core.done - 1], one_only=False)
            elif others.done < len(trail):
                before = len(trail)
                self.conflict = self._visit(others, trail[others.done], one_only=bool(self._core))
                if len(trail) == before or not self._core:
                    others.done += 1
            else:
                return

    def _list_undecided(self, clause: Clause) -> list[int] | None:
        """Return the literals of a clause that are undecided, each once; None if the clause is true in any case."""
        left = []
        for literal in clause:
            if self.value[literal] > 0:
                return None
            if not self.value[literal]:
                left.append(literal)
        distinct = set(left)
        if len(distinct) < len(left):
            left = list(dict.fromkeys(left))
        return None if any(-literal in distinct for literal in left) else left

    def _index_of(self, number: int) -> _Index:
        return self._of_core if number in self._core else self._of_others

    def _set(self, literal: int, *, reason: int) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self._reason[literal] = reason
        self.trail.append(literal)

    def _visit(self, index: _Index, literal: int, *, one_only: bool) -> int | None:
        """Derive what follows from a literal, or only one thing; return a clause that is false, if there is one."""
        value = self.value
        for implied, number in index.implied[literal]:
            if value[implied] < 0:
                return number
            if not value[implied]:
                self._set(implied, reason=number)
                if one_only:
                    return None
        return self._visit_watched(index, -literal, one_only=one_only) if index.watching[-literal] else None

    def _visit_watched(self, index: _Index, false: int, *, one_only: bool) -> int | None:
        value, numbers = self.value, index.watching[false]
        index.watching[false] = kept = []
        for place, number in enumerate(numbers):
            clause = self._left[number]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if value[first] <= 0 and self._watch_another(index, number, clause):
                continue
            kept.append(number)
            if value[first] > 0:
                continue
            if not value[first]:
                self._set(first, reason=number)
            if value[first] < 0 or one_only:
                kept += numbers[place + 1 :]
                return number if value[first] < 0 else None
        return None

    def _watch_another(self, index: _Index, number: int, clause: list[int]) -> bool:
        """Watch another literal than the second, which is false; return whether there is one."""
        for place in range(2, len(clause)):
            literal = clause[place]
            if self.value[literal] >= 0:
                clause[1], clause[place] = literal, clause[1]
                index.watching[literal].append(number)
                return True
        return False
