"""The numbers of the 9x9 kernel where it runs uncompiled. Compiled, it has them from solve9.pxd; a test compares."""

CELLS = 81
LEVELS = 82  # an assumption fills at least one cell
PATTERNS = 512
WORDS = 27  # of a level, for each part: word 9 * band + value

# The parts of a level.
OPEN = 27  # three words: cells whose value is not known
PAIRS = 30  # three words: cells with two candidates
TRIADS = 33  # for each word: its rows' triads, and from bit 9 its columns' triads
LOCKED = 60  # for each word: those of them that the value must be in
SEEN = 87  # each word as it was when it was last looked at
LEVEL = 114

# What is noted of a search.
DEPTH = 0
FOUND = 1
ASSUMPTIONS = 2
CONTRADICTIONS = 3
DEEPEST = 4
IS_REFUTED = 5
NOTES = 6

# How a search ended.
EXHAUSTED = 0
PAUSED = 1
NO_CAP = 0xFFFFFFFF  # assumptions
UNSETTLED = 255  # stands for the number of solutions where the assumptions ran out
MOST_AT_ONCE = 1000000  # solutions, so that their bytes can be counted

ALL_CELLS = 0x7FFFFFF
ALL_TRIADS = 0x3FFFF
THREE_ROWS = 0x40201

# How an assumption is chosen; found by trying.
FEW_PAIRS = 4  # cells with two candidates below which values with two places are weighed as well
PAIR_WEIGHT = 2  # what a peer with two candidates counts more than another: its value would follow
PLACE_BONUS = 2  # for either place of a value that has two, as the cell loses its other candidates
