# The constants of format9.py as C constants. When Python runs format9.py, it uses the definitions there.

cdef enum:
    CELLS = 81
    PACKED = 41
    ZERO = 48
    VERDICTS = 4
    HEAD = 0
    BEFORE = 1
    AFTER = 5
    DUPLICATE = 9
    DUPLICATE_END = 10
    NOT_DUPLICATE = 11
    TAIL = 12
    PARTS = 13

cdef extern from "format9_text.h" nogil:
    enum: STEP
    Py_ssize_t copy_part(unsigned char *text, Py_ssize_t at, const unsigned char *parts, Py_ssize_t start, Py_ssize_t length)
    Py_ssize_t write_number(unsigned char *text, Py_ssize_t at, unsigned long long number)
    Py_ssize_t write_digits(unsigned char *text, Py_ssize_t at, const unsigned char *values, Py_ssize_t start)
