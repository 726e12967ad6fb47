# The constants of seen.py when it is compiled; where it is not they stand there.

cdef enum:
    CELLS = 81
    SLOT = 4
    HIGH = 0
    LOW = 1
    LETTERS = 2
    LINE = 3
    ALL_BITS = 0xFFFFFFFF
