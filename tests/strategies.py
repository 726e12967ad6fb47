"""Hypothesis strategies shared by the tests: puzzles of many shapes, some of them spoiled."""

import random

from hypothesis import strategies as st

from making import puzzle_with_holes
from sudoku_compare import Puzzle
from sudoku_compare.core.shape import Shape

BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]


def spoil(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return the puzzle with one given changed: often unsolvable, sometimes with a clash."""
    cells = [cell for cell, value in enumerate(puzzle.givens) if value]
    if not cells:
        return puzzle
    cell = rng.choice(cells)
    value = rng.randint(1, puzzle.shape.side)
    return Puzzle(puzzle.shape, puzzle.givens[:cell] + bytes([value]) + puzzle.givens[cell + 1 :])


@st.composite
def puzzles(draw: st.DrawFn, shapes: list[Shape]) -> Puzzle:
    """Draw a puzzle of one of these shapes: empty, full or between, and spoiled half of the time."""
    shape = draw(st.sampled_from(shapes))
    puzzle = puzzle_with_holes(shape, draw(st.sampled_from([0.0, 0.3, 0.45, 0.6, 1.0])), draw(st.integers(0, 10**6)))
    rng = random.Random(draw(st.integers(0, 10**6)))
    return spoil(puzzle, rng) if draw(st.booleans()) else puzzle
