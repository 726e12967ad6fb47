"""How this process manages its memory."""

from contextlib import suppress

# Parameters of `mallopt` in glibc's malloc.h, and their values.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
MOST_KEPT = 256 << 20  # bytes of unused heap that are kept
LARGEST_BUFFER = 16 << 20  # bytes; a larger buffer is returned as soon as it is freed


def keep_freed_memory() -> None:
    """Keep the memory of freed buffers for new ones, if the C library can.

    This is for a process that allocates buffers of similar sizes again and again. Otherwise, glibc returns buffers of
    more than some hundred kilobytes to the system, which has to clear each page of the next one.
    """
    import ctypes  # takes 2 ms

    with suppress(OSError, AttributeError):  # other C libraries do not have it
        set_option = ctypes.CDLL(None).mallopt
        set_option(TRIM_THRESHOLD, MOST_KEPT)
        set_option(MMAP_THRESHOLD, LARGEST_BUFFER)
