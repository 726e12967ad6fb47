# The constants of parse9.py as C constants. When Python runs parse9.py, it uses the definitions there.

cdef enum:
    CELLS = 81
    NO_VALUE = 255
    NO_COUNT = 3
    HAS_SOLUTION = 4
    SEVERAL = 2
    LONGEST_LINE = 1 << 20
    MOST_DIGITS = 9
    TAB = 9
    NEWLINE = 10
    RETURN = 13
    SPACE = 32
    QUOTE = 34
    HASH = 35
    COMMA = 44
    DOT = 46
    ZERO = 48
    NINE = 57
    COLON = 58
