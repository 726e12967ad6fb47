# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The kernel for all other sizes: naked and hidden singles, then an assumption in a cell with the fewest candidates.

Cython compiles this file; without a compiler, Python runs the same file, with the same answers and counts.

Each candidate is one byte at side * cell + value. The number of candidates of each cell, and the number of places of
each value in each unit, are kept up to date; whatever drops to one is queued at once. A trail records the candidates
that an assumption removes, so that they can be restored when the assumption is refuted.
"""

from array import array
from itertools import chain

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

# How a portion of the search ends.
NONE_LEFT = cython.declare(cython.int, 0)
OUT_OF_STEPS = cython.declare(cython.int, 1)
IS_FOUND = cython.declare(cython.int, 2)


def make_geometry(box_height: int, box_width: int) -> tuple:
    """Return the three units of each cell, and the cells of each unit: first rows, then columns, then boxes."""
    side = box_height * box_width
    units = array("I")
    members: list[list[int]] = [[] for _ in range(3 * side)]
    for cell in range(side * side):
        row, column = divmod(cell, side)
        box = row // box_height * box_height + column // box_width
        for unit in (row, side + column, 2 * side + box):
            units.append(unit)
            members[unit].append(cell)
    return units, array("I", chain.from_iterable(members))


@cython.final
@cython.cclass
class Search:
    """The search of one puzzle, in portions, so that the caller can check the time in between."""

    side: cython.int
    cells: cython.int
    givens: cython.const_uchar[::1]
    unit_of: cython.uint[::1]  # three for each cell: row, column, box
    member: cython.uint[::1]  # the cells of each unit
    possible: cython.uchar[::1]
    left: cython.uint[::1]  # number of candidates of each cell
    places: cython.uint[::1]  # number of places of each value in each unit
    trail: cython.uint[::1]  # removed candidates, in order
    queue: cython.uint[::1]  # cells with one candidate and, as numbers from `cells` on, values with one place
    start: cython.uint[::1]  # for each assumption: where its part of the trail begins
    assumed: cython.uint[::1]  # for each assumption: the candidate
    trail_length: cython.int
    queue_length: cython.int
    queue_done: cython.int
    next_given: cython.int
    depth: cython.int
    open: cython.int  # number of cells with several candidates
    is_refuted: cython.bint
    is_spent: cython.bint  # the only solution of this branch has been found
    assumptions: cython.ulonglong
    contradictions: cython.ulonglong
    deepest: cython.int

    def __init__(self, box_height: cython.int, box_width: cython.int, givens: bytes) -> None:
        side = box_height * box_width
        cells = side * side
        if len(givens) != cells:
            raise ValueError(f"expected {cells} cells, found {len(givens)}")
        if max(givens) > side:
            raise ValueError(f"expected givens of 1 to {side}, found {max(givens)}")
        self.side, self.cells, self.givens = side, cells, givens
        self.unit_of, self.member = make_geometry(box_height, box_width)
        self.possible = bytearray(b"\1" * (cells * side))
        self.left = array("I", [side]) * cells
        self.places = array("I", [side]) * (3 * cells)
        self.trail = array("I", [0]) * (cells * side + 1)
        self.queue = array("I", [0]) * (4 * cells + 1)
        self.start = array("I", [0]) * (cells + 1)
        self.assumed = array("I", [0]) * (cells + 1)
        self.trail_length = self.queue_length = self.queue_done = self.next_given = 0
        self.depth = self.deepest = 0
        self.open = 0 if side == 1 else cells
        self.assumptions = self.contradictions = 0
        self.is_refuted = self.is_spent = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove(self, candidate: cython.uint) -> cython.void:
        """Remove a candidate; queue whatever drops to one, and note a contradiction if it drops to none."""
        cell: cython.uint
        value: cython.uint
        place: cython.uint
        i: cython.int
        if not self.possible[candidate]:
            return
        self.possible[candidate] = 0
        self.trail[self.trail_length] = candidate
        self.trail_length += 1
        cell = candidate // self.side
        value = candidate % self.side
        self.left[cell] -= 1
        if self.left[cell] == 1:
            self.open -= 1
            self.queue[self.queue_length] = cell
            self.queue_length += 1
        elif self.left[cell] == 0:
            self.is_refuted = True
        for i in range(3):
            place = self.unit_of[3 * cell + i] * self.side + value
            self.places[place] -= 1
            if self.places[place] == 1:
                self.queue[self.queue_length] = self.cells + place
                self.queue_length += 1
            elif self.places[place] == 0:
                self.is_refuted = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restore(self, length: cython.int) -> cython.void:
        """Undo the trail down to this length."""
        candidate: cython.uint
        cell: cython.uint
        value: cython.uint
        i: cython.int
        while self.trail_length > length:
            self.trail_length -= 1
            candidate = self.trail[self.trail_length]
            self.possible[candidate] = 1
            cell = candidate // self.side
            value = candidate % self.side
            self.left[cell] += 1
            if self.left[cell] == 2:
                self.open += 1
            for i in range(3):
                self.places[self.unit_of[3 * cell + i] * self.side + value] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill(self, cell: cython.uint, value: cython.uint) -> cython.void:
        """Remove all candidates of a cell but one."""
        other: cython.uint
        first: cython.uint = cell * self.side
        if not self.possible[first + value]:
            self.is_refuted = True
            return
        for other in range(self.side):
            if other != value:
                self._remove(first + other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _prune(self, cell: cython.uint) -> cython.void:
        """Remove the value of a cell from its peers."""
        value: cython.uint = 0
        peer: cython.uint
        first: cython.uint
        i: cython.int
        j: cython.int
        while not self.possible[cell * self.side + value]:
            value += 1
        for i in range(3):
            first = self.unit_of[3 * cell + i] * self.side
            for j in range(self.side):
                peer = self.member[first + j]
                if peer != cell:
                    self._remove(peer * self.side + value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_hidden_single(self, place: cython.uint) -> cython.void:
        """Fill the only place that is left for a value in a unit."""
        value: cython.uint = place % self.side
        first: cython.uint = place - value
        i: cython.int = 0
        while not self.possible[self.member[first + i] * self.side + value]:
            i += 1
        self._fill(self.member[first + i], value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _infer_step(self) -> cython.void:
        """Process the next item of the queue, or else the next given."""
        item: cython.uint
        if self.queue_done < self.queue_length:
            item = self.queue[self.queue_done]
            self.queue_done += 1
            if item < cython.cast(cython.uint, self.cells):
                self._prune(item)
            else:
                self._place_hidden_single(item - self.cells)
            return
        self.queue_done = self.queue_length = 0
        if self.next_given < self.cells:
            if self.givens[self.next_given]:
                self._fill(self.next_given, self.givens[self.next_given] - 1)
            self.next_given += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assume(self) -> cython.void:
        """Assume the first candidate of the first cell with the fewest candidates."""
        cell: cython.int
        fewest: cython.uint = self.side + 1
        chosen: cython.uint = 0
        for cell in range(self.cells):
            if 1 < self.left[cell] < fewest:
                chosen, fewest = cell, self.left[cell]
                if fewest == 2:
                    break
        candidate: cython.uint = chosen * self.side
        self.queue_done = self.queue_length = 0
        while not self.possible[candidate]:
            candidate += 1
        self.start[self.depth] = self.trail_length
        self.assumed[self.depth] = candidate
        self.depth += 1
        self.assumptions += 1
        if self.depth > self.deepest:
            self.deepest = self.depth
        self._fill(chosen, candidate % self.side)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backtrack(self) -> cython.void:
        """Undo the last assumption and remove its candidate: it is refuted, or its solution has been found."""
        self.is_refuted = self.is_spent = False
        self.queue_done = self.queue_length = 0
        self.depth -= 1
        self._restore(self.start[self.depth])
        self._remove(self.assumed[self.depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_next(self, steps: cython.longlong) -> cython.int:
        """Search for the next solution within this many steps."""
        while steps > 0:
            if self.is_refuted or self.is_spent:
                self.contradictions += self.is_refuted
                if self.depth == 0:
                    self.is_refuted, self.is_spent = False, True  # a further call must not count it again
                    return NONE_LEFT
                self._backtrack()
            elif self.queue_done < self.queue_length or self.next_given < self.cells:
                self._infer_step()
            elif self.open:
                self._assume()
            else:
                self.is_spent = True
                return IS_FOUND
            steps -= 1
        return OUT_OF_STEPS

    def advance(self, most_solutions: int, steps: cython.longlong) -> tuple[bool, bytes]:
        """Continue the search for at most this many more solutions, each within this many steps.

        Return whether the search is exhausted, and the solutions found in this call, concatenated.
        """
        ending: cython.int = IS_FOUND
        solutions = b""
        while ending == IS_FOUND and len(solutions) < most_solutions * self.cells:
            with cython.nogil:
                ending = self._find_next(steps)
            if ending == IS_FOUND:
                solutions += bytes(self._read_values())
        return ending == NONE_LEFT, solutions

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _infer_all(self) -> cython.void:
        """Process the queue and the givens until nothing more follows, or until there is a contradiction."""
        while not self.is_refuted and (self.queue_done < self.queue_length or self.next_given < self.cells):
            self._infer_step()

    def infer_without(self, excluded: cython.int) -> bytes:
        """Return the candidates that singles leave without this one (-1: with all); nothing on a contradiction.

        One byte for each, at side * cell + value, with values from 0. Before any `advance` only; the search itself
        stays at the position before any assumption.
        """
        self._infer_all()
        if self.is_refuted or excluded < 0:
            return b"" if self.is_refuted else bytes(self.possible)
        known: cython.int = self.trail_length
        self.queue_done = self.queue_length = 0
        self._remove(excluded)
        with cython.nogil:
            self._infer_all()
        left = b"" if self.is_refuted else bytes(self.possible)
        self.is_refuted = False
        self._restore(known)
        self.queue_done = self.queue_length = 0
        return left

    def _read_values(self) -> bytearray:
        """Return the remaining value of each cell."""
        cell: cython.int
        value: cython.int
        values = bytearray(self.cells)
        for cell in range(self.cells):
            value = 0
            while not self.possible[cell * self.side + value]:
                value += 1
            values[cell] = value + 1
        return values

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of assumptions and contradictions, and the largest depth of nested assumptions."""
        return self.assumptions, self.contradictions, self.deepest
