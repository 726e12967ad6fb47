"""Read many puzzles in batches: 9x9 puzzles as buffers of values, for code that handles thousands at once.

The result is the same as that of `collection`: compiled code reads the lines that can be read by themselves, and a
`LineReader` reads the others, in order.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..core.entry import Entry, Expected
from ..core.errors import PuzzleError, SourceError, UserError
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_box
from ..native.buffers import make_buffer
from ..native.expected_codes import HAS_SOLUTION, NO_COUNT
from ..native.parse9 import parse_lines
from .collection import ANY, ErrorFilter
from .detection import choose_format, read_as
from .format import Item, ReadOptions
from .position import LinePosition, Position
from .source import Block, Source, decode_line
from .text.line_reader import LineReader
from .text.lines_and_boards import FORMAT as LINES_AND_BOARDS

NINE = shape_of_box(3, 3)
CELLS = len(NINE.cells)
FIRST_BLOCK = 1 << 14  # bytes, about 200 puzzles: small, so that even a few hard puzzles keep every core busy
LARGEST_BLOCK = (
    1 << 19
)  # blocks double up to this size: threads take turns for each batch, and larger ones are no faster
MOST_OTHERS = 64  # puzzles of other sizes in one batch


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive puzzles of a source, and the errors between them."""

    name: str  # of the source
    puzzles: memoryview  # 81 values for each 9x9 puzzle
    line_numbers: memoryview  # the line of each 9x9 puzzle
    expected_codes: memoryview  # what the source says about each, see `native.expected_codes`
    expected_solutions: memoryview  # 81 values for each; valid where the code has HAS_SOLUTION
    # The puzzles of other sizes, each with the number of 9x9 puzzles before it.
    other_entries: list[tuple[int, Entry]] = field(default_factory=list)
    errors: list[UserError] = field(default_factory=list)
    next_start: LinePosition | None = None  # where the next batch starts, if reading can start there
    position: Position | None = None  # after this batch, among all sources; None if nobody keeps count

    def __len__(self) -> int:
        return len(self.line_numbers) + len(self.other_entries)

    def __reduce__(self) -> tuple[Callable[..., "Batch"], tuple[Any, ...]]:
        """Pickle the puzzles only, for work on another machine; expected solutions only if there are any."""
        has_solutions = any(code & HAS_SOLUTION for code in set(self.expected_codes))
        solutions = bytes(self.expected_solutions) if has_solutions else None
        buffers = bytes(self.puzzles), self.line_numbers.tobytes(), bytes(self.expected_codes), solutions
        return _restore_batch, (self.name, *buffers, self.other_entries)

    def entry(self, index: int, *, with_expected: bool = True) -> Entry:
        """Return one of the 9x9 puzzles as an entry of the collection."""
        puzzle = Puzzle(NINE, bytes(self.puzzles[CELLS * index : CELLS * (index + 1)]))
        expected = self._read_expected(index) if with_expected else None
        return Entry(f"{self.name}:{self.line_numbers[index]}", puzzle, expected)

    def _read_expected(self, index: int) -> Expected | None:
        code = self.expected_codes[index]
        if code == NO_COUNT:
            return None
        has_solution = code & HAS_SOLUTION
        solution = bytes(self.expected_solutions[CELLS * index : CELLS * (index + 1)]) if has_solution else None
        count = code & NO_COUNT
        return Expected(None if count == NO_COUNT else count, solution)


def _restore_batch(
    name: str,
    puzzles: bytes,
    line_numbers: bytes,
    codes: bytes,
    solutions: bytes | None,
    other_entries: list[tuple[int, Entry]],
) -> Batch:
    numbers = memoryview(line_numbers).cast("Q")
    expected = bytes(len(puzzles)) if solutions is None else solutions
    return Batch(name, memoryview(puzzles), numbers, memoryview(codes), memoryview(expected), other_entries)


NO_PUZZLES = _restore_batch("", b"", b"", b"", b"", [])


def read_batches(source: Source, options: ReadOptions = ANY, start: LinePosition | None = None) -> Iterator[Batch]:
    """Yield every puzzle of the source, in order; from `start` on, if another reader of the same source got there."""
    try:
        form, source = choose_format(source, options)
    except (PuzzleError, SourceError) as error:
        return _BatchReader(source, options.shape).pack([error])
    reader = _BatchReader(source, options.shape)
    return reader.read_all(start) if form is LINES_AND_BOARDS else reader.pack(read_as(form, source, options))


class _BatchReader:
    def __init__(self, source: Source, shape: Shape | None) -> None:
        self._source = source
        self._reader = LineReader(source, shape)
        self._filter = ErrorFilter(source.name)
        self._may_be_nine = shape is None or shape == NINE
        self._line_number = 1  # of the next line
        self._start_batch(0)

    def _start_batch(self, block_size: int) -> None:
        """Start a batch with room for the puzzles of a block of this many bytes."""
        room = block_size // (CELLS + 1) + 1
        self._puzzles = make_buffer(CELLS * room)
        self._expected_solutions = bytearray(CELLS * room)  # zeros, because the whole of it may be sent to a cluster
        self._line_numbers, self._expected_codes = array("Q", (0,)) * room, make_buffer(room)
        self._other_entries: list[tuple[int, Entry]] = []
        self._errors: list[UserError] = []
        self._filled = 0  # 9x9 puzzles in the buffers

    def pack(self, items: Iterable[Item]) -> Iterator[Batch]:
        """Yield items that another format has read."""
        items = iter(items)
        while piece := list(islice(items, MOST_OTHERS)):
            self._add(piece)
            yield self._make_batch()
            self._start_batch(0)
        self._errors += self._filter.finish()
        yield self._make_batch()

    def read_all(self, start: LinePosition | None) -> Iterator[Batch]:
        """Yield the puzzles of lines and boards."""
        start = start or LinePosition(0, 1, FIRST_BLOCK)
        if start.offset:
            self._go_to(start)
        try:
            for block in self._source.blocks(start.block_size, LARGEST_BLOCK, start.offset):
                self._start_batch(len(block.data))
                yield from self._read_block(block.data)
                yield self._make_batch(self._find_start(block))
        except SourceError as error:
            self._start_batch(0)
            self._add([*self._reader.finish(), error])
        else:
            self._start_batch(0)
            self._add(self._reader.finish())
        self._errors += self._filter.finish()
        yield self._make_batch()

    def _go_to(self, start: LinePosition) -> None:
        """Take over the state of the reader that got there."""
        self._line_number = start.line
        self._reader.columns = start.columns
        self._filter.is_empty = False

    def _find_start(self, block: Block) -> LinePosition | None:
        """Return the place after a block; None if what follows depends on more than `_go_to` takes over."""
        is_independent = self._reader.is_at_rest and not (self._filter.is_empty or self._filter.has_run)
        if block.next_offset is None or not is_independent:
            return None
        return LinePosition(block.next_offset, self._line_number, block.next_size, self._reader.columns)

    def _make_batch(self, next_start: LinePosition | None = None) -> Batch:
        filled = self._filled
        cells = CELLS * filled
        return Batch(
            self._source.name,
            memoryview(self._puzzles)[:cells],
            memoryview(self._line_numbers)[:filled],
            memoryview(self._expected_codes)[:filled],
            memoryview(self._expected_solutions)[:cells],
            self._other_entries,
            self._errors,
            next_start,
        )

    def _read_block(self, block: bytearray) -> Iterator[Batch]:
        """Read the lines of a block; yield a batch whenever there are too many puzzles of other sizes for one."""
        at = 0
        while at < len(block):
            at = self._read_plain_lines(block, at)
            if at == len(block):
                break
            end = block.index(b"\n", at) + 1
            for text in decode_line(block[at:end]):
                self._add(self._reader.read_line(self._line_number, text))
                self._line_number += 1
            at = end
            if len(self._other_entries) >= MOST_OTHERS:
                yield self._make_batch()
                self._start_batch(len(block) - at)

    def _read_plain_lines(self, block: bytearray, at: int) -> int:
        """Read lines with compiled code; return the offset of the first line that needs a LineReader."""
        columns = self._reader.plain_columns() if self._may_be_nine else None
        if columns is None:
            return at
        position = array("Q", (at, self._line_number, self._filled))
        buffers = self._puzzles, self._line_numbers, self._expected_codes, self._expected_solutions
        parse_lines(block, position, columns, *buffers)
        if position[2] > self._filled:
            self._end_errors()
        at, self._line_number, self._filled = position
        return at

    def _end_errors(self) -> None:
        """End a run of errors, because a puzzle was read."""
        self._filter.is_empty = False
        if self._filter.has_run:
            self._errors += self._filter.end_run()

    def _add(self, items: Iterable[Item]) -> None:
        for item in items:
            if not isinstance(item, Entry):
                self._errors += self._filter.filter(item)
                continue
            self._end_errors()
            if item.puzzle.shape == NINE:
                self._add_nine(item)
            else:
                self._other_entries.append((self._filled, item))

    def _add_nine(self, entry: Entry) -> None:
        index, cells = self._filled, slice(CELLS * self._filled, CELLS * (self._filled + 1))
        if index == len(self._line_numbers):  # the puzzle began in an earlier block, so the buffers may be too small
            self._line_numbers.append(0)
            self._expected_codes.append(0)
            self._puzzles += bytes(CELLS)
            self._expected_solutions += bytes(CELLS)
        self._puzzles[cells] = entry.puzzle.givens
        self._line_numbers[index] = int(entry.id.rpartition(":")[2])
        self._expected_codes[index] = NO_COUNT
        if expected := entry.expected:
            self._expected_codes[index] = NO_COUNT if expected.solutions is None else expected.solutions
            if expected.solution is not None:
                self._expected_codes[index] += HAS_SOLUTION
                self._expected_solutions[cells] = expected.solution
        self._filled += 1
