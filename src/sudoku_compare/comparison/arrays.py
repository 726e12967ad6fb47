"""Sudokus as NumPy arrays: `solve` takes an array and returns one.

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

UNSOLVABLE = -1  # in every cell of the result for an unsolvable puzzle

Integers = NDArray[np.int_]


def solve(
    array: ArrayLike,
    *,
    engine: str | Sequence[str] = "reductio",
    box: tuple[int, int] | None = None,
    first: bool = False,
    seconds: float = 60.0,
) -> Integers:
    """Return the solution of a puzzle as a new array; the input is not changed.

    Parameters: `array` has side x side integers, with 0 for an empty cell. `engine` is one engine as text
    (`"sat:solver=glucose4"`) or several engines, which then have to agree. `box` is the height and width of the boxes
    (default: as close to square as possible, wider than tall). `first=True` returns the first solution found, without
    looking for another. `seconds` is the time-out of each engine.

    Returns: the checked solution. If the puzzle has none, every cell is -1.

    Raises: ArrayError, which is a ValueError, if the array is not a puzzle; SeveralSolutions if the puzzle has several,
    with two of them in its attribute `solutions`; Unsettled if time ran out or the engines contradict each other.
    """
    puzzle = _to_puzzle(array, box)
    engines = (engine,) if isinstance(engine, str) else tuple(engine)
    if not engines:
        raise ArrayError("engine: expected at least one engine, such as 'reductio', found none")
    result = compare_engines(puzzle, engines, first=first, seconds=seconds)
    if result.judgement.objections:
        raise Unsettled(f"the engines contradict each other: {result.judgement.objections[0]}")
    return _to_array(result)


def _to_array(result: Comparison) -> Integers:
    side = result.puzzle.shape.side
    match result.verdict:
        case Verdict.UNSOLVABLE:
            return np.full((side, side), UNSOLVABLE)
        case Verdict.MULTIPLE:
            solutions = tuple(_to_board(solution, side) for solution in result.judgement.solutions[:2])
            raise SeveralSolutions("the puzzle has several solutions; pass first=True to get one of them", solutions)
        case Verdict.UNKNOWN:
            raise Unsettled(_format_unsettled(result))
    return _to_board(result.judgement.solutions[0], side)


def _format_unsettled(comparison: Comparison) -> str:
    answers = [(result.engine, result.answer) for result in comparison.results]
    endings = [f"{engine}: {answer.detail or answer.ending.replace('_', ' ')}" for engine, answer in answers]
    return f"not settled ({'; '.join(endings)}); allow more seconds, or ask another engine"


def _to_board(solution: Grid, side: int) -> Integers:
    return np.frombuffer(solution, np.uint8).reshape(side, side).astype(np.int_)


def _to_puzzle(array: ArrayLike, box: tuple[int, int] | None) -> Puzzle:
    values = _to_integers(array)
    shape = _choose_shape(values, box)
    wrong = np.argwhere((values < 0) | (values > shape.side))
    if len(wrong):
        row, column = map(int, wrong[0])
        where = f"[{row}, {column}] ({shape.name_of(row * shape.side + column)})"
        raise ArrayError(f"{where}: expected 1 to {shape.side}, or 0 for empty, found {values[row, column]}")
    return Puzzle(shape, values.astype(np.uint8).tobytes())


def _to_integers(array: ArrayLike) -> NDArray[Any]:
    try:
        values = np.asarray(array)
    except ValueError as error:
        raise ArrayError("expected side x side integers, found rows of different lengths") from error
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        found = "an array of " + "x".join(map(str, values.shape)) if values.shape else "a single value"
        raise ArrayError(f"expected side x side integers, such as 9x9, found {found}")
    if not np.issubdtype(values.dtype, np.integer):
        raise ArrayError(f"expected integers, with 0 for empty, found {values.dtype}; try array.astype(int)")
    return values


def _choose_shape(values: NDArray[Any], box: tuple[int, int] | None) -> Shape:
    side = len(values)
    if box is not None and (isinstance(box, str) or len(box) != 2):
        raise ArrayError(f"box: expected height and width, such as (2, 3), found {box!r}")
    try:
        shape = shape_of_side(side) if box is None else shape_of_box(*box)
    except PuzzleError as error:
        raise ArrayError(str(error)) from error
    if shape.side != side:
        raise ArrayError(f"box: boxes of {shape.box} need a {shape} array, found {side}x{side}")
    return shape
