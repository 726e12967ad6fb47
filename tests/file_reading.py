"""Read text or bytes as a file would be read, for tests of formats."""

import io

from sudoku_compare.core.entry import Entry
from sudoku_compare.core.errors import UserError
from sudoku_compare.core.shape import Shape
from sudoku_compare.formats.collection import read_collection
from sudoku_compare.formats.format import ReadOptions
from sudoku_compare.formats.source import Source


def read(
    data: str | bytes, shape: Shape | None = None, *, read_as: str | None = None, with_candidates: bool = False
) -> list[Entry | UserError]:
    """Return the puzzles of a file named `file`, with an error in place of what cannot be read."""
    encoded = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    source = Source("file", io.BufferedReader(io.BytesIO(encoded)), len(encoded))
    return list(read_collection(source, ReadOptions(shape, read_as, with_candidates)))


def read_puzzles(data: str | bytes, shape: Shape | None = None) -> list[str]:
    """Return the text of each puzzle of a file, and `ERROR` with the message of each error."""
    return [item.puzzle.text if isinstance(item, Entry) else f"ERROR {item}" for item in read(data, shape)]


def read_error(data: str | bytes, shape: Shape | None = None) -> str:
    """Return the message of a file that cannot be read."""
    (item,) = read(data, shape)
    assert isinstance(item, UserError), item
    return str(item)
