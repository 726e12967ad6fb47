"""Isomorphic puzzles: the canonical form that they share, and random ones.

>>> from sudoku_compare import Puzzle
>>> one, other = Puzzle.from_text("1... ..2. .3.. ...4"), Puzzle.from_text(".4.. ...1 2... ..3.")
>>> canonical_form(one) == canonical_form(other)
True
"""

from random import Random

from ..core.puzzle import Puzzle
from ..core.random_source import shuffle
from ..native.canonical import Canonicalizer


def canonical_form(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle, which is the same for all its isomorphs.

    Two puzzles are isomorphic if one becomes the other by renaming values, by permuting bands, stacks, the rows of a
    band or the columns of a stack, or, where boxes are square, by transposing the board.
    """
    form = bytearray(len(puzzle.givens))
    Canonicalizer(puzzle.shape.box_height, puzzle.shape.box_width).canonicalize(puzzle.givens, form)
    return Puzzle(puzzle.shape, bytes(form))


def random_isomorph(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return the puzzle with its values renamed and its bands, stacks, rows and columns permuted at random."""
    shape, side = puzzle.shape, puzzle.shape.side
    rows = _shuffle_lines(side, shape.box_height, rng)
    columns = _shuffle_lines(side, shape.box_width, rng)
    values = bytes([0, *shuffle(list(shape.values), rng)])
    return Puzzle(shape, bytes(values[puzzle.givens[row * side + column]] for row in rows for column in columns))


def _shuffle_lines(side: int, band_size: int, rng: Random) -> list[int]:
    """Return the numbers of all rows (or columns): bands in random order, and lines in random order within a band."""
    bands = shuffle(list(range(side // band_size)), rng)
    return [band * band_size + line for band in bands for line in shuffle(list(range(band_size)), rng)]
