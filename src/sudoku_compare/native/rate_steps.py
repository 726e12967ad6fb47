# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The steps that chains and nets find: what they place and remove, and how each is rated.

Cython compiles this file; without a compiler, Python runs the same file, with the same results. rate_steps.pxd has the
attributes of the class. Ratings are in tenths.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

NO_RATING = 1000
ONE = cython.declare(cython.ulonglong, 1)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def tenths_for(length: cython.int) -> cython.int:
    """Return what a length adds to a rating: one tenth for each of 4, 6, 8, 12, 16, 24, 32, ... that is shorter."""
    added: cython.int = 0
    ceiling: cython.int = 4
    while length > ceiling:
        ceiling = ceiling * 3 // 2 if added % 2 == 0 else ceiling * 4 // 3
        added += 1
    return added


@cython.cclass
class RatedSteps:
    """The lowest rating at which each candidate of a position is placed or removed.

    A literal is a candidate that is true, with the number `c`, or false, with the number `count + c`.
    """

    @cython.cfunc
    def _start_ratings(self) -> cython.void:
        """Forget all steps; `count` must be known."""
        self.ratings = array("i", [NO_RATING]) * (2 * self.count)
        self.best = NO_RATING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, literal: cython.int, rating: cython.int) -> cython.void:
        """Note a step that makes a literal true."""
        if rating < self.ratings[literal]:
            self.ratings[literal] = rating
            if rating < self.best:
                self.best = rating

    def lowest(self) -> int:
        """Return the lowest rating of the steps found; NO_RATING if there are none."""
        return self.best

    def collect(self, most: cython.int, removed: cython.ulonglong[::1]) -> bool:
        """Note what the steps rated at most `most` remove, as bits of each cell; return whether there are any."""
        i: cython.int
        j: cython.int
        is_found: cython.bint = False
        for i in range(self.cells):
            removed[i] = 0
        for i in range(self.count):
            if self.ratings[self.count + i] <= most:
                removed[self.cell_of[i]] |= ONE << self.value_of[i]
                is_found = True
            if self.ratings[i] <= most:
                is_found = True
                for j in range(self.group_start[self.cell_of[i]], self.group_start[self.cell_of[i] + 1]):
                    if self.group_member[j] != i:
                        removed[self.cell_of[i]] |= ONE << self.value_of[self.group_member[j]]
        return is_found
