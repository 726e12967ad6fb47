# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which of many 9x9 verdicts have to be looked at again? Shares nothing with the kernel that found them.

The rules of `check` once more, for blocks of answers: a grid stands if it keeps the givens and every row, column and
box shows all values. A test compares the two.
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if cython.compiled:
    BIT_OF = cython.declare(cython.ushort[256])
else:
    SIDE = 9
    CELLS = 81
    ALL_VALUES = 0x3FE
    NO_COUNT = 3
    HAS_SOLUTION = 4
    BIT_OF = [0] * 256


def _fill_table() -> None:
    for value in range(256):
        BIT_OF[value] = 1 << value if 1 <= value <= SIDE else 0


_fill_table()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _stands(
    puzzles: cython.p_const_uchar, puzzle: cython.Py_ssize_t, grids: cython.p_const_uchar, start: cython.Py_ssize_t
) -> cython.bint:
    """Whether the grid that starts there is a solution of this puzzle.

    No branch and no chain of steps that wait for one another: this is asked of every solution.
    """
    shown: cython.ushort[81]
    triads: cython.ushort[27]
    cell: cython.int
    line: cython.int
    given: cython.uchar
    changed: cython.uchar = 0
    missing: cython.uint = 0
    if not cython.compiled:
        shown, triads = [0] * CELLS, [0] * 27
    for cell in range(CELLS):
        given = puzzles[CELLS * puzzle + cell]
        changed |= (given ^ grids[start + cell]) & (255 if given else 0)
    for cell in range(CELLS):
        shown[cell] = BIT_OF[grids[start + cell]]
    for line in range(27):
        triads[line] = shown[3 * line] | shown[3 * line + 1] | shown[3 * line + 2]
    for line in range(SIDE):
        missing |= ALL_VALUES ^ (triads[3 * line] | triads[3 * line + 1] | triads[3 * line + 2])
        cell = line // 3 * SIDE + line % 3
        missing |= ALL_VALUES ^ (triads[cell] | triads[cell + 3] | triads[cell + 6])
    for line in range(SIDE):
        missing |= ALL_VALUES ^ (
            shown[line]
            | shown[SIDE + line]
            | shown[2 * SIDE + line]
            | shown[3 * SIDE + line]
            | shown[4 * SIDE + line]
            | shown[5 * SIDE + line]
            | shown[6 * SIDE + line]
            | shown[7 * SIDE + line]
            | shown[8 * SIDE + line]
        )
    return changed == 0 and missing == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _are_alike(
    ones: cython.p_const_uchar, one: cython.Py_ssize_t, others: cython.p_const_uchar, other: cython.Py_ssize_t
) -> cython.bint:
    cell: cython.int
    differences: cython.uint = 0
    for cell in range(CELLS):
        differences |= ones[one + cell] ^ others[other + cell]
    return differences == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _is_plain(
    puzzles: cython.p_const_uchar,
    puzzle: cython.Py_ssize_t,
    found: cython.uint,
    solutions: cython.p_const_uchar,
    told: cython.uint,
    expected: cython.p_const_uchar,
) -> cython.bint:
    """Whether the solutions stand, and what the collection tells of the puzzle holds."""
    first: cython.Py_ssize_t = 2 * CELLS * puzzle
    if found > 2 or (told & NO_COUNT != NO_COUNT and told & NO_COUNT != found):
        return False
    if found > 0 and not _stands(puzzles, puzzle, solutions, first):
        return False
    if found == 2 and (
        not _stands(puzzles, puzzle, solutions, first + CELLS) or _are_alike(solutions, first, solutions, first + CELLS)
    ):
        return False
    if told & HAS_SOLUTION:
        if found == 1:
            return _are_alike(expected, CELLS * puzzle, solutions, first)
        return found == 2 and _stands(puzzles, puzzle, expected, CELLS * puzzle)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark(
    puzzles: cython.p_const_uchar,
    count: cython.Py_ssize_t,
    found: cython.p_const_uchar,
    solutions: cython.p_const_uchar,
    told: cython.p_const_uchar,
    expected: cython.p_const_uchar,
    suspect: cython.p_uchar,
) -> cython.void:
    puzzle: cython.Py_ssize_t
    for puzzle in range(count):
        suspect[puzzle] = not _is_plain(puzzles, puzzle, found[puzzle], solutions, told[puzzle], expected)


def mark_suspects(
    puzzles: cython.const_uchar[::1],
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    told: cython.const_uchar[::1],
    expected: cython.const_uchar[::1],
    suspect: cython.uchar[::1],
) -> None:
    """Mark with 1 every puzzle that is not settled, whose solutions do not stand, or of which something else is told.

    `solutions` has room for two a puzzle, of which as many count as were found; `told` is as `lines` has it.
    """
    count: cython.Py_ssize_t = len(found)
    if not (
        len(puzzles) == len(expected) == CELLS * count
        and len(solutions) == 2 * CELLS * count
        and len(told) == len(suspect) == count
    ):
        raise ValueError("the buffers do not match")
    if count == 0:
        return
    if cython.compiled:
        with cython.nogil:
            _mark(
                cython.address(puzzles[0]),
                count,
                cython.address(found[0]),
                cython.address(solutions[0]),
                cython.address(told[0]),
                cython.address(expected[0]),
                cython.address(suspect[0]),
            )
    else:
        _mark(puzzles, count, found, solutions, told, expected, suspect)
