"""Is this filling a solution of this puzzle? Shares nothing with the engines, nor with their tables.

The squares of rows, columns and boxes are worked out here anew, from the box's height and width alone.
"""

from collections.abc import Iterator

from .puzzle import Filling, Puzzle


def refute(puzzle: Puzzle, filling: Filling) -> str | None:
    """Why the filling is not a solution of the puzzle; None if it is one."""
    height, width = puzzle.shape.box_height, puzzle.shape.box_width
    side = height * width
    if len(filling) != side * side:
        return f"{len(filling)} squares instead of {side * side}"
    all_values = set(range(1, side + 1))
    for name, values in _sections(filling, height, width):
        if set(values) != all_values:
            missing = min(all_values - set(values))
            return f"{name} lacks {missing}"
    for square, (given, value) in enumerate(zip(puzzle.givens, filling, strict=True)):
        if given and given != value:
            return f"row {square // side + 1}, column {square % side + 1} is given {given}, not {value}"
    return None


def _sections(filling: Filling, height: int, width: int) -> Iterator[tuple[str, bytes]]:
    """Each row, column and box by name. A section of `side` squares with all `side` values has each once."""
    side = height * width
    for index in range(side):
        yield f"row {index + 1}", filling[index * side : index * side + side]
        yield f"column {index + 1}", filling[index::side]
    for top in range(0, side, height):
        for left in range(0, side, width):
            rows = range(top * side + left, (top + height) * side + left, side)
            box = b"".join(filling[start : start + width] for start in rows)
            yield f"the box at row {top + 1}, column {left + 1}", box
