# The constants of check9.py as C constants. When Python runs check9.py, it uses the definitions there.

cdef enum:
    SIDE = 9
    CELLS = 81
    ALL_VALUES = 0x3FE
    NO_COUNT = 3
    HAS_SOLUTION = 4

cdef extern from "check9_vectors.h" nogil:
    bint can_use_vectors()
    bint is_solution(const unsigned char *puzzle, const unsigned char *grid)
