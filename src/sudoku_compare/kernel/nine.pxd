# The constants of nine.py when it is compiled (numbers.py explains them), and what a processor counts at once.

cdef enum:
    SQUARES = 81
    LEVELS = 82
    PATTERNS = 512
    WORDS = 27
    OPEN = 27
    PAIRS = 30
    TRIADS = 33
    LOCKED = 60
    SEEN = 87
    LEVEL = 114
    DEPTH = 0
    FOUND = 1
    ASSUMPTIONS = 2
    CONTRADICTIONS = 3
    DEEPEST = 4
    IS_REFUTED = 5
    NOTES = 6
    EXHAUSTED = 0
    PAUSED = 1
    NO_CAP = 0xFFFFFFFF
    UNSETTLED = 255
    MOST_AT_ONCE = 1000000
    ALL_SQUARES = 0x7FFFFFF
    ALL_TRIADS = 0x3FFFF
    THREE_ROWS = 0x40201
    FEW_PAIRS = 4
    PAIR_WEIGHT = 2
    PLACE_BONUS = 2

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest_bit(unsigned int bits) { unsigned long at; _BitScanForward(&at, bits); return (int)at; }
    #else
    static inline int lowest_bit(unsigned int bits) { return __builtin_ctz(bits); }
    #endif

    #if defined(__POPCNT__)
    #define count_bits(bits) ((unsigned int)__builtin_popcountll(bits))
    #else
    static CYTHON_INLINE unsigned int count_bits(unsigned long long bits) {
        bits -= bits >> 1 & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (unsigned int)(bits * 0x0101010101010101ULL >> 56);
    }
    #endif
    """
    int lowest_bit(unsigned int bits) noexcept nogil
    unsigned int count_bits(unsigned long long bits) noexcept nogil
