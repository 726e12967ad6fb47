# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plain lines of 9x9 puzzles to values, many in one call, without holding the GIL.

A line is plain if it can be read by itself: blank, a comment, a puzzle in symbols alone or set off from what follows,
`puzzle:count:solution`, or a row of a table whose puzzle and solution are in symbols. Whatever else stands in a file is
left to `reader`, which would read the plain lines no differently; a test compares.
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if cython.compiled:
    VALUE_OF = cython.declare(cython.uchar[256])
else:
    CELLS = 81
    NO_VALUE = 255
    NO_COUNT = 3  # told of a puzzle: 0, 1, 2 for several, or this
    HAS_SOLUTION = 4  # and this is added where a solution is told
    SEVERAL = 2
    LONGEST_LINE = 1 << 20  # bytes with the line's end, as in `source`
    MOST_FIGURES = 9
    TAB, NEWLINE, RETURN, BLANK, QUOTE, HASH, COMMA, DOT, NOUGHT, NINE, COLON = b'\t\n\r "#,.09:'
    VALUE_OF = [0] * 256


def _fill_table() -> None:
    for code in range(256):
        VALUE_OF[code] = NO_VALUE
    for symbol in ".0*_xX":
        VALUE_OF[ord(symbol)] = 0
    for value in range(1, 10):
        VALUE_OF[NOUGHT + value] = value


_fill_table()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_cells(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    values: cython.p_uchar,
    start: cython.Py_ssize_t,
) -> cython.bint:
    """The values of a board that begins here; false if there is none."""
    cell: cython.int
    value: cython.uchar
    others: cython.uchar = 0
    if end - at < CELLS:
        return False
    for cell in range(CELLS):  # digits and dots, without a branch, so that a processor does many at once
        value = (block[at + cell] - NOUGHT) & 255
        others |= (value > 9) & (block[at + cell] != DOT)
        values[start + cell] = value if value <= 9 else 0
    if not others:
        return True
    for cell in range(CELLS):
        value = VALUE_OF[block[at + cell]]
        if value == NO_VALUE:
            return False
        values[start + cell] = value
    return True


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _after_blanks(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while block[at] == BLANK or block[at] == TAB:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _is_end(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.bint:
    return block[at] == NEWLINE or (block[at] == RETURN and block[at + 1] == NEWLINE)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _next_line(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the next line begins; -1 if there is a line's end of another kind before it."""
    while block[at] != NEWLINE:
        if block[at] == RETURN and block[at + 1] != NEWLINE:
            return -1
        at += 1
    return at + 1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_expected(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    told: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """What follows the first colon of `puzzle:count:solution`; where the next line begins, or -1."""
    count: cython.int = 0
    figures: cython.int = 0
    while NOUGHT <= block[at] <= NINE:
        if figures == MOST_FIGURES:
            return -1
        count = 10 * count + block[at] - NOUGHT
        figures += 1
        at += 1
    if figures == 0:
        return -1
    told[filled] = SEVERAL if count > SEVERAL else count
    if block[at] == COLON:
        at = _after_blanks(block, at + 1)
        if not (_is_end(block, at) or block[at] == HASH):
            if not _take_cells(block, end, at, expected, CELLS * filled):
                return -1
            told[filled] += HAS_SOLUTION
            at += CELLS
    at = _after_blanks(block, at)
    if not (_is_end(block, at) or block[at] == HASH):
        return -1
    return _next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_line(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    puzzles: cython.p_uchar,
    told: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """A puzzle in symbols and what is set off from it. Where the next line begins; -1 if this one is not plain."""
    if not _take_cells(block, end, at, puzzles, CELLS * filled):
        return -1
    at += CELLS
    if block[at] == COLON:
        return _take_expected(block, end, at + 1, told, expected, filled)
    if not (_is_end(block, at) or block[at] == BLANK or block[at] == TAB or block[at] == COMMA or block[at] == HASH):
        return -1
    told[filled] = NO_COUNT
    return _next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_cell(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    values: cython.p_uchar,
    start: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """A cell that holds a board. Where it ends; -1 if it holds anything else."""
    is_quoted: cython.bint
    at = _after_blanks(block, at)
    is_quoted = block[at] == QUOTE
    at += is_quoted
    if not _take_cells(block, end, at, values, start):
        return -1
    at += CELLS
    if is_quoted:
        if block[at] != QUOTE:
            return -1
        at += 1
    at = _after_blanks(block, at)
    return at if block[at] == COMMA or _is_end(block, at) else -1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_row(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    puzzle_column: cython.int,
    solution_column: cython.int,
    puzzles: cython.p_uchar,
    told: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """A row of a table. Where the next line begins; -1 if this one is not plain."""
    column: cython.int = 0
    while True:
        if column == puzzle_column:
            at = _take_cell(block, end, at, puzzles, CELLS * filled)
        elif column == solution_column:
            at = _take_cell(block, end, at, expected, CELLS * filled)
        if at < 0:
            return -1
        while block[at] != COMMA and not _is_end(block, at):
            if block[at] == HASH or block[at] == RETURN:
                return -1
            at += 1
        if block[at] != COMMA:
            break
        at += 1
        column += 1
    if column < puzzle_column or column < solution_column:
        return -1
    told[filled] = NO_COUNT if solution_column < 0 else NO_COUNT + HAS_SOLUTION
    return _next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_all(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    place: cython.p_ulonglong,
    room: cython.Py_ssize_t,
    puzzle_column: cython.int,
    solution_column: cython.int,
    puzzles: cython.p_uchar,
    numbers: cython.p_ulonglong,
    told: cython.p_uchar,
    expected: cython.p_uchar,
) -> cython.void:
    at: cython.Py_ssize_t = place[0]
    number: cython.ulonglong = place[1]
    filled: cython.Py_ssize_t = place[2]
    start: cython.Py_ssize_t
    after: cython.Py_ssize_t
    while at < end and filled < room:
        start = _after_blanks(block, at)
        if _is_end(block, start) or block[start] == HASH:
            after = _next_line(block, start)
            start = -1
        elif puzzle_column < 0:
            after = _take_line(block, end, start, puzzles, told, expected, filled)
        else:
            after = _take_row(block, end, start, puzzle_column, solution_column, puzzles, told, expected, filled)
        if after < 0 or after - at > LONGEST_LINE:
            break
        if start >= 0:
            numbers[filled] = number
            filled += 1
        at = after
        number += 1
    place[0] = at
    place[1] = number
    place[2] = filled


def take_lines(
    block: cython.const_uchar[::1],
    place: cython.ulonglong[::1],
    columns: tuple[int, int],
    puzzles: cython.uchar[::1],
    numbers: cython.ulonglong[::1],
    told: cython.uchar[::1],
    expected: cython.uchar[::1],
) -> None:
    """Take plain lines until one is not, the block ends or the buffers are full.

    `place` is where: the position in the block, the number of the line there, and how many puzzles are in the buffers.
    `columns` are those of puzzle and solution, -1 for none; without a column of puzzles the file is no table.
    """
    room: cython.Py_ssize_t = len(numbers)
    end: cython.Py_ssize_t = len(block)
    puzzle_column: cython.int = columns[0]
    solution_column: cython.int = columns[1]
    if not (len(place) == 3 and len(told) == room and len(puzzles) == len(expected) == CELLS * room):
        raise ValueError("the buffers do not match")
    if end == 0 or room == 0:
        return
    if block[end - 1] != NEWLINE:
        raise ValueError("the block does not end with a line")
    if cython.compiled:
        with cython.nogil:
            _take_all(
                cython.address(block[0]),
                end,
                cython.address(place[0]),
                room,
                puzzle_column,
                solution_column,
                cython.address(puzzles[0]),
                cython.address(numbers[0]),
                cython.address(told[0]),
                cython.address(expected[0]),
            )
    else:
        _take_all(block, end, place, room, puzzle_column, solution_column, puzzles, numbers, told, expected)
