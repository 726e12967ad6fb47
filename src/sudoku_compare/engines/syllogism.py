"""Disjunctive syllogism on a board that is one integer: `prune`, `assert_places`, `syllogize`.

Everything a Sudoku says is a disjunction. A square says: this value, or that value, or ...; a value in
a section says: on this square, or on that square, or .... A possibility (this value on this square)
is a disjunct of one disjunction of the first kind and, for each section of its square, of one of the
second. Each disjunction has as many disjuncts as the board has values.

So the board is one row of fields, a field a disjunction, a bit a disjunct, and above each field's bits a
guard bit, set while the disjunction is open, that is, not yet decided. A possibility stands in several
fields, and falls in all of them at once: one `&` with a mask. Subtracting 1 from every field at once
tells which are empty (the guard is borrowed away), and twice in a row, which have one disjunct left.
Python's integers make that a dozen operations for the whole board, whatever its size, and being
immutable they make the board of a hypothetical free to keep.
"""

from functools import cache

from ..puzzle import Filling
from ..shape import Shape, Square

LARGEST_CACHE = 1 << 28  # bytes of masks kept per shape; large boards need more and begin anew

Board = int
Possibility = tuple[Square, int]  # a square and a value


class Contradiction(Exception):
    """A disjunction has no disjunct left."""


class Consequences(dict[int, tuple[Board, Possibility]]):
    """For each disjunct, by its bit's position: the mask that asserts it, and which possibility it is.

    `board & mask` is the board on which it is known: the fields that it decides are cleared, guards
    included, and with them every possibility that would put another value on the square or the same value
    elsewhere in its sections. Made when asked for: a search needs few of them, and those of a 100x100
    would fill the memory.
    """

    def __init__(self, fields: "Fields") -> None:
        super().__init__()
        self._fields = fields
        self._bytes_each = fields.full.bit_length() // 8 + 1

    def __missing__(self, position: int) -> tuple[Board, Possibility]:
        possibility = self._fields.possibility_at(position)
        consequence = self._mask(possibility), possibility
        if len(self) * self._bytes_each > LARGEST_CACHE:
            self.clear()
        for bit in self._fields.positions(*possibility):
            self[bit] = consequence
        return consequence

    def _mask(self, possibility: Possibility) -> Board:
        fields, shape = self._fields, self._fields.shape
        square, value = possibility
        fallen = [fields.positions(square, other) for other in shape.values]
        for section in shape.sections_of[square]:
            fallen += [fields.positions(other, value) for other in shape.sections[section]]
        fallen += [[fields.guard_of(position) for position in fields.positions(square, value)]]
        mask = bytearray(fields.full.to_bytes(self._bytes_each, "little"))
        for positions in fallen:
            for bit in positions:
                mask[bit >> 3] &= ~(1 << (bit & 7))
        return int.from_bytes(mask, "little")


class Fields:
    """Where everything stands on the boards of one shape: the squares' fields first, then the sections'."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.side = shape.side
        self.width = shape.side + 1
        squares = len(shape.squares)
        fields = squares + len(shape.sections) * self.side
        self.full: Board = (1 << fields * self.width) - 1
        self.guards: Board = self.full // ((1 << self.width) - 1) << self.side
        self.square_guards: Board = self.guards & ((1 << squares * self.width) - 1)
        self.consequences = Consequences(self)
        self._first_of_sections = squares * self.width
        self._of_lowest_value = self._section_positions_of_lowest_value()

    def _section_positions_of_lowest_value(self) -> list[list[int]]:
        """For each square, where its value 1 stands in the fields of its sections: value v is v - 1 fields on."""
        found: list[list[int]] = [[] for _ in self.shape.squares]
        for number, section in enumerate(self.shape.sections):
            start = self._first_of_sections + number * self.side * self.width
            for place, square in enumerate(section):
                found[square].append(start + place)
        return found

    def positions(self, square: Square, value: int) -> list[int]:
        """The bits of this possibility, one in each of its fields, its square's first."""
        fields_on = (value - 1) * self.width
        return [square * self.width + value - 1, *[start + fields_on for start in self._of_lowest_value[square]]]

    def guard_of(self, position: int) -> int:
        """The guard bit of the field that this bit is in."""
        return position - position % self.width + self.side

    def possibility_at(self, position: int) -> Possibility:
        """Square and value of the disjunct at this bit."""
        field, member = divmod(position, self.width)
        if position < self._first_of_sections:
            return field, member + 1
        section, value = divmod(field - len(self.shape.squares), self.side)
        return self.shape.sections[section][member], value + 1

    def asserting(self, givens: Filling) -> Board:
        """The bits of the givens, each in its square's field."""
        width = self.width
        bits = 0
        for square, value in enumerate(givens):
            if value:
                bits |= 1 << square * width + value - 1
        return bits

    @cache
    def square_peers(self, square: Square) -> Board:
        """The guards of the square's peers."""
        return sum(1 << peer * self.width + self.side for peer in self.shape.peers_of(square))


@cache
def fields_of(shape: Shape) -> Fields:
    return Fields(shape)


def prune(fields: Fields, board: Board, asserted: Board, trail: list[Possibility]) -> Board:
    """Assert each of these disjuncts: a known value leaves its square's peers, its square every other value.

    Each goes on the trail. One that falls to another of them is not asserted: it leaves its field empty.
    """
    consequences = fields.consequences
    while asserted:
        mask, possibility = consequences[asserted.bit_length() - 1]
        board &= mask
        asserted &= mask
        trail.append(possibility)
    return board


def assert_places(fields: Fields, board: Board) -> Board:
    """The disjuncts that are the last of their disjunction: a square's last value, a value's last place."""
    guards, side = fields.guards, fields.side
    open_fields = board & guards
    ones = open_fields >> side
    less_one = board - ones
    if less_one & guards != open_fields:
        raise Contradiction
    several = (board & less_one) - ones & guards
    single = open_fields ^ several
    return board & single - (single >> side) if single else 0


def syllogize(fields: Fields, board: Board, asserted: Board, trail: list[Possibility]) -> Board:
    """`prune` and `assert_places` until nothing follows any more. A board of 0 has all decided."""
    while asserted:
        board = prune(fields, board, asserted, trail)
        asserted = assert_places(fields, board)
    return board
