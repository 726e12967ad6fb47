# Fast bit operations for rate_chains.py. When Python runs rate_chains.py, it uses the definitions there.

cdef extern from "rate_bits.h":
    int lowest_bit(unsigned long long bits) noexcept nogil
    int count_bits(unsigned long long bits) noexcept nogil
