"""Puzzles as NumPy arrays, data frames or lists of rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..core.errors import ArrayError, PuzzleError
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_box, shape_of_side

if TYPE_CHECKING:
    from numpy.typing import NDArray


class HasArray(Protocol):
    """Something that NumPy can turn into an array: an array itself, or a data frame."""

    def __array__(self) -> Any:
        """Return the array."""


ArrayLike = HasArray | Sequence[Sequence[int | None]]


def is_array(value: object) -> bool:
    """Return whether the value is one board: an array or data frame, or a list of rows that hold no rows."""
    if hasattr(value, "__array__"):
        return getattr(value, "ndim", 2) == 2
    return isinstance(value, list | tuple) and len(value) > 0 and all(map(_is_row, value))


def _is_row(value: object) -> bool:
    if hasattr(value, "__array__"):
        return getattr(value, "ndim", 1) == 1
    return isinstance(value, list | tuple) and not any(isinstance(cell, list | tuple | str) for cell in value)


def puzzle_from_array(array: ArrayLike, box: tuple[int, int] | None = None) -> Puzzle:
    """Return the puzzle that an array of integers holds; 0 is an empty cell, and so is None in a list.

    `box` is the height and width of the boxes (default: as close to square as possible, wider than tall). Raises
    ArrayError.
    """
    import numpy as np  # late: it slows down the start, and most puzzles are text

    values = _to_integers(_replace_none(array))
    shape = _choose_shape(values, box)
    wrong = np.argwhere((values < 0) | (values > shape.side))
    if len(wrong):
        row, column = map(int, wrong[0])
        where = f"[{row}, {column}] ({shape.name_of(row * shape.side + column)})"
        raise ArrayError(f"{where}: expected 1 to {shape.side}, or 0 for empty, found {values[row, column]}")
    return Puzzle(shape, values.astype(np.uint8).tobytes())


def _replace_none(array: Any) -> Any:
    if not is_array(array) or not isinstance(array, list | tuple):
        return array
    return [[0 if value is None else value for value in row] for row in array]


def _to_integers(array: ArrayLike) -> "NDArray[Any]":
    import numpy as np

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


def _choose_shape(values: "NDArray[Any]", box: tuple[int, int] | None) -> Shape:
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
