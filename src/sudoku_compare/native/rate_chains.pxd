# Fast bit operations for rate_chains.py. When Python runs rate_chains.py, it uses the definitions there.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest_bit(unsigned long long bits) {
        int at = 0;
        while (!(bits & 1)) { bits >>= 1; at++; }
        return at;
    }
    #else
    static inline int lowest_bit(unsigned long long bits) { return __builtin_ctzll(bits); }
    #endif

    static CYTHON_INLINE int count_bits(unsigned long long bits) {
        bits -= bits >> 1 & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)(bits * 0x0101010101010101ULL >> 56);
    }
    """
    int lowest_bit(unsigned long long bits) noexcept nogil
    int count_bits(unsigned long long bits) noexcept nogil
