# The constants of canonical.py when it is compiled; where it is not they stand there.

cdef enum:
    MOST_LINES = 100
    MOST_CELLS = 10000
    ALL_BITS = 0xFFFFFFFF
    ROUNDS = 3
