"""Cases at the edges: full and empty boards, givens that clash, and 4x4 boards with every number of solutions."""

from collections.abc import Iterator
from functools import cache
from itertools import count, permutations
from random import Random

from ..core.puzzle import Grid, Puzzle, cyclic_board
from ..core.random_source import random_below
from ..core.shape import Cell, Shape, shape_of_box
from .case import Case
from .derived_cases import make_board

LARGEST_EMPTY = 9  # side up to which a simple search fills an empty board at once
SMALL = shape_of_box(2, 2)
MOST_GIVENS_OF_SMALL = 6  # of the 4x4 cases, so that many have several solutions or none


def make_special_cases(shape: Shape) -> Iterator[Case]:
    """Yield the cases that every solver must expect, however simple they are."""
    board = make_board(shape, Random(f"{shape.box}/special"))
    full = Puzzle(shape, board)
    first_row, last_row, column = shape.units[0], shape.units[shape.side - 1], shape.units[shape.side]
    yield Case("full board", full, 1, board)
    yield Case("full board with a wrong value", full.with_value(0, board[1]), 0)
    if shape.side <= LARGEST_EMPTY:
        yield _make_empty_case(shape)
        yield Case("two equal givens in a row", Puzzle(shape, bytes([1, 1]).ljust(len(board), b"\0")), 0)
    yield Case("one empty cell", full.with_value(len(board) - 1, 0), 1, board)
    yield Case("no value left for a cell", _leave_no_value(full), 0)
    yield Case("one empty row", _empty(full, first_row), 1, board)
    clashing = _empty(full, column[1:] + last_row).with_value(column[-1], board[0])
    yield Case("two equal givens in a column", clashing, 0)


def _make_empty_case(shape: Shape) -> Case:
    is_small = shape == SMALL
    solutions = len(list_small_boards()) if is_small else 2
    return Case("empty board", Puzzle(shape, bytes(shape.side**2)), solutions, cyclic_board(shape), is_exact=is_small)


def _empty(puzzle: Puzzle, cells: tuple[Cell, ...]) -> Puzzle:
    return Puzzle(puzzle.shape, bytes(0 if cell in cells else value for cell, value in enumerate(puzzle.givens)))


def _leave_no_value(full: Puzzle) -> Puzzle:
    """Return an unsolvable puzzle without a clash: the first cell of a full board is empty, and a peer has its value.

    The other cells in which that value would clash are empty as well.
    """
    board, shape = full.givens, full.shape
    peer = shape.units[0][-1]
    seen = shape.peers_of(0)
    rivals = tuple(cell for cell in shape.peers_of(peer) if board[cell] == board[0] and cell not in seen)
    return _empty(full, (0, *rivals)).with_value(peer, board[0])


@cache
def list_small_boards() -> tuple[Grid, ...]:
    """Return all full 4x4 boards, found by trying every row below every board of fewer rows."""
    rows = [bytes(row) for row in permutations(SMALL.values)]
    boards = [b""]
    for _ in SMALL.values:
        longer = (board + row for board in boards for row in rows)
        boards = [board for board in longer if not Puzzle(SMALL, board.ljust(len(SMALL.cells), b"\0")).find_clash()]
    return tuple(boards)


def make_small_cases() -> Iterator[Case]:
    """Yield 4x4 cases with few givens, without end; their solutions are counted among all full boards."""
    for number in count(1):
        rng = Random(f"4x4/{number}")
        givens = bytearray(len(SMALL.cells))
        for _ in range(MOST_GIVENS_OF_SMALL):
            givens[random_below(rng, len(givens))] = 1 + random_below(rng, SMALL.side)
        puzzle = Puzzle(SMALL, bytes(givens))
        if puzzle.find_clash() is None:
            solutions = _solve_small(puzzle.givens)
            yield Case(f"random {number}", puzzle, len(solutions), next(iter(solutions), None))


def _solve_small(givens: Grid) -> list[Grid]:
    given = [(cell, value) for cell, value in enumerate(givens) if value]
    return [board for board in list_small_boards() if all(board[cell] == value for cell, value in given)]
