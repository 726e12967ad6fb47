"""Groups of N keys that share N bits: what naked subsets, hidden subsets and fish have in common."""

from collections.abc import Iterator, Mapping

from .position import Tick


def tight_groups(covered: Mapping[int, int], size: int, tick: Tick) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each group of `size` keys that together have `size` bits, and these bits; keys with one bit are skipped."""
    fit = [(key, bits) for key, bits in covered.items() if 1 < bits.bit_count() <= size]

    def grow(group: tuple[int, ...], together: int, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(group) == size:
            yield group, together
            return
        tick()
        for index in range(start, len(fit)):
            key, bits = fit[index]
            if (together | bits).bit_count() <= size:
                yield from grow((*group, key), together | bits, index + 1)

    return grow((), 0, 0)
