"""Many puzzles from a source: the usual formats, recognised without being told.

Recognised: a puzzle a line in symbols or whole numbers, `puzzle:count:solution`, a CSV whose header
names its columns (`quizzes,solutions`), and rows, with borders or without, bare or under `Grid 01`.
What cannot be read comes out as an error in its place, and reading goes on after it.
"""

from collections.abc import Iterator

from .entries import Entry
from .errors import PuzzleError, SourceError, UserError
from .reader import Reader
from .shape import Shape
from .source import Source

MOST_MISTAKES_IN_A_ROW = 10  # told one by one; more of them are another kind of file, and only counted


def read_collection(source: Source, shape: Shape | None = None) -> Iterator[Entry | UserError]:
    """Every puzzle of the source, or in its place the error that says what would do."""
    empty, row_of_mistakes = True, 0
    for item in Reader(source, shape).items():
        empty = False
        if isinstance(item, Entry):
            yield from _rest_of_mistakes(source, row_of_mistakes)
            row_of_mistakes = 0
            yield item
        else:
            row_of_mistakes += 1
            if row_of_mistakes <= MOST_MISTAKES_IN_A_ROW or isinstance(item, SourceError):
                yield item
    yield from _rest_of_mistakes(source, row_of_mistakes)
    if empty:
        yield PuzzleError(f"{source.name}: no puzzle in it; 81 symbols a line would do, . for an empty square")


def _rest_of_mistakes(source: Source, in_a_row: int) -> Iterator[PuzzleError]:
    untold = in_a_row - MOST_MISTAKES_IN_A_ROW
    if untold > 0:
        yield PuzzleError(f"{source.name}: and {untold:,} more of the kind; is it a file of puzzles?")
