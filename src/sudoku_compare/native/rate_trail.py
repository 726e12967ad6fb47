# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Assumptions on the candidates of a position, spread by singles and undone again: depth, and the deepest steps.

Cython compiles this file; without a compiler, Python runs the same file, with the same results.

A group is a cell, or the places of a value in a unit; one of its candidates is true. A trail has the literals in the
order in which they follow, level by level: candidate `c` is true as `c`, and false as `count + c`. All that follows
from one level is found before the next one begins, so that the length of the trail at a contradiction does not depend
on the order of the candidates.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

IS_COMPILED = cython.compiled
STRETCH = cython.declare(cython.int, 512)  # assumptions between two looks at the clock
ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class Trail:
    """What follows from assumptions, by naked and hidden singles."""

    count: cython.int
    cells: cython.int
    cell_of: cython.int[::1]
    value_of: cython.int[::1]
    group_of: cython.int[::1]
    group_start: cython.int[::1]
    group_member: cython.int[::1]
    is_true: cython.uchar[::1]
    is_false: cython.uchar[::1]
    is_protected: cython.uchar[::1]  # a candidate of the solution, which cannot fail
    left: cython.int[::1]  # for each group, how many candidates are not false
    trail: cython.int[::1]
    length: cython.int
    done: cython.int  # how many literals of the trail have been spread
    is_refuted: cython.bint
    assumptions: cython.int
    tick: object  # called now and then; raises an exception when time is up

    def __init__(self, tables: tuple, solution: object, tick: object) -> None:
        self.cells, self.count, self.cell_of, self.value_of, self.group_of, self.group_start, self.group_member = tables
        self.is_true = bytearray(self.count)
        self.is_false = bytearray(self.count)
        self.is_protected = bytearray(self.count)
        self.trail = array("i", [0]) * (2 * self.count + 1)
        self.left = array("i", [0]) * (4 * self.cells)
        self.length = self.done = self.assumptions = 0
        self.is_refuted = False
        self.tick = tick
        for group in range(4 * self.cells):
            self.left[group] = self.group_start[group + 1] - self.group_start[group]
        for candidate in range(self.count if solution else 0):
            self.is_protected[candidate] = solution[self.cell_of[candidate]] == self.value_of[candidate] + 1
        for candidate in range(self.count):
            for i in range(4):
                if self.left[self.group_of[4 * candidate + i]] == 1:
                    self._add_true(candidate)
        self._spread()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_true(self, candidate: cython.int) -> cython.void:
        if self.is_true[candidate]:
            return
        self.is_true[candidate] = 1
        self.trail[self.length] = candidate
        self.length += 1
        if self.is_false[candidate]:
            self.is_refuted = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_false(self, candidate: cython.int) -> cython.void:
        if self.is_false[candidate]:
            return
        self.is_false[candidate] = 1
        self.trail[self.length] = self.count + candidate
        self.length += 1
        if self.is_true[candidate]:
            self.is_refuted = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(self, literal: cython.int) -> cython.void:
        """Add what follows from a literal."""
        i: cython.int
        j: cython.int
        group: cython.int
        candidate: cython.int = literal if literal < self.count else literal - self.count
        for i in range(4):
            group = self.group_of[4 * candidate + i]
            if literal < self.count:
                for j in range(self.group_start[group], self.group_start[group + 1]):
                    if self.group_member[j] != candidate:
                        self._add_false(self.group_member[j])
            elif self.left[group] == 0:
                self.is_refuted = True
            elif self.left[group] == 1:
                self._add_last(group)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_last(self, group: cython.int) -> cython.void:
        """Make the last candidate of a group true, unless it is false in the next level."""
        j: cython.int
        for j in range(self.group_start[group], self.group_start[group + 1]):
            if not self.is_false[self.group_member[j]]:
                self._add_true(self.group_member[j])
                return
        self.is_refuted = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self) -> cython.void:
        """Find all that follows, one level after another, up to the level with a contradiction."""
        i: cython.int
        j: cython.int
        first: cython.int
        candidate: cython.int
        while self.done < self.length and not self.is_refuted:
            first = self.done
            self.done = self.length
            for i in range(first, self.done):
                candidate = self.trail[i] - self.count
                if candidate >= 0:
                    for j in range(4):
                        self.left[self.group_of[4 * candidate + j]] -= 1
            for i in range(first, self.done):
                self._follow(self.trail[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, length: cython.int) -> cython.void:
        """Forget everything after this length of the trail."""
        j: cython.int
        literal: cython.int
        while self.length > length:
            self.length -= 1
            literal = self.trail[self.length]
            if literal < self.count:
                self.is_true[literal] = 0
            else:
                self.is_false[literal - self.count] = 0
                if self.length < self.done:
                    for j in range(4):
                        self.left[self.group_of[4 * (literal - self.count) + j]] += 1
        if self.done > length:
            self.done = length
        self.is_refuted = False

    @cython.cfunc
    @cython.exceptval(-1)
    def _eliminate(self, depth: cython.int, is_assumed: cython.bint) -> cython.int:
        """Make each candidate false whose assumption fails at this depth, until there is none or a contradiction."""
        candidate: cython.int
        has_changed: cython.bint = depth > 0
        while has_changed:
            has_changed = False
            for candidate in range(self.count):
                if self.is_true[candidate] or self.is_false[candidate]:
                    continue
                if self.is_protected[candidate] and not is_assumed:
                    continue
                if self._fails(candidate, depth) > 0:
                    has_changed = True
                    self._add_false(candidate)
                    self._spread()
                    if not self.is_refuted:
                        self._eliminate(depth - 1, is_assumed)
                    if self.is_refuted:
                        return 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _fails(self, candidate: cython.int, depth: cython.int) -> cython.int:
        """Return how long the trail of an assumption is that fails at this depth, or 0 if it does not fail."""
        length: cython.int = self.length
        found: cython.int = 0
        self.assumptions += 1
        if self.assumptions % STRETCH == 0:
            self.tick()
        self._add_true(candidate)
        self._spread()
        if not self.is_refuted and depth > 1:
            self._eliminate(depth - 1, True)
        if self.is_refuted:
            found = self.length - length
        self._undo(length)
        return found

    def measure_depth(self) -> int:
        """Return the depth at which eliminating candidates solves the position, or refutes it."""
        depth: cython.int = 0
        while not self.is_refuted and not self.is_solved():
            depth += 1
            self._eliminate(depth, False)
        return depth

    def is_solved(self) -> bool:
        """Return whether every candidate is true or false."""
        candidate: cython.int
        for candidate in range(self.count):
            if not self.is_true[candidate] and not self.is_false[candidate]:
                return False
        return True

    def refuted(self) -> bool:
        """Return whether there is a contradiction."""
        return self.is_refuted

    def size(self) -> int:
        """Return how many literals are known."""
        return self.length

    def open_candidates(self) -> list[int]:
        """Return the candidates that are neither true nor false, without those of the solution."""
        return [
            candidate
            for candidate in range(self.count)
            if not (self.is_true[candidate] or self.is_false[candidate] or self.is_protected[candidate])
        ]

    def assume(self, candidate: cython.int) -> None:
        """Make a candidate true, and spread that."""
        self._add_true(candidate)
        self._spread()

    def undo(self, length: cython.int) -> None:
        """Forget everything after this length of the trail."""
        self._undo(length)

    def eliminate_once(self, depth: cython.int) -> bool:
        """Make false, all at once, each candidate whose assumption fails at this depth; return whether there is any."""
        candidate: cython.int
        failing = []
        for candidate in range(self.count):
            if not self.is_true[candidate] and not self.is_false[candidate] and self._fails(candidate, depth) > 0:
                failing.append(candidate)
        for candidate in failing:
            self._add_false(candidate)
        self._spread()
        return bool(failing)

    def copy_candidates(self, target: cython.ulonglong[::1]) -> None:
        """Copy the candidates that are left in each open cell, as bits."""
        i: cython.int
        for i in range(self.cells):
            target[i] = 0
        for i in range(self.count):
            if not self.is_false[i] and not self.is_true[i]:
                target[self.cell_of[i]] |= ONE << self.value_of[i]

    def remove_all(self, removed: cython.ulonglong[::1]) -> None:
        """Make these candidates of each cell false, and spread that."""
        i: cython.int
        for i in range(self.count):
            if removed[self.cell_of[i]] >> self.value_of[i] & 1 and not self.is_true[i]:
                self._add_false(i)
        self._spread()
