"""Disjunctive syllogism on a board that is one integer: `prune`, `assert_places`, `syllogize`.

The rules of Sudoku are disjunctions. For each cell: it has this value, or that value, or ...; for each value in a
unit: it is in this cell, or in that cell, or .... A candidate (this value in this cell) is a disjunct of one
disjunction of the first kind and, for each unit of its cell, of one of the second kind. Each disjunction has as many
disjuncts as the board has values.

So the board is a row of fields, one per disjunction, with one bit per disjunct. Above these bits, each field has a
guard bit, which is set while the disjunction is open (not yet decided). A candidate is in several fields and is removed
from all of them at once, by one `&` with a mask. Subtracting 1 from every field at once shows which fields are empty
(the guard bit is borrowed); doing it twice shows which have one disjunct left. With Python's integers, this takes a
dozen operations for a board of any size, and because integers are immutable, it costs nothing to keep the board of a
hypothetical.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from operator import or_

from ...core.puzzle import Grid
from ...core.shape import Cell, Shape

LARGEST_CACHE = 1 << 27  # bytes of masks per shape; large boards need more, so their cache is cleared now and then
LARGEST_SMALL_SIDE = 16  # up to this side every mask is soon needed again, and parts of masks are worth keeping
STRIDE = 128  # assertions between clock checks: 0.1 s on a 100x100

Board = int
Candidate = tuple[Cell, int]  # a cell and a value
Tick = Callable[[], None]


class Contradiction(Exception):
    """Raised when a disjunction has no disjunct left."""

    def __init__(self, empty: Board = 0) -> None:
        super().__init__()
        self.empty = empty  # the guards of the empty fields, if they are known


class Consequences(dict[int, tuple[Board, Candidate]]):
    """For each disjunct, by the position of its bit: the mask that asserts it, and its candidate.

    `board & mask` is the board on which the disjunct is known: the fields that it decides are cleared, with their
    guards, and so is every candidate that would put another value in the cell or the same value elsewhere in its units.
    Masks are made when they are needed: those of a 100x100 would fill the memory.
    """

    def __init__(self, fields: "Fields") -> None:
        super().__init__()
        self._fields = fields

    def __missing__(self, position: int) -> tuple[Board, Candidate]:
        fields = self._fields
        candidate = fields.candidate_at(position)
        positions = fields.positions(*candidate)
        consequence = fields.asserting(positions), candidate
        if len(self) // len(positions) * fields.bytes_each > LARGEST_CACHE:
            self.clear()
        self.update(dict.fromkeys(positions, consequence))
        return consequence


class Fields:
    """The layout of the boards of one shape: the fields of the cells, then those of the units."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.side = shape.side
        self.width = shape.side + 1
        cells = len(shape.cells)
        fields = cells + len(shape.units) * self.side
        self.full: Board = (1 << fields * self.width) - 1
        self.guards: Board = self.full // ((1 << self.width) - 1) << self.side
        self.cell_guards: Board = self.guards & ((1 << cells * self.width) - 1)
        self.in_cells: Board = self.cell_guards - (self.cell_guards >> self.side)  # each candidate once
        self.bytes_each = fields * self.width // 8 + 1
        self.consequences = Consequences(self)
        self._peers: dict[Cell, Board] = {}
        self._first_of_units = cells * self.width
        self._of_lowest_value = self._unit_positions_of_lowest_value()

    def _unit_positions_of_lowest_value(self) -> list[list[int]]:
        """Return where each cell's value 1 is in the fields of its units; value v is v - 1 fields further."""
        found: list[list[int]] = [[] for _ in self.shape.cells]
        for number, unit in enumerate(self.shape.units):
            start = self._first_of_units + number * self.side * self.width
            for place, cell in enumerate(unit):
                found[cell].append(start + place)
        return found

    def positions(self, cell: Cell, value: int) -> list[int]:
        """Return the positions of this candidate's bits, one in each of its fields, the field of its cell first."""
        fields_on = (value - 1) * self.width
        return [cell * self.width + value - 1, *[start + fields_on for start in self._of_lowest_value[cell]]]

    def candidate_at(self, position: int) -> Candidate:
        """Return the cell and the value of the disjunct at this position."""
        field, member = divmod(position, self.width)
        if position < self._first_of_units:
            return field, member + 1
        unit, value = divmod(field - len(self.shape.cells), self.side)
        return self.shape.units[unit][member], value + 1

    def asserting(self, positions: list[int]) -> Board:
        """Return the mask that asserts the candidate at these positions."""
        decided = [position // self.width for position in positions]
        if self.side > LARGEST_SMALL_SIDE:
            return self.full ^ self._disjuncts_of(decided)
        return self.full ^ reduce(or_, map(self._disjuncts_of_one, decided))

    def _disjuncts_of(self, fields: Iterable[int]) -> Board:
        """Return the guards of these fields, and their disjuncts in all fields."""
        positions: list[int] = []
        for field in fields:
            start = field * self.width
            positions.append(start + self.side)
            for position in range(start, start + self.side):
                positions += self.positions(*self.candidate_at(position))
        return self._bits(positions)

    @cache  # noqa: B019 - there is one instance per shape, which is kept
    def _disjuncts_of_one(self, field: int) -> Board:
        """Return the guard of a field, and its disjuncts in all fields: those of value 1, moved to its values."""
        guard = 1 << field * self.width + self.side
        if field < len(self.shape.cells):
            in_cell, in_units = self._lowest_disjuncts([field])
            moved = (in_cell << value | in_units << value * self.width for value in range(self.side))
            return reduce(or_, moved, guard)
        unit, value = divmod(field - len(self.shape.cells), self.side)
        in_cells, in_units = self._lowest_of_unit(unit)
        return guard | in_cells << value | in_units << value * self.width

    @cache  # noqa: B019 - there is one instance per shape, which is kept
    def _lowest_of_unit(self, unit: int) -> tuple[Board, Board]:
        return self._lowest_disjuncts(self.shape.units[unit])

    def _lowest_disjuncts(self, cells: Iterable[Cell]) -> tuple[Board, Board]:
        """Return the bits of value 1 of these cells: those in the fields of cells, and those in the fields of units."""
        in_cells = in_units = 0
        for cell in cells:
            in_cells |= 1 << cell * self.width
            for start in self._of_lowest_value[cell]:
                in_units |= 1 << start
        return in_cells, in_units

    def _bits(self, positions: Iterable[int]) -> Board:
        """Return an integer with these bits, built byte by byte: on a large board, each `|` would copy it whole."""
        bits = bytearray(self.bytes_each)
        for position in positions:
            bits[position >> 3] |= 1 << (position & 7)
        return int.from_bytes(bits, "little")

    def cell_peers(self, cell: Cell) -> Board:
        """Return the guards of the cell's peers."""
        if cell not in self._peers:
            guards = self._bits(peer * self.width + self.side for peer in self.shape.peers_of(cell))
            if self.side > LARGEST_SMALL_SIDE:
                return guards  # all of them would fill the memory
            self._peers[cell] = guards
        return self._peers[cell]

    def board_of(self, givens: Grid) -> Board:
        """Return the board on which the givens are known, built from what they leave open: for large boards."""
        taken = [[givens[cell] for cell in unit if givens[cell]] for unit in self.shape.units]
        if any(len(set(values)) < len(values) for values in taken):
            raise Contradiction
        return self._bits(self._left_open(givens, list(map(set, taken)))) if any(givens) else self.full

    def _left_open(self, givens: Grid, taken: list[set[int]]) -> Iterator[int]:
        """Yield the positions of the guards and disjuncts that the givens leave open."""
        values = set(self.shape.values)
        for cell, units in enumerate(self.shape.units_of):
            if not givens[cell]:
                yield cell * self.width + self.side
                for value in values.difference(*(taken[unit] for unit in units)):
                    yield from self.positions(cell, value)
        for unit, known in enumerate(taken):
            for value in values - known:
                yield self._first_of_units + (unit * self.side + value - 1) * self.width + self.side


@cache
def fields_of(shape: Shape) -> Fields:
    """Return the fields of a shape; for small boards, with every mask that a search can need."""
    fields = Fields(shape)
    if shape.side <= LARGEST_SMALL_SIDE:
        for cell in shape.cells:
            fields.cell_peers(cell)
            for value in shape.values:
                fields.consequences[fields.positions(cell, value)[0]]
    return fields


def begin(fields: Fields, givens: Grid, trail: list[Candidate], tick: Tick) -> Board:
    """Return the board on which the givens are known."""
    if fields.side > LARGEST_SMALL_SIDE:
        return fields.board_of(givens)  # a mask for each given would take a minute on a 100x100
    width, asserted = fields.width, 0
    for cell, value in enumerate(givens):
        if value:
            asserted |= 1 << cell * width + value - 1
    board = prune(fields, fields.full, asserted, trail, tick)
    if len(trail) < len(givens) - givens.count(0):
        raise Contradiction  # one given excludes another
    return board


def prune(fields: Fields, board: Board, asserted: Board, trail: list[Candidate], tick: Tick) -> Board:
    """Assert each of these disjuncts: remove its value from the peers of its cell, and all other values from the cell.

    Each is added to the trail, except one that another of them excludes: it was the last disjunct of a disjunction,
    which is now empty, as `assert_places` will find.
    """
    consequences = fields.consequences
    while asserted:
        tick()
        for _ in range(STRIDE):
            mask, candidate = consequences[asserted.bit_length() - 1]
            board &= mask
            asserted &= mask
            trail.append(candidate)
            if not asserted:
                break
    return board


def assert_places(fields: Fields, board: Board) -> Board:
    """Return the disjuncts that are the last of their disjunction: a cell's last value, a value's last place."""
    guards, side = fields.guards, fields.side
    open_fields = board & guards
    ones = open_fields >> side
    less_one = board - ones
    borrowed = less_one & guards ^ open_fields
    if borrowed:
        raise Contradiction(borrowed)
    several = (board & less_one) - ones & guards
    single = open_fields ^ several
    return board & single - (single >> side) if single else 0


def syllogize(fields: Fields, board: Board, asserted: Board, trail: list[Candidate], tick: Tick) -> Board:
    """Repeat `prune` and `assert_places` until nothing more follows; a board of 0 is completely decided.

    `tick` is called now and then, and may raise an exception to stop.
    """
    while asserted:
        board = prune(fields, board, asserted, trail, tick)
        asserted = assert_places(fields, board)
    return board
