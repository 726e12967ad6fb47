# The constants of duplicate_table.py as C constants. When Python runs duplicate_table.py, it uses the definitions there.

cdef enum:
    CELLS = 81
    SLOT = 4
    HIGH = 0
    LOW = 1
    EXACT = 2
    LINE = 3
    ALL_BITS = 0xFFFFFFFF
