# Fast bit operations for the compiled modules rate_*. Where Python runs these, it uses the definitions in rate_bits.py.

cdef extern from "rate_bits.h":
    int lowest_bit(unsigned long long bits) noexcept nogil
    int count_bits(unsigned long long bits) noexcept nogil
