# The constants of stand.py when it is compiled; where it is not they stand there.

cdef enum:
    SIDE = 9
    CELLS = 81
    ALL_VALUES = 0x3FE
    NO_COUNT = 3
    HAS_SOLUTION = 4
