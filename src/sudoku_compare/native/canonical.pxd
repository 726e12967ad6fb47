# The constants of canonical.py as C constants. When Python runs canonical.py, it uses the definitions there.

cdef enum:
    MOST_LINES = 100
    MOST_CELLS = 10000
    ALL_BITS = 0xFFFFFFFF
    ROUNDS = 3
