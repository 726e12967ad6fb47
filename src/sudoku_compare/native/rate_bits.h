/* Bit operations for the compiled modules rate_*; rate_bits.py has the same functions for Python. */
#ifndef RATE_BITS_H
#define RATE_BITS_H

#if defined(_MSC_VER)
static int lowest_bit(unsigned long long bits) {
    int at = 0;
    while (!(bits & 1)) { bits >>= 1; at++; }
    return at;
}
#else
static inline int lowest_bit(unsigned long long bits) { return __builtin_ctzll(bits); }
#endif

static inline int count_bits(unsigned long long bits) {
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)(bits * 0x0101010101010101ULL >> 56);
}

#endif
