"""The canonical form of a puzzle: what stays when names and places do not count.

>>> from sudoku_compare import Puzzle
>>> one, other = Puzzle.from_text("1... ..2. .3.. ...4"), Puzzle.from_text(".4.. ...1 2... ..3.")
>>> canonical(one) == canonical(other)
True
"""

from random import Random

from ..core.puzzle import Puzzle
from ..core.random_source import shuffled
from ..native.canonical import Former


def canonical(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is the same for all that differ only in the names of values, the order of bands, of stacks, of rows
    in a band and of columns in a stack, or, where boxes are square, by being transposed."""
    form = bytearray(len(puzzle.givens))
    Former(puzzle.shape.box_height, puzzle.shape.box_width).form_into(puzzle.givens, form)
    return Puzzle(puzzle.shape, bytes(form))


def isomorph(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The same puzzle with values renamed, and rows, columns, bands and stacks in another order."""
    shape, side = puzzle.shape, puzzle.shape.side
    rows = _shuffled_lines(side, shape.box_height, rng)
    columns = _shuffled_lines(side, shape.box_width, rng)
    values = bytes([0, *shuffled(list(shape.values), rng)])
    return Puzzle(shape, bytes(values[puzzle.givens[row * side + column]] for row in rows for column in columns))


def _shuffled_lines(side: int, together: int, rng: Random) -> list[int]:
    """The numbers of rows or columns: bands in any order, and lines in any order within their band."""
    bands = shuffled(list(range(side // together)), rng)
    return [band * together + line for band in bands for line in shuffled(list(range(together)), rng)]
