"""The collections that every install carries."""

from importlib.resources import files

from ..core.entry import Entry
from .collection import read_collection
from .source import open_source

TIERS = ("easy", "medium", "hard", "extreme", "unsolvable", "multiple", "16x16", "25x25")
CLASSICS = "classics"  # the puzzles that have a name, of any kind: no tier


def shipped(name: str) -> list[Entry]:
    """The puzzles of a tier, or the classics."""
    path = files("sudoku_compare.data") / f"{name}.txt"
    entries = read_collection(open_source(str(path)))
    named = [entry for entry in entries if isinstance(entry, Entry)]
    return [entry._replace(id=f"{name}:{entry.id.rpartition(':')[2]}") for entry in named]
