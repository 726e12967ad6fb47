# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The candidates of a position, and how placing values and removing candidates changes them.

Cython compiles this file; without a compiler, Python runs the same file, with the same results. rate_candidates.pxd has
the attributes of the class. Its methods are final, so that they call each other directly and not through a table.
"""

from array import array
from functools import cache
from itertools import chain

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    from .rate_bits import count_bits, lowest_bit

    def are_peers(unit_of, one, other):
        """Return whether two cells share a unit; for compiled modules, rate_candidates.pxd has the same function."""
        return one != other and any(unit_of[3 * one + i] == unit_of[3 * other + i] for i in range(3))


LARGEST_SIDE = 64  # a set of values, or of places in a unit, is one word
ONE = cython.declare(cython.ulonglong, 1)


@cache
def make_geometry(box_height: int, box_width: int) -> tuple:
    """Return the three units of each cell, its places in them, and the cells of each unit: rows, columns, boxes."""
    side = box_height * box_width
    units, spots = array("i"), array("i")
    members: list[list[int]] = [[] for _ in range(3 * side)]
    for cell in range(side * side):
        row, column = divmod(cell, side)
        box = row // box_height * box_height + column // box_width
        for unit in (row, side + column, 2 * side + box):
            units.append(unit)
            spots.append(len(members[unit]))
            members[unit].append(cell)
    return units, spots, array("i", chain.from_iterable(members))


@cython.cclass
class Candidates:
    """The candidates of the open cells, and what the steps found last would place and remove."""

    def __init__(self, box_height: cython.int, box_width: cython.int, givens: bytes) -> None:
        side = box_height * box_width
        if side > LARGEST_SIDE:
            raise ValueError(f"expected a side of at most {LARGEST_SIDE}, found {side}")
        if len(givens) != side * side:
            raise ValueError(f"expected {side * side} cells, found {len(givens)}")
        if max(givens) > side:
            raise ValueError(f"expected givens of 1 to {side}, found {max(givens)}")
        self.side, self.cells = side, side * side
        self.unit_of, self.spot_of, self.member = make_geometry(box_height, box_width)
        full = (1 << side) - 1
        self.cand = array("Q", [full]) * self.cells
        self.spots = array("Q", [full]) * (3 * self.cells)
        self.free = array("Q", [full]) * (3 * side)
        self.grid = bytearray(self.cells)
        self.placed = array("Q", [0]) * self.cells
        self.removed = array("Q", [0]) * self.cells
        self.open = self.cells
        self.is_broken = False
        for cell, value in enumerate(givens):
            if value:
                self._place(cell, value - 1)

    def remove(self, cell: cython.int, value: cython.int) -> None:
        """Remove a candidate; values are counted from 1."""
        self._remove(cell, value - 1)

    def candidates(self) -> list[int]:
        """Return the candidates of each cell as bits, as `cand` has them: bit 0 is the value 1."""
        return [self.cand[cell] for cell in range(self.cells)]

    def values(self) -> bytes:
        """Return the grid."""
        return bytes(bytearray(self.grid[cell] for cell in range(self.cells)))

    def copy_candidates(self, target: cython.ulonglong[::1]) -> None:
        """Copy the candidates of each cell."""
        cell: cython.int
        for cell in range(self.cells):
            target[cell] = self.cand[cell]

    def remove_all(self, removed: cython.ulonglong[::1]) -> bool:
        """Remove these candidates of each cell; return whether any was there."""
        cell: cython.int
        for cell in range(self.cells):
            self.removed[cell] = removed[cell]
        return self.apply()

    def state(self) -> tuple[int, int, bool]:
        """Return the numbers of open cells and of candidates, and whether there is no solution."""
        cell: cython.int
        total: cython.int = 0
        for cell in range(self.cells):
            total += count_bits(self.cand[cell])
        return self.open, total, self.is_broken

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove(self, cell: cython.int, value: cython.int) -> cython.void:
        i: cython.int
        at: cython.int
        bit: cython.ulonglong = ONE << value
        if not self.cand[cell] & bit:
            return
        self.cand[cell] &= ~bit
        if not self.cand[cell]:
            self.is_broken = True
        for i in range(3):
            at = self.unit_of[3 * cell + i] * self.side + value
            self.spots[at] &= ~(ONE << self.spot_of[3 * cell + i])
            if not self.spots[at]:
                self.is_broken = True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, cell: cython.int, value: cython.int) -> cython.void:
        """Solve a cell: no unit of it keeps the value, and the cell keeps no candidate."""
        i: cython.int
        j: cython.int
        unit: cython.int
        left: cython.ulonglong = self.cand[cell]
        if not left >> value & 1:
            self.is_broken = True
            return
        for i in range(3):
            unit = self.unit_of[3 * cell + i]
            self.free[unit] &= ~(ONE << self.spot_of[3 * cell + i])
            for j in range(self.side):
                if left >> j & 1:
                    self.spots[unit * self.side + j] &= ~(ONE << self.spot_of[3 * cell + i])
                    if j != value and not self.spots[unit * self.side + j]:
                        self.is_broken = True
        self.cand[cell] = 0
        self.grid[cell] = value + 1
        self.open -= 1
        for i in range(3):
            unit = self.unit_of[3 * cell + i]
            for j in range(self.side):
                if self.spots[unit * self.side + value] >> j & 1:
                    self._drop(self.member[unit * self.side + j], value)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, cell: cython.int, value: cython.int) -> cython.void:
        """Remove a candidate whose value has just been placed in a unit of the cell."""
        i: cython.int
        at: cython.int
        self.cand[cell] &= ~(ONE << value)
        if not self.cand[cell]:
            self.is_broken = True
        for i in range(3):
            at = self.unit_of[3 * cell + i] * self.side + value
            self.spots[at] &= ~(ONE << self.spot_of[3 * cell + i])
            if not self.spots[at] and not self._has_value(self.unit_of[3 * cell + i], value):
                self.is_broken = True

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_value(self, unit: cython.int, value: cython.int) -> cython.bint:
        """Return whether a cell of the unit is solved with this value."""
        i: cython.int
        found: cython.int = 0
        for i in range(self.side):
            found += self.grid[self.member[unit * self.side + i]] == value + 1
        return found > 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self) -> cython.bint:
        cell: cython.int
        left: cython.ulonglong
        has_changed: cython.bint = False
        for cell in range(self.cells):
            left = self.removed[cell] & self.cand[cell]
            self.removed[cell] = 0
            while left:
                has_changed = True
                self._remove(cell, lowest_bit(left))
                left &= left - 1
        for cell in range(self.cells):
            if self.placed[cell]:
                if self.cand[cell]:
                    has_changed = True
                    self._place(cell, lowest_bit(self.placed[cell]))
                self.placed[cell] = 0
        return has_changed

    def apply(self) -> bool:
        """Place and remove what has been found; return whether that changes anything."""
        return self._apply()
