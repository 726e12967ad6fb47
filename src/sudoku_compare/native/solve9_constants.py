"""The constants of the 9x9 kernel as run by Python. The compiled kernel uses solve9.pxd; a test compares the two."""

CELLS = 81
LEVELS = 82  # every assumption fills at least one cell
PATTERNS = 512
WORDS = 27  # in each part of a level: word 9 * band + value

# The parts of a level.
OPEN = 27  # three words: cells without a known value
PAIRS = 30  # three words: cells with two candidates
TRIADS = 33  # for each word: the row triads that it touches and, from bit 9, the column triads
LOCKED = 60  # for each word: the triads that must contain the value
SEEN = 87  # each word as it was when it was last processed
LEVEL = 114

# The state of a search.
DEPTH = 0
FOUND = 1
ASSUMPTIONS = 2
CONTRADICTIONS = 3
DEEPEST = 4
IS_REFUTED = 5
STATE_WORDS = 6

# How a search ended.
EXHAUSTED = 0
PAUSED = 1
NO_CAP = 0xFFFFFFFF  # no limit on assumptions
UNSETTLED = 255  # instead of the number of solutions, if the assumptions ran out
MOST_AT_ONCE = 1000000  # solutions per call, so that the number of their bytes cannot overflow

ALL_CELLS = 0x7FFFFFF
ALL_TRIADS = 0x3FFFF
THREE_ROWS = 0x40201

# How an assumption is chosen; the numbers were found by experiment.
FEW_PAIRS = 4  # with fewer cells that have two candidates, values that have two places are considered too
PAIR_WEIGHT = 2  # extra weight of a peer with two candidates, because its value would follow
PLACE_BONUS = 2  # extra weight of a place of a value with two places, because the cell loses its other candidates

SCALAR = 0  # the instructions of solve9.py itself; other numbers are sets of vector instructions
