"""NumPy's `.npy` files: one board, several boards, or one board per row."""

import io
import warnings
from collections.abc import Iterator
from typing import Any

from ...core.errors import PuzzleError
from ...core.shape import LARGEST_SIDE, Shape
from ..format import Claim, Format, Item, ReadOptions, Start, Sureness
from ..found_puzzle import FoundPuzzle, locate_error, read_parts, shorten
from ..nested_lists import read_board, split_boards
from ..source import Source

MAGIC = b"\x93NUMPY"

_NUMBERS = "iuf"  # kinds of types: signed, unsigned, floating-point


def _assess(start: Start) -> Claim | None:
    return Claim(Sureness.CERTAIN, "a NumPy file") if start.data.startswith(MAGIC) else None


def _read(source: Source, options: ReadOptions) -> Iterator[Item]:
    data = source.read_document()
    try:
        parts = enumerate(_split(_load(data), options.shape), 1)
        yield from read_parts(source.name, parts, lambda part: FoundPuzzle(read_board(part, options.shape)))
    except PuzzleError as error:
        yield locate_error(error, source.name)


def _load(data: bytes) -> Any:
    """Return the array; raise PuzzleError if the file is damaged, or if its values are not numbers.

    The header is read first, because NumPy would reserve memory for whatever size it claims.
    """
    import numpy as np  # imported late: it takes longer than reading a file of lines

    stream = io.BytesIO(data)
    try:
        with warnings.catch_warnings(action="ignore"):  # about headers that old versions of NumPy wrote
            shape, by_column, dtype = _read_header(np, stream)
    except Exception:  # whatever NumPy's parser of the header meets: SyntaxError, TypeError, ...
        raise PuzzleError("damaged NumPy file: its header cannot be read") from None
    if dtype.kind not in _NUMBERS:
        raise PuzzleError(f"expected an array of numbers, found the type {dtype}")
    shape = tuple(map(int, shape))  # True is a number for NumPy's parser, and not for its arrays
    size = int(np.prod(shape, dtype=object)) * dtype.itemsize
    if not size:
        raise PuzzleError(f"no puzzle found; the array is empty, with the shape {shorten(shape)}")
    if size != len(data) - stream.tell() or min(shape, default=0) < 0:
        raise PuzzleError(f"damaged NumPy file: its values do not fill the shape {shorten(shape)}")
    values = np.frombuffer(data, dtype, offset=stream.tell())
    return values.reshape(shape, order="F" if by_column else "C")


def _read_header(np: Any, stream: io.BytesIO) -> tuple[tuple[int, ...], bool, Any]:
    is_first_version = np.lib.format.read_magic(stream) == (1, 0)
    read = np.lib.format.read_array_header_1_0 if is_first_version else np.lib.format.read_array_header_2_0
    header: tuple[tuple[int, ...], bool, Any] = read(stream)
    return header


def _split(array: Any, shape: Shape | None) -> Iterator[object]:
    """Yield each board as lists, so that at most one is held twice."""
    if array.ndim not in (1, 2, 3):
        raise PuzzleError(f"expected 1 to 3 dimensions, found {array.ndim}")
    if array.ndim == 2 and array.shape[0] == array.shape[1] > LARGEST_SIDE:
        raise PuzzleError(f"expected a side of at most {LARGEST_SIDE} cells, found {array.shape[0]}")
    if array.ndim == 3 or (array.ndim == 2 and array.shape[0] > LARGEST_SIDE):
        return (board.tolist() for board in array)
    return split_boards(array.tolist(), shape)


FORMAT = Format("npy", _assess, _read)
