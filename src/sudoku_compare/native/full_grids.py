# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A random walk through full boards of any size: after each step, every unit still holds all values.

Cython compiles this file; without a compiler, Python runs the same file and takes the same walk.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

MOST_VALUES = 256


@cython.final
@cython.cclass
class GridWalk:
    """Changes a full board step by step. `random` returns numbers from 0 to 1 and makes all the choices."""

    board: cython.uchar[::1]
    side: cython.int
    box_height: cython.int
    box_width: cython.int
    random: object
    place_of: cython.int[256]  # the place of each value in a line
    is_reached: cython.uchar[::1]
    edge: cython.uint[::1]  # cells whose neighbours still have to be reached

    def __init__(self, board: bytearray, box_height: cython.int, box_width: cython.int, random: object) -> None:
        self.board, self.random = board, random
        self.side, self.box_height, self.box_width = box_height * box_width, box_height, box_width
        if len(board) != self.side * self.side or self.side >= MOST_VALUES:
            raise ValueError(f"expected a board of {self.side * self.side} cells, found {len(board)}")
        self.is_reached = bytearray(len(board))
        self.edge = array("I", bytes(4 * len(board)))
        if not cython.compiled:
            self.place_of = [0] * MOST_VALUES

    def take_steps(self, steps: cython.int) -> None:
        """Change the board this many times."""
        kind: cython.int
        for _ in range(steps):
            kind = self._random_below(3)
            if kind == 0:
                self._swap_in_two_lines(self.box_height, self.side, 1)
            elif kind == 1:
                self._swap_in_two_lines(self.box_width, 1, self.side)
            else:
                self._swap_two_values()

    @cython.cfunc
    @cython.exceptval(-1)
    def _random_below(self, limit: cython.int) -> cython.int:
        part: cython.double = self.random()
        return cython.cast(cython.int, part * limit)

    @cython.cfunc
    @cython.exceptval(-1)
    def _swap_two_values(self) -> cython.int:
        """Exchange two values in all cells that are connected, through units, with a random cell."""
        start: cython.int = self._random_below(self.side * self.side)
        one: cython.int = self.board[start]
        other: cython.int = (one + self._random_below(self.side - 1)) % self.side + 1
        waiting: cython.int = 1
        cell: cython.int
        row: cython.int
        column: cython.int
        wanted: cython.int
        i: cython.int
        self.edge[0] = start
        self.is_reached[start] = 1
        while waiting:
            waiting -= 1
            cell = self.edge[waiting]
            wanted = other if self.board[cell] == one else one
            row = cell // self.side
            column = cell % self.side
            waiting = self._reach(row * self.side, 1, self.side, wanted, waiting)
            waiting = self._reach(column, self.side, self.side, wanted, waiting)
            row -= row % self.box_height
            column -= column % self.box_width
            for i in range(self.box_height):
                waiting = self._reach((row + i) * self.side + column, 1, self.box_width, wanted, waiting)
        for cell in range(self.side * self.side):
            if self.is_reached[cell]:
                self.is_reached[cell] = 0
                self.board[cell] = other if self.board[cell] == one else one
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _reach(
        self, first: cython.int, along: cython.int, length: cython.int, wanted: cython.int, waiting: cython.int
    ) -> cython.int:
        """Add to the edge the cell among these that has the wanted value, unless it was reached before."""
        cell: cython.int
        i: cython.int
        for i in range(length):
            cell = first + i * along
            if self.board[cell] == wanted and not self.is_reached[cell]:
                self.is_reached[cell] = 1
                self.edge[waiting] = cell
                waiting += 1
        return waiting

    @cython.cfunc
    @cython.exceptval(-1)
    def _swap_in_two_lines(self, band_size: cython.int, from_line_to_line: cython.int, along: cython.int) -> cython.int:
        """Exchange two rows of a band (or columns of a stack) in some places, so that both keep all their values."""
        first: cython.int = self._random_below(self.side // band_size) * band_size
        line: cython.int
        one: cython.int = 0
        other: cython.int = 0
        place: cython.int
        start: cython.int
        a: cython.int
        b: cython.int
        part: cython.double
        least: cython.double = 2
        second: cython.double = 2
        for line in range(first, first + band_size):  # choose the two lines with the smallest random numbers
            part = self.random()
            if part < least:
                other, second = one, least
                one, least = line, part
            elif part < second:
                other, second = line, part
        if band_size == 1:
            return 0
        one *= from_line_to_line
        other *= from_line_to_line
        for place in range(self.side):
            self.place_of[self.board[one + place * along]] = place
        start = place = self._random_below(self.side)
        while True:
            a = one + place * along
            b = other + place * along
            place = self.place_of[self.board[b]]
            self.board[a], self.board[b] = self.board[b], self.board[a]
            if place == start:
                return 0
