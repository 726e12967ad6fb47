# The constants of solve9.py as C constants (solve9_constants.py explains them), and some fast bit operations.

cdef enum:
    CELLS = 81
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
    STATE_WORDS = 6
    EXHAUSTED = 0
    PAUSED = 1
    NO_CAP = 0xFFFFFFFF
    UNSETTLED = 255
    MOST_AT_ONCE = 1000000
    ALL_CELLS = 0x7FFFFFF
    ALL_TRIADS = 0x3FFFF
    THREE_ROWS = 0x40201
    FEW_PAIRS = 4
    PAIR_WEIGHT = 2
    PLACE_BONUS = 2
    SCALAR = 0

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

    /* Set one bit for each of 27 words that differs. */
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static CYTHON_INLINE unsigned int same_four(const unsigned int *ones, const unsigned int *others, int at) {
        __m128i one = _mm_loadu_si128((const __m128i *)(ones + at));
        __m128i other = _mm_loadu_si128((const __m128i *)(others + at));
        return (unsigned int)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(one, other))) << at;
    }
    static CYTHON_INLINE unsigned int differing_words(const unsigned int *ones, const unsigned int *others) {
        unsigned int same = 0;
        int at;
        for (at = 0; at <= 20; at += 4) same |= same_four(ones, others, at);
        return 0x7FFFFFF & ~(same | same_four(ones, others, 23));
    }
    #else
    static CYTHON_INLINE unsigned int differing_words(const unsigned int *ones, const unsigned int *others) {
        unsigned int differing = 0;
        int at;
        for (at = 0; at < 27; at++) differing |= (unsigned int)(ones[at] != others[at]) << at;
        return differing;
    }
    #endif
    """
    int lowest_bit(unsigned int bits) noexcept nogil
    unsigned int count_bits(unsigned long long bits) noexcept nogil
    unsigned int differing_words(const unsigned int *ones, const unsigned int *others) noexcept nogil

cdef extern from "solve9_vectors.h":
    void fill_vector_tables() noexcept nogil
    int find_instructions() noexcept nogil
    void start_vector_search(
        int instructions, unsigned int *board, unsigned int *state, const unsigned char *givens
    ) noexcept nogil
    int advance_vector_search(
        int instructions, unsigned int *board, unsigned int *state, unsigned char *solutions, unsigned int room,
        unsigned int most_solutions, unsigned int most_assumptions
    ) noexcept nogil
