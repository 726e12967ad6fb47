# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Steps of the rating that rely on a unique solution: unique rectangles and loops, and the Bivalue Universal Grave.

A loop is a cycle of cells that all have the same two candidates, in which every unit has two cells or none, one at an
even and one at an odd place of the cycle. If nothing else were possible in its cells, the two values could change
places.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    from .rate_bits import count_bits
    from .rate_candidates import are_peers

ONE = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class UniquenessSteps:
    """Finds what these steps remove from the candidates of a position."""

    side: cython.int
    cells: cython.int
    unit_of: cython.int[::1]
    member: cython.int[::1]
    cand: cython.ulonglong[::1]
    removed: cython.ulonglong[::1]
    path: cython.int[::1]
    parity: cython.uchar[::1]  # for each unit, which places of the cycle it has: 1 for an even one, 2 for an odd one
    roof: cython.int[::1]  # the cells of the cycle with further candidates
    chosen: cython.int[::1]
    length: cython.int
    set_size: cython.int
    pair: cython.ulonglong

    def __init__(
        self, side: cython.int, unit_of: cython.int[::1], member: cython.int[::1], cand: cython.ulonglong[::1]
    ) -> None:
        self.side, self.cells = side, side * side
        self.unit_of, self.member, self.cand = unit_of, member, cand
        self.removed = array("Q", [0]) * self.cells
        self.path = array("i", [0]) * self.cells
        self.roof = array("i", [0]) * self.cells
        self.chosen = array("i", [0]) * side
        self.parity = bytearray(3 * side)

    def find_loops(self, length: cython.int, set_size: cython.int) -> object:
        """Return what loops of this length remove, as bits of each cell.

        With a `set_size` of 0 these are the steps without a further set: types 1, 2 and 4. Otherwise they are those of
        type 3, in which the further candidates of two cells make a naked set of `set_size` values with other cells.
        """
        cell: cython.int
        for cell in range(self.cells):
            self.removed[cell] = 0
        self.length, self.set_size = length, set_size
        for cell in range(self.cells):
            if count_bits(self.cand[cell]) == 2:
                self.pair = self.cand[cell]
                self._enter(cell, 0, 0, 0)
        return self.removed

    @cython.cfunc
    @cython.exceptval(check=False)
    def _enter(
        self, cell: cython.int, count: cython.int, extra_cells: cython.int, extras: cython.ulonglong
    ) -> cython.void:
        """Add a cell to the cycle, if it fits, and go on."""
        i: cython.int
        bit: cython.int = 1 + count % 2
        more: cython.ulonglong = self.cand[cell] & ~self.pair
        if self.cand[cell] & self.pair != self.pair:
            return
        for i in range(3):
            if self.parity[self.unit_of[3 * cell + i]] & bit:
                return
        if more:
            self.roof[extra_cells] = cell
            extra_cells += 1
            extras |= more
            if extra_cells > 2 and count_bits(extras) > 1:
                return
        for i in range(3):
            self.parity[self.unit_of[3 * cell + i]] |= bit
        self.path[count] = cell
        self._go_on(cell, count + 1, extra_cells, extras)
        for i in range(3):
            self.parity[self.unit_of[3 * cell + i]] &= ~bit

    @cython.cfunc
    @cython.exceptval(check=False)
    def _go_on(
        self, cell: cython.int, count: cython.int, extra_cells: cython.int, extras: cython.ulonglong
    ) -> cython.void:
        i: cython.int
        j: cython.int
        unit: cython.int
        if count == self.length:
            if extra_cells and self._is_closed():
                self._note_loop(extra_cells, extras)
            return
        for i in range(3):
            unit = self.unit_of[3 * cell + i]
            if self.parity[unit] == 3:
                continue
            for j in range(self.side):
                self._enter(self.member[unit * self.side + j], count, extra_cells, extras)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_closed(self) -> cython.bint:
        """Return whether every unit of the cycle has two cells of it."""
        i: cython.int
        single: cython.int = 0
        for i in range(3 * self.side):
            single += self.parity[i] == 1 or self.parity[i] == 2
        return single == 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_loop(self, extra_cells: cython.int, extras: cython.ulonglong) -> cython.void:
        i: cython.int
        unit: cython.int
        if self.set_size == 0:
            if extra_cells == 1:
                self.removed[self.roof[0]] |= self.pair
                return
            if count_bits(extras) == 1:
                self._remove_from_peers_of_all(extra_cells, extras)
        if extra_cells != 2:
            return
        for i in range(3):
            unit = self.unit_of[3 * self.roof[0] + i]
            if unit != self.unit_of[3 * self.roof[1] + i]:
                continue
            if self.set_size == 0:
                self._note_locked_value(unit)
            elif count_bits(extras) <= self.set_size:
                self._extend(unit, 0, 0, extras)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _remove_from_peers_of_all(self, extra_cells: cython.int, values: cython.ulonglong) -> cython.void:
        """Remove values from all cells that see all cells of the roof."""
        cell: cython.int
        i: cython.int
        sees_all: cython.bint
        for cell in range(self.cells):
            sees_all = True
            for i in range(extra_cells):
                sees_all = sees_all and are_peers(self.unit_of, cell, self.roof[i])
            if sees_all:
                self.removed[cell] |= values

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_locked_value(self, unit: cython.int) -> cython.void:
        """If one of the two values has no place in the unit outside the roof, remove the other one from the roof."""
        i: cython.int
        cell: cython.int
        elsewhere: cython.ulonglong = 0
        for i in range(self.side):
            cell = self.member[unit * self.side + i]
            if cell != self.roof[0] and cell != self.roof[1]:
                elsewhere |= self.cand[cell]
        if count_bits(self.pair & ~elsewhere) == 1:
            self.removed[self.roof[0]] |= self.pair & elsewhere
            self.removed[self.roof[1]] |= self.pair & elsewhere

    @cython.cfunc
    @cython.exceptval(check=False)
    def _extend(self, unit: cython.int, first: cython.int, count: cython.int, cover: cython.ulonglong) -> cython.void:
        """Choose cells that make a naked set with the further candidates of the roof."""
        i: cython.int
        cell: cython.int
        if count == self.set_size - 1:
            self._note_set(unit, count, cover)
            return
        for i in range(first, self.side):
            cell = self.member[unit * self.side + i]
            if not self.cand[cell] or cell == self.roof[0] or cell == self.roof[1]:
                continue
            if count_bits(cover | self.cand[cell]) <= self.set_size:
                self.chosen[count] = cell
                self._extend(unit, i + 1, count + 1, cover | self.cand[cell])

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note_set(self, unit: cython.int, count: cython.int, cover: cython.ulonglong) -> cython.void:
        i: cython.int
        j: cython.int
        cell: cython.int
        is_chosen: cython.bint
        for i in range(self.side):
            cell = self.member[unit * self.side + i]
            is_chosen = cell == self.roof[0] or cell == self.roof[1]
            for j in range(count):
                is_chosen = is_chosen or cell == self.chosen[j]
            if not is_chosen:
                self.removed[cell] |= cover

    def find_grave(self, several: bool) -> object:
        """Return what the Bivalue Universal Grave removes, as bits of each cell.

        Without the extra candidates, every open cell would have two candidates and every value two places in each unit
        or none, so one of the extra candidates is true. If they are in one cell, it loses the others (type 1). If
        `several` cells have the same one, all cells that see all of them lose it (type 2).
        """
        cell: cython.int
        extra_cells: cython.int = 0
        extra: cython.ulonglong
        extras: cython.ulonglong = 0
        for cell in range(self.cells):
            self.removed[cell] = 0
        for cell in range(self.cells):
            if count_bits(self.cand[cell]) > 2:
                extra = self._find_extra(cell)
                if count_bits(self.cand[cell] & ~extra) != 2:
                    return self.removed
                self.roof[extra_cells] = cell
                extra_cells += 1
                extras |= extra
                if extra_cells > 1 and count_bits(extras) != 1:
                    return self.removed
        if (extra_cells > 1) == bool(several) and extra_cells and self._is_grave(extra_cells, extras):
            if several:
                self._remove_from_peers_of_all(extra_cells, extras)
            else:
                self.removed[self.roof[0]] = self.cand[self.roof[0]] & ~extras
        return self.removed

    @cython.cfunc
    @cython.exceptval(check=False)
    def _find_extra(self, cell: cython.int) -> cython.ulonglong:
        """Return the candidates of a cell that have more than two places in each of its units."""
        value: cython.int
        i: cython.int
        extra: cython.ulonglong = 0
        for value in range(self.side):
            if self.cand[cell] >> value & 1:
                extra |= ONE << value
                for i in range(3):
                    if self._count_places(self.unit_of[3 * cell + i], value) <= 2:
                        extra &= ~(ONE << value)
        return extra

    @cython.cfunc
    @cython.exceptval(check=False)
    def _count_places(self, unit: cython.int, value: cython.int) -> cython.int:
        i: cython.int
        places: cython.int = 0
        for i in range(self.side):
            places += self.cand[self.member[unit * self.side + i]] >> value & 1
        return places

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_grave(self, extra_cells: cython.int, extra: cython.ulonglong) -> cython.bint:
        """Return whether every value has two places in each unit, or none, without the extra candidates."""
        unit: cython.int
        value: cython.int
        i: cython.int
        places: cython.int
        for unit in range(3 * self.side):
            for value in range(self.side):
                places = self._count_places(unit, value)
                if extra >> value & 1:
                    for i in range(extra_cells):
                        if self.unit_of[3 * self.roof[i] + unit // self.side] == unit:
                            places -= 1
                if places != 0 and places != 2:
                    return False
        return True
