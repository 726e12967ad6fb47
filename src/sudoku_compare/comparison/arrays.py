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

import numpy as np
from numpy.typing import NDArray

from ..core.errors import ArrayError, SeveralSolutions, Unsettled
from ..core.puzzle import Grid
from ..core.verdict import Verdict
from ..reading.array_puzzle import ArrayLike, puzzle_from_array
from .compare import Comparison
from .solve import solve as compare_engines

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
    puzzle = puzzle_from_array(array, box)
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
