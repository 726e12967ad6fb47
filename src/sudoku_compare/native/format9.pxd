# The constants of written.py when it is compiled; where it is not they stand there.

cdef enum:
    CELLS = 81
    NOUGHT = 48
    VERDICTS = 4
    HEAD = 0
    BEFORE = 1
    AFTER = 5
    SAME = 9
    SAME_END = 10
    NOT_SAME = 11
    TAIL = 12
    PARTS = 13
