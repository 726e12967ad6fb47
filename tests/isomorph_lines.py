"""Write many 9x9 puzzles for measurements: `python tests/isomorph_lines.py 100000000 > many.txt`.

A million random isomorphs of shipped puzzles, over and over; they are too far apart for a compressor to notice.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parents[1] / "data"
NAMES = ("easy", "medium", "hard")
DIFFERENT = 1_000_000
AT_ONCE = 100_000
DOT, ZERO, NEWLINE = b".0\n"


def make_lines(count: int, seed: int = 1, names: tuple[str, ...] = NAMES) -> Iterator[bytes]:
    """Yield blocks of lines with so many puzzles altogether; the same seed gives the same puzzles.

    `names` are the shipped collections whose puzzles are relabelled and permuted.
    """
    shipped, rng = read_shipped(names), np.random.default_rng(seed)
    blocks: list[bytes] = []
    for start in range(0, count, AT_ONCE):
        if start < DIFFERENT:
            blocks.append(make_isomorphs(shipped, AT_ONCE, rng))
        block = blocks[start // AT_ONCE % (DIFFERENT // AT_ONCE)]
        yield block[: 82 * (count - start)]


def read_shipped(names: tuple[str, ...]) -> Any:
    """Return the values of the shipped puzzles, one row for each."""
    lines = [line for name in names for line in (DATA / f"{name}.txt").read_text().splitlines() if line[0] != "#"]
    digits = np.array([list(line[:81].replace(".", "0").encode()) for line in lines], np.uint8)
    return digits - ZERO


def make_isomorphs(puzzles: Any, count: int, rng: Any) -> bytes:
    """Return lines with random isomorphs of random puzzles."""
    grids = puzzles[rng.integers(0, len(puzzles), count)].reshape(count, 9, 9)
    grids = np.take_along_axis(grids, _shuffle_lines(count, rng)[:, :, None], 1)
    grids = np.take_along_axis(grids, _shuffle_lines(count, rng)[:, None, :], 2)
    names = np.zeros((count, 10), np.uint8)
    names[:, 1:] = 1 + np.argsort(rng.random((count, 9)), 1)
    values = np.take_along_axis(names, grids.reshape(count, 81).astype(np.intp), 1)
    lines = np.full((count, 82), NEWLINE, np.uint8)
    lines[:, :81] = np.where(values == 0, DOT, values + ZERO)
    return lines.tobytes()


def _shuffle_lines(count: int, rng: Any) -> Any:
    """Return random orders of nine rows or columns that keep each band or stack together."""
    bands, inside = np.argsort(rng.random((count, 3)), 1), np.argsort(rng.random((count, 3, 3)), 2)
    return (3 * bands[:, :, None] + inside).reshape(count, 9)


if __name__ == "__main__":
    for piece in make_lines(int(sys.argv[1])):
        sys.stdout.buffer.write(piece)
