"""The lookup tables of the 9x9 kernel, for patterns of nine bits.

A band is three rows of nine cells, 27 bits for one value: bit 9 * row + column. Two patterns of nine bits summarize it.
A *row triad* is the three cells that a row shares with a box: bit 3 * row + box. A *column triad* is the three cells
that a column shares with the band: bit column, which is 3 * box + column of the box.
"""

from itertools import permutations

TRIPLE = 0o111  # bits 0, 3 and 6: the row triads of box 0
THREE_ROWS = 1 << 18 | 1 << 9 | 1  # multiplied by a pattern of columns: the cells of these columns
BAND = (1 << 27) - 1
PLACINGS = [sum(1 << 3 * row + box for row, box in enumerate(boxes)) for boxes in permutations(range(3))]


def _bits(pattern: int) -> list[int]:
    return [bit for bit in range(9) if pattern >> bit & 1]


def _is_one(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0


def touched_triads(row: int) -> int:
    """Return which of the three triads of a row contain at least one of these cells of the row."""
    return sum(1 << box for box in range(3) if row >> 3 * box & 7)


def possible_triads(triads: int) -> int:
    """Return the row triads that can hold the value: it is in exactly one triad of each row and of each box."""
    fits = 0
    for placing in PLACINGS:
        if triads & placing == placing:
            fits |= placing
    return fits


def cells_of(triads: int) -> int:
    """Return the cells of these row triads."""
    return sum(7 << 3 * triad for triad in _bits(triads))


def only_of_three(pattern: int) -> int:
    """Return the bits that are alone in their group of three: the only triad of a row, or the only column of a box."""
    return sum(pattern & 7 << 3 * three for three in range(3) if _is_one(pattern >> 3 * three & 7))


def free_in_other_bands(columns: int) -> int:
    """Return the cells that stay possible in the other bands: columns that a box of this band needs are excluded."""
    return BAND ^ only_of_three(columns) * THREE_ROWS


def boxes_with_one_column(columns: int) -> int:
    """Return all row triads of the boxes in which the value can be in only one column."""
    return sum(TRIPLE << box for box in range(3) if _is_one(columns >> 3 * box & 7))


def compatible_triads(triads: int) -> int:
    """Return the row triads that are left if the value must be in these; the rest of their rows and boxes is not."""
    left = 511
    for triad in _bits(triads):
        row, box = divmod(triad, 3)
        left &= ~(7 << 3 * row | TRIPLE << box) | 1 << triad
    return left


def compatible_columns(columns: int) -> int:
    """Return the columns that are left if the value must be in these; the rest of their boxes is not."""
    left = 511
    for column in _bits(columns):
        left &= ~(7 << column // 3 * 3) | 1 << column
    return left


def column_of(cell: int) -> int:
    """Return the cells of a band that are in the same column as this cell."""
    return THREE_ROWS << cell % 9


def peers_of(cell: int) -> int:
    """Return the peers of a cell within its band."""
    row, column = divmod(cell, 9)
    box = (7 << column // 3 * 3) * THREE_ROWS
    return (511 << 9 * row | box | column_of(cell)) & ~(1 << cell)
