# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Which 9x9 puzzles have come before? Keeps 32 bytes a puzzle, in a table that is at most two thirds full.

A canonical form is kept as 128 bits that are mixed from it: that two different ones among a thousand million have the
same is less likely than one in 10^20.
"""

from array import array

try:
    import cython
except ImportError:
    from . import cython_fallback as cython

if not cython.compiled:
    CELLS = 81
    SLOT = 4  # words of an entry: two of its form, one of the puzzle to the letter, and its line (0: the slot is free)
    HIGH = 0
    LOW = 1
    LETTERS = 2
    LINE = 3
    ALL_BITS = 0xFFFFFFFF

START = 1 << 10  # slots; always a power of two


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _mixed(values: cython.p_const_uchar, start: cython.Py_ssize_t, key: cython.p_ulonglong) -> cython.void:
    """128 bits of a board, by four chains of 32 bits with multipliers of their own."""
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
class Seen:
    """The forms that have come, each with the line of the first puzzle that has it."""

    slots: cython.ulonglong[::1]
    capacity: cython.Py_ssize_t
    count: cython.Py_ssize_t

    def __init__(self) -> None:
        self.count = 0
        self.capacity = START
        self.slots = array("Q", bytes(8 * SLOT * START))

    def meet(
        self,
        forms: cython.const_uchar[::1],
        puzzles: cython.const_uchar[::1],
        numbers: cython.const_ulonglong[::1],
        firsts: cython.ulonglong[::1],
        is_same: cython.uchar[::1],
    ) -> None:
        """Fill in for each puzzle the line of the first that has its form, 0 where it is the first itself; and whether
        that one is the same to the letter."""
        count: cython.Py_ssize_t = len(numbers)
        if not (len(forms) == len(puzzles) == CELLS * count and len(firsts) == len(is_same) == count):
            raise ValueError("the buffers do not match")
        while 3 * (self.count + count) > 2 * self.capacity:
            self._grow()
        if count == 0:
            return
        if cython.compiled:
            with cython.nogil:
                self._meet(
                    cython.address(forms[0]),
                    cython.address(puzzles[0]),
                    cython.address(numbers[0]),
                    count,
                    cython.address(firsts[0]),
                    cython.address(is_same[0]),
                )
        else:
            self._meet(forms, puzzles, numbers, count, firsts, is_same)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _meet(
        self,
        forms: cython.p_const_uchar,
        puzzles: cython.p_const_uchar,
        numbers: cython.p_const_ulonglong,
        count: cython.Py_ssize_t,
        firsts: cython.p_ulonglong,
        is_same: cython.p_uchar,
    ) -> cython.void:
        puzzle: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        key: cython.ulonglong[2]
        letters: cython.ulonglong[2]
        if not cython.compiled:
            key, letters = [0, 0], [0, 0]
        for puzzle in range(count):
            _mixed(forms, CELLS * puzzle, key)
            _mixed(puzzles, CELLS * puzzle, letters)
            slot = self._slot(key[HIGH], key[LOW])
            firsts[puzzle] = self.slots[slot + LINE]
            is_same[puzzle] = firsts[puzzle] != 0 and self.slots[slot + LETTERS] == letters[HIGH]
            if firsts[puzzle] == 0:
                self.slots[slot + HIGH] = key[HIGH]
                self.slots[slot + LOW] = key[LOW]
                self.slots[slot + LETTERS] = letters[HIGH]
                self.slots[slot + LINE] = numbers[puzzle]
                self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, high: cython.ulonglong, low: cython.ulonglong) -> cython.Py_ssize_t:
        """Where this key is, or the free slot where it would be."""
        number: cython.Py_ssize_t = low & (self.capacity - 1)
        while self.slots[SLOT * number + LINE] != 0 and (
            self.slots[SLOT * number + HIGH] != high or self.slots[SLOT * number + LOW] != low
        ):
            number = (number + 1) & (self.capacity - 1)
        return SLOT * number

    def _grow(self) -> None:
        """Twice the room, and every entry in its new place."""
        old: cython.ulonglong[::1] = self.slots
        start: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        word: cython.int
        old_capacity: cython.Py_ssize_t = self.capacity
        self.capacity *= 2
        self.slots = array("Q", bytes(8 * SLOT * self.capacity))
        for start in range(0, SLOT * old_capacity, SLOT):
            if old[start + LINE]:
                slot = self._slot(old[start + HIGH], old[start + LOW])
                for word in range(SLOT):
                    self.slots[slot + word] = old[start + word]
