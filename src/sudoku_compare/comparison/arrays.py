"""Sudokus as NumPy arrays: `solve` takes one and gives one. The only importer of numpy, which ortools brings along.

>>> import numpy as np
>>> from sudoku_compare.comparison import arrays
>>> sudoku = np.array([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
>>> print(arrays.solve(sudoku))
[[1 2 4 3]
 [3 4 2 1]
 [4 3 1 2]
 [2 1 3 4]]
>>> sudoku[0, 1] = 1
>>> print(arrays.solve(sudoku))
[[-1 -1 -1 -1]
 [-1 -1 -1 -1]
 [-1 -1 -1 -1]
 [-1 -1 -1 -1]]
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.errors import ArrayError, PuzzleError, SeveralSolutions, Unsettled
from ..core.puzzle import Grid, Puzzle
from ..core.shape import Shape, shape_of_box, shape_of_side
from ..core.verdict import Verdict
from .compare import Comparison
from .compare import solve as compare_engines

UNSOLVABLE = -1  # on every cell of what is given for an unsolvable puzzle

Integers = NDArray[np.int_]


def solve(
    array: ArrayLike,
    *,
    engine: str | Sequence[str] = "reductio",
    box: tuple[int, int] | None = None,
    first: bool = False,
    seconds: float = 60.0,
) -> Integers:
    """The solution of a puzzle, side x side integers with 0 for empty, as a new array; the given one is not changed.

    Where there is no solution, every cell is -1, be it that two givens clash or that the search has shown it. Where
    there are several, SeveralSolutions is raised, with two of them in `solutions`; `first=True` gives the one found
    first instead, and then does not look for another. The solution was checked, whichever engine found it.

    `engine` is one engine as text (`"sat:solver=glucose4"`) or several, which then have to agree; `box` the height and
    width of the boxes where they are not as nearly square as can be, and wide; `seconds` the time-out of each engine,
    after which Unsettled is raised. What is no puzzle raises ArrayError, which is a ValueError.
    """
    puzzle = _puzzle_of(array, box)
    engines = (engine,) if isinstance(engine, str) else tuple(engine)
    if not engines:
        raise ArrayError("engine=(): at least one engine would do, as in engine='reductio'")
    result = compare_engines(puzzle, engines, first=first, seconds=seconds)
    if result.judgement.objections:
        raise Unsettled(f"the engines contradict each other: {result.judgement.objections[0]}")
    return _array_of(result)


def _array_of(result: Comparison) -> Integers:
    side = result.puzzle.shape.side
    match result.verdict:
        case Verdict.UNSOLVABLE:
            return np.full((side, side), UNSOLVABLE)
        case Verdict.MULTIPLE:
            solutions = tuple(_board(solution, side) for solution in result.judgement.solutions[:2])
            raise SeveralSolutions("several solutions; first=True would give one of them", solutions)
        case Verdict.UNKNOWN:
            raise Unsettled(_why_unsettled(result))
    return _board(result.judgement.solutions[0], side)


def _why_unsettled(result: Comparison) -> str:
    said = [f"{t.engine}: {t.answer.detail or t.answer.ending.replace('_', ' ')}" for t in result.results]
    return f"not settled ({'; '.join(said)}); more seconds or another engine may help"


def _board(solution: Grid, side: int) -> Integers:
    return np.frombuffer(solution, np.uint8).reshape(side, side).astype(np.int_)


def _puzzle_of(array: ArrayLike, box: tuple[int, int] | None) -> Puzzle:
    values = _integers(array)
    shape = _shape_of(values, box)
    wrong = np.argwhere((values < 0) | (values > shape.side))
    if len(wrong):
        row, column = map(int, wrong[0])
        where = f"[{row}, {column}] ({shape.name_of(row * shape.side + column)})"
        raise ArrayError(f"{values[row, column]} at {where}; a {shape} puzzle takes 1 to {shape.side}, and 0 for empty")
    return Puzzle(shape, values.astype(np.uint8).tobytes())


def _integers(array: ArrayLike) -> NDArray[Any]:
    try:
        values = np.asarray(array)
    except ValueError as error:
        raise ArrayError("rows of different lengths; side x side integers would do") from error
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        size = "x".join(map(str, values.shape)) or "no dimension"
        raise ArrayError(f"an array of {size}; side x side integers would do, as in 9x9")
    if not np.issubdtype(values.dtype, np.integer):
        raise ArrayError(f"an array of {values.dtype}; integers would do, as of array.astype(int), with 0 for empty")
    return values


def _shape_of(values: NDArray[Any], box: tuple[int, int] | None) -> Shape:
    side = len(values)
    if box is not None and (isinstance(box, str) or len(box) != 2):
        raise ArrayError(f"box={box!r}: height and width would do, as in (2, 3)")
    try:
        shape = shape_of_side(side) if box is None else shape_of_box(*box)
    except PuzzleError as error:
        raise ArrayError(str(error)) from error
    if shape.side != side:
        raise ArrayError(f"boxes of {shape.box} make a {shape}; the array is {side}x{side}")
    return shape
