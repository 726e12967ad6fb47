"""Open what Python code passes as a collection of puzzles: a path, text, or an open file."""

import io
import os
from typing import IO, Any

from ..core.errors import SourceError
from ..formats.source import Source, exists, open_source, source_from_text

STANDARD_INPUT = "-"


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
