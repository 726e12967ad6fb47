"""A solved board that agrees with most of the givens, if there are few of them: where a search in a large board starts.

On a large board with few givens, almost any first choice can be completed, but a solver that tries values in the order
of their numbers gets lost: it fills half of the board with values that do not fit together.
"""

from collections import Counter

from ...core.puzzle import Grid, Puzzle
from ...core.shape import Shape


def find_near_solution(puzzle: Puzzle) -> Grid:
    """Return a solution of the empty board, with its values renamed so that they agree with many givens."""
    pattern = make_pattern(puzzle.shape)
    names = _match_values(puzzle, pattern)
    return pattern.translate(bytes([0, *names, *range(puzzle.shape.side + 1, 256)]))


def make_pattern(shape: Shape) -> Grid:
    """Return a solution of the empty board.

    Each row is the one above it, shifted by the width of a box; by one more where a new row of boxes begins.

    >>> from sudoku_compare.core.shape import shape_of_box
    >>> list(make_pattern(shape_of_box(2, 2)))
    [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3]
    """
    side = shape.side
    shifts = [row % shape.box_height * shape.box_width + row // shape.box_height for row in range(side)]
    return bytes([(shift + column) % side + 1 for shift in shifts for column in range(side)])


def _match_values(puzzle: Puzzle, pattern: Grid) -> list[int]:
    """Return a new name for each value of the pattern; the most frequent agreements with givens come first."""
    pairs = Counter((old, given) for old, given in zip(pattern, puzzle.givens, strict=True) if given)
    names: dict[int, int] = {}
    for (old, given), _ in pairs.most_common():
        if old not in names and given not in names.values():
            names[old] = given
    unused = iter(sorted(set(puzzle.shape.values).difference(names.values())))
    return [names[old] if old in names else next(unused) for old in puzzle.shape.values]
