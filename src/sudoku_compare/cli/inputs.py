"""The files of one command line, read one after another as if they were one."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ..core.errors import SourceError, UserError
from ..core.text import UniqueNames, make_printable
from ..formats.format import ReadOptions
from ..formats.source import Source, exists, open_source

if TYPE_CHECKING:
    from ..core.entry import Entry
    from ..formats.batch_reader import Batch
    from ..formats.position import Position

Item = TypeVar("Item")
FEWEST_CELLS = 16  # of a puzzle; a shorter argument can only be a path
FileId = tuple[int, int]  # device and inode, which are the same under every name of a file


class Input(Protocol):
    """Something that is read with measurable progress: a `Source`, or several of them."""

    @property
    def size(self) -> int | None:
        """The number of bytes; None for a pipe."""

    def position(self) -> int:
        """Return how many bytes have been read."""


class Reading(NamedTuple):
    """How the files of a command are found and read."""

    options: ReadOptions = ReadOptions()
    recursive: bool = False  # read the files in folders

    def with_candidates(self) -> "Reading":
        """Return the same, but keep the candidates that the files give."""
        return self._replace(options=self.options._replace(with_candidates=True))


class FoundFile(NamedTuple):
    """A path, `-` for standard input, or a puzzle as text; a file of a folder need not hold puzzles."""

    argument: str
    is_in_folder: bool = False


def find_files(
    arguments: Sequence[str], *, recursive: bool, outputs: Iterable[str | Path | None] = ()
) -> Iterator[FoundFile | SourceError]:
    """Yield what the arguments name, with the files of a folder in its place, and an error for what cannot be listed.

    The outputs of the run are not among the files of a folder, even if they exist already.
    """
    written = set(_identify_outputs(outputs))
    for argument in arguments:
        if not _is_folder(argument):
            yield FoundFile(argument)
        elif recursive:
            yield from _find_in_folder(Path(argument), lambda path: _identify(path) in written)
        else:
            yield SourceError(f"{argument}: expected a file, found a folder; add --recursive to read the files in it")


def _find_in_folder(folder: Path, skip: Callable[[Path], bool]) -> Iterator[FoundFile | SourceError]:
    from ..formats.folders import list_files

    is_empty = True
    for found in list_files(folder, skip):
        is_empty = False
        yield found if isinstance(found, SourceError) else FoundFile(str(found), is_in_folder=True)
    if is_empty:
        yield SourceError(f"{folder}: no files found in this folder")


def expand_folders(
    arguments: Sequence[str], *, recursive: bool, report: Callable[[SourceError], None]
) -> tuple[str, ...]:
    """Return the arguments with the readable files of a folder in its place; call `report` with what cannot be read."""
    paths = []
    for found in find_files(arguments, recursive=recursive):
        if isinstance(found, SourceError):
            report(found)
        elif found.is_in_folder and not os.access(found.argument, os.R_OK):
            report(SourceError(f"{found.argument}: cannot read this file"))
        else:
            paths.append(found.argument)
    if arguments and not paths:
        raise SourceError("no files to read")
    return tuple(paths)


class Inputs:
    """Several files, pipes or puzzles as text. A file is opened when its turn comes.

    Every puzzle has an id of its own, even if a file is named twice.
    """

    def __init__(
        self, arguments: Sequence[str], reading: Reading, *, outputs: Iterable[str | Path | None] = ()
    ) -> None:
        self._reading = reading
        self._found = list(find_files(arguments, recursive=reading.recursive, outputs=outputs))
        self._names = UniqueNames()
        self._source: Source | None = None
        self._bytes_before = 0  # of the files that have been read to their end
        self.name = make_printable(", ".join(map(_shorten, arguments)))
        sizes = [_size_of(found.argument) for found in self._found if isinstance(found, FoundFile)]
        self.size = None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def arguments(self) -> tuple[str, ...]:
        """What is read, with the files of a folder in its place; what cannot be listed is named by the error."""
        return tuple(str(found) if isinstance(found, SourceError) else found.argument for found in self._found)

    @property
    def has_several(self) -> bool:
        """Whether there is more than one file."""
        return len(self._found) > 1

    def is_at(self, path: Path) -> bool:
        """Return whether the path is one of the files, possibly under another name or as standard input."""
        identity = _identify(path)
        return identity is not None and any(
            _identify_input(found.argument) == identity for found in self._found if isinstance(found, FoundFile)
        )

    def position(self) -> int:
        """Return how many bytes of all files have been read."""
        return self._bytes_before + (self._source.position() if self._source else 0)

    def entries(self) -> "Iterator[Entry | UserError]":
        """Yield the puzzles of every file, and an error for whatever cannot be read."""
        from ..formats.collection import read_collection
        from ..formats.folders import join_errors_of_foreign_file

        def read(source: Source, found: FoundFile, number: int) -> "Iterator[Entry | UserError]":
            items = read_collection(source, self._reading.options)
            return join_errors_of_foreign_file(items) if found.is_in_folder else items

        return self._read_each(read, lambda error, number: error)

    def batches(self, start: "Position | None" = None) -> "Iterator[Batch]":
        """Yield the puzzles of every file in batches, with the errors between them; from `start` on, if it is given."""
        from ..formats.folders import make_error_batch
        from ..formats.position import Position
        from ..formats.resuming import number_batches, read_from

        first = start or Position()

        def find_start(number: int) -> Position:
            return first if number == first.source else Position(number)

        def read(source: Source, found: FoundFile, number: int) -> "Iterator[Batch]":
            if number < first.source:
                return iter(())
            return read_from(source, self._reading.options, find_start(number), may_be_foreign=found.is_in_folder)

        def make_batch(error: SourceError, number: int) -> "Batch":
            return next(number_batches([make_error_batch(error)], Position(number)))

        return (batch for batch in self._read_each(read, make_batch) if not _is_before(batch, first))

    def _read_each(
        self, read: Callable[[Source, FoundFile, int], Iterator[Item]], make_item: Callable[[SourceError, int], Item]
    ) -> Iterator[Item]:
        """Open one file after the other and yield what `read` finds in it, or the error turned into an item."""
        for number, found in enumerate(self._found):
            if isinstance(found, SourceError):
                yield make_item(found, number)
                continue
            try:
                self._source = self._open(found)
            except SourceError as error:
                yield make_item(error, number)
                continue
            yield from read(self._source, found, number)
            self._bytes_before += self._source.size or 0
            self._source.stream.close()
            self._source = None

    def _open(self, found: FoundFile) -> Source:
        source = open_source(found.argument)
        return replace(source, name=self._names.choose(source.name))


def _is_before(batch: "Batch", start: "Position") -> bool:
    """Return whether a batch ends at the start or in an earlier source: the error of a file that cannot be opened."""
    position = batch.position
    return position is not None and (position.source < start.source or position == start)


def _identify(path: str | Path) -> FileId | None:
    try:
        return _read_identity(Path(path).stat())
    except (OSError, ValueError):
        return None


def _identify_input(argument: str) -> FileId | None:
    return _identify_stream(sys.stdin) if argument == "-" else _identify(argument)


def _identify_outputs(outputs: Iterable[str | Path | None]) -> Iterator[FileId]:
    """Yield the outputs that exist, and the files to which standard output and standard error are redirected."""
    found = [_identify(path) for path in outputs if path is not None and str(path) != "-"]
    yield from filter(None, [*found, _identify_stream(sys.stdout), _identify_stream(sys.stderr)])


def _identify_stream(stream: object) -> FileId | None:
    """Return which file a standard stream reads or writes; None if it is not a regular file."""
    try:
        status = os.fstat(stream.fileno())  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):  # closed, or replaced by something without a descriptor
        return None
    return _read_identity(status) if stat.S_ISREG(status.st_mode) else None


def _read_identity(status: os.stat_result) -> FileId:
    return status.st_dev, status.st_ino


def _is_folder(argument: str) -> bool:
    return exists(argument) and Path(argument).is_dir()


def _shorten(argument: str) -> str:
    """Return the name of an input for messages: a puzzle as text is not repeated."""
    if argument == "-":
        return "stdin"
    return argument if len(argument) < FEWEST_CELLS or exists(argument) else "text"


def _size_of(argument: str) -> int | None:
    """Return the size of a file, 0 if the argument is not a path, None for a pipe."""
    path = Path(argument)
    try:
        if path.is_file():
            return path.stat().st_size
        return None if argument == "-" or path.exists() else 0
    except (OSError, ValueError):
        return 0
