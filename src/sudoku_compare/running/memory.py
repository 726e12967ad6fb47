"""How this process manages its memory."""

from contextlib import suppress

# Parameters of `mallopt` in glibc's malloc.h, and their values.
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
MOST_KEPT = 256 << 20  # bytes at the end of the heap that are not in use
LARGEST_BUFFER = 16 << 20  # bytes; larger buffers are still returned


def keep_freed_memory() -> None:
    """Keep the memory of freed buffers for the next ones, if the C library can; for a process that makes many alike.

    Otherwise, glibc returns buffers of more than some hundred kilobytes to the system, which has to clear each page of
    the next one.
    """
    import ctypes  # takes 2 ms

    with suppress(OSError, AttributeError):  # other C libraries do not have it
        set_option = ctypes.CDLL(None).mallopt
        set_option(TRIM_THRESHOLD, MOST_KEPT)
        set_option(MMAP_THRESHOLD, LARGEST_BUFFER)
