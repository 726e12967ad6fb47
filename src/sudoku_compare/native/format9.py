# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Write the verdicts on many 9x9 puzzles as lines of text in one call, without holding the GIL.

The caller passes the text between the values as parts, so this code is independent of the format. A line consists of
HEAD, the line number of the puzzle, the part BEFORE the solution (one for each verdict), the solution if there is one,
the part AFTER it, the number of assumptions, then either DUPLICATE, the line number of the first such puzzle and
DUPLICATE_END, or NOT_DUPLICATE, and finally TAIL.
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    CELLS = 81
    ZERO = 48
    VERDICTS = 4  # no solution, one, several, unknown
    HEAD = 0
    BEFORE = 1
    AFTER = 5
    DUPLICATE = 9
    DUPLICATE_END = 10
    NOT_DUPLICATE = 11
    TAIL = 12
    PARTS = 13


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
    i: cython.uint
    start: cython.uint = ends[part]
    length: cython.uint = ends[part + 1] - start
    for i in range(length):
        text[at + i] = parts[start + i]
    return at + length


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _write_number(text: cython.p_uchar, at: cython.Py_ssize_t, number: cython.ulonglong) -> cython.Py_ssize_t:
    length: cython.int = 1
    rest: cython.ulonglong = number // 10
    i: cython.int
    while rest:
        rest //= 10
        length += 1
    for i in range(length):
        text[at + length - 1 - i] = ZERO + number % 10
        number //= 10
    return at + length


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
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    text: cython.p_uchar,
) -> cython.Py_ssize_t:
    puzzle: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    cell: cython.int
    verdict: cython.int
    for puzzle in range(first, last):
        verdict = found[puzzle] if found[puzzle] < VERDICTS else VERDICTS - 1
        at = _write_part(text, at, parts, ends, HEAD)
        at = _write_number(text, at, numbers[puzzle])
        at = _write_part(text, at, parts, ends, BEFORE + verdict)
        if verdict == 1 or verdict == 2:
            for cell in range(CELLS):
                text[at + cell] = ZERO + solutions[2 * CELLS * puzzle + cell]
            at += CELLS
        at = _write_part(text, at, parts, ends, AFTER + verdict)
        at = _write_number(text, at, assumptions[puzzle])
        if duplicate_of[puzzle]:
            at = _write_part(text, at, parts, ends, DUPLICATE)
            at = _write_number(text, at, duplicate_of[puzzle])
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

    Part i is parts[ends[i]:ends[i + 1]]. `duplicate_of` has 0 for a puzzle that is not a duplicate.
    """
    count: cython.Py_ssize_t = len(found)
    first: cython.Py_ssize_t = span[0]
    last: cython.Py_ssize_t = span[1]
    length: cython.Py_ssize_t = 0
    if not (
        len(numbers) == len(assumptions) == len(duplicate_of) == count
        and len(solutions) == 2 * CELLS * count
        and len(ends) == PARTS + 1
        and len(parts) == ends[PARTS]
        and 0 <= first <= last <= count
        and len(text) >= (last - first) * longest_line(len(parts))
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
                cython.address(duplicate_of[0]),
                first,
                last,
                cython.address(text[0]),
            )
    else:
        length = _write_all(parts, ends, numbers, found, solutions, assumptions, duplicate_of, first, last, text)
    return length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_digits(
    found: cython.p_const_uchar,
    solutions: cython.p_const_uchar,
    count: cython.Py_ssize_t,
    digits: cython.p_uchar,
    ends: cython.p_int,
    bits: cython.p_uchar,
) -> cython.Py_ssize_t:
    puzzle: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    cell: cython.int
    ends[0] = 0
    for puzzle in range(count):
        if found[puzzle] == 1 or found[puzzle] == 2:
            for cell in range(CELLS):
                digits[at + cell] = ZERO + solutions[2 * CELLS * puzzle + cell]
            at += CELLS
            bits[puzzle >> 3] |= 1 << (puzzle & 7)
        ends[puzzle + 1] = at
    return at


def write_solutions(
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    digits: cython.uchar[::1],
    ends: cython.int[::1],
    bits: cython.uchar[::1],
) -> int:
    """Write the first solution of each puzzle, one after the other, as columns of tables expect them.

    Solution i is digits[ends[i]:ends[i + 1]]; it is empty, and bit i is 0, if there is none. The bits must be 0 before.
    Returns how many bytes of `digits` were written.
    """
    count: cython.Py_ssize_t = len(found)
    length: cython.Py_ssize_t = 0
    if not (
        len(solutions) == 2 * CELLS * count
        and len(digits) >= CELLS * count
        and len(ends) == count + 1
        and 8 * len(bits) >= count
    ):
        raise ValueError("expected buffers for the same number of puzzles")
    if count == 0:
        ends[0] = 0
        return length
    if cython.compiled:
        with cython.nogil:
            length = _write_digits(
                cython.address(found[0]),
                cython.address(solutions[0]),
                count,
                cython.address(digits[0]),
                cython.address(ends[0]),
                cython.address(bits[0]),
            )
    else:
        length = _write_digits(found, solutions, count, digits, ends, bits)
    return length


def longest_line(parts: int) -> int:
    """Return an upper bound on the length of a line in bytes, given the total length of all parts."""
    return parts + CELLS + 3 * 20  # three numbers of 64 bits
