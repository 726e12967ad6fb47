"""Open what Python code passes as a collection of puzzles: a path, text, or an open file; and read it."""

import io
import os
from collections.abc import Iterator
from typing import IO, Any

from ..core.entry import Entry
from ..core.errors import AmbiguousError, SourceError, UserError
from ..formats.collection import read_collection
from ..formats.format import ReadOptions
from ..formats.source import Source, exists, open_source, source_from_text

STANDARD_INPUT = "-"


def open_any(source: "str | os.PathLike[str] | IO[Any]") -> Source:
    """Open what FILE is on the command line (a path, or the text of puzzles), a `Path`, or an open file."""
    if isinstance(source, str):
        return open_source(source)
    return open_path(source) if isinstance(source, os.PathLike) else open_file_object(source)


def open_path(path: "os.PathLike[str]") -> Source:
    """Open a file; raise SourceError if there is none. Unlike text, a path is never read as a puzzle."""
    name = os.fspath(path)
    if not exists(name):
        raise SourceError(f"{name}: no such file")
    return open_source(os.path.join(os.curdir, name) if name == STANDARD_INPUT else name)  # noqa: PTH118


def open_file_object(file: IO[Any]) -> Source:
    """Read an open file, in text or binary mode, to its end."""
    name = str(getattr(file, "name", "file"))
    content = file.read()
    if isinstance(content, str):
        return source_from_text(name, content)
    return Source(name, io.BufferedReader(io.BytesIO(content)), len(content))


def is_file_object(value: object) -> bool:
    """Return whether the value can be read like an open file."""
    return callable(getattr(value, "read", None))


def read_source(source: Source, options: ReadOptions) -> Iterator[Entry | UserError]:
    """Yield the puzzles of a source, with an error in place of what cannot be read, and close it."""
    with source.stream:
        for item in read_collection(source, options):
            yield _name_arguments(item) if isinstance(item, AmbiguousError) else item


def _name_arguments(error: AmbiguousError) -> AmbiguousError:
    """Return the error with the arguments that decide between its readings."""
    if error.option == "box":
        arguments = [f"box=({', '.join(choice.split('x'))})" for choice in error.choices]
    else:
        arguments = [f"read(..., {error.option}={choice!r})" for choice in error.choices]
    return AmbiguousError(f"{error}; choose with {' or '.join(arguments)}", error.option, error.choices)
