# The constants of lines.py when it is compiled; where it is not they stand there.

cdef enum:
    CELLS = 81
    NO_VALUE = 255
    NO_COUNT = 3
    HAS_SOLUTION = 4
    SEVERAL = 2
    LONGEST_LINE = 1 << 20
    MOST_FIGURES = 9
    TAB = 9
    NEWLINE = 10
    RETURN = 13
    BLANK = 32
    QUOTE = 34
    HASH = 35
    COMMA = 44
    DOT = 46
    NOUGHT = 48
    NINE = 57
    COLON = 58
