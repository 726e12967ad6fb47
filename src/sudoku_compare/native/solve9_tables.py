"""What the 9x9 kernel looks up: tables over patterns of nine bits.

A band is three rows of nine cells, 27 bits for one value: bit 9 * row + column. Two patterns sum it up. Its *rows'
triads* are the three cells where a row meets a box, nine of them: bit 3 * row + box. Its *columns' triads* are the
three cells where a column meets the band, nine too: bit column, that is 3 * box + column of the box.
"""

from itertools import permutations

TRIPLE = 0o111  # bits 0, 3 and 6: one box (of rows' triads) in each row
THREE_ROWS = 1 << 18 | 1 << 9 | 1  # times a pattern of columns: the cells of these columns
BAND = (1 << 27) - 1
PLACINGS = [sum(1 << 3 * row + box for row, box in enumerate(boxes)) for boxes in permutations(range(3))]


def _bits(pattern: int) -> list[int]:
    return [bit for bit in range(9) if pattern >> bit & 1]


def _is_one(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0


def in_triads(row: int) -> int:
    """Of nine cells of a row: which of its three triads have one of them."""
    return sum(1 << box for box in range(3) if row >> 3 * box & 7)


def fitting(triads: int) -> int:
    """Rows' triads in which the value can be: it is in one triad of each row and of each box."""
    fits = 0
    for placing in PLACINGS:
        if triads & placing == placing:
            fits |= placing
    return fits


def cells_of(triads: int) -> int:
    """The cells of these rows' triads."""
    return sum(7 << 3 * triad for triad in _bits(triads))


def only_of_three(pattern: int) -> int:
    """Those bits that stand alone among three neighbours: a row's only triad, or a box's only column."""
    return sum(pattern & 7 << 3 * three for three in range(3) if _is_one(pattern >> 3 * three & 7))


def free_elsewhere(columns: int) -> int:
    """The cells of another band that columns leave free which this band's boxes must have."""
    return BAND ^ only_of_three(columns) * THREE_ROWS


def boxes_with_one_column(columns: int) -> int:
    """As rows' triads: all those of boxes in which the value can be in but one column."""
    return sum(TRIPLE << box for box in range(3) if _is_one(columns >> 3 * box & 7))


def beside_triads(triads: int) -> int:
    """Rows' triads that are left when the value must be in these: the rest of their rows and boxes is out."""
    left = 511
    for triad in _bits(triads):
        row, box = divmod(triad, 3)
        left &= ~(7 << 3 * row | TRIPLE << box) | 1 << triad
    return left


def beside_columns(columns: int) -> int:
    """The like for columns: the rest of their boxes is out."""
    left = 511
    for column in _bits(columns):
        left &= ~(7 << column // 3 * 3) | 1 << column
    return left


def column_of(cell: int) -> int:
    """The cells of a band in the column of this one."""
    return THREE_ROWS << cell % 9


def peers_of(cell: int) -> int:
    """The peers of a cell in its own band."""
    row, column = divmod(cell, 9)
    box = (7 << column // 3 * 3) * THREE_ROWS
    return (511 << 9 * row | box | column_of(cell)) & ~(1 << cell)
