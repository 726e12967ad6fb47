"""Operations on bits for the modules rate_*, where Python runs them; compiled modules use rate_bits.h."""


def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


count_bits = int.bit_count
