# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The 9x9 kernel: settle puzzles by inference and, where that is not enough, by as few assumptions as possible.

Cython compiles this file; without a compiler, Python runs the same file, with the same answers and counts.

The search keeps one level of LEVEL words for the givens and one for each assumption. For each of three bands and nine
values, a level has a word of 27 bits: the cells of the band that have the value as a candidate. A lookup finds what
follows from a single word, including in other bands (`_propagate_words`). Then three more rules apply: cells with
one candidate are found by adding the nine words of a band bit by bit (`_place_naked_singles`), columns of boxes by
comparing the three bands of a value (`_restrict_columns`), and triads, the three cells that a row or column shares with
a box, by counting the values that each can hold (`_restrict_triads`).

On processors with AVX2 or AVX-512, the compiled kernel applies the same rules to all words at once (solve9_vectors.h).
"""

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

from .solve9_tables import (
    boxes_with_one_column,
    cells_of,
    column_of,
    compatible_columns,
    compatible_triads,
    free_in_other_bands,
    only_of_three,
    peers_of,
    possible_triads,
    touched_triads,
)

if cython.compiled:
    TOUCHED_TRIADS = cython.declare(cython.uint[512])
    POSSIBLE_TRIADS = cython.declare(cython.uint[512])
    CELLS_OF = cython.declare(cython.uint[512])
    ONLY_OF_THREE = cython.declare(cython.uint[512])
    FREE_IN_OTHER_BANDS = cython.declare(cython.uint[512])
    ONE_COLUMN = cython.declare(cython.uint[512])
    COMPATIBLE_TRIADS = cython.declare(cython.uint[512])
    COMPATIBLE_COLUMNS = cython.declare(cython.uint[512])
    PEERS = cython.declare(cython.uint[27])
    COLUMN = cython.declare(cython.uint[27])
    BAND_OF = cython.declare(cython.uchar[27])
    NEXT_BAND = cython.declare(cython.uchar[27])
    PREVIOUS_BAND = cython.declare(cython.uchar[27])
    INSTRUCTIONS = cython.declare(cython.int)
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
        OPEN,
        PAIR_WEIGHT,
        PAIRS,
        PATTERNS,
        PAUSED,
        PLACE_BONUS,
        SCALAR,
        SEEN,
        STATE_WORDS,
        THREE_ROWS,
        TRIADS,
        UNSETTLED,
        WORDS,
    )

    TOUCHED_TRIADS, POSSIBLE_TRIADS, CELLS_OF, ONLY_OF_THREE = ([0] * PATTERNS for _ in range(4))
    FREE_IN_OTHER_BANDS, ONE_COLUMN, COMPATIBLE_TRIADS, COMPATIBLE_COLUMNS = ([0] * PATTERNS for _ in range(4))
    PEERS, COLUMN, BAND_OF, NEXT_BAND, PREVIOUS_BAND = ([0] * WORDS for _ in range(5))

    def lowest_bit(bits):
        return (bits & -bits).bit_length() - 1

    count_bits = int.bit_count

    def find_instructions():
        return SCALAR

    def differing_words(ones, others):
        return sum((one != other) << word for word, (one, other) in enumerate(zip(ones, others, strict=True)))


def _fill_tables() -> None:
    for pattern in range(PATTERNS):
        TOUCHED_TRIADS[pattern] = touched_triads(pattern)
        POSSIBLE_TRIADS[pattern] = possible_triads(pattern)
        CELLS_OF[pattern] = cells_of(pattern)
        ONLY_OF_THREE[pattern] = only_of_three(pattern)
        FREE_IN_OTHER_BANDS[pattern] = free_in_other_bands(pattern)
        ONE_COLUMN[pattern] = boxes_with_one_column(pattern)
        COMPATIBLE_TRIADS[pattern] = compatible_triads(pattern)
        COMPATIBLE_COLUMNS[pattern] = compatible_columns(pattern)
    for word in range(WORDS):
        PEERS[word] = peers_of(word)
        COLUMN[word] = column_of(word)
        BAND_OF[word] = word // 9
        NEXT_BAND[word] = (word + 9) % WORDS
        PREVIOUS_BAND[word] = (word + 18) % WORDS


_fill_tables()
if cython.compiled:
    fill_vector_tables()  # noqa: F821 - solve9.pxd declares it
INSTRUCTION_SETS = ("scalar", "avx2", "avx512")  # in the order of their numbers
INSTRUCTIONS = find_instructions()


def list_instructions() -> tuple[str, ...]:
    """Return the names of the instruction sets that this processor has, from the slowest to the fastest."""
    return INSTRUCTION_SETS[: find_instructions() + 1]


def select_instructions(name: str) -> None:
    """Use these instructions in searches that start from now on. All give the same answers and counts."""
    global INSTRUCTIONS
    if name not in list_instructions():
        raise ValueError(f"instructions: expected one of {', '.join(list_instructions())}, found {name}")
    INSTRUCTIONS = INSTRUCTION_SETS.index(name)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _place(board: cython.p_uint, at: cython.Py_ssize_t, word: cython.Py_ssize_t, bit: cython.uint) -> cython.bint:
    """Place the value of this word in a cell of its band; return False if the cell does not have that candidate."""
    first: cython.Py_ssize_t = at + 9 * BAND_OF[word]
    cell: cython.Py_ssize_t = lowest_bit(bit)
    value: cython.Py_ssize_t
    if not board[at + word] & bit:
        return False
    for value in range(9):
        board[first + value] &= ~bit
    board[at + word] = board[at + word] & ~PEERS[cell] | bit
    board[at + NEXT_BAND[word]] &= ~COLUMN[cell]
    board[at + PREVIOUS_BAND[word]] &= ~COLUMN[cell]
    board[at + OPEN + BAND_OF[word]] &= ~bit
    return True


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _find_changed_words(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.uint:
    """Return the words that have changed since they were last processed."""
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
def _propagate_words(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.bint:
    """Infer what follows from each changed word until none changes; return False if a value has no place left."""
    changed: cython.uint = _find_changed_words(board, at)
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
            triads = POSSIBLE_TRIADS[
                TOUCHED_TRIADS[possible & 511]
                | TOUCHED_TRIADS[possible >> 9 & 511] << 3
                | TOUCHED_TRIADS[possible >> 18] << 6
            ]
            possible &= CELLS_OF[triads]
            if not possible:
                return False
            columns = (possible | possible >> 9 | possible >> 18) & 511
            free = FREE_IN_OTHER_BANDS[columns]
            board[at + NEXT_BAND[word]] &= free
            board[at + PREVIOUS_BAND[word]] &= free
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
        changed = _find_changed_words(board, at)
    return True


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _place_naked_singles(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """Fill the cells with one candidate and record those with two.

    Return -1 if a cell has no candidate, 1 if something changed, and 0 otherwise.
    """
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
def _restrict_columns(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """Use the fact that a value is in exactly one column of each box, and once in each column.

    Return -1 if that is impossible, 1 if something changed, and 0 otherwise.
    """
    change: cython.int = 0
    value: cython.Py_ssize_t
    shift: cython.int
    top: cython.uint
    middle: cython.uint
    bottom: cython.uint
    possible_columns: cython.uint
    keep_top: cython.uint
    keep_middle: cython.uint
    keep_bottom: cython.uint
    for value in range(9):
        top = board[at + TRIADS + value] >> 9
        middle = board[at + TRIADS + 9 + value] >> 9
        bottom = board[at + TRIADS + 18 + value] >> 9
        keep_top = keep_middle = keep_bottom = 0
        for shift in range(0, 9, 3):
            possible_columns = POSSIBLE_TRIADS[
                top >> shift & 7 | (middle >> shift & 7) << 3 | (bottom >> shift & 7) << 6
            ]
            if not possible_columns:
                return -1
            keep_top |= (possible_columns & 7) << shift
            keep_middle |= (possible_columns >> 3 & 7) << shift
            keep_bottom |= (possible_columns >> 6) << shift
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
def _restrict_triads(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.int:
    """Use the fact that a triad holds exactly three values.

    If only three values are possible, all of them are in the triad; if three are required, no other value is.

    Return -1 if a triad has fewer than three, 1 if something changed, and 0 otherwise.
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
                    CELLS_OF[COMPATIBLE_TRIADS[inside & 511] & ~outside & 511]
                    & (COMPATIBLE_COLUMNS[inside >> 9] & ~(outside >> 9)) * THREE_ROWS
                )
                change = 1
    return change


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _infer(board: cython.p_uint, at: cython.Py_ssize_t) -> cython.bint:
    """Infer everything that follows without an assumption; return False on a contradiction."""
    change: cython.int
    while True:
        if not _propagate_words(board, at):
            return False
        change = _place_naked_singles(board, at)
        if change == 0 and board[at + OPEN] | board[at + OPEN + 1] | board[at + OPEN + 2]:
            change = _restrict_columns(board, at)
            if change == 0:
                change = _restrict_triads(board, at)
        if change <= 0:
            return change == 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _score(board: cython.p_uint, at: cython.Py_ssize_t, word: cython.Py_ssize_t, bit: cython.uint) -> cython.uint:
    """Estimate how much would follow if the value were in this cell.

    This is the number of peers that have the value as a candidate; peers with two candidates count more.
    """
    cell: cython.Py_ssize_t = lowest_bit(bit)
    next_word: cython.Py_ssize_t = NEXT_BAND[word]
    previous_word: cython.Py_ssize_t = PREVIOUS_BAND[word]
    own_peers: cython.uint = board[at + word] & PEERS[cell]
    next_peers: cython.uint = board[at + next_word] & COLUMN[cell]
    previous_peers: cython.uint = board[at + previous_word] & COLUMN[cell]
    # Two columns share a word, shifted by one bit, because only every ninth bit of each is in use.
    peers: cython.ulonglong = own_peers | cython.cast(cython.ulonglong, next_peers | previous_peers << 1) << 32
    own_peers &= board[at + PAIRS + BAND_OF[word]]
    next_peers &= board[at + PAIRS + BAND_OF[next_word]]
    previous_peers &= board[at + PAIRS + BAND_OF[previous_word]]
    pairs: cython.ulonglong = own_peers | cython.cast(cython.ulonglong, next_peers | previous_peers << 1) << 32
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
def _unit_cells(number: cython.int) -> cython.uint:
    """Return the cells of a unit of a band: its rows are 0 to 2, its boxes 3 to 5."""
    return 511 << 9 * number if number < 3 else (7 << 3 * (number - 3)) * THREE_ROWS


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _encode_pairs(board: cython.p_uint, first: cython.Py_ssize_t, digits: cython.p_uint) -> cython.void:
    """Encode the candidates of all cells of a band that have two, as eight words of one bit per cell.

    The first four words are the binary digits of the lower value, and the others those in which the upper one differs.
    """
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
def _decode_value(digits: cython.p_uint, at: cython.Py_ssize_t, cell: cython.Py_ssize_t) -> cython.uint:
    """Return the number that the four words from `at` encode for a cell."""
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
    """Choose the best cell with two candidates, and of these the one with more consequences.

    Return the score of the cell, or 0 if there is none.

    The encoded pairs give both values at once, without a search through nine words for each cell.
    """
    best: cython.uint = 0
    band: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    left: cython.uint
    bit: cython.uint
    lower: cython.uint
    upper: cython.uint
    lower_score: cython.uint
    upper_score: cython.uint
    score: cython.uint
    best_of_band: cython.uint
    digits: cython.uint[8]
    if not cython.compiled:
        digits = [0] * 8
    for band in range(3):
        left = board[at + PAIRS + band]
        if not left:
            continue
        _encode_pairs(board, at + 9 * band, digits)
        best_of_band = best << 9 | 511
        while left:
            bit = left & -left
            left ^= bit
            cell = lowest_bit(bit)
            lower = _decode_value(digits, 0, cell)
            upper = lower ^ _decode_value(digits, 4, cell)
            lower_score = _score(board, at, 9 * band + lower, bit)
            upper_score = _score(board, at, 9 * band + upper, bit)
            # On equal scores, prefer the first band, the smallest upper value and the first cell. Another order would
            # be as good, but it would change all counts, and with them the hard puzzles that a seed generates.
            score = (lower_score * upper_score) << 9 | (8 - upper) << 5 | (31 - cell)
            if score > best_of_band:
                best_of_band = score
                chosen[0] = 9 * band + (lower if lower_score > upper_score else upper)
                chosen[1] = bit
                chosen[2] = 9 * band + (upper if lower_score > upper_score else lower)
        best = best_of_band >> 9
    return best


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose_place(board: cython.p_uint, at: cython.Py_ssize_t, best: cython.uint, chosen: cython.p_uint) -> cython.uint:
    """Choose a value with two places in a row or box, if its score is the best, and the place with more consequences.

    Return the best score so far.
    """
    word: cython.Py_ssize_t
    number: cython.int
    left: cython.uint
    bit: cython.uint
    first_score: cython.uint
    second_score: cython.uint
    score: cython.uint
    for word in range(WORDS):
        for number in range(6):
            left = board[at + word] & _unit_cells(number)
            if _is_two(left):
                bit = left & -left
                first_score = _score(board, at, word, bit)
                second_score = _score(board, at, word, left ^ bit)
                score = (first_score + PLACE_BONUS) * (second_score + PLACE_BONUS)
                if score > best:
                    best = score
                    chosen[0] = word
                    chosen[1] = left ^ bit if second_score > first_score else bit
                    chosen[2] = WORDS
    return best


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _choose_from_fewest(board: cython.p_uint, at: cython.Py_ssize_t, chosen: cython.p_uint) -> cython.void:
    """Choose the last value of a cell with the fewest candidates."""
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
    """Choose the next assumption: write word and bit, and the word of the other value if the cell has only two.

    Prefer a choice between two alternatives, both of which lead to many inferences.
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
def _start_search(board: cython.p_uint, state: cython.p_uint, givens: cython.p_const_uchar) -> cython.void:
    """Set up the first level from 81 values (numbers or digits; anything else is an empty cell)."""
    cell: cython.Py_ssize_t
    value: cython.Py_ssize_t
    word: cython.Py_ssize_t
    for word in range(WORDS):
        board[word] = ALL_CELLS
        board[SEEN + word] = ~board[word]  # differs from every possible word
    for word in range(3):
        board[OPEN + word] = ALL_CELLS
    for word in range(STATE_WORDS):
        state[word] = 0
    for cell in range(CELLS):
        value = givens[cell]
        if value >= 48:
            value -= 48
        if value < 1 or value > 9:
            continue
        if not _place(board, 0, cell // 27 * 9 + value - 1, cython.cast(cython.uint, 1) << cell % 27):
            state[IS_REFUTED] = state[CONTRADICTIONS] = 1
            return
    if not _infer(board, 0):
        state[IS_REFUTED] = state[CONTRADICTIONS] = 1


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _write_solution(
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
    state: cython.p_uint,
    solutions: cython.p_uchar,
    start: cython.Py_ssize_t,
    room: cython.uint,
    most_solutions: cython.uint,
    most_assumptions: cython.uint,
) -> cython.int:
    """Search until nothing is left (EXHAUSTED), or until the limit of solutions or assumptions is reached (PAUSED)."""
    at: cython.Py_ssize_t
    next_at: cython.Py_ssize_t
    word: cython.Py_ssize_t
    i: cython.int
    chosen: cython.uint[3]
    if not cython.compiled:
        chosen = [0, 0, 0]
    chosen[0] = chosen[1] = chosen[2] = 0
    while True:
        at = LEVEL * state[DEPTH]
        if state[IS_REFUTED]:
            if state[DEPTH] == 0:
                return EXHAUSTED
            state[DEPTH] -= 1
            state[IS_REFUTED] = 0 if _infer(board, at - LEVEL) else 1  # an int even when interpreted
            state[CONTRADICTIONS] += state[IS_REFUTED]
            continue
        if not board[at + OPEN] | board[at + OPEN + 1] | board[at + OPEN + 2]:
            if state[FOUND] < room:
                _write_solution(board, at, solutions, start + CELLS * cython.cast(cython.Py_ssize_t, state[FOUND]))
            state[FOUND] += 1
            state[IS_REFUTED] = 1  # this branch has no other solution
            if state[FOUND] == most_solutions:
                return PAUSED
            continue
        if state[ASSUMPTIONS] == most_assumptions:
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
        state[ASSUMPTIONS] += 1
        state[DEPTH] += 1
        if state[DEPTH] > state[DEEPEST]:
            state[DEEPEST] = state[DEPTH]
        _place(board, next_at, word, chosen[1])
        state[IS_REFUTED] = 0 if _infer(board, next_at) else 1
        state[CONTRADICTIONS] += state[IS_REFUTED]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _start(
    instructions: cython.int, board: cython.p_uint, state: cython.p_uint, givens: cython.p_const_uchar
) -> cython.void:
    """Start a search with these instructions."""
    if cython.compiled and instructions != SCALAR:
        start_vector_search(instructions, board, state, givens)  # noqa: F821 - solve9.pxd declares it
    else:
        _start_search(board, state, givens)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _advance(
    instructions: cython.int,
    board: cython.p_uint,
    state: cython.p_uint,
    solutions: cython.p_uchar,
    start: cython.Py_ssize_t,
    room: cython.uint,
    most_solutions: cython.uint,
    most_assumptions: cython.uint,
) -> cython.int:
    """Continue a search with the instructions that started it; see `_search`."""
    if cython.compiled and instructions != SCALAR:
        start += CELLS * cython.cast(cython.Py_ssize_t, state[FOUND])
        return advance_vector_search(  # noqa: F821
            instructions, board, state, solutions + start, room, most_solutions, most_assumptions
        )
    return _search(board, state, solutions, start, room, most_solutions, most_assumptions)


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
    ending: cython.int
    instructions: cython.int = INSTRUCTIONS
    state: cython.uint[6]
    board: cython.uint[114 * 82]
    if not cython.compiled:
        state, board = [0] * STATE_WORDS, [0] * (LEVEL * LEVELS)
    for puzzle in range(count):
        if cython.compiled:
            _start(instructions, board, state, puzzles + CELLS * puzzle)
        else:
            _start(instructions, board, state, puzzles[CELLS * puzzle : CELLS * (puzzle + 1)])
        ending = _advance(instructions, board, state, solutions, CELLS * room * puzzle, room, limit, most_assumptions)
        found[puzzle] = state[FOUND] if ending == EXHAUSTED or state[FOUND] == limit else UNSETTLED
        assumptions[puzzle] = state[ASSUMPTIONS]


def settle_into(
    puzzles: cython.const_uchar[::1],
    found: cython.uchar[::1],
    solutions: cython.uchar[::1],
    assumptions: cython.uint[::1],
    limit: cython.uint,
    most_assumptions: cython.uint,
) -> None:
    """Settle the puzzles of a buffer, 81 bytes each, and write the results to three other buffers.

    The size of `solutions` determines how many solutions of each puzzle are kept.
    """
    count: cython.Py_ssize_t = len(found)
    room: cython.uint = len(solutions) // (CELLS * count) if count else 0
    if not (
        len(puzzles) == CELLS * count
        and len(solutions) == CELLS * count * room
        and len(assumptions) == count
        and 0 < limit < UNSETTLED
    ):
        raise ValueError("expected buffers for the same number of puzzles, and a limit of 1 to 254")
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


def sum_assumptions(assumptions: cython.const_uint[::1]) -> int:
    """Return the sum of what `settle_into` wrote, without making a Python number of each."""
    puzzle: cython.Py_ssize_t
    total: cython.ulonglong = 0
    for puzzle in range(len(assumptions)):
        total += assumptions[puzzle]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _dig_holes(
    givens: cython.p_uchar, order: cython.p_const_uchar, count: cython.Py_ssize_t, fewest: cython.int
) -> cython.void:
    i: cython.Py_ssize_t
    value: cython.uchar
    left: cython.int = 0
    instructions: cython.int = INSTRUCTIONS
    no_solution: cython.uchar[1]
    state: cython.uint[6]
    board: cython.uint[114 * 82]
    if not cython.compiled:
        no_solution, state, board = [0], [0] * STATE_WORDS, [0] * (LEVEL * LEVELS)
    for i in range(CELLS):
        left += givens[i] != 0
    for i in range(count):
        value = givens[order[i]]
        if left <= fewest:
            return
        if not value:
            continue
        givens[order[i]] = 0
        _start(instructions, board, state, givens)
        _advance(instructions, board, state, no_solution, 0, 0, 2, NO_CAP)
        if state[FOUND] == 1:
            left -= 1
        else:
            givens[order[i]] = value


def dig_holes(givens: bytes, order: cython.const_uchar[::1], fewest: cython.int) -> bytes:
    """Remove givens from a puzzle with one solution as long as the solution stays unique; return what is left.

    The cells are tried in the given order, and at least `fewest` givens are left.
    """
    dug = bytearray(givens)
    view: cython.uchar[::1] = dug
    i: cython.Py_ssize_t
    for i in range(len(order)):
        if order[i] >= CELLS:
            raise ValueError(f"order: expected cells 0 to {CELLS - 1}, found {order[i]}")
    if len(dug) != CELLS:
        raise ValueError(f"expected {CELLS} cells, found {len(dug)}")
    if len(order) == 0:
        return bytes(dug)
    if cython.compiled:
        with cython.nogil:
            _dig_holes(cython.address(view[0]), cython.address(order[0]), order.shape[0], fewest)
    else:
        _dig_holes(dug, order, len(order), fewest)
    return bytes(dug)


@cython.final
@cython.cclass
class Search:
    """The search of one puzzle, in portions, so that the caller can check the time in between."""

    board: cython.uint[114 * 82]
    state: cython.uint[6]
    instructions: cython.int

    def __init__(self, givens: cython.const_uchar[::1]) -> None:
        if len(givens) != CELLS:
            raise ValueError(f"expected {CELLS} cells, found {len(givens)}")
        self.instructions = INSTRUCTIONS
        if cython.compiled:
            _start(self.instructions, self.board, self.state, cython.address(givens[0]))
        else:
            self.board, self.state = [0] * (LEVEL * LEVELS), [0] * STATE_WORDS
            _start(self.instructions, self.board, self.state, givens)

    def advance(self, most_solutions: cython.uint, assumptions: cython.uint) -> tuple[bool, bytes]:
        """Continue the search for at most this many more solutions and assumptions.

        Return whether the search is exhausted, and the solutions found in this call, concatenated.
        """
        if not 0 < most_solutions <= MOST_AT_ONCE:
            raise ValueError(f"solutions: expected 1 to {MOST_AT_ONCE}, found {most_solutions}")
        known: cython.uint = self.state[FOUND]
        out = bytearray(CELLS * most_solutions)
        view: cython.uchar[::1] = out
        start: cython.Py_ssize_t = -CELLS * cython.cast(cython.Py_ssize_t, known)
        room: cython.uint = known + most_solutions
        most: cython.uint = self.state[ASSUMPTIONS] + assumptions
        ending: cython.int
        if cython.compiled:
            with cython.nogil:
                ending = _advance(
                    self.instructions, self.board, self.state, cython.address(view[0]), start, room, room, most
                )
        else:
            ending = _advance(self.instructions, self.board, self.state, out, start, room, room, most)
        return ending == EXHAUSTED, bytes(out[: CELLS * (self.state[FOUND] - known)])

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of assumptions and contradictions, and the largest depth of nested assumptions."""
        return self.state[ASSUMPTIONS], self.state[CONTRADICTIONS], self.state[DEEPEST]


IS_COMPILED: bool = cython.compiled
