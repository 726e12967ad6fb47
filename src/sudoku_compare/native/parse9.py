# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Parse many plain lines of 9x9 puzzles in one call, without holding the GIL.

A line is plain if it can be read by itself: a blank line, a comment, a puzzle in symbols (alone or followed by a space,
comma or comment), `puzzle:count:solution`, or a row of a table whose puzzle and solution are in symbols. All other
lines are left to `formats.text.line_reader`, which reads plain lines in the same way; a test compares the two.
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
    NO_COUNT = 3  # this and HAS_SOLUTION as in expected_codes.py
    HAS_SOLUTION = 4
    SEVERAL = 2
    LONGEST_LINE = 1 << 20  # bytes with the line end, as in `formats.source`
    MOST_DIGITS = 9  # in a count
    TAB, NEWLINE, RETURN, SPACE, QUOTE, HASH, COMMA, DOT, ZERO, NINE, COLON = b'\t\n\r "#,.09:'
    VALUE_OF = [0] * 256


def _fill_table() -> None:
    for code in range(256):
        VALUE_OF[code] = NO_VALUE
    for symbol in ".0*_-?xX":
        VALUE_OF[ord(symbol)] = 0
    for value in range(1, 10):
        VALUE_OF[ZERO + value] = value


_fill_table()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _parse_grid(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    values: cython.p_uchar,
    start: cython.Py_ssize_t,
) -> cython.bint:
    """Read the 81 values of a grid that starts at `at`; return whether there is one."""
    cell: cython.int
    value: cython.uchar
    others: cython.uchar = 0
    if end - at < CELLS:
        return False
    for cell in range(CELLS):  # digits and dots, without branches, so that the compiler can vectorize the loop
        value = (block[at + cell] - ZERO) & 255
        others |= (value > 9) & (block[at + cell] != DOT)
        values[start + cell] = value if value <= 9 else 0
    if not others:
        return True
    others = 0
    for cell in range(CELLS):
        value = VALUE_OF[block[at + cell]]
        if value == NO_VALUE:
            return False
        values[start + cell] = value
        others |= value
    return others != 0  # without values, it may be a border of dashes


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _skip_spaces(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while block[at] == SPACE or block[at] == TAB:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _is_line_end(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.bint:
    return block[at] == NEWLINE or (block[at] == RETURN and block[at + 1] == NEWLINE)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _find_next_line(block: cython.p_const_uchar, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the next line starts, or -1 if a lone carriage return comes before it."""
    while block[at] != NEWLINE:
        if block[at] == RETURN and block[at + 1] != NEWLINE:
            return -1
        at += 1
    return at + 1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _parse_expected(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    expected_codes: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Read what follows the first colon of `puzzle:count:solution`.

    Return where the next line starts, or -1 if this line is not plain.
    """
    count: cython.int = 0
    digits: cython.int = 0
    while ZERO <= block[at] <= NINE:
        if digits == MOST_DIGITS:
            return -1
        count = 10 * count + block[at] - ZERO
        digits += 1
        at += 1
    if digits == 0:
        return -1
    expected_codes[filled] = SEVERAL if count > SEVERAL else count
    if block[at] == COLON:
        at = _skip_spaces(block, at + 1)
        if not (_is_line_end(block, at) or block[at] == HASH):
            if not _parse_grid(block, end, at, expected, CELLS * filled):
                return -1
            expected_codes[filled] += HAS_SOLUTION
            at += CELLS
    at = _skip_spaces(block, at)
    if not (_is_line_end(block, at) or block[at] == HASH):
        return -1
    return _find_next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _parse_puzzle_line(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    puzzles: cython.p_uchar,
    expected_codes: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Read a puzzle in symbols and what follows it. Return where the next line starts, or -1 if it is not plain."""
    if not _parse_grid(block, end, at, puzzles, CELLS * filled):
        return -1
    at += CELLS
    if block[at] == COLON:
        return _parse_expected(block, end, at + 1, expected_codes, expected, filled)
    if not (
        _is_line_end(block, at) or block[at] == SPACE or block[at] == TAB or block[at] == COMMA or block[at] == HASH
    ):
        return -1
    expected_codes[filled] = NO_COUNT
    return _find_next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _parse_field(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    values: cython.p_uchar,
    start: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Read a field of a table that holds a grid. Return where the field ends, or -1 if it holds anything else."""
    is_quoted: cython.bint
    at = _skip_spaces(block, at)
    is_quoted = block[at] == QUOTE
    at += is_quoted
    if not _parse_grid(block, end, at, values, start):
        return -1
    at += CELLS
    if is_quoted:
        if block[at] != QUOTE:
            return -1
        at += 1
    at = _skip_spaces(block, at)
    return at if block[at] == COMMA or _is_line_end(block, at) else -1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _parse_table_row(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    puzzle_column: cython.int,
    solution_column: cython.int,
    puzzles: cython.p_uchar,
    expected_codes: cython.p_uchar,
    expected: cython.p_uchar,
    filled: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Read a row of a table. Return where the next line starts, or -1 if this one is not plain."""
    column: cython.int = 0
    while True:
        if column == puzzle_column:
            at = _parse_field(block, end, at, puzzles, CELLS * filled)
        elif column == solution_column:
            at = _parse_field(block, end, at, expected, CELLS * filled)
        if at < 0:
            return -1
        while block[at] != COMMA and not _is_line_end(block, at):
            if block[at] == HASH or block[at] == RETURN:
                return -1
            at += 1
        if block[at] != COMMA:
            break
        at += 1
        column += 1
    if column < puzzle_column or column < solution_column:
        return -1
    expected_codes[filled] = NO_COUNT if solution_column < 0 else NO_COUNT + HAS_SOLUTION
    return _find_next_line(block, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _parse_all(
    block: cython.p_const_uchar,
    end: cython.Py_ssize_t,
    position: cython.p_ulonglong,
    room: cython.Py_ssize_t,
    puzzle_column: cython.int,
    solution_column: cython.int,
    puzzles: cython.p_uchar,
    numbers: cython.p_ulonglong,
    expected_codes: cython.p_uchar,
    expected: cython.p_uchar,
) -> cython.void:
    at: cython.Py_ssize_t = position[0]
    number: cython.ulonglong = position[1]
    filled: cython.Py_ssize_t = position[2]
    start: cython.Py_ssize_t
    after: cython.Py_ssize_t
    while at < end and filled < room:
        start = _skip_spaces(block, at)
        if _is_line_end(block, start) or block[start] == HASH:
            after = _find_next_line(block, start)
            start = -1
        elif puzzle_column < 0:
            after = _parse_puzzle_line(block, end, start, puzzles, expected_codes, expected, filled)
        else:
            after = _parse_table_row(
                block, end, start, puzzle_column, solution_column, puzzles, expected_codes, expected, filled
            )
        if after < 0 or after - at > LONGEST_LINE:
            break
        if start >= 0:
            numbers[filled] = number
            filled += 1
        at = after
        number += 1
    position[0] = at
    position[1] = number
    position[2] = filled


def parse_lines(
    block: cython.const_uchar[::1],
    position: cython.ulonglong[::1],
    columns: tuple[int, int],
    puzzles: cython.uchar[::1],
    numbers: cython.ulonglong[::1],
    expected_codes: cython.uchar[::1],
    expected: cython.uchar[::1],
) -> None:
    """Parse plain lines until a line is not plain, the block ends or the buffers are full.

    `position` is read and updated: the offset in the block, the line number there, and the number of puzzles in the
    buffers. `columns` are the columns of puzzle and solution, -1 for none; without a puzzle column, the file is not a
    table.
    """
    room: cython.Py_ssize_t = len(numbers)
    end: cython.Py_ssize_t = len(block)
    puzzle_column: cython.int = columns[0]
    solution_column: cython.int = columns[1]
    if not (len(position) == 3 and len(expected_codes) == room and len(puzzles) == len(expected) == CELLS * room):
        raise ValueError("expected buffers for the same number of puzzles")
    if end == 0 or room == 0:
        return
    if block[end - 1] != NEWLINE:
        raise ValueError("expected a block that ends with a newline")
    if cython.compiled:
        with cython.nogil:
            _parse_all(
                cython.address(block[0]),
                end,
                cython.address(position[0]),
                room,
                puzzle_column,
                solution_column,
                cython.address(puzzles[0]),
                cython.address(numbers[0]),
                cython.address(expected_codes[0]),
                cython.address(expected[0]),
            )
    else:
        _parse_all(
            block, end, position, room, puzzle_column, solution_column, puzzles, numbers, expected_codes, expected
        )
