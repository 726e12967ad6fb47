"""Estimate, before a scan starts, whether memory holds what finding duplicates needs."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..formats.compression import GZIP_MAGIC, ZSTD_MAGIC

SHORTEST_LINE = 82  # bytes of a 9x9 puzzle, so that the estimate is rather too high
SHORTEST_PACKED_LINE = 25  # bytes per puzzle in a compressed file
SLOT = 32  # bytes of the table per slot; this and the next two as in native/duplicate_table.py
FEWEST_SLOTS = 1 << 10
FULLEST = 2 / 3
MEMORY_FILE = Path("/proc/meminfo")


class MemoryNeed(NamedTuple):
    """What a scan for duplicates needs at most."""

    puzzles: int
    bytes: int


def estimate_need(files: Iterable[str]) -> MemoryNeed:
    """Return how many puzzles there may be in the files, and how much memory finding duplicates among them takes.

    The table of the puzzles doubles when it is two thirds full; meanwhile, the old one is in memory as well.

    >>> estimate_need([])
    MemoryNeed(puzzles=0, bytes=0)
    """
    puzzles = sum(map(_estimate_puzzles, files))
    slots = FEWEST_SLOTS
    while puzzles > FULLEST * slots:
        slots *= 2
    return MemoryNeed(puzzles, SLOT * (slots + slots // 2) if puzzles else 0)


def read_available_memory() -> int | None:
    """Return how many bytes of memory are available; None if the system does not say."""
    try:
        lines = MEMORY_FILE.read_text().splitlines()
    except OSError:
        return None
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")), None)


def _estimate_puzzles(file: str) -> int:
    try:
        path = Path(file)
        if not path.is_file():
            return 0
        with path.open("rb") as stream:
            is_packed = stream.read(len(ZSTD_MAGIC)).startswith((GZIP_MAGIC, ZSTD_MAGIC))
        return path.stat().st_size // (SHORTEST_PACKED_LINE if is_packed else SHORTEST_LINE)
    except (OSError, ValueError):  # the text of a puzzle, or a file that cannot be read
        return 0
