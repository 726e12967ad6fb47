# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The 9x9 kernel: any number of puzzles, each settled by inference and as few assumptions as can be.

Cython compiles this file; without a compiler the same file runs as it is, and gives the same answers and counts.

A hypothetical is a level of LEVEL words. For each of three bands and nine values it has a word of 27 bits: the cells
of the band in which the value is possible. What follows from one such word by itself, and for the other bands of its
value, is looked up (`_syllogize`); then cells with one candidate are found by adding up the nine words of a band
bit by bit (`_fill_cells`), columns of boxes by looking at three bands together (`_align_columns`), and triads, the
three cells in which a row or column meets a box, by counting the values that each can have (`_count_triads`).
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

from .solve9_tables import (
    beside_columns,
    beside_triads,
    boxes_with_one_column,
    cells_of,
    column_of,
    fitting,
    free_elsewhere,
    in_triads,
    only_of_three,
    peers_of,
)

if cython.compiled:
    IN_TRIADS = cython.declare(cython.uint[512])
    FITTING = cython.declare(cython.uint[512])
    CELLS_OF = cython.declare(cython.uint[512])
    ONLY_OF_THREE = cython.declare(cython.uint[512])
    FREE_ELSEWHERE = cython.declare(cython.uint[512])
    ONE_COLUMN = cython.declare(cython.uint[512])
    BESIDE_TRIADS = cython.declare(cython.uint[512])
    BESIDE_COLUMNS = cython.declare(cython.uint[512])
    PEERS = cython.declare(cython.uint[27])
    COLUMN = cython.declare(cython.uint[27])
    BAND_OF = cython.declare(cython.uchar[27])
    NEXT = cython.declare(cython.uchar[27])
    LAST = cython.declare(cython.uchar[27])
else:
    from .solve9_constants import (
        ALL_CELLS,
        ALL_TRIADS,
        ASSUMPTIONS,
        CELLS,
        CONTRADICTIONS,
        DEEPEST,
        DEPTH,
        EXHAUSTED,
        FEW_PAIRS,
        FOUND,
        IS_REFUTED,
        LEVEL,
        LEVELS,
        LOCKED,
        MOST_AT_ONCE,
        NO_CAP,
        NOTES,
        OPEN,
        PAIR_WEIGHT,
        PAIRS,
        PATTERNS,
        PAUSED,
        PLACE_BONUS,
        SEEN,
        THREE_ROWS,
        TRIADS,
        UNSETTLED,
        WORDS,
    )

    IN_TRIADS, FITTING, CELLS_OF, ONLY_OF_THREE = ([0] * PATTERNS for _ in range(4))
    FREE_ELSEWHERE, ONE_COLUMN, BESIDE_TRIADS, BESIDE_COLUMNS = ([0] * PATTERNS for _ in range(4))
    PEERS, COLUMN, BAND_OF, NEXT, LAST = ([0] * WORDS for _ in range(5))

    def lowest_bit(bits):
        return (bits & -bits).bit_length() - 1

    count_bits = int.bit_count

    def differing_words(ones, others):
        return sum((one != other) << word for word, (one, other) in enumerate(zip(ones, others, strict=True)))


def _fill_tables() -> None:
    for pattern in range(PATTERNS):
        IN_TRIADS[pattern] = in_triads(pattern)
        FITTING[pattern] = fitting(pattern)
        CELLS_OF[pattern] = cells_of(pattern)
        ONLY_OF_THREE[pattern] = only_of_three(pattern)
        FREE_ELSEWHERE[pattern] = free_elsewhere(pattern)
        ONE_COLUMN[pattern] = boxes_with_one_column(pattern)
        BESIDE_TRIADS[pattern] = beside_triads(pattern)
        BESIDE_COLUMNS[pattern] = beside_columns(pattern)
    for word in range(WORDS):
        PEERS[word] = peers_of(word)
        COLUMN[word] = column_of(word)
        BAND_OF[word] = word // 9
        NEXT[word] = (word + 9) % WORDS
        LAST[word] = (word + 18) % WORDS


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _place(board: cython.p_uint, at: cython.Py_ssize_t, word: cython.Py_ssize_t, bit: cython.uint) -> cython.bint:
    """Put the value of this word into a cell of its band; false if it is not possible there."""
    first: cython.Py_ssize_t = at + 9 * BAND_OF[word]
    cell: cython.Py_ssize_t = lowest_bit(bit)
    value: cython.Py_ssize_t
    if not board[at + word] & bit:
        return False
    for value in range(9):
        board[first + value] &= ~bit
    board[at + word] = board[at + word] & ~PEERS[cell] | bit
    board[at + NEXT[word]] &= ~COLUMN[cell]
    board[at + LAST[word]] &= ~COLUMN[cell]
    board[at + OPEN + BAND_OF[word]] &= ~bit
    return True


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _changed(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.uint:
    """The words that have not been looked at as they are now."""
    changed: cython.uint
    if cython.compiled:
        changed = differing_words(board + at, board + at + SEEN)
    else:
        changed = differing_words(board[at : at + WORDS], board[at + SEEN : at + SEEN + WORDS])
    return changed


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _syllogize(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.bint:
    """What follows from each word that has changed, until none has; false if a value has no place left."""
    changed: cython.uint = _changed(board, at)
    word: cython.Py_ssize_t
    band: cython.Py_ssize_t
    first: cython.Py_ssize_t
    value: cython.Py_ssize_t
    possible: cython.uint
    triads: cython.uint
    columns: cython.uint
    free: cython.uint
    only: cython.uint
    known: cython.uint
    while changed:
        while changed:
            word = lowest_bit(changed)
            changed &= changed - 1
            possible = board[at + word]
            triads = FITTING[
                IN_TRIADS[possible & 511] | IN_TRIADS[possible >> 9 & 511] << 3 | IN_TRIADS[possible >> 18] << 6
            ]
            possible &= CELLS_OF[triads]
            if not possible:
                return False
            columns = (possible | possible >> 9 | possible >> 18) & 511
            free = FREE_ELSEWHERE[columns]
            board[at + NEXT[word]] &= free
            board[at + LAST[word]] &= free
            board[at + word] = possible
            board[at + SEEN + word] = possible
            only = ONLY_OF_THREE[triads]
            board[at + TRIADS + word] = triads | columns << 9
            board[at + LOCKED + word] = only | ONLY_OF_THREE[columns] << 9
            band = BAND_OF[word]
            known = possible & CELLS_OF[only & ONE_COLUMN[columns]] & board[at + OPEN + band]
            if known:
                board[at + OPEN + band] &= ~known
                first = at + 9 * band
                for value in range(9):
                    board[first + value] &= ~known
                board[at + word] = possible
        changed = _changed(board, at)
    return True


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _fill_cells(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """Fill the cells with one candidate, and note those with two. -1: a cell has none; 1: something changed."""
    change: cython.int = 0
    band: cython.Py_ssize_t
    first: cython.Py_ssize_t
    value: cython.Py_ssize_t
    once: cython.uint
    twice: cython.uint
    thrice: cython.uint
    possible: cython.uint
    single: cython.uint
    bit: cython.uint
    for band in range(3):
        first = at + 9 * band
        once = twice = thrice = 0
        for value in range(9):
            possible = board[first + value]
            thrice |= twice & possible
            twice |= once & possible
            once |= possible
        if once != ALL_CELLS:
            return -1
        board[at + PAIRS + band] = twice & ~thrice
        single = ~twice & board[at + OPEN + band]
        while single:
            bit = single & -single
            single ^= bit
            value = 0
            while value < 9 and not board[first + value] & bit:
                value += 1
            if value == 9:
                return -1
            _place(board, at, 9 * band + value, bit)
            change = 1
    return change


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _align_columns(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """A value is in one column of each box, and in each column once. -1: it cannot be; 1: something changed."""
    change: cython.int = 0
    value: cython.Py_ssize_t
    shift: cython.int
    top: cython.uint
    middle: cython.uint
    bottom: cython.uint
    fits: cython.uint
    keep_top: cython.uint
    keep_middle: cython.uint
    keep_bottom: cython.uint
    for value in range(9):
        top = board[at + TRIADS + value] >> 9
        middle = board[at + TRIADS + 9 + value] >> 9
        bottom = board[at + TRIADS + 18 + value] >> 9
        keep_top = keep_middle = keep_bottom = 0
        for shift in range(0, 9, 3):
            fits = FITTING[top >> shift & 7 | (middle >> shift & 7) << 3 | (bottom >> shift & 7) << 6]
            if not fits:
                return -1
            keep_top |= (fits & 7) << shift
            keep_middle |= (fits >> 3 & 7) << shift
            keep_bottom |= (fits >> 6) << shift
        if keep_top ^ top | keep_middle ^ middle | keep_bottom ^ bottom:
            board[at + value] &= keep_top * THREE_ROWS
            board[at + 9 + value] &= keep_middle * THREE_ROWS
            board[at + 18 + value] &= keep_bottom * THREE_ROWS
            change = 1
    return change


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _count_triads(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """A triad has three values: if but three are possible they are in it; if three must be in it, no other is.

    -1: a triad has fewer than three; 1: something changed.
    """
    change: cython.int = 0
    band: cython.Py_ssize_t
    value: cython.Py_ssize_t
    word: cython.Py_ssize_t
    triads: cython.uint
    locked: cython.uint
    one: cython.uint
    two: cython.uint
    three: cython.uint
    four: cython.uint
    one_locked: cython.uint
    two_locked: cython.uint
    three_locked: cython.uint
    inside: cython.uint
    outside: cython.uint
    for band in range(3):
        one = two = three = four = one_locked = two_locked = three_locked = 0
        for value in range(9):
            word = 9 * band + value
            triads = board[at + TRIADS + word]
            locked = board[at + LOCKED + word]
            four |= three & triads
            three |= two & triads
            two |= one & triads
            one |= triads
            three_locked |= two_locked & locked
            two_locked |= one_locked & locked
            one_locked |= locked
        if three != ALL_TRIADS:
            return -1
        if not three & ~four | three_locked:
            continue
        for value in range(9):
            word = 9 * band + value
            triads = board[at + TRIADS + word] & ~board[at + LOCKED + word]
            inside = triads & three & ~four
            outside = triads & three_locked
            if inside | outside:
                board[at + word] &= (
                    CELLS_OF[BESIDE_TRIADS[inside & 511] & ~outside & 511]
                    & (BESIDE_COLUMNS[inside >> 9] & ~(outside >> 9)) * THREE_ROWS
                )
                change = 1
    return change


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _infer(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.bint:
    """All that follows without an assumption; false if that is a contradiction."""
    change: cython.int
    while True:
        if not _syllogize(board, at):
            return False
        change = _fill_cells(board, at)
        if change == 0 and board[at + OPEN] | board[at + OPEN + 1] | board[at + OPEN + 2]:
            change = _align_columns(board, at)
            if change == 0:
                change = _count_triads(board, at)
        if change <= 0:
            return change == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _weight(board: cython.p_uint, at: cython.Py_ssize_t, word: cython.Py_ssize_t, bit: cython.uint) -> cython.uint:
    """How much would follow at once if the value were in this cell: the peers that it is possible in, and more of
    those that have two candidates."""
    cell: cython.Py_ssize_t = lowest_bit(bit)
    after: cython.Py_ssize_t = NEXT[word]
    before: cython.Py_ssize_t = LAST[word]
    here: cython.uint = board[at + word] & PEERS[cell]
    there: cython.uint = board[at + after] & COLUMN[cell]
    yonder: cython.uint = board[at + before] & COLUMN[cell]
    # Two columns side by side share a word, as only every ninth of its bits is used.
    peers: cython.ulonglong = here | cython.cast(cython.ulonglong, there | yonder << 1) << 32
    here &= board[at + PAIRS + BAND_OF[word]]
    there &= board[at + PAIRS + BAND_OF[after]]
    yonder &= board[at + PAIRS + BAND_OF[before]]
    pairs: cython.ulonglong = here | cython.cast(cython.ulonglong, there | yonder << 1) << 32
    return 1 + count_bits(peers) + PAIR_WEIGHT * count_bits(pairs)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _is_two(bits: cython.uint) -> cython.bint:
    rest: cython.uint = bits & (bits - 1)
    return rest != 0 and rest & (rest - 1) == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _unit(number: cython.int) -> cython.uint:
    """The rows and boxes of a band."""
    return 511 << 9 * number if number < 3 else (7 << 3 * (number - 3)) * THREE_ROWS


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _write_digits(board: cython.p_uint, first: cython.Py_ssize_t, digits: cython.p_uint) -> cython.void:
    """For cells with two candidates: the four binary digits of the lower value, a word each for all cells of the
    band, and then those in which the other value differs from it."""
    value: cython.Py_ssize_t
    digit: cython.Py_ssize_t
    possible: cython.uint
    lower: cython.uint
    met: cython.uint = 0
    for digit in range(8):
        digits[digit] = 0
    for value in range(9):
        possible = board[first + value]
        lower = possible & ~met
        met |= possible
        for digit in range(4):
            if value >> digit & 1:
                digits[digit] |= lower
                digits[4 + digit] ^= possible


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _number(digits: cython.p_uint, at: cython.Py_ssize_t, cell: cython.Py_ssize_t) -> cython.uint:
    """What the four words from there say of a cell."""
    return (
        digits[at] >> cell & 1
        | (digits[at + 1] >> cell & 1) << 1
        | (digits[at + 2] >> cell & 1) << 2
        | (digits[at + 3] >> cell & 1) << 3
    )


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose_cell(board: cython.p_uint, at: cython.Py_ssize_t, chosen: cython.p_uint) -> cython.uint:
    """The best of the cells with two candidates; what it is worth, 0 if there is none.

    Their values are known by their digits, so that no cell is looked for in nine places.
    """
    best: cython.uint = 0
    band: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    left: cython.uint
    bit: cython.uint
    lower: cython.uint
    upper: cython.uint
    worth: cython.uint
    best_of_band: cython.uint
    digits: cython.uint[8]
    if not cython.compiled:
        digits = [0] * 8
    for band in range(3):
        left = board[at + PAIRS + band]
        if not left:
            continue
        _write_digits(board, at + 9 * band, digits)
        best_of_band = best << 9 | 511
        while left:
            bit = left & -left
            left ^= bit
            cell = lowest_bit(bit)
            lower = _number(digits, 0, cell)
            upper = lower ^ _number(digits, 4, cell)
            worth = _weight(board, at, 9 * band + lower, bit) * _weight(board, at, 9 * band + upper, bit)
            # Of those that are worth the same, the first band's, the least upper value's, the first cell's: another
            # order would be as good, but all counts would change, and with them what `generate --hard` makes.
            worth = worth << 9 | (8 - upper) << 5 | (31 - cell)
            if worth > best_of_band:
                best_of_band = worth
                chosen[0] = 9 * band + upper
                chosen[1] = bit
                chosen[2] = 9 * band + lower
        best = best_of_band >> 9
    return best


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose_place(board: cython.p_uint, at: cython.Py_ssize_t, best: cython.uint, chosen: cython.p_uint) -> cython.uint:
    """A value with two places in a row or box, if one is worth more than the best so far; what that is worth then."""
    word: cython.Py_ssize_t
    number: cython.int
    left: cython.uint
    bit: cython.uint
    worth: cython.uint
    for word in range(WORDS):
        for number in range(6):
            left = board[at + word] & _unit(number)
            if _is_two(left):
                bit = left & -left
                worth = _weight(board, at, word, bit) + PLACE_BONUS
                worth *= _weight(board, at, word, left ^ bit) + PLACE_BONUS
                if worth > best:
                    best = worth
                    chosen[0] = word
                    chosen[1] = bit
                    chosen[2] = WORDS
    return best


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose_from_fewest(board: cython.p_uint, at: cython.Py_ssize_t, chosen: cython.p_uint) -> cython.void:
    """The last value of a cell with as few candidates as any."""
    fewest: cython.int = 10
    band: cython.Py_ssize_t
    value: cython.Py_ssize_t
    word: cython.Py_ssize_t
    count: cython.int
    left: cython.uint
    bit: cython.uint
    for band in range(3):
        left = board[at + OPEN + band]
        while left:
            bit = left & -left
            left ^= bit
            count = 0
            word = 0
            for value in range(9):
                if board[at + 9 * band + value] & bit:
                    count += 1
                    word = 9 * band + value
            if count < fewest:
                fewest = count
                chosen[0] = word
                chosen[1] = bit


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose(board: cython.p_uint, at: cython.Py_ssize_t, chosen: cython.p_uint) -> cython.void:
    """Which value to assume in which cell: word and bit, and the word of the other value where there are but two.

    The choice is between two wherever it can be, and such that much follows from either.
    """
    best: cython.uint
    pairs: cython.ulonglong = cython.cast(cython.ulonglong, board[at + PAIRS]) << 32 | board[at + PAIRS + 1]
    chosen[2] = WORDS
    best = _choose_cell(board, at, chosen)
    if count_bits(pairs) + count_bits(board[at + PAIRS + 2]) < FEW_PAIRS:
        best = _choose_place(board, at, best, chosen)
    if not best:
        _choose_from_fewest(board, at, chosen)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _begin(board: cython.p_uint, note: cython.p_uint, givens: cython.p_const_uchar) -> cython.void:
    """The first level, from 81 values (as numbers or as digits; whatever is no value is an empty cell)."""
    cell: cython.Py_ssize_t
    value: cython.Py_ssize_t
    word: cython.Py_ssize_t
    for word in range(WORDS):
        board[word] = ALL_CELLS
        board[SEEN + word] = ~board[word]  # as it cannot be
    for word in range(3):
        board[OPEN + word] = ALL_CELLS
    for word in range(NOTES):
        note[word] = 0
    for cell in range(CELLS):
        value = givens[cell]
        if value >= 48:
            value -= 48
        if value < 1 or value > 9:
            continue
        if not _place(board, 0, cell // 27 * 9 + value - 1, cython.cast(cython.uint, 1) << cell % 27):
            note[IS_REFUTED] = note[CONTRADICTIONS] = 1
            return
    if not _infer(board, 0):
        note[IS_REFUTED] = note[CONTRADICTIONS] = 1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _write(
    board: cython.p_uint, at: cython.Py_ssize_t, solution: cython.p_uchar, start: cython.Py_ssize_t
) -> cython.void:
    word: cython.Py_ssize_t
    left: cython.uint
    for word in range(WORDS):
        left = board[at + word]
        while left:
            solution[start + 27 * BAND_OF[word] + lowest_bit(left)] = word % 9 + 1
            left &= left - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    board: cython.p_uint,
    note: cython.p_uint,
    solutions: cython.p_uchar,
    start: cython.Py_ssize_t,
    room: cython.uint,
    most_solutions: cython.uint,
    most_assumptions: cython.uint,
) -> cython.int:
    """Go on until nothing is left to search (EXHAUSTED), or so many solutions or assumptions are reached (PAUSED)."""
    at: cython.Py_ssize_t
    next_at: cython.Py_ssize_t
    word: cython.Py_ssize_t
    i: cython.int
    chosen: cython.uint[3]
    if not cython.compiled:
        chosen = [0, 0, 0]
    chosen[0] = chosen[1] = chosen[2] = 0
    while True:
        at = LEVEL * note[DEPTH]
        if note[IS_REFUTED]:
            if note[DEPTH] == 0:
                return EXHAUSTED
            note[DEPTH] -= 1
            note[IS_REFUTED] = 0 if _infer(board, at - LEVEL) else 1  # a number, interpreted too
            note[CONTRADICTIONS] += note[IS_REFUTED]
            continue
        if not board[at + OPEN] | board[at + OPEN + 1] | board[at + OPEN + 2]:
            if note[FOUND] < room:
                _write(board, at, solutions, start + CELLS * cython.cast(cython.Py_ssize_t, note[FOUND]))
            note[FOUND] += 1
            note[IS_REFUTED] = 1  # there is no other here
            if note[FOUND] == most_solutions:
                return PAUSED
            continue
        if note[ASSUMPTIONS] == most_assumptions:
            return PAUSED
        _choose(board, at, chosen)
        word = chosen[0]
        next_at = at + LEVEL
        for i in range(LEVEL):
            board[next_at + i] = board[at + i]
        if chosen[2] < WORDS:
            _place(board, at, chosen[2], chosen[1])
        else:
            board[at + word] &= ~chosen[1]
        note[ASSUMPTIONS] += 1
        note[DEPTH] += 1
        if note[DEPTH] > note[DEEPEST]:
            note[DEEPEST] = note[DEPTH]
        _place(board, next_at, word, chosen[1])
        note[IS_REFUTED] = 0 if _infer(board, next_at) else 1
        note[CONTRADICTIONS] += note[IS_REFUTED]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle_all(
    puzzles: cython.p_const_uchar,
    count: cython.Py_ssize_t,
    found: cython.p_uchar,
    solutions: cython.p_uchar,
    assumptions: cython.p_uint,
    room: cython.uint,
    limit: cython.uint,
    most_assumptions: cython.uint,
) -> cython.void:
    puzzle: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    ending: cython.int
    givens: cython.uchar[81]
    note: cython.uint[6]
    board: cython.uint[114 * 82]
    if not cython.compiled:
        givens, note, board = [0] * CELLS, [0] * NOTES, [0] * (LEVEL * LEVELS)
    for puzzle in range(count):
        for cell in range(CELLS):
            givens[cell] = puzzles[CELLS * puzzle + cell]
        _begin(board, note, givens)
        ending = _search(board, note, solutions, CELLS * room * puzzle, room, limit, most_assumptions)
        found[puzzle] = note[FOUND] if ending == EXHAUSTED or note[FOUND] == limit else UNSETTLED
        assumptions[puzzle] = note[ASSUMPTIONS]


def settle_into(
    puzzles: cython.const_uchar[::1],
    found: cython.uchar[::1],
    solutions: cython.uchar[::1],
    assumptions: cython.uint[::1],
    limit: cython.uint,
    most_assumptions: cython.uint,
) -> None:
    """Settle the puzzles of a buffer, 81 bytes each, and fill three others that have room for as many.

    Of each puzzle as many solutions are kept as there is room for.
    """
    count: cython.Py_ssize_t = len(found)
    room: cython.uint = len(solutions) // (CELLS * count) if count else 0
    if not (
        len(puzzles) == CELLS * count
        and len(solutions) == CELLS * count * room
        and len(assumptions) == count
        and 0 < limit < UNSETTLED
    ):
        raise ValueError("the buffers do not match")
    if count == 0:
        return
    if cython.compiled:
        with cython.nogil:
            _settle_all(
                cython.address(puzzles[0]),
                count,
                cython.address(found[0]),
                cython.address(solutions[0]),
                cython.address(assumptions[0]),
                room,
                limit,
                most_assumptions,
            )
    else:
        _settle_all(puzzles, count, found, solutions, assumptions, room, limit, most_assumptions)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _dig(
    givens: cython.p_uchar, order: cython.p_const_uchar, count: cython.Py_ssize_t, fewest: cython.int
) -> cython.void:
    i: cython.Py_ssize_t
    value: cython.uchar
    left: cython.int = 0
    no_solution: cython.uchar[1]
    note: cython.uint[6]
    board: cython.uint[114 * 82]
    if not cython.compiled:
        no_solution, note, board = [0], [0] * NOTES, [0] * (LEVEL * LEVELS)
    for i in range(CELLS):
        left += givens[i] != 0
    for i in range(count):
        value = givens[order[i]]
        if left <= fewest:
            return
        if not value:
            continue
        givens[order[i]] = 0
        _begin(board, note, givens)
        _search(board, note, no_solution, 0, 0, 2, NO_CAP)
        if note[FOUND] == 1:
            left -= 1
        else:
            givens[order[i]] = value


def dig(givens: bytes, order: cython.const_uchar[::1], fewest: cython.int) -> bytes:
    """A puzzle with one solution without those of its givens, in this order of cells, that are not needed for that;
    but not below so many."""
    dug = bytearray(givens)
    view: cython.uchar[::1] = dug
    i: cython.Py_ssize_t
    for i in range(len(order)):
        if order[i] >= CELLS:
            raise ValueError(f"cell {order[i]}; 0 to 80 would do")
    if len(dug) != CELLS:
        raise ValueError(f"{len(dug)} cells; 81 would do")
    if len(order) == 0:
        return bytes(dug)
    if cython.compiled:
        with cython.nogil:
            _dig(cython.address(view[0]), cython.address(order[0]), order.shape[0], fewest)
    else:
        _dig(dug, order, len(order), fewest)
    return bytes(dug)


@cython.final
@cython.cclass
class Search:
    """One puzzle, step by step: whoever asks may look at the clock between the steps."""

    board: cython.uint[114 * 82]
    note: cython.uint[6]

    def __init__(self, givens: cython.const_uchar[::1]) -> None:
        if len(givens) != CELLS:
            raise ValueError(f"{len(givens)} cells; 81 would do")
        if cython.compiled:
            _begin(self.board, self.note, cython.address(givens[0]))
        else:
            self.board, self.note = [0] * (LEVEL * LEVELS), [0] * NOTES
            _begin(self.board, self.note, givens)

    def go_on(self, most_solutions: cython.uint, assumptions: cython.uint) -> tuple[bool, bytes]:
        """Search for so many more solutions with so many more assumptions.

        Whether there is nothing left to search, and the solutions that were found, one after the other.
        """
        if not 0 < most_solutions <= MOST_AT_ONCE:
            raise ValueError(f"{most_solutions} solutions; 1 to {MOST_AT_ONCE} would do")
        known: cython.uint = self.note[FOUND]
        out = bytearray(CELLS * most_solutions)
        view: cython.uchar[::1] = out
        start: cython.Py_ssize_t = -CELLS * cython.cast(cython.Py_ssize_t, known)
        room: cython.uint = known + most_solutions
        most: cython.uint = self.note[ASSUMPTIONS] + assumptions
        ending: cython.int
        if cython.compiled:
            with cython.nogil:
                ending = _search(self.board, self.note, cython.address(view[0]), start, room, room, most)
        else:
            ending = _search(self.board, self.note, out, start, room, room, most)
        return ending == EXHAUSTED, bytes(out[: CELLS * (self.note[FOUND] - known)])

    def counts(self) -> tuple[int, int, int]:
        """Assumptions, contradictions, and how many assumptions at most stood one upon the other."""
        return self.note[ASSUMPTIONS], self.note[CONTRADICTIONS], self.note[DEEPEST]


IS_COMPILED: bool = cython.compiled
