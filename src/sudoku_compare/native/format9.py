# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Write the verdicts on many 9x9 puzzles as lines of text in one call, without holding the GIL.

The caller passes the text between the values as parts, so this code is independent of the format. A line consists of
HEAD, the line number of the puzzle, the part BEFORE the solution (one for each verdict), the solution if there is one,
the part AFTER it, the number of assumptions, then either DUPLICATE, the line number of the first such puzzle and
DUPLICATE_END, or NOT_DUPLICATE, and finally TAIL.

The compiled code copies 16 bytes at a time (format9_text.h) and may read and write up to 15 bytes after a part, so
`parts` and `text` have that much more room.
"""

from array import array
from itertools import accumulate

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    CELLS = 81
    PACKED = 41  # bytes of a solution with two values in each
    ZERO = 48
    STEP = 16  # bytes that are copied at once
    VERDICTS = 4  # no solution, one, several, unknown
    HEAD = 0
    BEFORE = 1
    AFTER = 5
    DUPLICATE = 9
    DUPLICATE_END = 10
    NOT_DUPLICATE = 11
    TAIL = 12
    PARTS = 13

    def copy_part(text, at, parts, start, length):
        text[at : at + length] = parts[start : start + length]
        return at + length

    def write_number(text, at, number):
        digits = b"%d" % number
        return copy_part(text, at, digits, 0, len(digits))

    def write_digits(text, at, values, start):
        digits = bytes(ZERO + value for value in values[start : start + CELLS])
        return copy_part(text, at, digits, 0, CELLS)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _write_part(
    text: cython.p_uchar,
    at: cython.Py_ssize_t,
    parts: cython.p_const_uchar,
    ends: cython.p_const_uint,
    part: cython.int,
) -> cython.Py_ssize_t:
    return copy_part(text, at, parts, ends[part], ends[part + 1] - ends[part])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_all(
    parts: cython.p_const_uchar,
    ends: cython.p_const_uint,
    numbers: cython.p_const_ulonglong,
    found: cython.p_const_uchar,
    solutions: cython.p_const_uchar,
    assumptions: cython.p_const_uint,
    duplicate_of: cython.p_const_ulonglong,
    has_duplicates: cython.bint,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    text: cython.p_uchar,
) -> cython.Py_ssize_t:
    puzzle: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    verdict: cython.int
    for puzzle in range(first, last):
        verdict = found[puzzle] if found[puzzle] < VERDICTS else VERDICTS - 1
        at = _write_part(text, at, parts, ends, HEAD)
        at = write_number(text, at, numbers[puzzle])
        at = _write_part(text, at, parts, ends, BEFORE + verdict)
        if verdict == 1 or verdict == 2:
            at = write_digits(text, at, solutions, 2 * CELLS * puzzle)
        at = _write_part(text, at, parts, ends, AFTER + verdict)
        at = write_number(text, at, assumptions[puzzle])
        if has_duplicates and duplicate_of[puzzle]:
            at = _write_part(text, at, parts, ends, DUPLICATE)
            at = write_number(text, at, duplicate_of[puzzle])
            at = _write_part(text, at, parts, ends, DUPLICATE_END)
        else:
            at = _write_part(text, at, parts, ends, NOT_DUPLICATE)
        at = _write_part(text, at, parts, ends, TAIL)
    return at


def write_lines(
    parts: cython.const_uchar[::1],
    ends: cython.const_uint[::1],
    numbers: cython.const_ulonglong[::1],
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    assumptions: cython.const_uint[::1],
    duplicate_of: cython.const_ulonglong[::1],
    span: tuple[int, int],
    text: cython.uchar[::1],
) -> int:
    """Write the lines of the puzzles from span[0] up to, but not including, span[1]; return their length in bytes.

    Parts and ends are those of `join_parts`. `duplicate_of` has 0 for a puzzle that is not a duplicate; it is empty if
    none is.
    """
    count: cython.Py_ssize_t = len(found)
    has_duplicates: cython.bint = len(duplicate_of) > 0
    first: cython.Py_ssize_t = span[0]
    last: cython.Py_ssize_t = span[1]
    length: cython.Py_ssize_t = 0
    if not (
        len(numbers) == len(assumptions) == count
        and (len(duplicate_of) == count or not has_duplicates)
        and len(solutions) == 2 * CELLS * count
        and len(ends) == PARTS + 1
        and len(parts) == ends[PARTS] + STEP
        and 0 <= first <= last <= count
        and len(text) >= (last - first) * measure_longest_line(len(parts))
    ):
        raise ValueError("expected buffers for the same number of puzzles")
    if first == last:
        return length
    if cython.compiled:
        with cython.nogil:
            length = _write_all(
                cython.address(parts[0]),
                cython.address(ends[0]),
                cython.address(numbers[0]),
                cython.address(found[0]),
                cython.address(solutions[0]),
                cython.address(assumptions[0]),
                cython.address(duplicate_of[0]) if has_duplicates else cython.NULL,
                has_duplicates,
                first,
                last,
                cython.address(text[0]),
            )
    else:
        rows = numbers, found, solutions, assumptions, duplicate_of, has_duplicates
        length = _write_all(parts, ends, *rows, first, last, text)
    return length


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _pack_digits(
    values: cython.p_const_uchar, start: cython.Py_ssize_t, packed: cython.p_uchar, at: cython.Py_ssize_t
) -> cython.void:
    """Write two values into each byte, the first one into the upper half; the last half byte is 0."""
    pair: cython.int
    for pair in range(PACKED - 1):
        packed[at + pair] = 16 * values[start + 2 * pair] + values[start + 2 * pair + 1]
    packed[at + PACKED - 1] = 16 * values[start + CELLS - 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_solutions(
    found: cython.p_const_uchar,
    solutions: cython.p_const_uchar,
    count: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    is_packed: cython.bint,
    data: cython.p_uchar,
    ends: cython.p_int,
    bits: cython.p_uchar,
) -> cython.Py_ssize_t:
    puzzle: cython.Py_ssize_t
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t = ends[first]
    for puzzle in range(count):
        row = first + puzzle
        if found[puzzle] == 1 or found[puzzle] == 2:
            if is_packed:
                _pack_digits(solutions, 2 * CELLS * puzzle, data, at)
                at += PACKED
            else:
                at = write_digits(data, at, solutions, 2 * CELLS * puzzle)
            bits[row >> 3] |= 1 << (row & 7)
        ends[row + 1] = at
    return at


def write_solutions(
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    first: cython.Py_ssize_t,
    is_packed: cython.bint,
    data: cython.uchar[::1],
    ends: cython.int[::1],
    bits: cython.uchar[::1],
) -> int:
    """Write the first solution of each puzzle after those of the `first` rows before, as columns of tables expect them.

    The solution of row i is data[ends[i]:ends[i + 1]], as 81 digits or packed into 41 bytes; it is empty, and bit i is
    0, if there is none. The bits of these rows must be 0 before. Returns how many bytes of `data` are in use.
    """
    count: cython.Py_ssize_t = len(found)
    length: cython.Py_ssize_t = 0
    if not (
        first >= 0
        and first + count < len(ends)
        and ends[first] >= 0
        and len(solutions) == 2 * CELLS * count
        and len(data) >= ends[first] + (PACKED if is_packed else CELLS) * count
        and 8 * len(bits) >= first + count
    ):
        raise ValueError("expected buffers for the same number of puzzles")
    if count == 0:
        return ends[first]
    if cython.compiled:
        with cython.nogil:
            length = _write_solutions(
                cython.address(found[0]),
                cython.address(solutions[0]),
                count,
                first,
                is_packed,
                cython.address(data[0]),
                cython.address(ends[0]),
                cython.address(bits[0]),
            )
    else:
        length = _write_solutions(found, solutions, count, first, is_packed, data, ends, bits)
    return length


def join_parts(parts: list[bytes]) -> tuple[bytes, "array[int]"]:
    """Return the parts joined, with room after the last one, and their bounds.

    Part i is joined[ends[i]:ends[i + 1]].
    """
    return b"".join([*parts, bytes(STEP)]), array("I", accumulate(map(len, parts), initial=0))


def measure_longest_line(joined: int) -> int:
    """Return how many bytes of a buffer a line takes at most, given the length of the joined parts."""
    return joined + CELLS + 3 * 20  # three numbers of 64 bits; the joined parts include the room for the last step
