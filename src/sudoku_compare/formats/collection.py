"""Read all puzzles of a source, in any of the formats in `all_formats`; the format is detected.

An error takes the place of what cannot be read, and reading continues after it. Errors with the same cause are reported
once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..core.entry import Entry
from ..core.errors import PuzzleError, SourceError, UserError
from ..core.text import make_printable
from .detection import read_items
from .format import ReadOptions
from .source import Source

ANY = ReadOptions()
MOST_CAUSES = 10  # shown in a row; the other errors are only counted
_NUMBER = re.compile(r"\d+")


def read_collection(source: Source, options: ReadOptions = ANY) -> Iterator[Entry | UserError]:
    """Yield every puzzle of the source, with an error in place of what cannot be read.

    No name can control a terminal, in whatever format it was written.
    """
    errors = ErrorFilter(source.name)
    for item in read_items(source, options):
        if isinstance(item, Entry):
            if errors.has_run:
                yield from errors.end_run()
            errors.is_empty = False
            yield item if item.name.isprintable() else replace(item, name=make_printable(item.name))
        else:
            yield from errors.filter(item)
    yield from errors.finish()


@dataclass
class _Cause:
    """Errors with the same cause: the lines of the first and the last one, and how many were not shown."""

    first: int | None
    last: int | None
    hidden: int = 0


class ErrorFilter:
    """Passes on one error for each cause, and counts the others, until a puzzle follows."""

    def __init__(self, name: str) -> None:
        self.name = name  # of the source
        self.is_empty = True  # no puzzle and no error so far
        self._causes: dict[str, _Cause] = {}

    @property
    def has_run(self) -> bool:
        """Whether the last item was an error."""
        return bool(self._causes)

    def filter(self, error: UserError) -> Iterator[UserError]:
        """Take the next error, and yield it if it should be shown."""
        self.is_empty = False
        line = getattr(error, "line", None)
        key = _find_cause(error) if len(self._causes) < MOST_CAUSES else next(reversed(self._causes))
        if isinstance(error, SourceError) or key not in self._causes:
            self._causes[key] = _Cause(line, line)
            yield error
        else:
            self._causes[key].last = line
            self._causes[key].hidden += 1

    def end_run(self) -> Iterator[UserError]:
        """End a run of errors because a puzzle follows; return one error for all that were not shown of each cause."""
        for cause in self._causes.values():
            if cause.hidden:
                more = "1 more error" if cause.hidden == 1 else f"{cause.hidden:,} more errors"
                like = "like this" if cause.first is None else f"like that in line {cause.first:,}"
                where = "" if cause.last is None else f", the last in line {cause.last:,}"
                yield PuzzleError(f"{self.name}: {more} {like}{where}")
        self._causes.clear()

    def finish(self) -> Iterator[UserError]:
        """End the source; return an error if it was empty."""
        yield from self.end_run()
        if self.is_empty:
            yield PuzzleError(f"{self.name}: no puzzle found; expected lines of 81 characters (. for an empty cell)")


def _find_cause(error: UserError) -> str:
    """Return the message without its place, its numbers and what was found."""
    cause: str = getattr(error, "cause", str(error))
    return _NUMBER.sub("#", cause.partition(", found")[0])
