"""The canonical form of a puzzle: what stays when names and places do not count.

>>> from sudoku_compare import Puzzle
>>> one, other = Puzzle.from_text("1... ..2. .3.. ...4"), Puzzle.from_text(".4.. ...1 2... ..3.")
>>> canonical(one) == canonical(other)
True
"""

from .bulk.canonical import Former
from .puzzle import Puzzle


def canonical(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is the same for all that differ only in the names of values, the order of bands, of stacks, of rows
    in a band and of columns in a stack, or, where boxes are square, by being transposed."""
    form = bytearray(len(puzzle.givens))
    Former(puzzle.shape.box_height, puzzle.shape.box_width).form_into(puzzle.givens, form)
    return Puzzle(puzzle.shape, bytes(form))
