# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Verdicts of many 9x9 puzzles to lines of text, in one call, without holding the GIL.

What stands between the values is given as parts, so that this knows no format: a line is HEAD, the number of the
puzzle's line, BEFORE its verdict's solution, the solution if there is one to tell, AFTER it, the number of assumptions,
then SAME, the number of the line with the first of its kind and SAME_END, or NOT_SAME, and at last TAIL.
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    CELLS = 81
    NOUGHT = 48
    VERDICTS = 4  # by the number of solutions: none, one, several; and not known
    HEAD = 0
    BEFORE = 1
    AFTER = 5
    SAME = 9
    SAME_END = 10
    NOT_SAME = 11
    TAIL = 12
    PARTS = 13


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _put_part(
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
def _put_number(text: cython.p_uchar, at: cython.Py_ssize_t, number: cython.ulonglong) -> cython.Py_ssize_t:
    length: cython.int = 1
    rest: cython.ulonglong = number // 10
    i: cython.int
    while rest:
        rest //= 10
        length += 1
    for i in range(length):
        text[at + length - 1 - i] = NOUGHT + number % 10
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
    same: cython.p_const_ulonglong,
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
        at = _put_part(text, at, parts, ends, HEAD)
        at = _put_number(text, at, numbers[puzzle])
        at = _put_part(text, at, parts, ends, BEFORE + verdict)
        if verdict == 1 or verdict == 2:
            for cell in range(CELLS):
                text[at + cell] = NOUGHT + solutions[2 * CELLS * puzzle + cell]
            at += CELLS
        at = _put_part(text, at, parts, ends, AFTER + verdict)
        at = _put_number(text, at, assumptions[puzzle])
        if same[puzzle]:
            at = _put_part(text, at, parts, ends, SAME)
            at = _put_number(text, at, same[puzzle])
            at = _put_part(text, at, parts, ends, SAME_END)
        else:
            at = _put_part(text, at, parts, ends, NOT_SAME)
        at = _put_part(text, at, parts, ends, TAIL)
    return at


def write_lines(
    parts: cython.const_uchar[::1],
    ends: cython.const_uint[::1],
    numbers: cython.const_ulonglong[::1],
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    assumptions: cython.const_uint[::1],
    same: cython.const_ulonglong[::1],
    stretch: tuple[int, int],
    text: cython.uchar[::1],
) -> int:
    """Write the lines of this stretch of the puzzles into `text`; how many bytes they are.

    `ends` are where the parts begin and the last ends; `same` has 0 where a puzzle is like none before it.
    """
    count: cython.Py_ssize_t = len(found)
    first: cython.Py_ssize_t = stretch[0]
    last: cython.Py_ssize_t = stretch[1]
    length: cython.Py_ssize_t = 0
    if not (
        len(numbers) == len(assumptions) == len(same) == count
        and len(solutions) == 2 * CELLS * count
        and len(ends) == PARTS + 1
        and len(parts) == ends[PARTS]
        and 0 <= first <= last <= count
        and len(text) >= (last - first) * longest_line(len(parts))
    ):
        raise ValueError("the buffers do not match")
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
                cython.address(same[0]),
                first,
                last,
                cython.address(text[0]),
            )
    else:
        length = _write_all(parts, ends, numbers, found, solutions, assumptions, same, first, last, text)
    return length


def longest_line(parts: int) -> int:
    """Bytes that no line can exceed, from how long all parts are together."""
    return parts + CELLS + 3 * 20  # three numbers of 64 bits
