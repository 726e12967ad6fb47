"""Load the puzzle collections that come with every installation."""

from dataclasses import replace
from importlib.resources import files

from ..core.entry import Entry
from .collection import read_collection
from .source import open_source

TIERS = ("easy", "medium", "hard", "extreme", "unsolvable", "multiple", "16x16", "25x25")
CLASSICS = "classics"  # well-known puzzles of any difficulty; not a tier


def load_shipped(name: str) -> list[Entry]:
    """Return the puzzles of a tier, or the classics."""
    path = files("sudoku_compare.data") / f"{name}.txt"
    items = read_collection(open_source(str(path)))
    entries = [item for item in items if isinstance(item, Entry)]
    return [replace(entry, id=f"{name}:{entry.id.rpartition(':')[2]}") for entry in entries]
