"""The reductio depth of a puzzle: how deep assumptions must nest to settle it, whatever the order of the search.

Depth 0: naked and hidden singles settle it. Depth 1: in addition, each candidate whose assumption fails by
singles alone has to be removed, one by one. Depth 2: the same, but an assumption also fails if removing candidates at
depth 1 leads to a contradiction; and so on. A puzzle is settled by its solution or, if it has none, by a contradiction;
a puzzle with several solutions has no depth.

Compiled code measures it (`native/rate_trail.py`). Without a compiler, and for sides that are too large for it, the
propagation of the engine reductio does, with the same results.
"""

import math
from array import array
from collections.abc import Iterator, Sequence

from ..core.answer import Ending, Limits, OutOfTime, Stopwatch
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Cell, Shape
from ..engines.reductio.engine import Reductio
from ..engines.reductio.propagation import Board, Contradiction, Tick, assert_places, begin, fields_of, syllogize
from ..native.rate_chains import Chains
from ..native.rate_position import LARGEST_SIDE, Position, make_geometry
from ..native.rate_trail import IS_COMPILED, Trail


def depth(puzzle: Puzzle, seconds: float = math.inf) -> int | None:
    """Return the depth of a puzzle; None if it has several solutions, or if time ran out.

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
    """Return the depth of a puzzle with this one solution, or with none."""
    is_suitable = IS_COMPILED and puzzle.shape.side <= LARGEST_SIDE
    return (measure_by_trail if is_suitable else measure_by_propagation)(puzzle, solution, tick)


def measure_by_trail(puzzle: Puzzle, solution: Grid | None, tick: Tick) -> int:
    """Measure the depth with the compiled code."""
    shape = puzzle.shape
    position = Position(shape.box_height, shape.box_width, puzzle.givens)
    position.find_all_singles()
    open_cells, _, is_broken = position.state()
    if is_broken or not open_cells:
        return 0
    candidates = array("Q", [0]) * len(shape.cells)
    position.copy_candidates(candidates)
    chains = Chains(shape.side, make_geometry(shape.box_height, shape.box_width)[0], candidates)
    return Trail(chains.tables(), solution, tick).measure_depth()


def measure_by_propagation(puzzle: Puzzle, solution: Grid | None, tick: Tick) -> int:
    """Measure the depth with the propagation of the engine reductio."""
    eliminator = Eliminator(puzzle.shape, solution, tick)
    reached = 0
    try:
        board = eliminator.begin(puzzle.givens)
        while board:
            reached += 1
            board = eliminator.eliminate(board, reached)
    except Contradiction:
        pass  # the puzzle has no solution, and this depth proves it
    return reached


class Eliminator:
    """Removes candidates whose assumption fails. Skips those of the solution, which cannot fail."""

    def __init__(self, shape: Shape, solution: Grid | None, tick: Tick) -> None:
        self._fields = fields_of(shape)
        self._tick = tick
        self._in_solution: Board = 0
        for cell, value in enumerate(solution or b""):
            self._in_solution |= self._bit(cell, value)

    def _bit(self, cell: Cell, value: int) -> Board:
        """Return the bit of the candidate in the field of its cell."""
        return 1 << self._fields.positions(cell, value)[0]

    def begin(self, givens: Grid) -> Board:
        """Return the board after all singles that follow from the givens."""
        return self._syllogize(begin(self._fields, givens, [], self._tick))

    def eliminate(self, board: Board, depth: int, *, hypothetical: bool = False) -> Board:
        """Remove each candidate whose assumption fails at this depth; return the board, or 0 if it is solved."""
        changed = depth > 0
        while changed and board:
            changed = False
            for bit in _bits(board & self._fields.in_cells & (-1 if hypothetical else ~self._in_solution)):
                if board & bit and self._fails(board, bit, depth):
                    board = self.eliminate(self._without(board, bit), depth - 1, hypothetical=hypothetical)
                    changed = True
        return board

    def _fails(self, board: Board, bit: Board, depth: int) -> bool:
        try:
            board = syllogize(self._fields, board, bit, [], self._tick)
            self.eliminate(board, depth - 1, hypothetical=True)
        except Contradiction:
            return True
        return False

    def _without(self, board: Board, bit: Board) -> Board:
        return self._syllogize(self._clear(board, *self._fields.candidate_at(bit.bit_length() - 1)))

    def _clear(self, board: Board, cell: Cell, value: int) -> Board:
        for position in self._fields.positions(cell, value):
            board &= ~(1 << position)
        return board

    def _syllogize(self, board: Board) -> Board:
        return syllogize(self._fields, board, assert_places(self._fields, board), [], self._tick)

    def board_of(self, grid: Grid, candidates: Sequence[int]) -> Board:
        """Return the board with these known values and candidates (for each cell, one bit per value)."""
        board = begin(self._fields, grid, [], self._tick)
        for cell, known in enumerate(grid):
            for value in () if known else self._fields.shape.values:
                if not candidates[cell] >> value & 1:
                    board = self._clear(board, cell, value)
        return board

    def fails(self, board: Board, cell: Cell, value: int, depth: int) -> bool:
        """Return whether assuming this candidate fails at this depth."""
        bit = self._bit(cell, value)
        return not bit & self._in_solution and self._fails(board, bit, depth)

    def is_needed(self, board: Board, cell: Cell, value: int) -> bool:
        """Return whether removing this candidate leads to a contradiction by singles alone."""
        try:
            self._without(board, self._bit(cell, value))
        except Contradiction:
            return True
        return False


def _bits(board: Board) -> Iterator[Board]:
    while board:
        bit = board & -board
        yield bit
        board ^= bit
