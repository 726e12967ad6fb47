"""NumPy files are read whatever their type and shape, and damaged ones are refused."""

import io

import numpy as np
import pytest

from file_reading import read_error, read_puzzles
from making import EASY, ESCARGOT
from sudoku_compare.core.shape import shape_of_side

BOARD = np.array([int(s) for s in EASY.replace(".", "0")]).reshape(9, 9)
OTHER = np.array([int(s) for s in ESCARGOT.replace(".", "0")]).reshape(9, 9)


def save(array: object) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.asarray(array))
    return stream.getvalue()


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", ">i4", "float32", "float64"])
def test_numbers_of_every_type_are_read(dtype: str) -> None:
    assert read_puzzles(save(BOARD.astype(dtype))) == [EASY]


@pytest.mark.parametrize(
    ("array", "puzzles"),
    [
        (BOARD, [EASY]),
        (BOARD.ravel(), [EASY]),
        (np.asfortranarray(BOARD), [EASY]),
        (BOARD[np.newaxis], [EASY]),
        (np.stack([BOARD, OTHER]), [EASY, ESCARGOT]),
        (np.stack([BOARD.ravel(), OTHER.ravel()]), [EASY, ESCARGOT]),
        (np.tile(BOARD.ravel(), (150, 1)), [EASY] * 150),
        (np.stack([BOARD] * 9), [EASY] * 9),
    ],
)
def test_one_or_several_boards_are_read(array: np.ndarray, puzzles: list[str]) -> None:
    assert read_puzzles(save(array)) == puzzles


def test_small_values_in_a_large_square_are_ambiguous() -> None:
    array = save(np.tile([1, 0, 0, 0], (16, 4)))
    assert read_error(array) == "file: this can be read as one 16x16 board or as 16 boards of 4x4"
    assert len(read_puzzles(array, shape_of_side(16))) == 1
    assert len(read_puzzles(array, shape_of_side(4))) == 16


def damage(header: str) -> bytes:
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(81)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (save(BOARD * 0.5), "file:1: r1c1: expected 1 to 9, or 0 for an empty cell, found '2.5'"),
        (save(BOARD * np.nan), "file:1: r1c1: expected 1 to 9, or 0 for an empty cell, found 'nan'"),
        (save(BOARD * 10**15), "file:1: r1c1: expected 1 to 9, or 0 for an empty cell, found '5000000000000000'"),
        (save(-BOARD), "file:1: r1c1: expected 1 to 9, or 0 for an empty cell, found '-5'"),
        (save(BOARD[:8]), "file:1: row 1: expected 8 cells, as there are 8 rows, found 9"),
        (save(np.zeros((0, 9, 9))), "file: no puzzle found"),
        (save(5), "file: expected 1 to 3 dimensions, found 0"),
        (save(np.zeros((1, 1, 9, 9))), "file: expected 1 to 3 dimensions, found 4"),
        (save(np.array(["5"])), "file: expected an array of numbers, found the type <U1"),
        (save(np.array([True])), "file: expected an array of numbers, found the type bool"),
        (save(np.array([1j])), "file: expected an array of numbers, found the type complex128"),
        (save(BOARD)[:-1], "file: damaged NumPy file: its values do not fill the shape '(9, 9)'"),
        (save(BOARD) + b"x", "file: damaged NumPy file: its values do not fill the shape '(9, 9)'"),
        (damage("{'descr': '|i1', 'fortran_order': False, 'shape': (10**9, 81)}"), "file: damaged NumPy file: "),
        (
            damage("{'descr': '|i1', 'fortran_order': False, 'shape': (99999999999, 81), }"),
            "file: damaged NumPy file: ",
        ),
        (damage("{'descr': '|i1', 'fortran_order': False, 'shape': (-9, -9), }"), "file: damaged NumPy file: "),
        (damage("{'descr': '|O', 'fortran_order': False, 'shape': (9, 9), }"), "file: expected an array of numbers"),
        (damage("__import__('os')"), "file: damaged NumPy file: "),
        (damage("{{{"), "file: damaged NumPy file: "),
        (b"\x93NUMPY", "file: damaged NumPy file: "),
        (b"\x93NUMPY\x09\x09", "file: damaged NumPy file: "),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff{", "file: damaged NumPy file: "),
    ],
)
def test_what_is_not_an_array_of_boards_is_refused_in_one_line(data: bytes, message: str) -> None:
    found = read_error(data)
    assert found.startswith(message)
    assert "\n" not in found


def test_pickled_objects_are_not_loaded() -> None:
    stream = io.BytesIO()
    np.save(stream, np.array([print], dtype=object), allow_pickle=True)
    assert b"builtins" in stream.getvalue()
    assert read_error(stream.getvalue()) == "file: expected an array of numbers, found the type object"
