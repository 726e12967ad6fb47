# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A tabu search: all open cells have values from the start, and one after the other changes its value.

Cython compiles this file; without a compiler, Python runs the same file, with the same moves.

A conflict is a pair of cells in a unit with the same value. A move gives a cell that is in conflict another one of its
candidates: of all such moves, one that leaves the fewest conflicts, drawn at random among equals. The value that the
cell had is then tabu for a while, the longer the more cells are in conflict, unless it leads to fewer conflicts than
ever before. All that is needed for a choice is kept up to date: for each open cell and each value, how many of its
peers have that value.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

from .solve_any import make_geometry

RANDOM_TENURE = cython.declare(cython.uint, 7)  # moves: a value is tabu for up to this many, less one
CELLS_PER_MOVE = cython.declare(cython.int, 2)  # in conflict: a value is tabu for one more move for so many of them
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)
SEED_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SEED_SHIFT = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)
NONE = cython.declare(cython.int, -1)


@cython.final
@cython.cclass
class Walk:
    """One walk from a full board to one without conflicts, in portions, so that the caller can check the time."""

    side: cython.int
    cells: cython.int
    open: cython.int  # number of cells with several candidates
    cell: cython.int[::1]  # of each open cell: its number on the board
    first: cython.int[::1]  # of each open cell: where its candidates begin in `candidate`; at the end, where they end
    candidate: cython.int[::1]
    first_peer: cython.int[::1]  # of each open cell: where its peers begin in `peer`; at the end, where they end
    peer: cython.int[::1]  # open cells that share a unit and a candidate with it
    values: cython.int[::1]  # of each open cell
    clashes: cython.int[::1]  # for each open cell and value: peers that have it
    tabu_until: cython.longlong[::1]  # for each open cell and value: the last move at which it may not be chosen
    conflicting: cython.int[::1]  # the open cells that are in conflict, in any order
    place: cython.int[::1]  # of each open cell: its place in `conflicting`, or -1
    conflicting_count: cython.int
    conflicts: cython.int  # pairs
    fewest: cython.int  # conflicts so far
    moves: cython.longlong
    random: cython.ulonglong
    board: cython.uchar[::1]

    def __init__(
        self, box_height: cython.int, box_width: cython.int, candidates: bytes, start: bytes, seed: cython.ulonglong
    ) -> None:
        """Prepare a walk: `candidates` has one byte for each cell and value, and `start` the values to begin with.

        A cell takes its value from `start` if that is one of its candidates, otherwise the one with the fewest
        conflicts so far.
        """
        side = box_height * box_width
        if len(candidates) != side**3:
            raise ValueError(f"expected {side**3} candidates, found {len(candidates)}")
        if len(start) not in (0, side * side):
            raise ValueError(f"expected no cells or {side * side}, found {len(start)}")
        self.side, self.cells = side, side * side
        self.moves = 0
        self.random = (seed * SEED_FACTOR + SEED_SHIFT) & WORD or 1
        self._list_candidates(candidates)
        self._list_peers(box_height, box_width, candidates)
        self.clashes = array("i", bytes(4 * (self.open * side + 1)))
        self.tabu_until = array("q", bytes(8 * (self.open * side + 1)))
        self.values = array("i", [NONE]) * (self.open + 1)
        self.place = array("i", [NONE]) * (self.open + 1)
        self.conflicting = array("i", bytes(4 * (self.open + 1)))
        self._fill(start)

    def _list_candidates(self, candidates: bytes) -> None:
        cell: cython.int
        board = bytearray(self.cells)
        numbers, first, listed = array("i"), array("i"), array("i")
        for cell in range(self.cells):
            own = [value for value in range(self.side) if candidates[cell * self.side + value]]
            if not own:
                raise ValueError(f"cell {cell} has no candidate")
            board[cell] = own[0] + 1
            if len(own) > 1:
                numbers.append(cell)
                first.append(len(listed))
                listed.extend(own)
        self.open = len(numbers)
        numbers.append(0)  # so that no array is empty
        first.append(len(listed))
        listed.append(0)
        self.board, self.cell, self.first, self.candidate = board, numbers, first, listed

    def _list_peers(self, box_height: int, box_width: int, candidates: bytes) -> None:
        """List for each open cell the open cells whose value can be the same as its own, which is a conflict."""
        side: int = self.side
        units, members = make_geometry(box_height, box_width)
        masks = [int.from_bytes(candidates[cell * side : (cell + 1) * side], "little") for cell in range(self.cells)]
        number_of = {self.cell[number]: number for number in range(self.open)}
        first, listed = array("i"), array("i")
        for cell in number_of:
            first.append(len(listed))
            peers = {
                peer for unit in units[3 * cell : 3 * cell + 3] for peer in members[unit * side : (unit + 1) * side]
            }
            listed.extend(
                number_of[peer]
                for peer in sorted(peers)
                if peer != cell and peer in number_of and masks[peer] & masks[cell]
            )
        first.append(len(listed))
        listed.append(0)
        self.first_peer, self.peer = first, listed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, number: cython.uint) -> cython.uint:
        """Return a random number below this one (xorshift64*)."""
        bits: cython.ulonglong = self.random
        bits ^= (bits << 13) & WORD
        bits ^= bits >> 7
        bits ^= (bits << 17) & WORD
        self.random = bits
        high: cython.ulonglong = ((bits * MULTIPLIER) & WORD) >> 32
        return cython.cast(cython.uint, (high * number) >> 32)

    def _fill(self, start: bytes) -> None:
        """Give every open cell a value, in reading order, and count the conflicts."""
        cell: cython.int
        i: cython.int
        for cell in range(self.open):
            value: cython.int = start[self.cell[cell]] - 1 if start else NONE
            if value == NONE or value not in self.candidate[self.first[cell] : self.first[cell + 1]]:
                value = self._choose_first_value(cell)
            self.values[cell] = value
            for i in range(self.first_peer[cell], self.first_peer[cell + 1]):
                self.clashes[self.peer[i] * self.side + value] += 1
        self.conflicts = self.conflicting_count = 0
        for cell in range(self.open):
            own: cython.int = self.clashes[cell * self.side + self.values[cell]]
            if own:
                self.conflicts += own
                self._note_conflicting(cell)
        self.conflicts //= 2
        self.fewest = self.conflicts

    @cython.cfunc
    def _choose_first_value(self, cell: cython.int) -> cython.int:
        """Return the candidate with the fewest conflicts so far."""
        i: cython.int
        best: cython.int = NONE
        least: cython.int = 0
        equal: cython.uint = 0
        for i in range(self.first[cell], self.first[cell + 1]):
            found: cython.int = self.clashes[cell * self.side + self.candidate[i]]
            if best == NONE or found < least:
                best, least, equal = self.candidate[i], found, 1
            elif found == least:
                equal += 1
                if self._draw(equal) == 0:
                    best = self.candidate[i]
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_conflicting(self, cell: cython.int) -> cython.void:
        if self.place[cell] == NONE:
            self.place[cell] = self.conflicting_count
            self.conflicting[self.conflicting_count] = cell
            self.conflicting_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_settled(self, cell: cython.int) -> cython.void:
        last: cython.int
        if self.place[cell] != NONE:
            self.conflicting_count -= 1
            last = self.conflicting[self.conflicting_count]
            self.conflicting[self.place[cell]] = last
            self.place[last] = self.place[cell]
            self.place[cell] = NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self) -> cython.void:
        """Make the best move that is allowed, or a random one if none is."""
        i: cython.int
        j: cython.int
        cell: cython.int
        value: cython.int
        chosen: cython.int = NONE
        new: cython.int = 0
        change: cython.int
        least: cython.int = 0
        equal: cython.uint = 0
        offset: cython.int
        now: cython.int
        self.moves += 1
        for i in range(self.conflicting_count):
            cell = self.conflicting[i]
            offset = cell * self.side
            now = self.clashes[offset + self.values[cell]]
            for j in range(self.first[cell], self.first[cell + 1]):
                value = self.candidate[j]
                change = self.clashes[offset + value] - now
                if chosen != NONE and change > least:
                    continue
                if value == self.values[cell]:
                    continue
                if self.tabu_until[offset + value] > self.moves and self.conflicts + change >= self.fewest:
                    continue
                if chosen == NONE or change < least:
                    chosen, new, least, equal = cell, value, change, 1
                else:
                    equal += 1
                    if self._draw(equal) == 0:
                        chosen, new = cell, value
        if chosen == NONE:
            chosen = self.conflicting[self._draw(self.conflicting_count)]
            new = self._draw_candidate(chosen)
        self._change(chosen, new)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw_candidate(self, cell: cython.int) -> cython.int:
        """Return a random candidate of a cell other than its value."""
        number: cython.int = self.first[cell + 1] - self.first[cell]
        value: cython.int = self.values[cell]
        while value == self.values[cell]:
            value = self.candidate[self.first[cell] + self._draw(number)]
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _change(self, cell: cython.int, new: cython.int) -> cython.void:
        """Give a cell another value, and make the old one tabu."""
        i: cython.int
        peer: cython.int
        old: cython.int = self.values[cell]
        offset: cython.int = cell * self.side
        self.conflicts += self.clashes[offset + new] - self.clashes[offset + old]
        self.tabu_until[offset + old] = (
            self.moves + self._draw(RANDOM_TENURE) + self.conflicting_count // CELLS_PER_MOVE
        )
        self.values[cell] = new
        for i in range(self.first_peer[cell], self.first_peer[cell + 1]):
            peer = self.peer[i]
            self.clashes[peer * self.side + new] += 1
            self.clashes[peer * self.side + old] -= 1
            if self.values[peer] == new:
                self._note_conflicting(peer)
            elif self.values[peer] == old and self.clashes[peer * self.side + old] == 0:
                self._note_settled(peer)
        if self.clashes[offset + new]:
            self._note_conflicting(cell)
        else:
            self._note_settled(cell)
        if self.conflicts < self.fewest:
            self.fewest = self.conflicts

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, moves: cython.longlong) -> cython.void:
        while moves > 0 and self.conflicts:
            self._move()
            moves -= 1

    def advance(self, moves: cython.longlong) -> bytes:
        """Make up to this many more moves; return the board if it has no conflict, otherwise nothing."""
        with cython.nogil:
            self._walk(moves)
        return b"" if self.conflicts else self._read_board()

    def _read_board(self) -> bytes:
        cell: cython.int
        for cell in range(self.open):
            self.board[self.cell[cell]] = self.values[cell] + 1
        return bytes(self.board)

    def count_moves(self) -> int:
        """Return the number of moves so far."""
        return self.moves
