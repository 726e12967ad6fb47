"""Many puzzles from a source: the usual formats, recognised without being told.

Recognised: a puzzle a line in symbols or whole numbers, `puzzle:count:solution`, a CSV whose header
names its columns (`quizzes,solutions`), and rows, with borders or without, bare or under `Grid 01`.
What cannot be read comes out as an error in its place, and reading goes on after it.
"""

from collections.abc import Iterator

from ..core.entry import Entry
from ..core.errors import PuzzleError, SourceError, UserError
from ..core.shape import Shape
from .reader import Reader
from .source import Source

MOST_MISTAKES_IN_A_ROW = 10  # told one by one; more of them are another kind of file, and only counted


def read_collection(source: Source, shape: Shape | None = None) -> Iterator[Entry | UserError]:
    """Every puzzle of the source, or in its place the error that says what would do."""
    mistakes = Mistakes(source.name)
    for item in Reader(source, shape).items():
        if isinstance(item, Entry):
            if mistakes.in_a_row:
                yield from mistakes.end_of_row()
            mistakes.is_empty = False
            yield item
        else:
            yield from mistakes.told(item)
    yield from mistakes.end()


class Mistakes:
    """Which mistakes are told one by one, and which are only counted."""

    def __init__(self, name: str) -> None:
        self.name = name  # of the source
        self.is_empty = True  # nothing has come of the source yet
        self.in_a_row = 0

    def told(self, error: UserError) -> Iterator[UserError]:
        """The next thing that came is a mistake."""
        self.is_empty = False
        self.in_a_row += 1
        if self.in_a_row <= MOST_MISTAKES_IN_A_ROW or isinstance(error, SourceError):
            yield error

    def end_of_row(self) -> Iterator[UserError]:
        """The next thing that came is a puzzle."""
        untold, self.in_a_row = self.in_a_row - MOST_MISTAKES_IN_A_ROW, 0
        if untold > 0:
            yield PuzzleError(f"{self.name}: and {untold:,} more of the kind; is it a file of puzzles?")

    def end(self) -> Iterator[UserError]:
        yield from self.end_of_row()
        if self.is_empty:
            yield PuzzleError(f"{self.name}: no puzzle in it; 81 symbols a line would do, . for an empty cell")
