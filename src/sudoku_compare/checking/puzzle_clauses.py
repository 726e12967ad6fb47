"""The formula of a puzzle: the rules, the givens and, if a solution is claimed to be the only one, its exclusion."""

from collections.abc import Iterator
from functools import lru_cache

from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape
from .sudoku_clauses import Clause, count_rules, count_variables, encode_exclusion, encode_givens, encode_rules

LARGEST_CACHED_SIDE = 16  # up to which the rules are cached for the next certificate
STRIDE = 256  # clauses between clock checks


def count_puzzle_variables(puzzle: Puzzle) -> int:
    """Return the number of variables of the formula."""
    return count_variables(puzzle.shape.box_height, puzzle.shape.box_width)


def count_puzzle_clauses(puzzle: Puzzle, solution: Grid | None) -> int:
    """Return the number of clauses of the formula, without generating them."""
    rules = count_rules(puzzle.shape.box_height, puzzle.shape.box_width)
    return rules + puzzle.count_givens() + (solution is not None)


def encode_puzzle(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """Yield the clauses of the formula. The givens come first, because they satisfy many of the clauses after them."""
    yield from encode_givens(puzzle.givens, puzzle.shape.side)
    yield from list_rules(puzzle.shape) if puzzle.shape.side <= LARGEST_CACHED_SIDE else _encode_rules(puzzle.shape)
    if solution is not None:
        yield encode_exclusion(puzzle.givens, solution, puzzle.shape.side)


def encode_own_clauses(puzzle: Puzzle, solution: Grid | None) -> Iterator[Clause]:
    """Yield the clauses of the formula that are not rules."""
    yield from encode_givens(puzzle.givens, puzzle.shape.side)
    if solution is not None:
        yield encode_exclusion(puzzle.givens, solution, puzzle.shape.side)


@lru_cache(maxsize=4)
def list_rules(shape: Shape) -> list[Clause]:
    """Return the rules; only for boards of which they are worth keeping."""
    return list(_encode_rules(shape))


def _encode_rules(shape: Shape) -> Iterator[Clause]:
    return encode_rules(shape.box_height, shape.box_width)
