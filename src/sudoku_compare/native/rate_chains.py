# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Chains of single implications between candidates: cycles, forcing chains, and forcing chains from a cell or a unit.

A literal is a candidate that is true ("on") or false ("off"). A true candidate makes all candidates that share a group
with it false; a group is a cell, or the places of a value in a unit. A false candidate makes the other one of a group
of two true. The search goes breadth first, level by level, on sets of candidates as bits, so that a chain is as short
as possible and its length does not depend on the order of the candidates. Ratings are in tenths.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

from .rate_steps import NO_RATING as NO_RATING  # for callers
from .rate_steps import tenths_for as tenths_for

if not cython.compiled:
    from .rate_bits import count_bits, lowest_bit
    from .rate_steps import RatedSteps
    from .rate_steps import tenths_for as _tenths_for

BY_VALUE, BY_CELL, BY_BOTH = 0, 1, 2  # the modes below, for callers
ONE = cython.declare(cython.ulonglong, 1)
VALUE = cython.declare(cython.int, 0)  # chains of one value: all links are in units
CELL = cython.declare(cython.int, 1)  # all strong links are in cells with two candidates
BOTH = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Chains(RatedSteps):
    """The chains of one position."""

    words: cython.int
    side: cython.int
    peers: cython.ulonglong[::1]  # for each candidate, those that share a group with it
    same: cython.ulonglong[::1]  # those of them with the same value
    partner: cython.int[::1]  # for each candidate and each of its groups, the other one of a group of two, or -1
    paired: cython.ulonglong[::1]  # candidates with a partner in a unit, in a cell, in either
    on: cython.ulonglong[::1]
    off: cython.ulonglong[::1]
    new: cython.ulonglong[::1]
    next: cython.ulonglong[::1]
    reached: cython.int[::1]  # from how many members of a group a literal is reached
    total: cython.int[::1]  # and the nodes of these chains

    def __init__(self, side: cython.int, unit_of: cython.int[::1], cand: cython.ulonglong[::1]) -> None:
        self.side, self.cells = side, side * side
        self._number_candidates(unit_of, cand)
        self._make_groups()
        self._link()
        self.on = array("Q", [0]) * self.words
        self.off = array("Q", [0]) * self.words
        self.new = array("Q", [0]) * self.words
        self.next = array("Q", [0]) * self.words
        self.reached = array("i", [0]) * (2 * self.count)
        self.total = array("i", [0]) * (2 * self.count)
        self._start_ratings()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _number_candidates(self, unit_of: cython.int[::1], cand: cython.ulonglong[::1]) -> cython.void:
        cell: cython.int
        value: cython.int
        i: cython.int
        at: cython.int = 0
        self.count = 0
        for cell in range(self.cells):
            self.count += count_bits(cand[cell])
        self.words = (self.count + 63) // 64
        self.cell_of = array("i", [0]) * self.count
        self.value_of = array("i", [0]) * self.count
        self.group_of = array("i", [0]) * (4 * self.count)
        for cell in range(self.cells):
            for value in range(self.side):
                if cand[cell] >> value & 1:
                    self.cell_of[at], self.value_of[at] = cell, value
                    self.group_of[4 * at] = cell
                    for i in range(3):
                        self.group_of[4 * at + 1 + i] = self.cells + unit_of[3 * cell + i] * self.side + value
                    at += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _make_groups(self) -> cython.void:
        """List the members of each group, one group after another."""
        groups: cython.int = 4 * self.cells
        i: cython.int
        at: cython.int
        self.group_start = array("i", [0]) * (groups + 1)
        self.group_member = array("i", [0]) * (4 * self.count)
        for i in range(4 * self.count):
            self.group_start[self.group_of[i] + 1] += 1
        for i in range(groups):
            self.group_start[i + 1] += self.group_start[i]
        for i in range(4 * self.count - 1, -1, -1):
            self.group_start[self.group_of[i] + 1] -= 1
            at = self.group_start[self.group_of[i] + 1]
            self.group_member[at] = i // 4
        for i in range(groups):  # each start has moved to the one before it
            self.group_start[i] = self.group_start[i + 1]
        self.group_start[groups] = 4 * self.count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _link(self) -> cython.void:
        """Find the peers and partners of each candidate."""
        one: cython.int
        other: cython.int
        i: cython.int
        j: cython.int
        group: cython.int
        self.peers = array("Q", [0]) * (self.count * self.words)
        self.same = array("Q", [0]) * (self.count * self.words)
        self.partner = array("i", [-1]) * (4 * self.count)
        self.paired = array("Q", [0]) * (3 * self.words)
        for one in range(self.count):
            for i in range(4):
                group = self.group_of[4 * one + i]
                for j in range(self.group_start[group], self.group_start[group + 1]):
                    other = self.group_member[j]
                    if other == one:
                        continue
                    self.peers[one * self.words + other // 64] |= ONE << (other % 64)
                    if i:
                        self.same[one * self.words + other // 64] |= ONE << (other % 64)
                    if self.group_start[group + 1] - self.group_start[group] == 2:
                        self.partner[4 * one + i] = other
                        self.paired[(0 if i else 1) * self.words + one // 64] |= ONE << (one % 64)
                        self.paired[2 * self.words + one // 64] |= ONE << (one % 64)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear(self) -> cython.void:
        i: cython.int
        for i in range(self.words):
            self.on[i] = self.off[i] = self.new[i] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn_off(self, mode: cython.int) -> cython.bint:
        """Go from the candidates in `new`, which are on, to those that they turn off; return whether there are any."""
        i: cython.int
        j: cython.int
        one: cython.int
        left: cython.ulonglong
        is_found: cython.bint = False
        for i in range(self.words):
            self.next[i] = 0
        for i in range(self.words):
            left = self.new[i]
            while left:
                one = (64 * i + lowest_bit(left)) * self.words
                left &= left - 1
                for j in range(self.words):
                    self.next[j] |= self.same[one + j] if mode == VALUE else self.peers[one + j]
        for i in range(self.words):
            self.new[i] = self.next[i] & ~self.off[i]
            self.off[i] |= self.new[i]
            is_found = is_found or self.new[i] != 0
        return is_found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn_on(self, mode: cython.int) -> cython.bint:
        """Go from the candidates in `new`, which are off, to those that they turn on; return whether there are any."""
        i: cython.int
        j: cython.int
        one: cython.int
        other: cython.int
        left: cython.ulonglong
        is_found: cython.bint = False
        first: cython.int = 1 if mode == VALUE else 0
        end: cython.int = 1 if mode == CELL else 4
        for i in range(self.words):
            self.next[i] = 0
        for i in range(self.words):
            left = self.new[i] & self.paired[mode * self.words + i]
            while left:
                one = 64 * i + lowest_bit(left)
                left &= left - 1
                for j in range(first, end):
                    other = self.partner[4 * one + j]
                    if other >= 0:
                        self.next[other // 64] |= ONE << (other % 64)
        for i in range(self.words):
            self.new[i] = self.next[i] & ~self.on[i]
            self.on[i] |= self.new[i]
            is_found = is_found or self.new[i] != 0
        return is_found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refute(self, source: cython.int, mode: cython.int, most: cython.int) -> cython.void:
        """If a candidate is on, does a chain turn it off?"""
        i: cython.int
        nodes: cython.int = 1
        base: cython.int = 70 if mode == BOTH else 66
        meets: cython.ulonglong
        self._clear()
        self.on[source // 64] = self.new[source // 64] = ONE << (source % 64)
        while base + _tenths_for(nodes + 1) <= (most if most > self.best else self.best):
            if not self._turn_off(mode) or not self._turn_on(mode):
                return
            nodes += 2
            meets = 0
            for i in range(self.words):
                if mode == VALUE:
                    meets |= self.new[i] & self.same[source * self.words + i]
                else:
                    meets |= self.new[i] & self.peers[source * self.words + i]
            if meets:
                self._note(self.count + source, base + _tenths_for(nodes + 1 - 2))
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _confirm(self, source: cython.int, mode: cython.int, most: cython.int) -> cython.void:
        """If a candidate is off, does a chain turn it on, or another one that shares a unit with it?"""
        i: cython.int
        other: cython.int
        nodes: cython.int = 0
        base: cython.int = 70 if mode == BOTH else 66
        cycle: cython.int = 70 if mode == BOTH else 65
        meets: cython.ulonglong
        self._clear()
        self.off[source // 64] = self.new[source // 64] = ONE << (source % 64)
        while cycle + _tenths_for(nodes) <= (most if most > self.best else self.best):
            if not self._turn_on(mode):
                return
            nodes += 2
            if mode != CELL and self.on[source // 64] >> (source % 64) & 1:
                self._note(source, base + _tenths_for(nodes - 2))
                return
            if nodes >= 4:
                for i in range(self.words):
                    meets = self.new[i] & self.same[source * self.words + i]
                    while meets:
                        other = 64 * i + lowest_bit(meets)
                        meets &= meets - 1
                        self._note_cycle(source, other, cycle + _tenths_for(nodes - 2))
            if not self._turn_off(mode):
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_cycle(self, one: cython.int, other: cython.int, rating: cython.int) -> cython.void:
        """One of two places of a value is true: remove the value from all that see both."""
        i: cython.int
        left: cython.ulonglong
        for i in range(self.words):
            left = self.same[one * self.words + i] & self.same[other * self.words + i]
            while left:
                self._note(self.count + 64 * i + lowest_bit(left), rating)
                left &= left - 1

    def find_chains(self, mode: cython.int, first: cython.int, most: cython.int) -> int:
        """Search from candidates `first` on for a while; return the next one to start from.

        Finds all steps rated `most` or less or, if there are none, all that are rated lowest.
        """
        source: cython.int
        end: cython.int = min(first + 256, self.count)
        with cython.nogil:
            for source in range(first, end):
                if mode != CELL:
                    self._refute(source, mode, most)
                if mode != CELL or self.partner[4 * source] >= 0:
                    self._confirm(source, mode, most)
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_reached(self, at: cython.int, nodes: cython.int) -> cython.void:
        """Count the new literals; `at` is 0 for those that are on, and `count` for those that are off."""
        i: cython.int
        left: cython.ulonglong
        literal: cython.int
        for i in range(self.words):
            left = self.new[i]
            while left:
                literal = at + 64 * i + lowest_bit(left)
                left &= left - 1
                self.reached[literal] += 1
                self.total[literal] += nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach_from(self, source: cython.int) -> cython.void:
        nodes: cython.int = 1
        self._clear()
        self.on[source // 64] = self.new[source // 64] = ONE << (source % 64)
        self._add_reached(0, nodes)
        while True:
            if not self._turn_off(BOTH):
                return
            nodes += 1
            self._add_reached(self.count, nodes)
            if not self._turn_on(BOTH):
                return
            nodes += 1
            self._add_reached(0, nodes)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _combine(self, group: cython.int) -> cython.void:
        """Find what follows from every member of a group."""
        i: cython.int
        size: cython.int = self.group_start[group + 1] - self.group_start[group]
        for i in range(2 * self.count):
            self.reached[i] = self.total[i] = 0
        for i in range(self.group_start[group], self.group_start[group + 1]):
            self._reach_from(self.group_member[i])
        for i in range(self.count):
            if self.reached[i] == size:
                self._note(i, 80 + _tenths_for(self.total[i] - 2))
            if self.reached[self.count + i] == size:
                self._note(self.count + i, 80 + _tenths_for(self.total[self.count + i] - 2))

    def find_multiple_chains(self, first: cython.int) -> int:
        """Combine the chains from the members of each group of three or more, from this group on for a while.

        Return the next group to start from.
        """
        group: cython.int
        end: cython.int = min(first + max(1, 20000 // max(1, self.count)), 4 * self.cells)  # a moment
        with cython.nogil:
            for group in range(first, end):
                if self.group_start[group + 1] - self.group_start[group] > 2:
                    self._combine(group)
        return end

    def tables(self) -> tuple:
        """Return the candidates and groups: what `Trail` and `Nets` work on."""
        return (
            *(self.cells, self.count, self.cell_of, self.value_of),
            *(self.group_of, self.group_start, self.group_member),
        )
