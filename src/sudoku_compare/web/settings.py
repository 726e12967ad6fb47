"""What a server may do, as its start says; requests cannot change it."""

from dataclasses import dataclass
from pathlib import Path

LARGEST_BODY = 2_000_000  # bytes of a request
LARGEST_SIDE = 25  # of a board
MOST_WAITING = 500  # requests in each queue; further ones are refused
QUICK_PLACES = 4  # requests at once that take a moment, such as reading a pasted text
QUICK_SECONDS = 30.0  # for such a request, from its start


@dataclass(frozen=True, slots=True)
class Settings:
    """The folders that a server shows, and its limits."""

    folders: tuple[Path, ...] = ()  # whose files the library lists
    runs: Path = Path("results")  # whose records are listed
    longest: float = 60.0  # seconds, the largest time limit that a request may ask for
    searches: int = 2  # requests at once that search
    memory: int | None = None  # bytes for each engine
