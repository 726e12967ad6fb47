"""Many puzzles from a source in batches: 9x9 as buffers of values, for whoever works on thousands at once.

Reads what `collection` reads, and no differently: lines that can be read by themselves go through compiled code, the
others through the same `Reader`, in their order.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..core.entry import Entry, Expected
from ..core.errors import SourceError, UserError
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_box
from ..native.expected_codes import HAS_SOLUTION, NO_COUNT
from ..native.parse9 import take_lines
from .collection import Mistakes
from .reader import Reader
from .source import Source, texts_of

NINE = shape_of_box(3, 3)
CELLS = len(NINE.cells)
FIRST_BLOCK = 1 << 14  # bytes read at once: two hundred puzzles, so that few but hard ones keep every core busy too
LARGEST_BLOCK = 1 << 18  # each is twice the one before, until what a batch costs by itself is next to nothing
MOST_OTHERS = 64  # puzzles of other sizes in one batch

_Item = Entry | UserError


@dataclass(slots=True)
class Batch:
    """Puzzles that stand together in a source, and what could not be read between them."""

    name: str  # of the source
    puzzles: memoryview  # 81 values each
    numbers: memoryview  # of the line of each
    told: memoryview  # what the source itself says of each, as `bulk` has it
    expected: memoryview  # 81 values each where a solution is told
    others: list[tuple[int, Entry]] = field(default_factory=list)  # of other sizes, after so many of the 9x9
    mistakes: list[UserError] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.numbers) + len(self.others)

    def entry(self, index: int, *, with_expected: bool = True) -> Entry:
        """One of the 9x9 puzzles as the collection has it."""
        puzzle = Puzzle(NINE, bytes(self.puzzles[CELLS * index : CELLS * (index + 1)]))
        expected = self._expected(index) if with_expected else None
        return Entry(f"{self.name}:{self.numbers[index]}", puzzle, expected)

    def _expected(self, index: int) -> Expected | None:
        told = self.told[index]
        if told == NO_COUNT:
            return None
        solution = bytes(self.expected[CELLS * index : CELLS * (index + 1)]) if told & HAS_SOLUTION else None
        count = told & NO_COUNT
        return Expected(None if count == NO_COUNT else count, solution)


def read_batches(source: Source, shape: Shape | None = None) -> Iterator[Batch]:
    """Every puzzle of the source, in order."""
    return _BatchReader(source, shape).batches()


class _BatchReader:
    def __init__(self, source: Source, shape: Shape | None) -> None:
        self._source = source
        self._reader = Reader(source, shape)
        self._mistakes = Mistakes(source.name)
        self._is_for_nine = shape is None or shape == NINE
        self._number = 1  # of the next line
        self._open(0)

    def _open(self, block: int) -> None:
        """Begin a batch with room for the puzzles of so many bytes."""
        room = block // (CELLS + 1) + 1
        self._puzzles, self._expected = bytearray(CELLS * room), bytearray(CELLS * room)
        self._numbers, self._told = array("Q", bytes(8 * room)), bytearray(room)
        self._others: list[tuple[int, Entry]] = []
        self._told_mistakes: list[UserError] = []
        self._filled = 0

    def batches(self) -> Iterator[Batch]:
        try:
            for block in self._source.blocks(FIRST_BLOCK, LARGEST_BLOCK):
                self._open(len(block))
                yield from self._block(block)
                yield self._batch()
        except SourceError as error:
            self._open(0)
            self._add([*self._reader.end(), error])
        else:
            self._open(0)
            self._add(self._reader.end())
        self._told_mistakes += self._mistakes.end()
        yield self._batch()

    def _batch(self) -> Batch:
        filled = self._filled
        cells = CELLS * filled
        return Batch(
            self._source.name,
            memoryview(self._puzzles)[:cells],
            memoryview(self._numbers)[:filled],
            memoryview(self._told)[:filled],
            memoryview(self._expected)[:cells],
            self._others,
            self._told_mistakes,
        )

    def _block(self, block: bytes) -> Iterator[Batch]:
        """Take the lines of a block; what becomes too much for one batch comes out."""
        at = 0
        while at < len(block):
            at = self._plain_lines(block, at)
            if at == len(block):
                break
            end = block.index(b"\n", at) + 1
            for text in texts_of(block[at:end]):
                self._add(self._reader.take(self._number, text))
                self._number += 1
            at = end
            if len(self._others) >= MOST_OTHERS:
                yield self._batch()
                self._open(len(block) - at)

    def _plain_lines(self, block: bytes, at: int) -> int:
        """Take the lines that need no more than a look; where the first other one begins."""
        columns = self._reader.plain_columns() if self._is_for_nine else None
        if columns is None:
            return at
        place = array("Q", (at, self._number, self._filled))
        take_lines(block, place, columns, self._puzzles, self._numbers, self._told, self._expected)
        if place[2] > self._filled:
            self._puzzle_came()
        at, self._number, self._filled = place
        return at

    def _puzzle_came(self) -> None:
        self._mistakes.is_empty = False
        if self._mistakes.in_a_row:
            self._told_mistakes += self._mistakes.end_of_row()

    def _add(self, items: Iterable[_Item]) -> None:
        for item in items:
            if not isinstance(item, Entry):
                self._told_mistakes += self._mistakes.told(item)
                continue
            self._puzzle_came()
            if item.puzzle.shape == NINE:
                self._add_nine(item)
            else:
                self._others.append((self._filled, item))

    def _add_nine(self, entry: Entry) -> None:
        index, cells = self._filled, slice(CELLS * self._filled, CELLS * (self._filled + 1))
        if index == len(self._numbers):  # it began in an earlier block
            self._numbers.append(0)
            self._told.append(0)
            self._puzzles += bytes(CELLS)
            self._expected += bytes(CELLS)
        self._puzzles[cells] = entry.puzzle.givens
        self._numbers[index] = int(entry.id.rpartition(":")[2])
        self._told[index] = NO_COUNT
        if expected := entry.expected:
            self._told[index] = NO_COUNT if expected.solutions is None else expected.solutions
            if expected.solution is not None:
                self._told[index] += HAS_SOLUTION
                self._expected[cells] = expected.solution
        self._filled += 1
