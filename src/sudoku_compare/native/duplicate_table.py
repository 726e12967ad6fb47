# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A hash table that finds 9x9 puzzles seen before. It takes 32 bytes per puzzle and is at most two thirds full.

A canonical form is stored as a hash of 128 bits: among 10^9 different forms, the probability that any two have the same
hash is below 10^-20.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    CELLS = 81
    SLOT = 4  # words per entry: two for the form, one for the exact puzzle, one for its line (0: the slot is free)
    HIGH = 0
    LOW = 1
    EXACT = 2
    LINE = 3
    ALL_BITS = 0xFFFFFFFF

INITIAL_SLOTS = 1 << 10  # a power of two, as is every later number of slots


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _hash_grid(values: cython.p_const_uchar, start: cython.Py_ssize_t, key: cython.p_ulonglong) -> cython.void:
    """Write a hash of 128 bits to `key`: four chains of 32 bits, each with its own multiplier."""
    a: cython.ulonglong = 0x1B873593
    b: cython.ulonglong = 0x27D4EB2F
    c: cython.ulonglong = 0x165667B1
    d: cython.ulonglong = 0x2545F491
    value: cython.ulonglong
    cell: cython.int
    for cell in range(CELLS):
        value = values[start + cell]
        a = (a ^ value) * 0x01000193 & ALL_BITS
        b = (b ^ value) * 0x5BD1E995 & ALL_BITS
        c = (c ^ value) * 0x7FEB352D & ALL_BITS
        d = (d ^ value) * 0x46CA68B1 & ALL_BITS
        a ^= a >> 15
        b ^= b >> 14
        c ^= c >> 16
        d ^= d >> 13
    key[HIGH] = a << 32 | b
    key[LOW] = c << 32 | d


@cython.final
@cython.cclass
class DuplicateTable:
    """The canonical forms seen so far, each with the line of the first puzzle that has it."""

    slots: cython.ulonglong[::1]
    capacity: cython.Py_ssize_t
    count: cython.Py_ssize_t

    def __init__(self) -> None:
        self.count = 0
        self.capacity = INITIAL_SLOTS
        self.slots = array("Q", bytes(8 * SLOT * INITIAL_SLOTS))

    def find_or_add(
        self,
        forms: cython.const_uchar[::1],
        puzzles: cython.const_uchar[::1],
        numbers: cython.const_ulonglong[::1],
        firsts: cython.ulonglong[::1],
        is_identical: cython.uchar[::1],
    ) -> None:
        """Write to `firsts` the line of the first puzzle with the same form, and 0 for a puzzle whose form is new.

        `is_identical` becomes 1 where that first puzzle is the same puzzle, not only an isomorph.
        """
        count: cython.Py_ssize_t = len(numbers)
        if not (len(forms) == len(puzzles) == CELLS * count and len(firsts) == len(is_identical) == count):
            raise ValueError("expected buffers for the same number of puzzles")
        while 3 * (self.count + count) > 2 * self.capacity:
            self._grow()
        if count == 0:
            return
        if cython.compiled:
            with cython.nogil:
                self._find_or_add(
                    cython.address(forms[0]),
                    cython.address(puzzles[0]),
                    cython.address(numbers[0]),
                    count,
                    cython.address(firsts[0]),
                    cython.address(is_identical[0]),
                )
        else:
            self._find_or_add(forms, puzzles, numbers, count, firsts, is_identical)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_or_add(
        self,
        forms: cython.p_const_uchar,
        puzzles: cython.p_const_uchar,
        numbers: cython.p_const_ulonglong,
        count: cython.Py_ssize_t,
        firsts: cython.p_ulonglong,
        is_identical: cython.p_uchar,
    ) -> cython.void:
        puzzle: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        key: cython.ulonglong[2]
        exact_key: cython.ulonglong[2]
        if not cython.compiled:
            key, exact_key = [0, 0], [0, 0]
        for puzzle in range(count):
            _hash_grid(forms, CELLS * puzzle, key)
            _hash_grid(puzzles, CELLS * puzzle, exact_key)
            slot = self._find_slot(key[HIGH], key[LOW])
            firsts[puzzle] = self.slots[slot + LINE]
            is_identical[puzzle] = firsts[puzzle] != 0 and self.slots[slot + EXACT] == exact_key[HIGH]
            if firsts[puzzle] == 0:
                self.slots[slot + HIGH] = key[HIGH]
                self.slots[slot + LOW] = key[LOW]
                self.slots[slot + EXACT] = exact_key[HIGH]
                self.slots[slot + LINE] = numbers[puzzle]
                self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _find_slot(self, high: cython.ulonglong, low: cython.ulonglong) -> cython.Py_ssize_t:
        """Return the slot that holds this key, or the free slot for it."""
        number: cython.Py_ssize_t = low & (self.capacity - 1)
        while self.slots[SLOT * number + LINE] != 0 and (
            self.slots[SLOT * number + HIGH] != high or self.slots[SLOT * number + LOW] != low
        ):
            number = (number + 1) & (self.capacity - 1)
        return SLOT * number

    def _grow(self) -> None:
        """Double the table and move every entry to its new slot."""
        old: cython.ulonglong[::1] = self.slots
        start: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        word: cython.int
        old_capacity: cython.Py_ssize_t = self.capacity
        self.capacity *= 2
        self.slots = array("Q", bytes(8 * SLOT * self.capacity))
        for start in range(0, SLOT * old_capacity, SLOT):
            if old[start + LINE]:
                slot = self._find_slot(old[start + HIGH], old[start + LOW])
                for word in range(SLOT):
                    self.slots[slot + word] = old[start + word]
