# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The simple steps of the rating's ladder: singles, locked candidates, naked and hidden sets, fish and wings.

Cython compiles this file; without a compiler, Python runs the same file, with the same results.

Each `find_...` method looks at the whole position, notes what all steps of its kind would place and remove, and only
then `apply` changes the position. Therefore the result does not depend on the order of rows, columns or values.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

from .rate_candidates import LARGEST_SIDE as LARGEST_SIDE  # for callers
from .rate_candidates import make_geometry as make_geometry

if not cython.compiled:
    from .rate_bits import count_bits, lowest_bit
    from .rate_candidates import Candidates, are_peers

NAKED = cython.declare(cython.int, 0)
HIDDEN = cython.declare(cython.int, 1)
DIRECT = cython.declare(cython.int, 2)
FISH = cython.declare(cython.int, 3)
ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class Position(Candidates):
    """A position and the simple steps in it."""

    masks: cython.ulonglong[::1]  # the sets among which `_extend` looks for a cover
    names: cython.int[::1]  # the number of the cell, value or line of each set
    chosen: cython.int[::1]
    masks_length: cython.int
    kind: cython.int
    unit: cython.int
    value: cython.int

    def __init__(self, box_height: cython.int, box_width: cython.int, givens: bytes) -> None:
        super().__init__(box_height, box_width, givens)
        self.masks = array("Q", [0]) * self.side
        self.names = array("i", [0]) * self.side
        self.chosen = array("i", [0]) * self.side

    def find_full_houses(self) -> bool:
        """Find units with one open cell, and fill them."""
        unit: cython.int
        cell: cython.int
        for unit in range(3 * self.side):
            if self.free[unit] and not self.free[unit] & (self.free[unit] - 1):
                cell = self.member[unit * self.side + lowest_bit(self.free[unit])]
                self.placed[cell] = self.cand[cell]
        return self._apply()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_hidden_singles(self, first: cython.int, end: cython.int) -> cython.void:
        """Find values with one place in the units of this range."""
        at: cython.int
        left: cython.ulonglong
        for at in range(first * self.side, end * self.side):
            left = self.spots[at]
            if left and not left & (left - 1):
                self.placed[self.member[at // self.side * self.side + lowest_bit(left)]] = ONE << (at % self.side)

    def find_hidden_singles_in_boxes(self) -> bool:
        """Find values with one place in a box."""
        self._find_hidden_singles(2 * self.side, 3 * self.side)
        return self._apply()

    def find_hidden_singles_in_lines(self) -> bool:
        """Find values with one place in a row or column."""
        self._find_hidden_singles(0, 2 * self.side)
        return self._apply()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_naked_singles(self) -> cython.void:
        cell: cython.int
        for cell in range(self.cells):
            if self.cand[cell] and not self.cand[cell] & (self.cand[cell] - 1):
                self.placed[cell] = self.cand[cell]

    def find_naked_singles(self) -> bool:
        """Find cells with one candidate."""
        self._find_naked_singles()
        return self._apply()

    def find_all_singles(self) -> bool:
        """Place naked and hidden singles until there are none; return whether there was any."""
        has_changed: cython.bint = False
        with cython.nogil:
            while not self.is_broken:
                self._find_naked_singles()
                self._find_hidden_singles(0, 3 * self.side)
                if not self._apply():
                    break
                has_changed = True
        return has_changed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_locked(self, inner: cython.int, outer: cython.int, direct: cython.bint) -> cython.void:
        """Find values whose places in `inner` are all in `outer`: the rest of `outer` loses them.

        If `direct`, nothing is removed, but the value is placed where another unit then has one place left for it.
        """
        value: cython.int
        i: cython.int
        cell: cython.int
        shared: cython.ulonglong = 0
        left: cython.ulonglong
        for i in range(self.side):
            cell = self.member[inner * self.side + i]
            if self._is_in(cell, outer):
                shared |= ONE << i
        if not shared:
            return
        for value in range(self.side):
            left = self.spots[inner * self.side + value]
            if not left or left & ~shared or not left & (left - 1):
                continue
            if direct:
                self._place_besides(inner, outer, value)
                continue
            for i in range(self.side):
                cell = self.member[outer * self.side + i]
                if self.spots[outer * self.side + value] >> i & 1 and not self._is_in(cell, inner):
                    self.removed[cell] |= ONE << value

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _is_in(self, cell: cython.int, unit: cython.int) -> cython.bint:
        return unit == self.unit_of[3 * cell + unit // self.side]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_besides(self, inner: cython.int, outer: cython.int, value: cython.int) -> cython.void:
        """Place the value where another unit of the kind of `inner` has one place outside `outer`."""
        unit: cython.int
        i: cython.int
        cell: cython.int
        last: cython.int = 0
        inside: cython.int
        outside: cython.int
        first: cython.int = inner // self.side * self.side
        for unit in range(first, first + self.side):
            if unit == inner:
                continue
            inside = outside = 0
            for i in range(self.side):
                if self.spots[unit * self.side + value] >> i & 1:
                    cell = self.member[unit * self.side + i]
                    if self._is_in(cell, outer):
                        inside += 1
                    else:
                        outside += 1
                        last = cell
            if inside and outside == 1:
                self.placed[last] = ONE << value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_all_locked(self, pointing: cython.bint, direct: cython.bint) -> cython.void:
        box: cython.int
        line: cython.int
        for box in range(2 * self.side, 3 * self.side):
            for line in range(2 * self.side):
                if pointing:
                    self._find_locked(box, line, direct)
                else:
                    self._find_locked(line, box, direct)

    def find_pointing(self, direct: bool) -> bool:
        """Find values whose places in a box are all in a line; if `direct`, only place the singles that follow."""
        self._find_all_locked(True, direct)
        return self._apply()

    def find_claiming(self, direct: bool) -> bool:
        """Find values whose places in a line are all in a box; if `direct`, only place the singles that follow."""
        self._find_all_locked(False, direct)
        return self._apply()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _extend(self, first: cython.int, count: cython.int, size: cython.int, cover: cython.ulonglong) -> cython.void:
        """Choose `size` of the sets whose union has as many elements; `count` of them are chosen already."""
        number: cython.int
        union: cython.ulonglong
        if count == size:
            self._note_cover(size, cover)
            return
        for number in range(first, self.masks_length - (size - count) + 1):
            union = cover | self.masks[number]
            if count_bits(union) <= size:
                self.chosen[count] = self.names[number]
                self._extend(number + 1, count + 1, size, union)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_cover(self, size: cython.int, cover: cython.ulonglong) -> cython.void:
        if self.kind == NAKED:
            self._note_naked(size, cover)
        elif self.kind == FISH:
            self._note_fish(size, cover)
        elif self.kind == HIDDEN:
            self._note_hidden(size, cover)
        else:
            self._place_outside(size, cover)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_naked(self, size: cython.int, values: cython.ulonglong) -> cython.void:
        """Remove the values of a naked set from the other cells of its unit."""
        i: cython.int
        j: cython.int
        others: cython.ulonglong = self.free[self.unit]
        for j in range(size):
            others &= ~(ONE << self.chosen[j])
        for i in range(self.side):
            if others >> i & 1:
                self.removed[self.member[self.unit * self.side + i]] |= values

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_hidden(self, size: cython.int, places: cython.ulonglong) -> cython.void:
        """Remove all values but those of a hidden set from its cells."""
        i: cython.int
        j: cython.int
        cell: cython.int
        values: cython.ulonglong = 0
        for j in range(size):
            values |= ONE << self.chosen[j]
        for i in range(self.side):
            if places >> i & 1:
                cell = self.member[self.unit * self.side + i]
                self.removed[cell] |= self.cand[cell] & ~values

    @cython.cfunc
    @cython.exceptval(check=False)
    def _place_outside(self, size: cython.int, places: cython.ulonglong) -> cython.void:
        """Place each other value that has one place in the unit outside these."""
        value: cython.int
        j: cython.int
        left: cython.ulonglong
        values: cython.ulonglong = 0
        for j in range(size):
            values |= ONE << self.chosen[j]
        for value in range(self.side):
            left = self.spots[self.unit * self.side + value]
            if not values >> value & 1 and left & places:
                left &= ~places
                if left and not left & (left - 1):
                    self.placed[self.member[self.unit * self.side + lowest_bit(left)]] = ONE << value

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_fish(self, size: cython.int, places: cython.ulonglong) -> cython.void:
        """Remove the value of a fish from the other lines, at the places of the fish."""
        line: cython.int
        i: cython.int
        j: cython.int
        is_chosen: cython.bint
        for line in range(self.unit, self.unit + self.side):
            is_chosen = False
            for j in range(size):
                if self.chosen[j] == line:
                    is_chosen = True
            if is_chosen:
                continue
            for i in range(self.side):
                if places & self.spots[line * self.side + self.value] & ONE << i:
                    self.removed[self.member[line * self.side + i]] |= ONE << self.value

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_set(self, mask: cython.ulonglong, name: cython.int, size: cython.int) -> cython.void:
        """Add a set to choose from, unless it is empty or too large."""
        if mask and count_bits(mask) <= size:
            self.masks[self.masks_length] = mask
            self.names[self.masks_length] = name
            self.masks_length += 1

    def find_naked_sets(self, size: cython.int) -> bool:
        """Find cells of a unit that have only as many values between them."""
        i: cython.int
        unit: cython.int
        self.kind = NAKED
        for unit in range(3 * self.side):
            self.unit, self.masks_length = unit, 0
            for i in range(self.side):
                self._add_set(self.cand[self.member[unit * self.side + i]], i, size)
            self._extend(0, 0, size, 0)
        return self._apply()

    def find_hidden_sets(self, size: cython.int, direct: bool) -> bool:
        """Find values that have only as many places in a unit; if `direct`, only place the singles that follow."""
        value: cython.int
        unit: cython.int
        self.kind = DIRECT if direct else HIDDEN
        for unit in range(3 * self.side):
            self.unit, self.masks_length = unit, 0
            for value in range(self.side):
                self._add_set(self.spots[unit * self.side + value], value, size)
            self._extend(0, 0, size, 0)
        return self._apply()

    def find_fish(self, size: cython.int) -> bool:
        """Find lines in which a value has only as many places, all in as many crossing lines."""
        line: cython.int
        value: cython.int
        first: cython.int
        self.kind = FISH
        for first in range(0, 2 * self.side, self.side):
            for value in range(self.side):
                self.unit, self.value, self.masks_length = first, value, 0
                for line in range(first, first + self.side):
                    self._add_set(self.spots[line * self.side + value], line, size)
                self._extend(0, 0, size, 0)
        return self._apply()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_wings_of(self, pivot: cython.int, size: cython.int) -> cython.void:
        """Find two cells with two candidates that make a wing with this pivot."""
        one: cython.int
        other: cython.int
        cell: cython.int
        values: cython.ulonglong = self.cand[pivot]
        shared: cython.ulonglong
        apart: cython.ulonglong
        for one in range(self.cells):
            if count_bits(self.cand[one]) != 2 or count_bits(self.cand[one] & values) != size - 1:
                continue
            if not are_peers(self.unit_of, pivot, one):
                continue
            for other in range(one + 1, self.cells):
                shared = self.cand[one] & self.cand[other]
                apart = self.cand[one] ^ self.cand[other]
                if (
                    count_bits(self.cand[other]) != 2
                    or not shared
                    or not apart
                    or not are_peers(self.unit_of, pivot, other)
                ):
                    continue
                if values != (apart if size == 2 else apart | shared):
                    continue
                for cell in range(self.cells):
                    if (
                        self.cand[cell] & shared
                        and are_peers(self.unit_of, cell, one)
                        and are_peers(self.unit_of, cell, other)
                        and (are_peers(self.unit_of, cell, pivot) if size == 3 else cell != pivot)
                    ):
                        self.removed[cell] |= shared

    def find_wings(self, size: cython.int) -> bool:
        """Find XY-Wings (a pivot of `size` 2) or XYZ-Wings (3)."""
        pivot: cython.int
        with cython.nogil:
            for pivot in range(self.cells):
                if count_bits(self.cand[pivot]) == size:
                    self._find_wings_of(pivot, size)
        return self._apply()
