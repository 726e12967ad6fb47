"""The files of one command line, read one after another as if they were one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..core.errors import SourceError, UserError
from ..formats.collection import read_collection
from ..formats.format import ReadOptions
from ..formats.source import Source, open_source

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..core.shape import Shape


class Input(Protocol):
    """Something that is read with measurable progress: a `Source`, or several of them."""

    @property
    def size(self) -> int | None:
        """The number of bytes; None for a pipe."""

    def position(self) -> int:
        """Return how many bytes have been read."""


class Inputs:
    """Several files, pipes or puzzles as text. A file is opened when its turn comes."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = arguments
        self._source: Source | None = None
        self._bytes_before = 0  # of the files that have been read to their end
        sizes = [_size_of(argument) for argument in arguments]
        self.size = None if None in sizes else sum(size or 0 for size in sizes)

    def position(self) -> int:
        """Return how many bytes of all files have been read."""
        return self._bytes_before + (self._source.position() if self._source else 0)

    def entries(self, shape: "Shape | None") -> "Iterator[Entry | UserError]":
        """Yield the puzzles of every file, and an error for whatever cannot be read."""
        for argument in self._arguments:
            try:
                self._source = open_source(argument)
            except SourceError as error:
                yield error
                continue
            yield from read_collection(self._source, ReadOptions(shape))
            self._bytes_before += self._source.size or 0
            self._source.stream.close()
            self._source = None


def _size_of(argument: str) -> int | None:
    """Return the size of a file, 0 if the argument is not a path, None for a pipe."""
    path = Path(argument)
    try:
        if path.is_file():
            return path.stat().st_size
        return None if argument == "-" or path.exists() else 0
    except (OSError, ValueError):
        return 0
