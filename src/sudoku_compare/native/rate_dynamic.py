# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Forcing nets: what follows from a literal if an inference may use several earlier ones, and how much that takes.

Cython compiles this file; without a compiler, Python runs the same file, with the same results.

From each literal (a candidate that is true or false) everything follows level by level. For each literal that is
reached, a set of bits has all literals that its derivation uses. If several derivations reach it in the same level, the
one with the fewest literals counts, and if several have the fewest, their union. Thus the number of literals does not
depend on the order of the candidates. Ratings are in tenths.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    from .rate_bits import count_bits
    from .rate_steps import RatedSteps
    from .rate_steps import tenths_for as _tenths_for

TOO_MANY = cython.declare(cython.int, 1 << 30)
ONE = cython.declare(cython.ulonglong, 1)
NISHIO, DYNAMIC, WITH_STRUCTURES = 75, 85, 90  # bases of the ratings


@cython.final
@cython.cclass
class Nets(RatedSteps):
    """The forcing nets of one position."""

    words: cython.int  # of a set of literals
    used: cython.ulonglong[::1]  # for each literal, the literals that its derivation uses
    size: cython.int[::1]  # how many these are; 0 if it is not reached
    offer: cython.ulonglong[::1]  # the best derivations of the next level
    offer_size: cython.int[::1]
    offered: cython.int[::1]  # the literals of the next level
    offered_length: cython.int
    level: cython.int[::1]  # the literals of this level
    level_length: cython.int
    left: cython.int[::1]  # for each group, how many candidates are not false
    union: cython.ulonglong[::1]
    cost: cython.int  # of the cheapest contradiction; TOO_MANY if there is none
    first_kind: cython.int  # 1 if only groups of a value in a unit count, and not cells
    structures: cython.bint
    keeps: cython.bint  # whether what each literal implies is kept, for `combine`
    costs: cython.int[::1]  # if so, for each source and each literal, the size of its derivation

    def __init__(self, tables: tuple, keeps: bool) -> None:
        self.cells, self.count, self.cell_of, self.value_of, self.group_of, self.group_start, self.group_member = tables
        literals = 2 * self.count
        self.words = (literals + 63) // 64
        self.used = array("Q", [0]) * (literals * self.words)
        self.offer = array("Q", [0]) * (literals * self.words)
        self.size = array("i", [0]) * literals
        self.offer_size = array("i", [0]) * literals
        self.offered = array("i", [0]) * literals
        self.level = array("i", [0]) * literals
        self.left = array("i", [0]) * (4 * self.cells)
        self.union = array("Q", [0]) * self.words
        self.keeps = keeps
        self.costs = array("i", [0]) * (4 * self.count * self.count if keeps else 0)
        self._start_ratings()
        self.level_length = self.offered_length = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_union(self) -> cython.int:
        i: cython.int
        total: cython.int = 0
        for i in range(self.words):
            total += count_bits(self.union[i])
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_union(self, literal: cython.int) -> cython.void:
        i: cython.int
        for i in range(self.words):
            self.union[i] = self.used[literal * self.words + i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _join_falsehoods(self, group: cython.int, besides: cython.int) -> cython.bint:
        """Add what the false candidates of a group use to the union; return whether there are any."""
        i: cython.int
        j: cython.int
        literal: cython.int
        is_any: cython.bint = False
        for j in range(self.group_start[group], self.group_start[group + 1]):
            literal = self.count + self.group_member[j]
            if self.size[literal] and self.group_member[j] != besides:
                is_any = True
                for i in range(self.words):
                    self.union[i] |= self.used[literal * self.words + i]
        return is_any

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer(self, literal: cython.int) -> cython.void:
        """Offer the union as a derivation of a literal in the next level; note a contradiction with its opposite."""
        i: cython.int
        total: cython.int = self._count_union() + 1
        opposite: cython.int = literal - self.count if literal >= self.count else literal + self.count
        if self.size[opposite] and self.size[opposite] + total < self.cost:
            self.cost = self.size[opposite] + total
        if self.size[literal]:
            return
        if not self.offer_size[literal]:
            self.offered[self.offered_length] = literal
            self.offered_length += 1
        elif total > self.offer_size[literal]:
            return
        if total == self.offer_size[literal]:
            for i in range(self.words):
                self.offer[literal * self.words + i] |= self.union[i]
        else:
            self.offer_size[literal] = total
            for i in range(self.words):
                self.offer[literal * self.words + i] = self.union[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _accept(self) -> cython.void:
        """Make the literals offered the next level."""
        i: cython.int
        j: cython.int
        literal: cython.int
        self.level_length = self.offered_length
        self.offered_length = 0
        for i in range(self.level_length):
            literal = self.offered[i]
            self.level[i] = literal
            self.offer_size[literal] = 0
            self.offer[literal * self.words + literal // 64] |= ONE << (literal % 64)
            self.size[literal] = 0
            for j in range(self.words):
                self.used[literal * self.words + j] = self.offer[literal * self.words + j]
                self.size[literal] += count_bits(self.used[literal * self.words + j])
        for i in range(self.level_length):
            literal = self.level[i]
            if literal >= self.count:
                for j in range(4):
                    self.left[self.group_of[4 * (literal - self.count) + j]] -= 1
            elif self.size[literal + self.count] and self.size[literal] + self.size[literal + self.count] < self.cost:
                self.cost = self.size[literal] + self.size[literal + self.count]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(self, literal: cython.int) -> cython.void:
        """Offer all that follows from a literal of this level."""
        i: cython.int
        j: cython.int
        group: cython.int
        candidate: cython.int = literal % self.count
        for i in range(self.first_kind, 4):
            group = self.group_of[4 * candidate + i]
            if literal < self.count:
                self._set_union(literal)
                for j in range(self.group_start[group], self.group_start[group + 1]):
                    if self.group_member[j] != candidate:
                        self._offer(self.count + self.group_member[j])
            elif self.left[group] <= 1:
                self._offer_last(group)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer_last(self, group: cython.int) -> cython.void:
        """Offer the only candidate of a group that is not false; if all are false, each one, against the others."""
        i: cython.int
        j: cython.int
        candidate: cython.int
        for j in range(self.group_start[group], self.group_start[group + 1]):
            candidate = self.group_member[j]
            if self.left[group] == 0 or not self.size[self.count + candidate]:
                for i in range(self.words):
                    self.union[i] = 0
                self._join_falsehoods(group, candidate)
                self._offer(candidate)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer_locked(self) -> cython.void:
        """Offer what locked candidates remove that exist only because some candidates are false."""
        group: cython.int
        other: cython.int
        first: cython.int
        i: cython.int
        j: cython.int
        is_inside: cython.bint
        for group in range(self.cells, 4 * self.cells):
            if self.left[group] < 2 or self.left[group] == self.group_start[group + 1] - self.group_start[group]:
                continue
            first = self._find_member(group, 0)
            for i in range(1, 4):
                other = self.group_of[4 * first + i]
                if other == group:
                    continue
                is_inside = True
                for j in range(1, self.left[group]):
                    is_inside = is_inside and self.group_of[4 * self._find_member(group, j) + i] == other
                if is_inside:
                    self._offer_rest(other, group, group)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_member(self, group: cython.int, number: cython.int) -> cython.int:
        """Return the candidate of a group with this number among those that are not false."""
        j: cython.int
        for j in range(self.group_start[group], self.group_start[group + 1]):
            if not self.size[self.count + self.group_member[j]]:
                if number == 0:
                    return self.group_member[j]
                number -= 1
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_in(self, candidate: cython.int, group: cython.int) -> cython.bint:
        first: cython.int = 4 * candidate
        return (
            self.group_of[first] == group
            or self.group_of[first + 1] == group
            or self.group_of[first + 2] == group
            or self.group_of[first + 3] == group
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer_rest(self, cover: cython.int, one: cython.int, other: cython.int) -> cython.void:
        """Offer that the candidates of a group are false which are in neither of two groups that need it."""
        i: cython.int
        j: cython.int
        is_any: cython.bint
        candidate: cython.int
        for j in range(self.group_start[cover], self.group_start[cover + 1]):
            candidate = self.group_member[j]
            if self.size[self.count + candidate] or self._is_in(candidate, one) or self._is_in(candidate, other):
                continue
            for i in range(self.words):
                self.union[i] = 0
            is_any = self._join_falsehoods(one, -1)
            if other != one:
                is_any = self._join_falsehoods(other, -1) or is_any
            if is_any:
                self._offer(self.count + candidate)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer_pairs(self) -> cython.void:
        """Offer what pairs remove: two groups of two whose candidates share two further groups, one each.

        Two cells are a naked pair, two values of a unit a hidden pair, two lines of a value an X-Wing.
        """
        one: cython.int
        other: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        for one in range(4 * self.cells):
            if self.left[one] != 2:
                continue
            a, b = self._find_member(one, 0), self._find_member(one, 1)
            for other in range(one + 1, 4 * self.cells):
                if self.left[other] != 2 or not self._are_alike(one, other):
                    continue
                c, d = self._find_member(other, 0), self._find_member(other, 1)
                if a != c and a != d and b != c and b != d:
                    self._offer_pair(one, other, a, b, c, d)
                    self._offer_pair(one, other, a, b, d, c)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _are_alike(self, one: cython.int, other: cython.int) -> cython.bint:
        """Return whether two groups are both cells, or both values in units."""
        return (one < self.cells) == (other < self.cells)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _offer_pair(
        self, one: cython.int, other: cython.int, a: cython.int, b: cython.int, c: cython.int, d: cython.int
    ) -> cython.void:
        i: cython.int
        j: cython.int
        for i in range(4):
            if self.group_of[4 * a + i] != self.group_of[4 * c + i]:
                continue
            for j in range(4):
                if self.group_of[4 * b + j] == self.group_of[4 * d + j]:
                    self._offer_rest(self.group_of[4 * a + i], one, other)
                    self._offer_rest(self.group_of[4 * b + j], one, other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, source: cython.int) -> cython.void:
        """Find all that follows from a literal, up to the level with a contradiction."""
        i: cython.int
        for i in range(2 * self.count):
            self.size[i] = self.offer_size[i] = 0
        for i in range(4 * self.cells):
            self.left[i] = self.group_start[i + 1] - self.group_start[i]
        for i in range(self.words):
            self.union[i] = 0
        self.cost = TOO_MANY
        self.offered_length = 0
        self._offer(source)
        while self.offered_length and self.cost == TOO_MANY:
            self._accept()
            if self.cost != TOO_MANY:
                return
            for i in range(self.level_length):
                self._follow(self.level[i])
            if self.structures and not self.offered_length and self.cost == TOO_MANY:
                self._offer_locked()
                if not self.offered_length:
                    self._offer_pairs()

    def find_nets(self, base: cython.int, first: cython.int) -> int:
        """Find the contradictions from some candidates, from `first` on, true or false; return the next one.

        `base` is NISHIO (only links of one value), DYNAMIC, or WITH_STRUCTURES (also locked candidates and pairs).
        """
        candidate: cython.int
        end: cython.int = min(first + max(1, 4000 // self.count), self.count)  # a moment, whatever the size
        self.first_kind = 1 if base == NISHIO else 0
        self.structures = base == WITH_STRUCTURES
        for candidate in range(first, end):
            self._run(candidate)
            if self.cost != TOO_MANY:
                self._note(self.count + candidate, base + _tenths_for(self.cost - 2))
            if self.keeps:
                self._keep(candidate)
            self._run(self.count + candidate)
            if self.cost != TOO_MANY:
                self._note(candidate, base + _tenths_for(self.cost - 2))
            if self.keeps:
                self._keep(self.count + candidate)
        return end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, source: cython.int) -> cython.void:
        i: cython.int
        for i in range(2 * self.count):
            self.costs[source * 2 * self.count + i] = self.size[i]

    def combine(self, base: cython.int) -> None:
        """Find what follows from every candidate of a group, and from both a candidate and its opposite."""
        group: cython.int
        literal: cython.int
        total: cython.int
        j: cython.int
        source: cython.int
        row: cython.int = 2 * self.count
        for group in range(4 * self.cells):
            if self.group_start[group + 1] - self.group_start[group] < 2:
                continue
            for literal in range(row):
                total = 0
                for j in range(self.group_start[group], self.group_start[group + 1]):
                    source = self.group_member[j]
                    if not self.costs[source * row + literal]:
                        total = TOO_MANY
                        break
                    total += self.costs[source * row + literal]
                if total != TOO_MANY:
                    self._note(literal, base + _tenths_for(total - 2))
        for source in range(self.count):
            for literal in range(row):
                if self.costs[source * row + literal] and self.costs[(self.count + source) * row + literal]:
                    total = self.costs[source * row + literal] + self.costs[(self.count + source) * row + literal]
                    self._note(literal, base + _tenths_for(total - 2))
