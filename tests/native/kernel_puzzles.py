"""Random puzzles of every kind, for comparing the kernel with other engines."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from random import Random

from making import load_shipped, scrambled_solution
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape, shape_of_side
from sudoku_compare.formats.isomorphism import random_isomorph
from sudoku_compare.generation.generate import random_board

NINE = shape_of_side(9)
PUZZLES_PER_BOARD = 40  # each from another isomorph of the board


def unique(rng: Random, board: Puzzle) -> Puzzle:
    """A random isomorph of a shipped puzzle with one solution."""
    return random_isomorph(rng.choice(load_shipped(rng.choice(["easy", "medium", "hard", "extreme"]))), rng)


def one_given_changed(rng: Random, board: Puzzle) -> Puzzle:
    """The new value is arbitrary, so two givens may clash."""
    puzzle = unique(rng, board)
    cell = rng.choice(given_cells(puzzle))
    return puzzle.with_value(cell, rng.choice([value for value in NINE.values if value != puzzle.givens[cell]]))


def unsolvable(rng: Random, board: Puzzle) -> Puzzle:
    """One given changed to a value that no peer has: nearly always unsolvable, but without a clash."""
    puzzle = unique(rng, board)
    for cell in rng.sample(given_cells(puzzle), puzzle.count_givens()):
        taken = {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)} | {puzzle.givens[cell]}
        free = [value for value in NINE.values if value not in taken]
        if free:
            return puzzle.with_value(cell, rng.choice(free))
    return puzzle


def some_givens_removed(rng: Random, board: Puzzle) -> Puzzle:
    puzzle = unique(rng, board)
    for cell in rng.sample(given_cells(puzzle), rng.randint(1, 3)):
        puzzle = puzzle.with_value(cell, 0)
    return puzzle


def holes(rng: Random, board: Puzzle) -> Puzzle:
    """A random share of a full board."""
    kept = rng.uniform(0.2, 1)
    return Puzzle(NINE, bytes(value if rng.random() < kept else 0 for value in board.givens))


def nearly_empty(rng: Random, board: Puzzle) -> Puzzle:
    kept = set(rng.sample(range(len(board.givens)), rng.randint(0, 8)))
    return Puzzle(NINE, bytes(value if cell in kept else 0 for cell, value in enumerate(board.givens)))


def full(rng: Random, board: Puzzle) -> Puzzle:
    return board


def nearly_full(rng: Random, board: Puzzle) -> Puzzle:
    """One or two cells are empty or wrong."""
    for cell in rng.sample(range(len(board.givens)), rng.randint(1, 2)):
        board = board.with_value(cell, rng.randint(0, NINE.side))
    return board


def clashing(rng: Random, board: Puzzle) -> Puzzle:
    """A given is repeated in a peer of its cell."""
    puzzle = unique(rng, board)
    cell = rng.choice(given_cells(puzzle))
    return puzzle.with_value(rng.choice(list(NINE.peers_of(cell))), puzzle.givens[cell])


def anything(rng: Random, board: Puzzle) -> Puzzle:
    """Random values in random cells."""
    share = rng.uniform(0, 0.3)
    return Puzzle(NINE, bytes(rng.randint(1, 9) if rng.random() < share else 0 for _ in NINE.cells))


KINDS: tuple[Callable[[Random, Puzzle], Puzzle], ...] = (
    unique,
    one_given_changed,
    unsolvable,
    some_givens_removed,
    unique,
    holes,
    nearly_empty,
    unsolvable,
    full,
    nearly_full,
    clashing,
    anything,
)


def given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, value in enumerate(puzzle.givens) if value]


def random_puzzles(seed: int, count: int) -> list[Puzzle]:
    """Return this many puzzles of all kinds in turn, beginning with the empty board."""
    return [Puzzle(NINE, bytes(len(NINE.cells))), *islice(_generate_kinds(Random(seed)), count - 1)]


def _generate_kinds(rng: Random) -> Iterator[Puzzle]:
    kinds = cycle(KINDS)
    while True:
        board = Puzzle(NINE, random_board(NINE, rng))
        for kind in islice(kinds, PUZZLES_PER_BOARD):
            yield kind(rng, random_isomorph(board, rng))


def random_puzzles_of(shape: Shape, seed: int, count: int) -> list[Puzzle]:
    """Return parts of full boards of this shape, some with one value changed."""
    rng = random.Random(seed)
    return [_random_part(shape, rng) for _ in range(count)]


def _random_part(shape: Shape, rng: Random) -> Puzzle:
    kept = rng.uniform(0.35 if shape.side < 12 else 0.55, 1)
    is_one_row = shape.box_height == 1  # the walk of `random_board` cannot handle that
    board = scrambled_solution(shape, rng.randrange(1 << 30)) if is_one_row else random_board(shape, rng)
    puzzle = Puzzle(shape, bytes(value if rng.random() < kept else 0 for value in board))
    if rng.random() < 0.4:
        puzzle = puzzle.with_value(rng.randrange(len(board)), rng.choice(list(shape.values)))
    return puzzle
