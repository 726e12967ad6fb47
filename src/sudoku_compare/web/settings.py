"""The settings of a server, fixed at its start; requests cannot change them."""

from dataclasses import dataclass, field
from pathlib import Path

LARGEST_BODY = 2_000_000  # bytes of a request
LARGEST_SIDE = 25  # of a board
MOST_WAITING = 500  # requests in each queue; further ones are refused
QUICK_PLACES = 4  # requests at once that take a moment, such as reading a pasted text
MOST_PARTS = 8  # searches in a row that one request may need, each with a time limit of its own
OTHER_SECONDS = 300.0  # for whatever a request does besides searching


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits for a client, in seconds, and how many clients it keeps."""

    header: float = 20.0  # for the header of a request
    body: float = 20.0  # for the body of a request
    reading: float = 30.0  # for a client that does not read what it is sent
    quick: float = 30.0  # for a task that should take a moment
    connections: int = 1000  # beyond these, the connection that has been silent for longest is closed


@dataclass(frozen=True, slots=True)
class Settings:
    """The folders that a server shows, and its limits."""

    folders: tuple[Path, ...] = ()  # whose files the library lists
    runs: Path = Path("results")  # whose records are listed
    longest: float = 60.0  # seconds, the largest time limit that a request may ask for
    searches: int = 2  # requests at once that search
    memory: int | None = None  # bytes for each engine
    patience: Patience = field(default_factory=Patience)

    @property
    def search_seconds(self) -> float:
        """The longest time that a request may search, all parts together."""
        return MOST_PARTS * self.longest + OTHER_SECONDS
