# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Check the results of many 9x9 puzzles at once, sharing nothing with the kernel that found them.

The rules are those of `checking.solution`, applied to whole buffers: a grid is a solution if it keeps the givens and
every row, column and box holds all values. A test compares the two. On processors with AVX2, grids are checked with
vectors (check9_vectors.h).
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if cython.compiled:
    BIT_OF = cython.declare(cython.ushort[256])
    HAS_VECTORS = cython.declare(cython.bint)
else:
    SIDE = 9
    CELLS = 81
    ALL_VALUES = 0x3FE
    NO_COUNT = 3
    HAS_SOLUTION = 4
    BIT_OF = [0] * 256

    def can_use_vectors():
        return False


def _fill_table() -> None:
    for value in range(256):
        BIT_OF[value] = 1 << value if 1 <= value <= SIDE else 0


_fill_table()
HAS_VECTORS = can_use_vectors()


def select_vectors(wanted: bool) -> bool:
    """Check grids with vectors from now on, or without, and return whether this is possible; for tests."""
    global HAS_VECTORS
    HAS_VECTORS = wanted and can_use_vectors()
    return wanted == HAS_VECTORS


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _keeps_givens(
    puzzles: cython.p_const_uchar, puzzle: cython.Py_ssize_t, grids: cython.p_const_uchar, start: cython.Py_ssize_t
) -> cython.bint:
    """Return whether the grid at `start` has the value of every given."""
    cell: cython.int
    given: cython.uchar
    changed: cython.uchar = 0
    for cell in range(CELLS):
        given = puzzles[CELLS * puzzle + cell]
        changed |= (given ^ grids[start + cell]) & (255 if given else 0)
    return changed == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _has_all_values(grids: cython.p_const_uchar, start: cython.Py_ssize_t) -> cython.bint:
    """Return whether every row, column and box of the grid at `start` has all values.

    There are no branches and no long chains of dependent steps, because this runs on every solution.
    """
    bits: cython.ushort[81]
    triads: cython.ushort[27]
    cell: cython.int
    line: cython.int
    missing: cython.uint = 0
    if not cython.compiled:
        bits, triads = [0] * CELLS, [0] * 27
    for cell in range(CELLS):
        bits[cell] = BIT_OF[grids[start + cell]]
    for line in range(27):
        triads[line] = bits[3 * line] | bits[3 * line + 1] | bits[3 * line + 2]
    for line in range(SIDE):
        missing |= ALL_VALUES ^ (triads[3 * line] | triads[3 * line + 1] | triads[3 * line + 2])
        cell = line // 3 * SIDE + line % 3
        missing |= ALL_VALUES ^ (triads[cell] | triads[cell + 3] | triads[cell + 6])
    for line in range(SIDE):
        missing |= ALL_VALUES ^ (
            bits[line]
            | bits[SIDE + line]
            | bits[2 * SIDE + line]
            | bits[3 * SIDE + line]
            | bits[4 * SIDE + line]
            | bits[5 * SIDE + line]
            | bits[6 * SIDE + line]
            | bits[7 * SIDE + line]
            | bits[8 * SIDE + line]
        )
    return missing == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _is_solution(
    puzzles: cython.p_const_uchar, puzzle: cython.Py_ssize_t, grids: cython.p_const_uchar, start: cython.Py_ssize_t
) -> cython.bint:
    """Return whether the grid at `start` is a solution of this puzzle."""
    if cython.compiled and HAS_VECTORS:
        return is_solution(puzzles + CELLS * puzzle, grids + start)  # noqa: F821 - check9.pxd declares it
    return _keeps_givens(puzzles, puzzle, grids, start) and _has_all_values(grids, start)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _are_equal(
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
def _is_consistent(
    puzzles: cython.p_const_uchar,
    puzzle: cython.Py_ssize_t,
    found: cython.uint,
    solutions: cython.p_const_uchar,
    expected_code: cython.uint,
    expected: cython.p_const_uchar,
) -> cython.bint:
    """Return whether the solutions are right and agree with what the collection says about the puzzle."""
    first: cython.Py_ssize_t = 2 * CELLS * puzzle
    if found > 2 or (expected_code & NO_COUNT != NO_COUNT and expected_code & NO_COUNT != found):
        return False
    if found > 0 and not _is_solution(puzzles, puzzle, solutions, first):
        return False
    if found == 2 and (
        not _is_solution(puzzles, puzzle, solutions, first + CELLS)
        or _are_equal(solutions, first, solutions, first + CELLS)
    ):
        return False
    if expected_code & HAS_SOLUTION:
        if found == 1:
            return _are_equal(expected, CELLS * puzzle, solutions, first)
        return found == 2 and _is_solution(puzzles, puzzle, expected, CELLS * puzzle)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark_all(
    puzzles: cython.p_const_uchar,
    count: cython.Py_ssize_t,
    found: cython.p_const_uchar,
    solutions: cython.p_const_uchar,
    expected_codes: cython.p_const_uchar,
    expected: cython.p_const_uchar,
    marks: cython.p_uchar,
) -> cython.void:
    puzzle: cython.Py_ssize_t
    for puzzle in range(count):
        marks[puzzle] = not _is_consistent(puzzles, puzzle, found[puzzle], solutions, expected_codes[puzzle], expected)


def mark_for_review(
    puzzles: cython.const_uchar[::1],
    found: cython.const_uchar[::1],
    solutions: cython.const_uchar[::1],
    expected_codes: cython.const_uchar[::1],
    expected: cython.const_uchar[::1],
    marks: cython.uchar[::1],
) -> None:
    """Mark with 1 each puzzle that is unsettled, has a wrong solution, or contradicts the collection.

    `solutions` has room for two solutions per puzzle, of which the first `found` count; `expected_codes` are the codes
    of `expected_codes.py`, and `expected` has one solution per puzzle.
    """
    count: cython.Py_ssize_t = len(found)
    if not (
        len(puzzles) == len(expected) == CELLS * count
        and len(solutions) == 2 * CELLS * count
        and len(expected_codes) == len(marks) == count
    ):
        raise ValueError("expected buffers for the same number of puzzles")
    if count == 0:
        return
    if cython.compiled:
        with cython.nogil:
            _mark_all(
                cython.address(puzzles[0]),
                count,
                cython.address(found[0]),
                cython.address(solutions[0]),
                cython.address(expected_codes[0]),
                cython.address(expected[0]),
                cython.address(marks[0]),
            )
    else:
        _mark_all(puzzles, count, found, solutions, expected_codes, expected, marks)
