"""One puzzle, in any form in which Python code may have it, as an entry."""

import os
from pathlib import Path

from ..core.arguments import wrong_type
from ..core.entry import Entry
from ..core.errors import PuzzleError, UserError
from ..core.puzzle import Puzzle
from ..core.shape import Shape, shape_of_box
from ..formats.format import ReadOptions
from ..formats.source import Source, exists, source_from_text
from .array_puzzle import ArrayLike, is_array, puzzle_from_array
from .sources import open_path, read_source

PuzzleLike = Puzzle | Entry | str | os.PathLike[str] | ArrayLike  # what functions about one puzzle take
EXPECTED = "a Puzzle, an Entry, the text of a puzzle, the Path of a file, or rows of integers"

Box = tuple[int, int]


def to_entry(puzzle: PuzzleLike, box: Box | None = None) -> Entry:
    """Return a puzzle as an entry.

    Parameters: `puzzle` is a `Puzzle`, an `Entry`, the text of a puzzle in any format, the `Path` of a file with one
    puzzle, or an array or list of rows with 0 for an empty cell. Text is never taken for the name of a file. `box` is
    the height and width of the boxes of text, a file or an array.

    Raises PuzzleError if there is no puzzle or more than one, SourceError if a file cannot be read, ArrayError for an
    array that is not a puzzle, and TypeError for anything else.
    """
    shape = to_shape(box)
    match puzzle:
        case Entry():
            return puzzle
        case Puzzle():
            return Entry("puzzle", puzzle)
        case str():
            return _read_text(puzzle, shape)
        case os.PathLike():
            return _read_only(open_path(puzzle), shape)
    if is_array(puzzle) or hasattr(puzzle, "__array__"):
        return Entry("array", puzzle_from_array(puzzle, box))
    raise wrong_type("puzzle", EXPECTED, puzzle)


def to_shape(box: Box | None) -> Shape | None:
    """Return the shape with boxes of this height and width."""
    if box is None:
        return None
    if not isinstance(box, tuple | list) or len(box) != 2 or not all(type(length) is int for length in box):
        raise wrong_type("box", "height and width, such as (2, 3)", box)
    return shape_of_box(*box)


def _read_text(text: str, shape: Shape | None) -> Entry:
    try:
        return _read_only(source_from_text("text", text), shape)
    except PuzzleError as error:
        if exists(text):
            name = Path(text).name
            raise PuzzleError(f"{error}; to read the file {name}, pass a pathlib.Path instead of text") from error
        raise


def _read_only(source: Source, shape: Shape | None) -> Entry:
    """Return the only puzzle of a source; raise the first error if something cannot be read."""
    found: list[Entry] = []
    for item in read_source(source, ReadOptions(shape=shape)):
        if isinstance(item, UserError):
            raise item
        found.append(item)
        if len(found) > 1:
            raise PuzzleError(f"{source.name}: expected one puzzle, found several; read() returns all of them")
    return found[0]
