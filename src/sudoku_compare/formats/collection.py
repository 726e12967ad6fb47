"""Read all puzzles of a source; the format is detected.

The formats are: one puzzle per line in symbols or whole numbers, `puzzle:count:solution`, CSV with a header that names
its columns (`quizzes,solutions`), and boards in rows, with or without borders, with or without a heading such as
`Grid 01`. An error takes the place of what cannot be read, and reading continues after it.
"""

from collections.abc import Iterator

from ..core.entry import Entry
from ..core.errors import PuzzleError, SourceError, UserError
from .detection import read_items
from .format import ReadOptions
from .source import Source

ANY = ReadOptions()
MOST_ERRORS_IN_A_ROW = 10  # shown one by one, the rest only counted: such a file probably holds no puzzles


def read_collection(source: Source, options: ReadOptions = ANY) -> Iterator[Entry | UserError]:
    """Yield every puzzle of the source, with an error in place of what cannot be read."""
    errors = ErrorFilter(source.name)
    for item in read_items(source, options):
        if isinstance(item, Entry):
            if errors.in_a_row:
                yield from errors.end_run()
            errors.is_empty = False
            yield item
        else:
            yield from errors.filter(item)
    yield from errors.finish()


class ErrorFilter:
    """Passes on the first errors of a run and counts the rest."""

    def __init__(self, name: str) -> None:
        self.name = name  # of the source
        self.is_empty = True  # no puzzle and no error so far
        self.in_a_row = 0

    def filter(self, error: UserError) -> Iterator[UserError]:
        """Take the next error, and yield it if it should be shown."""
        self.is_empty = False
        self.in_a_row += 1
        if self.in_a_row <= MOST_ERRORS_IN_A_ROW or isinstance(error, SourceError):
            yield error

    def end_run(self) -> Iterator[UserError]:
        """End a run of errors because a puzzle follows; return one error for all that were not shown."""
        hidden, self.in_a_row = self.in_a_row - MOST_ERRORS_IN_A_ROW, 0
        if hidden > 0:
            more = "1 more error" if hidden == 1 else f"{hidden:,} more errors"
            yield PuzzleError(f"{self.name}: {more} like this; is this a file of puzzles?")

    def finish(self) -> Iterator[UserError]:
        """End the source; return an error if it was empty."""
        yield from self.end_run()
        if self.is_empty:
            yield PuzzleError(f"{self.name}: no puzzle found; expected lines of 81 characters (. for an empty cell)")
