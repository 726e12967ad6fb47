"""How deep must indirect proof nest? The depth of a puzzle, which no search order can change.

Depth 0: syllogize settles it. Depth 1: so does syllogizing and striking, one by one, each candidate whose
assumption fails by syllogism alone. Depth 2: the same, where an assumption also fails if striking at depth 1 leads it
to a contradiction; and so on. What settles a puzzle is its solution or, if it has none, a contradiction: a puzzle with
several solutions has no depth.
"""

import math
from collections.abc import Iterator, Sequence

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell, Shape
from ..engines.reductio.engine import Reductio
from ..engines.reductio.propagation import Board, Contradiction, Tick, assert_places, begin, fields_of, syllogize


def depth(puzzle: Puzzle, seconds: float = math.inf) -> int | None:
    """The depth of a puzzle; None if it has several solutions, or if time ran out.

    >>> depth(Puzzle.from_text("1... ..2. .3.. ...4"))
    0
    """
    watch = Stopwatch(Limits(seconds=seconds))
    answer = Reductio().search(puzzle, Limits(2, seconds))
    if answer.ending is not Ending.EXHAUSTED:
        return None
    try:
        return depth_of(puzzle, answer.solutions[0] if answer.solutions else None, watch.tick)
    except OutOfTime:
        return None


def depth_of(puzzle: Puzzle, solution: Grid | None, tick: Tick) -> int:
    """The depth of a puzzle with this one solution, or with none."""
    striker = Striker(puzzle.shape, solution, tick)
    reached = 0
    try:
        board = striker.begun(puzzle.givens)
        while board:
            reached += 1
            board = striker.struck(board, reached)
    except Contradiction:
        pass  # there is no solution, and this is where it shows
    return reached


class Striker:
    """Strikes what fails. No time is lost on the solution, no candidate of which can fail."""

    def __init__(self, shape: Shape, solution: Grid | None, tick: Tick) -> None:
        self._fields = fields_of(shape)
        self._tick = tick
        self._in_solution: Board = 0
        for cell, value in enumerate(solution or b""):
            self._in_solution |= self._bit(cell, value)

    def _bit(self, cell: Cell, value: int) -> Board:
        """Where the candidate stands in its cell's field."""
        return 1 << self._fields.positions(cell, value)[0]

    def begun(self, givens: Grid) -> Board:
        """The board with all that syllogism makes of the givens."""
        return self._syllogized(begin(self._fields, givens, [], self._tick))

    def struck(self, board: Board, depth: int, *, hypothetical: bool = False) -> Board:
        """The board without any candidate whose assumption fails at this depth; 0 if that decides all of it."""
        changed = depth > 0
        while changed and board:
            changed = False
            for bit in _bits(board & self._fields.in_cells & (-1 if hypothetical else ~self._in_solution)):
                if board & bit and self._fails(board, bit, depth):
                    board = self.struck(self._without(board, bit), depth - 1, hypothetical=hypothetical)
                    changed = True
        return board

    def _fails(self, board: Board, bit: Board, depth: int) -> bool:
        try:
            board = syllogize(self._fields, board, bit, [], self._tick)
            self.struck(board, depth - 1, hypothetical=True)
        except Contradiction:
            return True
        return False

    def _without(self, board: Board, bit: Board) -> Board:
        return self._syllogized(self._cleared(board, *self._fields.candidate_at(bit.bit_length() - 1)))

    def _cleared(self, board: Board, cell: Cell, value: int) -> Board:
        for position in self._fields.positions(cell, value):
            board &= ~(1 << position)
        return board

    def _syllogized(self, board: Board) -> Board:
        return syllogize(self._fields, board, assert_places(self._fields, board), [], self._tick)

    def board_of(self, grid: Grid, possible: Sequence[int]) -> Board:
        """The board on which this is known and this is possible (a bit a value, for each cell), as it stands."""
        board = begin(self._fields, grid, [], self._tick)
        for cell, known in enumerate(grid):
            for value in () if known else self._fields.shape.values:
                if not possible[cell] >> value & 1:
                    board = self._cleared(board, cell, value)
        return board

    def fails(self, board: Board, cell: Cell, value: int, depth: int) -> bool:
        """Whether assuming this candidate fails at this depth; one of the solution cannot."""
        bit = self._bit(cell, value)
        return not bit & self._in_solution and self._fails(board, bit, depth)


def _bits(board: Board) -> Iterator[Board]:
    while board:
        bit = board & -board
        yield bit
        board ^= bit
