# Fast bit operations for rate_dynamic.py. When Python runs rate_dynamic.py, it uses the definitions there.

cdef extern from "rate_bits.h":
    int lowest_bit(unsigned long long bits) noexcept nogil
    int count_bits(unsigned long long bits) noexcept nogil
