"""List the files of a folder, and read files that may hold no puzzles at all, as files of a folder may."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..core.entry import Entry
from ..core.errors import PuzzleError, SourceError, UserError
from .batch_reader import Batch

Skip = Callable[[Path], bool]


def list_files(folder: Path, skip: Skip = lambda path: False) -> Iterator[Path | SourceError]:
    """Yield the files of a folder and of the folders in it, sorted by name, and an error for what cannot be listed.

    Leaves out hidden files and folders, whatever `skip` returns True for, pipes and devices. Links to files are
    followed and links to folders are not, so that a loop of links does no harm.
    """
    stack = [folder]
    while stack:
        path = stack.pop()
        if path != folder and not path.is_dir():
            yield path
            continue
        try:
            inside = sorted(path.iterdir(), reverse=True)
        except OSError as error:
            yield SourceError(f"{path}: cannot read the folder: {error.strerror}")
            continue
        stack += [entry for entry in inside if _is_of_interest(entry) and not skip(entry)]


def _is_of_interest(path: Path) -> bool:
    """Return whether the path is a file, a folder that is not a link, or a broken link, which is worth a message."""
    if path.name.startswith("."):
        return False
    if path.is_symlink():
        return path.is_file() or not path.exists()
    return path.is_file() or path.is_dir()


def join_errors_of_foreign_file(items: Iterable[Entry | UserError]) -> Iterator[Entry | UserError]:
    """Return the items unchanged if there is a puzzle among them, and otherwise a single error for the whole file."""
    errors: list[UserError] = []
    items = iter(items)
    for item in items:
        if isinstance(item, Entry):
            yield from errors
            yield item
            yield from items
            return
        errors.append(item)
    yield _join_errors(errors)


def join_errors_of_foreign_batches(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Return the batches unchanged if there is a puzzle in them, and otherwise with a single error for the file."""
    errors: list[UserError] = []
    last: Batch | None = None
    batches = iter(batches)
    for batch in batches:
        errors += batch.errors
        last = batch
        if len(batch):
            yield replace(batch, errors=errors)
            yield from batches
            return
    if last is not None:
        yield replace(last, errors=[_join_errors(errors)])


def make_error_batch(error: UserError) -> Batch:
    """Return a batch without puzzles, for a file that cannot be opened."""
    nothing = memoryview(b"")
    return Batch("", nothing, memoryview(array("Q")), nothing, nothing, errors=[error])


def _join_errors(errors: list[UserError]) -> UserError:
    """Return the only error, or the first one with a note that there is nothing else in the file."""
    if len(errors) == 1:
        return errors[0]
    return PuzzleError(f"{errors[0]}; no puzzle found in this file")
