"""Puzzles of every kind, in any number and from a seed, for the kernel to be held to other engines on."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from random import Random

from making import scrambled_solution, shipped
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape, shape_of_side
from sudoku_compare.formats.isomorphism import isomorph
from sudoku_compare.generation.generate import random_board

NINE = shape_of_side(9)
BOARD_LASTS = 40  # puzzles that are made of isomorphs of one random board


def unique(rng: Random, board: Puzzle) -> Puzzle:
    """One that has one solution, as it was never seen before."""
    return isomorph(rng.choice(shipped(rng.choice(["easy", "medium", "hard", "extreme"]))), rng)


def one_given_changed(rng: Random, board: Puzzle) -> Puzzle:
    """To any value, so that two of them may clash."""
    puzzle = unique(rng, board)
    cell = rng.choice(given_cells(puzzle))
    return puzzle.with_value(cell, rng.choice([value for value in NINE.values if value != puzzle.givens[cell]]))


def unsolvable(rng: Random, board: Puzzle) -> Puzzle:
    """One given changed to a value that no peer has: nearly always no solution is left, and no clash shows it."""
    puzzle = unique(rng, board)
    for cell in rng.sample(given_cells(puzzle), puzzle.count_givens()):
        taken = {puzzle.givens[peer] for peer in puzzle.shape.peers_of(cell)} | {puzzle.givens[cell]}
        free = [value for value in NINE.values if value not in taken]
        if free:
            return puzzle.with_value(cell, rng.choice(free))
    return puzzle


def several_givens_fewer(rng: Random, board: Puzzle) -> Puzzle:
    puzzle = unique(rng, board)
    for cell in rng.sample(given_cells(puzzle), rng.randint(1, 3)):
        puzzle = puzzle.with_value(cell, 0)
    return puzzle


def holes(rng: Random, board: Puzzle) -> Puzzle:
    """Any share of a full board."""
    kept = rng.uniform(0.2, 1)
    return Puzzle(NINE, bytes(value if rng.random() < kept else 0 for value in board.givens))


def nearly_empty(rng: Random, board: Puzzle) -> Puzzle:
    kept = set(rng.sample(range(len(board.givens)), rng.randint(0, 8)))
    return Puzzle(NINE, bytes(value if cell in kept else 0 for cell, value in enumerate(board.givens)))


def full(rng: Random, board: Puzzle) -> Puzzle:
    return board


def nearly_full(rng: Random, board: Puzzle) -> Puzzle:
    """A cell or two emptied or wrong."""
    for cell in rng.sample(range(len(board.givens)), rng.randint(1, 2)):
        board = board.with_value(cell, rng.randint(0, NINE.side))
    return board


def clashing(rng: Random, board: Puzzle) -> Puzzle:
    """A given stands in a peer's cell as well."""
    puzzle = unique(rng, board)
    cell = rng.choice(given_cells(puzzle))
    return puzzle.with_value(rng.choice(list(NINE.peers_of(cell))), puzzle.givens[cell])


def anything(rng: Random, board: Puzzle) -> Puzzle:
    """Values strewn about."""
    share = rng.uniform(0, 0.3)
    return Puzzle(NINE, bytes(rng.randint(1, 9) if rng.random() < share else 0 for _ in NINE.cells))


KINDS: tuple[Callable[[Random, Puzzle], Puzzle], ...] = (
    unique,
    one_given_changed,
    unsolvable,
    several_givens_fewer,
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


def strewn(seed: int, count: int) -> list[Puzzle]:
    """So many puzzles of all kinds in turn, beginning with the empty one."""
    return [Puzzle(NINE, bytes(len(NINE.cells))), *islice(_strewn(Random(seed)), count - 1)]


def _strewn(rng: Random) -> Iterator[Puzzle]:
    kinds = cycle(KINDS)
    while True:
        board = Puzzle(NINE, random_board(NINE, rng))
        for kind in islice(kinds, BOARD_LASTS):
            yield kind(rng, isomorph(board, rng))


def strewn_of(shape: Shape, seed: int, count: int) -> list[Puzzle]:
    """Parts of full boards of any size, some with a value changed."""
    rng = random.Random(seed)
    return [_part_of_a_board(shape, rng) for _ in range(count)]


def _part_of_a_board(shape: Shape, rng: Random) -> Puzzle:
    kept = rng.uniform(0.35 if shape.side < 12 else 0.55, 1)
    is_one_row = shape.box_height == 1  # which the walk of `generate` cannot do
    board = scrambled_solution(shape, rng.randrange(1 << 30)) if is_one_row else random_board(shape, rng)
    puzzle = Puzzle(shape, bytes(value if rng.random() < kept else 0 for value in board))
    if rng.random() < 0.4:
        puzzle = puzzle.with_value(rng.randrange(len(board)), rng.choice(list(shape.values)))
    return puzzle
